/* Runs a program with standard input from a file and prints its cost: nanoseconds from fork to its end,
 * microseconds in user and kernel mode, and its largest resident size in KiB. This program is small, because
 * the kernel counts the size of the starting process for the new one.
 * Usage: process_cost INPUT PROGRAM [ARGUMENT]... */
#define _DEFAULT_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long microseconds(struct timeval time) {
  return time.tv_sec * 1000000LL + time.tv_usec;
}

int main(int argc, char **argv) {
  struct rusage usage;
  long long start, end;
  int status = 0;
  pid_t child;
  if (argc < 3) {
    fputs("usage: process_cost INPUT PROGRAM [ARGUMENT]...\n", stderr);
    return 2;
  }
  start = now();
  child = fork();
  if (child == 0) {
    const int input = open(argv[1], O_RDONLY);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0) _exit(127);
    execv(argv[2], argv + 2);
    _exit(127);
  }
  if (child < 0 || wait4(child, &status, 0, &usage) != child) {
    perror("process_cost");
    return 1;
  }
  end = now();
  if (status != 0) {
    fprintf(stderr, "process_cost: %s failed\n", argv[2]);
    return 1;
  }
  printf("%lld %lld %lld %ld\n", end - start, microseconds(usage.ru_utime),
         microseconds(usage.ru_stime), usage.ru_maxrss);
  return 0;
}
