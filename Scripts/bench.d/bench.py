"""Sections of Scripts/bench: bench.py PROGRAM RECORDS ROUNDS PEERS SECTION…, in the bench's own folder.

Every figure is the median of ROUNDS runs, the commands of a section taking turns, and every section
ends in ratios to one of them: seconds alone say more about the machine than about the program.
"""

import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FORMSH, RECORDS, ROUNDS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PEERS = sys.argv[4] == "yes"
DATA = str(RECORDS)  # the generator names its files by the number of records
CHECKS = """create table person(
 name text not null check(length(name) between 1 and 10), age integer not null check(age between 1 and 100),
 gender text not null check(gender in ('M','F')),
 email text not null check(email regexp '^([a-z0-9_\\.-]+)@([0-9a-z\\.-]+)\\.([a-z\\.]{2,6})$'));"""


class NotThere(Exception):
    """The program cannot do yet what a section wants to measure."""


def say(words):
    print("bench: " + words, file=sys.stderr, flush=True)


def run(command, source=os.devnull, out="out", times=1):
    """CPU and wall seconds, peak MiB and status of a command; its report goes to the file `report`."""
    with open(source, "rb") as i, open(out, "wb") as o, open("report", "wb") as e:
        subprocess.run(["./measure", "measured", str(times)] + command, stdin=i, stdout=o, stderr=e, check=True)
    cpu, wall, peak, status = open("measured").read().split()
    return float(cpu), float(wall), int(peak) / 1024, int(status)


def count(path):
    """Lines of a file."""
    lines = 0
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            lines += block.count(b"\n")
    return lines


def said():
    """The first line that the last command put on standard error."""
    return open("report", "rb").readline().decode(errors="replace").strip() or "nothing said"


def table(title, base, rows):
    """rows: (name, [(cpu, wall, peak)…]); ratios to the row called base."""
    middle = {name: [statistics.median(run[i] for run in runs) for i in range(3)] for name, runs in rows}
    print(f"\n{title}")
    print(f"  {'':34} {'CPU s':>8} {'ratio':>7} {'wall s':>8} {'ratio':>7} {'peak MiB':>9}")
    for name, (cpu, wall, peak) in middle.items():
        print(f"  {name:34} {cpu:8.3f} {cpu / middle[base][0]:7.2f} {wall:8.3f} {wall / middle[base][1]:7.2f} {peak:9.1f}")
    print(f"  (ratios to {base}; median of {ROUNDS})", flush=True)


def race(title, base, commands):
    """commands: (name, function that runs it once); they take turns."""
    runs = [(name, []) for name, _ in commands]
    for _ in range(ROUNDS):
        for (_, command), (_, seen) in zip(commands, runs):
            seen.append(command()[:3])
    table(title, base, runs)


def people():
    """The generator's files, and good.4l, good.csv: the same number of records, all right."""
    if not os.path.exists(f"good.{DATA}"):
        say(f"making {RECORDS} person records (fixed seed)")
        subprocess.run([sys.executable, f"{HERE}/people.py", DATA, "."], check=True, stderr=subprocess.DEVNULL)
        with open(f"{DATA}.truth") as truth, open(f"{DATA}.4l", "rb") as lines, open(f"good.{DATA}", "wb") as good, \
                open(f"good.{DATA}.csv", "wb") as rows:
            right = []
            for kind in truth:
                record = [lines.readline() for _ in range(4)]
                if kind == "4\n":
                    right.append(record)
            # The faulty ones are left out; the first right ones stand in for them.
            rows.write(b"name,age,gender,email\n")
            for record in right + right[: RECORDS - len(right)]:
                good.write(b"".join(record))
                rows.write(b",".join(field[:-1] for field in record) + b"\n")


def fresh(*paths):
    for path in paths:
        for name in (path, path + "-wal", path + "-shm", path + "-journal"):
            if os.path.exists(name):
                os.remove(name)


def start():
    """Start to exit without input, beside a shell that does nothing."""
    times = 200
    status = run([FORMSH])[3]
    if status != 0 or os.path.getsize("out") or os.path.getsize("report"):
        raise NotThere(f"formsh </dev/null should end with 0 in silence; status {status}, "
                       f"{os.path.getsize('out')} bytes written, {said()}")
    race(f"start to exit, {times} times", "bash -c :", [
        ("formsh </dev/null", lambda: run([FORMSH], times=times)),
        ("bash -c :", lambda: run(["bash", "-c", ":"], times=times))])


def script():
    """Good records through redirected standard input."""
    people()
    good = f"good.{DATA}"
    run([FORMSH], good)
    if count("out") != RECORDS:
        raise NotThere(f"formsh wrote {count('out')} of {RECORDS} records; {said()}")
    run(["./limit", "4l"], good, "expected")
    if subprocess.run(["cmp", "-s", "out", "expected"]).returncode:
        say("note: formsh's records are not byte for byte those of limit.c")
    race(f"script: {RECORDS} good records, four lines each, to a file", "limit.c 4l", [
        ("formsh", lambda: run([FORMSH], good)),
        ("formsh >/dev/null", lambda: run([FORMSH], good, os.devnull)),
        ("limit.c 4l", lambda: run(["./limit", "4l"], good)),
        ("perl people.pl", lambda: run(["perl", f"{HERE}/people.pl"], good))])


def check():
    """Whole files with 4 % faulty records: right ones written, faults reported."""
    people()
    wrong = sum(1 for kind in open(f"{DATA}.truth") if kind != "4\n")
    for mode, ending, options, result in [
            ("lines", "4l", ["--from", "lines", "-f", "json"], 0), ("csv", "csv", ["-f", "csv"], 1),
            ("jsonl", "jsonl", ["-f", "json"], 0)]:
        source = f"{DATA}.{ending}"
        formsh = [FORMSH, "check", "person", source] + options
        status = run(formsh)[3]
        if status != 1 or count("out") != RECORDS - wrong + result:
            raise NotThere(f"formsh check ({mode}) should pass {RECORDS - wrong} of {RECORDS} records and end with 1; "
                           f"lines out {count('out')}, status {status}, {said()}")
        commands = [("formsh check", lambda: run(formsh)),
                    (f"limit.c {ending}", lambda: run(["./limit", ending], source))]
        if mode == "lines":
            commands.append(("perl people.pl", lambda: run(["perl", f"{HERE}/people.pl"], source)))
        if mode == "csv":
            commands.append(("mawk people.awk", lambda: run(["mawk", "-f", f"{HERE}/people.awk"], source)))
            commands.append(("sqlite3 .import into CHECKs", lambda: imported(source, CHECKS)))
        if PEERS and mode != "lines":
            for peer in ["polars", "duckdb"] if mode == "csv" else ["msgspec"]:
                command = ["venv/bin/python", f"{HERE}/peers.py", peer, source, "peer"]
                status = run(command)[3]
                if status == 0 and abs(count("peer") - (RECORDS - wrong)) < RECORDS / 100:  # not all count characters alike
                    commands.append((peer, lambda command=command: run(command)))
                else:
                    last = open("report", "rb").read().strip().split(b"\n")[-1].decode(errors="replace")
                    say(f"note: {peer} does not pass {RECORDS - wrong} records and is left out: status {status}, {last}")
        race(f"check {mode}: {RECORDS} records, {wrong} of them faulty", f"limit.c {ending}", commands)
    tenfold()


def tenfold():
    """A file of ten times the records takes ten times as long, and no more memory."""
    rows = open(f"{DATA}.csv", "rb").read().split(b"\n", 1)
    with open("tenfold.csv", "wb") as file:
        file.write(rows[0] + b"\n")
        for _ in range(10):
            file.write(rows[1])
    one, ten = f"{RECORDS} records", f"{10 * RECORDS} records"
    race("check csv: ten times the records", one, [
        (one, lambda: run([FORMSH, "check", "person", f"{DATA}.csv", "-f", "csv"])),
        (ten, lambda: run([FORMSH, "check", "person", "tenfold.csv", "-f", "csv"]))])
    os.remove("tenfold.csv")


def imported(source, schema):
    """sqlite3's own import of a CSV file with a header."""
    fresh("import.db")
    with open("import.sql", "w") as commands:
        commands.write(f"pragma journal_mode=wal;\n{schema}\n.import --csv --skip 1 {source} person\n")
    return run(["sqlite3", "-init", os.devnull, "import.db"], "import.sql")


def records():
    """Saved records beside the same on standard output, a database beside sqlite3's own import."""
    people()
    good = f"good.{DATA}"

    def saved(ending):
        fresh("person." + ending)
        return run([FORMSH, "-o", "person." + ending], good)

    for ending, lines in [("jsonl", RECORDS), ("csv", RECORDS + 1)]:
        saved(ending)
        if not os.path.exists("person." + ending) or count("person." + ending) != lines:
            raise NotThere(f"formsh -o person.{ending} did not save {RECORDS} records; {said()}")
    race(f"records: {RECORDS} good ones saved", "formsh -f json >FILE", [
        ("formsh -f json >FILE", lambda: run([FORMSH], good)), ("formsh -o FILE.jsonl", lambda: saved("jsonl"))])
    race(f"records: {RECORDS} good ones saved", "formsh -f csv >FILE", [
        ("formsh -f csv >FILE", lambda: run([FORMSH, "-f", "csv"], good)), ("formsh -o FILE.csv", lambda: saved("csv"))])
    saved("db")
    rows = subprocess.run(["sqlite3", "person.db", "select count(*) from person"], capture_output=True, text=True)
    if rows.stdout.strip() != DATA:
        raise NotThere(f"formsh -o person.db did not save {RECORDS} rows; {said()}")
    schema = subprocess.run(["sqlite3", "person.db", ".schema person"], capture_output=True, text=True).stdout
    imported(good + ".csv", schema)
    if os.path.getsize("report"):  # a CHECK that only formsh's own connection can evaluate
        say(f"note: sqlite3 cannot import into formsh's own table ({said()}); into one with the rules spelled for it")
        schema = CHECKS
    race(f"records: {RECORDS} good ones into a database", "sqlite3 .import", [
        ("formsh -o FILE.db", lambda: saved("db")), ("sqlite3 .import", lambda: imported(good + ".csv", schema))])


def prompt():
    """Keys at a pseudo-terminal."""
    import prompt as keys
    if not keys.measure(FORMSH, ROUNDS, say):
        raise NotThere("formsh paints no typed letter at a terminal")


missing = 0
for section in sys.argv[5:]:
    try:
        {"start": start, "script": script, "check": check, "records": records, "prompt": prompt}[section]()
    except NotThere as why:
        missing += 1
        print(f"\n{section}: NOT MEASURED: {why}", flush=True)
sys.exit(1 if missing else 0)
