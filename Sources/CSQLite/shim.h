#pragma once
#include <sqlite3.h>

// sqlite3_db_config takes variable arguments, which Swift cannot pass.
static inline int sqlite3_db_config_switch(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}
