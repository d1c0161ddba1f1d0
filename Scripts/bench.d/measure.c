/* measure REPORT TIMES COMMAND ARGUMENTS…: runs COMMAND TIMES times, one after the other, with the streams it was given
   itself, and writes to the file REPORT: CPU seconds, wall seconds (both of all runs), peak memory in KiB, last status.
   It is small, so that a child's peak is the child's own: before exec a child counts as large as the process that made it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count < 4) return 2;
  int status = 0;
  double start = seconds();
  for (int i = atoi(words[2]); i > 0; i--) {
    pid_t child = vfork();
    if (child == 0) {
      execvp(words[3], words + 3);
      _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return 3;
  }
  double wall = seconds() - start;
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  FILE *report = fopen(words[1], "w");
  if (!report) return 3;
  fprintf(report, "%.6f %.6f %ld %d\n",
    u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6, wall, u.ru_maxrss,
    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return fclose(report) ? 3 : 0;
}
