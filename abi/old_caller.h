/* What the parts of old_caller share: a program that was compiled against the header beside it, long ago. */
#ifndef OLD_CALLER_H_
#define OLD_CALLER_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "koord.h"

extern koord_error err;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition, \
              err.message);                                                           \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)
#define OK(call) CHECK((call) == KOORD_OK)

/* A struct of this caller's size with bytes behind it, which the library must not write: it may know a longer one. */
enum { kGuard = 64, kPattern = 0xA5 };
#define GUARDED(type, name)      \
  struct {                       \
    type it;                     \
    unsigned char guard[kGuard]; \
  } name;                        \
  memset(name.guard, kPattern, sizeof name.guard)
#define INTACT(name) CHECK(intact(name.guard))

int intact(const unsigned char *guard);

void machine(const koord_context *context, const koord_topology *topology);
void kubelet(const koord_context *context, const koord_topology *topology);
void cluster(const koord_context *context, const koord_topology *topology);
void node(const koord_context *context, const koord_topology *topology);

#endif
