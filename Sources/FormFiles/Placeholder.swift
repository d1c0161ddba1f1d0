import CPCRE2
import CSQLite
func probe() { _ = pcre2_match_data_free_8; print(sqlite3_libversion_number()) }
