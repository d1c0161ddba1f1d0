# The person form's rules over a CSV file without quoted cells, for a plain awk (characters are bytes there).
BEGIN { FS = OFS = ","; mail = "^[a-z0-9_.-]+@[0-9a-z.-]+\\.[a-z.][a-z.][a-z.]?[a-z.]?[a-z.]?[a-z.]?$" }
NR == 1 { print; next }
{ ok = 1; n = $1
  if (length(n) > 10) gsub(/[\200-\277]/, "", n)
  if (length(n) < 1 || length(n) > 10) { print NR, "name", $1 > "/dev/stderr"; ok = 0 }
  if ($2 !~ /^[0-9]+$/ || $2 < 1 || $2 > 100) { print NR, "age", $2 > "/dev/stderr"; ok = 0 }
  if ($3 != "M" && $3 != "F") { print NR, "gender", $3 > "/dev/stderr"; ok = 0 }
  if ($4 !~ mail) { print NR, "email", $4 > "/dev/stderr"; ok = 0 }
  if (ok) print }
