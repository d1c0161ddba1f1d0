"""The bench's prompt section: letters typed one at a time at a pseudo-terminal of the program's own.

For each key: CPU time of the program (all its threads, from /proc), bytes painted, write calls, and the
time from the key to the first painted byte. The next key is typed when nothing more was painted for a
moment, so that no program is measured on two keys at once.
"""

import fcntl
import json
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

LETTERS = "abcdefghijklmnopqrstuvwxyzabcdefghijklmn"  # fits beside any prompt in 80 columns
LINES = 10  # lines a round
QUIET = 0.004  # seconds without a byte: the painting is over


class Typist:
    """One program at one terminal."""

    def __init__(self, command, environment):
        self.pid, self.main = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def painted(self, first):
        """All bytes until it is quiet; waits `first` seconds for the first of them."""
        out, wait = b"", first
        while select.select([self.main], [], [], wait)[0]:
            try:
                part = os.read(self.main, 65536)
            except OSError:
                break
            if not part:
                break
            out, wait = out + part, QUIET
        return out

    def cpu(self):
        """Seconds on the processor, of all threads."""
        total = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def writes(self):
        """Write calls so far."""
        with open(f"/proc/{self.pid}/io") as file:
            return int(next(line for line in file if line.startswith("syscw")).split()[1])

    def key(self, letter):
        """Bytes painted for a letter, and the seconds until the first of them; None when there are none."""
        start = time.perf_counter()
        os.write(self.main, letter.encode())
        if not select.select([self.main], [], [], 2)[0]:
            return None
        wait = time.perf_counter() - start
        sent = len(self.painted(0))  # nothing but readable: the program has ended
        return (wait, sent) if sent else None

    def ready(self):
        """Waits for the first prompt; false when the program does not paint letters."""
        time.sleep(0.2)  # a program may still be starting when its first bytes have come
        self.painted(5)
        if self.key("x") is None or os.waitpid(self.pid, os.WNOHANG)[0]:
            return False
        os.write(self.main, b"\x15")
        self.painted(1)
        return True

    def round(self):
        """Per letter: CPU, bytes, writes, median latency."""
        cpu, writes, sent, waits, keys = 0.0, 0, 0, [], 0
        for _ in range(LINES):
            before, written = self.cpu(), self.writes()
            for letter in LETTERS:
                seen = self.key(letter)
                if seen is None:
                    return None
                waits.append(seen[0])
                sent += seen[1]
                keys += 1
            cpu += self.cpu() - before
            writes += self.writes() - written
            os.write(self.main, b"\x15")
            self.painted(1)
        return cpu / keys * 1e6, sent / keys, writes / keys, statistics.median(waits) * 1e6

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # it had ended before
        os.close(self.main)


def measure(formsh, rounds, say):
    """Prints the table; false when formsh does not take part."""
    folder = tempfile.mkdtemp()
    with open(f"{folder}/limited.json", "w") as form:
        json.dump({"type": "object", "properties": {"text": {"type": "string", "x-maxCharacters": 500}}}, form)
    with open(f"{folder}/free.json", "w") as form:
        json.dump({"type": "object", "properties": {"text": {"type": "string"}}}, form)
    terminal = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    dumb = dict(terminal, TERM="dumb")
    python = next((p for p in ["/usr/bin/python3", sys.executable] if os.path.exists(p)), "python3")
    commands = [
        ("formsh, live state (3/500)", [formsh, f"{folder}/limited.json"], terminal),
        ("formsh, state that stays", [formsh, f"{folder}/free.json"], terminal),
        ("formsh, none (TERM=dumb)", [formsh, f"{folder}/limited.json"], dumb),
        ("bash read -e", ["bash", "--norc", "--noprofile", "-c", 'while read -e -p "text: " x; do :; done'], terminal),
        ("python readline", [python, "-c", "import readline\nwhile True: input('text: ')"], terminal)]
    results, base = {}, "bash read -e"
    typists = {name: Typist(command, environment) for name, command, environment in commands}
    for name, typist in list(typists.items()):
        if not typist.ready():
            say(f"{name}: paints no typed letter; left out")
            typist.end()
            del typists[name]
    taking_part = base in typists and any(name.startswith("formsh") for name in typists)
    for _ in range(rounds if taking_part else 0):
        for name, typist in typists.items():
            figures = typist.round()
            if figures:
                results.setdefault(name, []).append(figures)
            else:
                say(f"{name}: stopped painting in a round")
    for typist in typists.values():
        typist.end()
    if base not in results or not any(name.startswith("formsh") for name in results):
        return False
    middle = {name: [statistics.median(r[i] for r in runs) for i in range(4)] for name, runs in results.items()}
    print(f"\nprompt: a letter added at the end of the line ({LINES * len(LETTERS)} keys a round)")
    print(f"  {'':34} {'CPU µs':>8} {'ratio':>7} {'bytes':>7} {'writes':>7} {'key to paint µs':>16} {'ratio':>7}")
    for name, (cpu, sent, writes, wait) in middle.items():
        print(f"  {name:34} {cpu:8.1f} {cpu / middle[base][0]:7.2f} {sent:7.1f} {writes:7.2f} {wait:16.1f} "
              f"{wait / middle[base][3]:7.2f}")
    print(f"  (ratios to {base}; median of {rounds} rounds)", flush=True)
    return True
