/* Loads the library as a runtime hook does: dlopen, calls, fork and calls in the child, dlclose; two copies side by side. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "koord.h"

typedef koord_status from_synthetic(const koord_context *, const char *, size_t, koord_topology **,
                                    koord_error *);
typedef koord_status to_json(const koord_topology *, koord_buffer **, koord_error *);
typedef size_t buffer_size(const koord_buffer *);
typedef void buffer_free(koord_buffer *);
typedef void unref(koord_topology *);

static void check(int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "load: %s\n", what);
  exit(1);
}

/* ISO C has no cast from an object pointer to a function pointer; POSIX guarantees that this works. */
#define FUNCTION(library, type, name, variable)  \
  do {                                           \
    void *symbol = dlsym(library, name);         \
    check(symbol != NULL, name " is not there"); \
    memcpy(&variable, &symbol, sizeof symbol);   \
  } while (0)

static size_t work(void *library) {
  from_synthetic *read;
  to_json *write;
  buffer_size *size;
  buffer_free *free_buffer;
  unref *drop;
  koord_topology *topology = NULL;
  koord_buffer *json = NULL;
  size_t bytes;
  FUNCTION(library, from_synthetic, "koord_topology_from_synthetic", read);
  FUNCTION(library, to_json, "koord_topology_to_json", write);
  FUNCTION(library, buffer_size, "koord_buffer_get_length", size);
  FUNCTION(library, buffer_free, "koord_buffer_unref", free_buffer);
  FUNCTION(library, unref, "koord_topology_unref", drop);
  check(read(NULL, "pack:2 l3:1 core:4 pu:2", KOORD_NUL, &topology, NULL) == KOORD_OK, "read");
  check(write(topology, &json, NULL) == KOORD_OK, "write");
  bytes = size(json);
  free_buffer(json);
  drop(topology);
  return bytes;
}

static void work_in_child(void *library, size_t expected) {
  int state = 0;
  const pid_t child = fork();
  check(child >= 0, "fork");
  if (child == 0) _exit(work(library) == expected ? 0 : 1);
  check(waitpid(child, &state, 0) == child, "waitpid");
  check(WIFEXITED(state) && WEXITSTATUS(state) == 0, "another result after fork");
}

int main(int argc, char **argv) {
  void *first, *second, *between;
  size_t bytes;
  int round;
  check(argc == 3, "usage: load LIBRARY COPY");
  for (round = 0; round < 3; ++round) {
    first = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    second = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    check(first != NULL && second != NULL, "dlopen");
    check(first != second, "the two copies are one library");
    bytes = work(first);
    check(bytes == work(second), "two copies, two results");
    work_in_child(first, bytes);
    check(dlclose(first) == 0, "dlclose");
    check(bytes == work(second), "another result without the other copy");
    check(dlclose(second) == 0, "dlclose");
    between = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
    check(between == NULL, "still loaded after dlclose");
  }
  puts("load: ok");
  return 0;
}
