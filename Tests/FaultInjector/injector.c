// System calls that fail as they are told to; FaultInjector.h says how.
#define _GNU_SOURCE
#include "FaultInjector.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

enum { most_rules = 16, most_descriptors = 1024 };
enum what { fails, halves, nothing, kills, kills_after, tears, shrinks, grows };

struct rule {
  char call[12];
  char class;
  long from; // the number of the first call that it is for
  int goes_on;
  enum what what;
  int error;
  atomic_long seen;
};

static struct rule rules[most_rules];
static int rule_count;
static char folder[PATH_MAX];
static size_t folder_length;
static char classes[most_descriptors];
static int log_descriptor = -1;
static int ready_descriptor = -1;
static long limit;
static atomic_long calls;
static atomic_uint bytes_read;
static atomic_uint bytes_written;
static atomic_int is_announced;

static void die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

static void note(const char *text, size_t length) {
  if (log_descriptor >= 0) (void)!syscall(SYS_write, log_descriptor, text, length);
}

static int opened_high(const char *path, int flags) {
  int low = (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0644);
  if (low < 0) return -1;
  int high = (int)syscall(SYS_fcntl, low, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, low);
  return high;
}

static int read_rule(char *text, struct rule *rule) {
  char *rest = text;
  char *call = strsep(&rest, ":"), *class = strsep(&rest, ":"), *when = strsep(&rest, ":");
  if (!rest || strlen(call) >= sizeof rule->call) return 0;
  strcpy(rule->call, call);
  rule->class = class[0];
  rule->goes_on = when[0] == '*' || strchr(when, '+');
  rule->from = when[0] == '*' ? 1 : atol(when);
  if (rest[0] == 'E') {
    rule->what = fails;
    rule->error = atoi(rest + 1);
  } else if (!strncmp(rest, "short", 5)) {
    rule->what = halves;
    rule->error = atoi(rest + 5);
  } else {
    static const struct { const char *name; enum what what; } words[] = {
      {"zero", nothing}, {"kill", kills}, {"after", kills_after}, {"torn", tears}, {"shrink", shrinks},
      {"grow", grows},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
      if (!strcmp(rest, words[i].name)) {
        rule->what = words[i].what;
        return 1;
      }
    }
    return 0;
  }
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  const char *text;
  if ((text = getenv("FAULT_FOLDER"))) {
    snprintf(folder, sizeof folder, "%s", text);
    folder_length = strlen(folder);
  }
  classes[0] = 'i';
  classes[1] = 'o';
  classes[2] = 'e';
  if ((text = getenv("FAULT_LOG"))) log_descriptor = opened_high(text, O_WRONLY | O_CREAT | O_APPEND);
  if ((text = getenv("FAULT_READY"))) ready_descriptor = opened_high(text, O_WRONLY | O_NONBLOCK);
  if ((text = getenv("FAULT_LIMIT"))) limit = atol(text);
  if ((text = getenv("FAULT_CPU"))) {
    struct rlimit most = {(rlim_t)atol(text), (rlim_t)atol(text)};
    setrlimit(RLIMIT_CPU, &most);
  }
  if ((text = getenv("FAULT_RULES"))) {
    char *copy = strdup(text), *rest = copy, *one;
    while ((one = strsep(&rest, ";")) && rule_count < most_rules) {
      if (!*one) continue;
      if (!read_rule(one, &rules[rule_count++])) {
        note("no rule\n", 8);
        die();
      }
    }
    free(copy);
  }
}

// MARK: What a call is about

static char class_of_path(const char *path) {
  char whole[2 * PATH_MAX];
  if (!strncmp(path, "/dev/pts/", 9) || !strcmp(path, "/dev/tty")) return 't';
  if (!folder_length) return 0;
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else {
    char here[PATH_MAX];
    if (syscall(SYS_getcwd, here, sizeof here) < 0) return 0;
    if (!strncmp(path, "./", 2)) path += 2;
    if (!strcmp(path, ".")) snprintf(whole, sizeof whole, "%s", here);
    else snprintf(whole, sizeof whole, "%s/%s", here, path);
  }
  if (strncmp(whole, folder, folder_length)) return 0;
  if (!whole[folder_length]) return 'd';
  if (whole[folder_length] != '/') return 0;
  const char *name = strrchr(whole, '/') + 1;
  if (strstr(name, ".formsh-journal")) return 'j';
  if (!strncmp(name, "in.", 3)) return 's';
  if (!strncmp(name, "wrong.", 6)) return 'r';
  if (!strcmp(name, "form.json")) return 0;
  return 'f';
}

static char class_of(int descriptor) {
  return descriptor >= 0 && descriptor < most_descriptors ? classes[descriptor] : 0;
}

static void set_class(int descriptor, char class) {
  if (descriptor >= 0 && descriptor < most_descriptors) classes[descriptor] = class;
}

// The rule that is to act on this call; every call is counted here, whatever comes of it.
static struct rule *rule_for(const char *call, char class) {
  if (!class) return NULL;
  if (limit && atomic_fetch_add(&calls, 1) >= limit) {
    note("endless\n", 8);
    die();
  }
  char line[24];
  note(line, (size_t)snprintf(line, sizeof line, "%s %c\n", call, class));
  struct rule *found = NULL;
  for (int i = 0; i < rule_count; i++) {
    struct rule *rule = &rules[i];
    if ((rule->class != '*' && rule->class != class) || strcmp(rule->call, call)) continue;
    long number = atomic_fetch_add(&rule->seen, 1) + 1;
    if (!found && (number == rule->from || (number > rule->from && (rule->goes_on || (rule->what == halves && rule->error)))))
      found = rule;
  }
  if (found) note("! \n", 3);
  return found;
}

// What is left to do for a rule before a call: -1 with errno where it fails, 0 where it goes on.
static int fail(struct rule *rule) {
  if (!rule) return 0;
  if (rule->what == kills) die();
  if (rule->what == fails) {
    errno = rule->error;
    return -1;
  }
  return 0;
}

static void finish(struct rule *rule) {
  int kept = errno;
  if (rule && (rule->what == kills_after || rule->what == tears)) die();
  errno = kept;
}

static void change(struct rule *rule, const char *path) {
  int kept = errno;
  const char *text;
  if (rule && rule->what == grows && (text = getenv("FAULT_GROW"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND, 0);
    if (file >= 0) {
      (void)!syscall(SYS_write, file, text, strlen(text));
      syscall(SYS_close, file);
    }
  } else if (rule && rule->what == shrinks && (text = getenv("FAULT_SHRINK"))) {
    long length = atol(text);
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR, 0);
    if (file >= 0 && syscall(SYS_lseek, file, 0, SEEK_END) > length) {
      static char block[1 << 16];
      const char *cut = getenv("FAULT_CUT");
      int kept_file = cut ? (int)syscall(SYS_openat, AT_FDCWD, cut, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
      long count, at = length;
      while (kept_file >= 0 && (count = syscall(SYS_pread64, file, block, sizeof block, at)) > 0) {
        (void)!syscall(SYS_write, kept_file, block, count);
        at += count;
      }
      syscall(SYS_ftruncate, file, length);
      if (kept_file >= 0) syscall(SYS_close, kept_file);
    }
    if (file >= 0) syscall(SYS_close, file);
  }
  errno = kept;
}

static void change_open(struct rule *rule, int descriptor) {
  if (!rule || (rule->what != shrinks && rule->what != grows)) return;
  char link[40], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long length = syscall(SYS_readlink, link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  change(rule, path);
}

// How many of the bytes a call is to move that moves only half of them.
static size_t half(struct rule *rule, int descriptor, size_t count, int is_read, off_t at) {
  if (!rule || (rule->what != halves && rule->what != tears)) return count;
  size_t there = count;
  if (is_read) {
    struct stat status;
    int waiting = 0;
    if (syscall(SYS_fstat, descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
      off_t place = at >= 0 ? at : (off_t)syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
      there = status.st_size > place ? (size_t)(status.st_size - place) : 0;
    } else if (syscall(SYS_ioctl, descriptor, FIONREAD, &waiting) == 0) {
      there = (size_t)waiting;
    }
  }
  if (there > count) there = count;
  return there / 2 ? there / 2 : (count ? 1 : 0);
}

// MARK: Opening and closing

static int open_at(int at, const char *path, int flags, mode_t mode) {
  char class = class_of_path(path);
  struct rule *rule = rule_for("open", class);
  if (fail(rule)) return -1;
  int descriptor = (int)syscall(SYS_openat, at, path, flags, mode);
  if (descriptor >= 0) set_class(descriptor, class);
  finish(rule);
  return descriptor;
}

#define WITH_MODE(flags, last) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, last); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) {
  WITH_MODE(flags, flags)
  return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  WITH_MODE(flags, flags)
  return open_at(AT_FDCWD, path, flags, mode);
}
int openat(int at, const char *path, int flags, ...) {
  WITH_MODE(flags, flags)
  return open_at(at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
  WITH_MODE(flags, flags)
  return open_at(at, path, flags, mode);
}
int close(int descriptor) {
  set_class(descriptor, 0);
  return (int)syscall(SYS_close, descriptor);
}

// MARK: What a file is

static int stat_at(const char *path, struct stat *status, int flags) {
  struct rule *rule = rule_for("stat", class_of_path(path));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, flags);
  change(rule, path);
  finish(rule);
  return result;
}
int stat(const char *path, struct stat *status) { return stat_at(path, status, 0); }
int lstat(const char *path, struct stat *status) { return stat_at(path, status, AT_SYMLINK_NOFOLLOW); }
int stat64(const char *path, struct stat64 *status) { return stat_at(path, (struct stat *)status, 0); }
int lstat64(const char *path, struct stat64 *status) {
  return stat_at(path, (struct stat *)status, AT_SYMLINK_NOFOLLOW);
}
int fstat(int descriptor, struct stat *status) {
  struct rule *rule = rule_for("fstat", class_of(descriptor));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_fstat, descriptor, status);
  change_open(rule, descriptor);
  finish(rule);
  return result;
}
int fstat64(int descriptor, struct stat64 *status) { return fstat(descriptor, (struct stat *)status); }
int access(const char *path, int mode) {
  struct rule *rule = rule_for("access", class_of_path(path));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_access, path, mode);
  finish(rule);
  return result;
}
ssize_t readlink(const char *path, char *buffer, size_t size) {
  struct rule *rule = rule_for("readlink", class_of_path(path));
  if (fail(rule)) return -1;
  ssize_t result = syscall(SYS_readlink, path, buffer, size);
  finish(rule);
  return result;
}

// MARK: Reading and writing

// Tells the test, once, that all that was typed is read and the program waits for more.
static void announce(int descriptor) {
  int waiting = 0;
  if (descriptor != 0 || ready_descriptor < 0) return;
  if (syscall(SYS_ioctl, 0, FIONREAD, &waiting) < 0 || waiting > 0) return;
  if (atomic_exchange(&is_announced, 1)) return;
  unsigned counts[2] = {atomic_load(&bytes_read), atomic_load(&bytes_written)};
  (void)!syscall(SYS_write, ready_descriptor, counts, sizeof counts);
}

// The beginning of a call that moves bytes: false where it ends here, with `result`.
static int moves(struct rule *rule, ssize_t *result) {
  if (fail(rule)) {
    *result = -1;
    return 0;
  }
  if (rule && rule->what == nothing) {
    *result = 0;
    return 0;
  }
  // The first call was cut short; all that follow fail.
  if (rule && rule->what == halves && rule->error && atomic_load(&rule->seen) > rule->from) {
    errno = rule->error;
    *result = -1;
    return 0;
  }
  return 1;
}

ssize_t read(int descriptor, void *buffer, size_t count) {
  announce(descriptor);
  struct rule *rule = rule_for("read", class_of(descriptor));
  ssize_t result;
  if (!moves(rule, &result)) return result;
  result = syscall(SYS_read, descriptor, buffer, half(rule, descriptor, count, 1, -1));
  if (descriptor == 0 && result > 0) {
    atomic_fetch_add(&bytes_read, (unsigned)result);
    atomic_store(&is_announced, 0);
  }
  finish(rule);
  return result;
}
ssize_t pread(int descriptor, void *buffer, size_t count, off_t at) {
  struct rule *rule = rule_for("pread", class_of(descriptor));
  ssize_t result;
  if (!moves(rule, &result)) return result;
  result = syscall(SYS_pread64, descriptor, buffer, half(rule, descriptor, count, 1, at), at);
  finish(rule);
  return result;
}
ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t at) {
  return pread(descriptor, buffer, count, at);
}
// Counts what arrives at the other side of the terminal: a line feed may become two bytes there.
static void count_shown(int descriptor, const char *bytes, ssize_t count) {
  struct termios modes;
  if (count <= 0 || syscall(SYS_ioctl, descriptor, TCGETS, &modes) < 0) return;
  unsigned shown = (unsigned)count;
  if (modes.c_oflag & OPOST && modes.c_oflag & ONLCR) {
    for (ssize_t i = 0; i < count; i++) shown += bytes[i] == '\n';
  }
  atomic_fetch_add(&bytes_written, shown);
}
ssize_t write(int descriptor, const void *buffer, size_t count) {
  struct rule *rule = rule_for("write", class_of(descriptor));
  ssize_t result;
  if (!moves(rule, &result)) return result;
  result = syscall(SYS_write, descriptor, buffer, half(rule, descriptor, count, 0, -1));
  if (ready_descriptor >= 0) count_shown(descriptor, buffer, result);
  finish(rule);
  return result;
}
ssize_t pwrite(int descriptor, const void *buffer, size_t count, off_t at) {
  struct rule *rule = rule_for("pwrite", class_of(descriptor));
  ssize_t result;
  if (!moves(rule, &result)) return result;
  result = syscall(SYS_pwrite64, descriptor, buffer, half(rule, descriptor, count, 0, at), at);
  finish(rule);
  return result;
}
ssize_t pwrite64(int descriptor, const void *buffer, size_t count, off64_t at) {
  return pwrite(descriptor, buffer, count, at);
}
off_t lseek(int descriptor, off_t offset, int whence) {
  struct rule *rule = rule_for("lseek", class_of(descriptor));
  if (fail(rule)) return -1;
  off_t result = syscall(SYS_lseek, descriptor, offset, whence);
  finish(rule);
  return result;
}
off64_t lseek64(int descriptor, off64_t offset, int whence) { return lseek(descriptor, offset, whence); }
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  struct rule *rule = flags & MAP_ANONYMOUS ? NULL : rule_for("mmap", class_of(descriptor));
  if (fail(rule)) return MAP_FAILED;
  void *result = (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
  finish(rule);
  return result;
}
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}
int poll(struct pollfd *items, nfds_t count, int timeout) {
  char class = 0;
  for (nfds_t i = 0; i < count; i++) {
    if (items[i].fd == 0 && items[i].events & POLLIN && timeout != 0) announce(0);
    if (!class) class = class_of(items[i].fd);
  }
  struct rule *rule = rule_for("poll", class);
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_poll, items, count, timeout);
  finish(rule);
  return result;
}

// MARK: Disk, locks and names

static int sync_with(long number, int descriptor) {
  struct rule *rule = rule_for("sync", class_of(descriptor));
  if (fail(rule)) return -1;
  int result = (int)syscall(number, descriptor);
  finish(rule);
  return result;
}
int fsync(int descriptor) { return sync_with(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return sync_with(SYS_fdatasync, descriptor); }
int ftruncate(int descriptor, off_t length) {
  struct rule *rule = rule_for("truncate", class_of(descriptor));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_ftruncate, descriptor, length);
  finish(rule);
  return result;
}
int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }
int flock(int descriptor, int operation) {
  struct rule *rule = operation & LOCK_UN ? NULL : rule_for("flock", class_of(descriptor));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_flock, descriptor, operation);
  finish(rule);
  return result;
}
static int control(int descriptor, int command, void *argument) {
  int is_lock = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
  if (is_lock && ((struct flock *)argument)->l_type == F_UNLCK) is_lock = 0;
  struct rule *rule = is_lock ? rule_for("lock", class_of(descriptor)) : NULL;
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_fcntl, descriptor, command, argument);
  if (result >= 0 && (command == F_DUPFD || command == F_DUPFD_CLOEXEC)) set_class(result, class_of(descriptor));
  finish(rule);
  return result;
}
#define CONTROL(name) \
  int name(int descriptor, int command, ...) { \
    va_list list; \
    va_start(list, command); \
    void *argument = va_arg(list, void *); \
    va_end(list); \
    return control(descriptor, command, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)
int unlink(const char *path) {
  struct rule *rule = rule_for("unlink", class_of_path(path));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_unlink, path);
  finish(rule);
  return result;
}
int rename(const char *from, const char *to) {
  struct rule *rule = rule_for("rename", class_of_path(to));
  if (fail(rule)) return -1;
  int result = (int)syscall(SYS_rename, from, to);
  finish(rule);
  return result;
}
