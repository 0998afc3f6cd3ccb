/* Measures the cost of loading libkoord late: dlopen, the topology from a Kubernetes annotation, and a
 * first pick. Prints the nanoseconds of each, or the call that failed.
 * Usage: cold_start ANNOTATION WORDS */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "koord.h"

#define MAX_WORDS (KOORD_MAX_CPUS / 64)

static void *symbol(void *library, const char *name) {
  void *address = dlsym(library, name);
  if (address == NULL) {
    fprintf(stderr, "cold_start: no %s\n", name);
    exit(1);
  }
  return address;
}

static void check(koord_status status, const koord_error *err, const char *call) {
  if (status == KOORD_OK) return;
  fprintf(stderr, "cold_start: %s: %s\n", call, err->message);
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv) {
  koord_status (*from_annotation)(const koord_context *, const char *, size_t, koord_topology **,
                                  koord_error *);
  koord_status (*pick)(const koord_topology *, const koord_cpu_request *, const uint64_t *,
                       const uint16_t *, koord_numa_grant *, uint64_t *, koord_refusal *,
                       koord_error *);
  koord_topology *topology = NULL;
  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  koord_refusal refusal;
  koord_error err;
  uint64_t available[MAX_WORDS], picked[MAX_WORDS];
  long long start, loaded, read, done;
  uint32_t words;
  void *library;

  if (argc != 3) {
    fputs("usage: cold_start ANNOTATION WORDS\n", stderr);
    return 2;
  }
  words = (uint32_t)strtoul(argv[2], NULL, 10);
  if (words == 0 || words > MAX_WORDS) return 2;
  memset(available, 0x55, sizeof available);

  start = now();
  library = dlopen("libkoord.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "cold_start: %s\n", dlerror());
    return 1;
  }
  /* POSIX gives this form for functions; a cast would not be C99. */
  *(void **)&from_annotation = symbol(library, "koord_topology_from_annotation");
  *(void **)&pick = symbol(library, "koord_cpu_pick");
  loaded = now();
  check(from_annotation(NULL, argv[1], KOORD_NUL, &topology, &err), &err, "annotation");
  read = now();
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.cpus = 8;
  request.words = words;
  check(pick(topology, &request, available, NULL, NULL, picked, &refusal, &err), &err, "pick");
  done = now();
  if (refusal.reason != KOORD_REASON_NONE) {
    fputs("cold_start: the pick was refused\n", stderr);
    return 1;
  }
  printf("%lld %lld %lld\n", loaded - start, read - loaded, done - read);
  return 0;
}
