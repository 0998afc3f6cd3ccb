/* A typical C99 program: parses CPUs, builds a machine from rows, picks four CPUs on it. */
#include <stdio.h>
#include <string.h>

#include "koord.h"

enum { kCpus = 16 };

static koord_topology *two_sockets(koord_error *err) {
  koord_cpu rows[kCpus];
  koord_topology *topology = NULL;
  int i;
  memset(rows, 0, sizeof rows);
  for (i = 0; i < kCpus; ++i) {
    rows[i].cpu = i;
    rows[i].core = i % (kCpus / 2);
    rows[i].socket = i % (kCpus / 2) / 4;
    rows[i].numa_node = rows[i].socket;
    rows[i].l3 = rows[i].socket;
    rows[i].kernel_core = -1;
  }
  (void)koord_topology_from_rows(rows, sizeof rows[0], kCpus, "", 0, &topology, err);
  return topology;
}

static int fail(const char *what, const koord_error *err) {
  fprintf(stderr, "%s: %s: %s\n", what, koord_status_get_name(err->code), err->message);
  return 1;
}

int main(void) {
  koord_error err;
  koord_cpu_request request;
  koord_refusal refusal;
  uint64_t available[1], picked[1];
  char text[64];
  koord_topology *topology;
  koord_status status;

  memset(&err, 0, sizeof err);
  if (koord_version() >> 16 != KOORD_VERSION_MAJOR) return fail("another major version", &err);
  topology = two_sockets(&err);
  if (topology == NULL) return fail("rows", &err);
  if (koord_cpulist_parse("0-15", KOORD_NUL, available, 1, &err) != KOORD_OK)
    return fail("list", &err);
  request = KOORD_INIT(koord_cpu_request);
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.cpus = 4;
  request.words = 1;
  status = koord_cpu_pick(topology, &request, available, NULL, NULL, picked, &refusal, &err);
  koord_topology_unref(topology);
  if (status != KOORD_OK) return fail("pick", &err);
  if (koord_cpulist_format(picked, 1, text, sizeof text, NULL, &err) != KOORD_OK)
    return fail("text", &err);
  printf("libkoord %s picked CPUs %s\n", koord_version_string(), text);
  return refusal.reason != KOORD_REASON_NONE || strcmp(text, "0-1,8-9") != 0;
}
