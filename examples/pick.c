/* Picks whole cores of this machine, or of the one in a file that lstopo wrote, and prints the CPUs:
 *
 *   cc pick.c $(pkg-config --cflags --libs koord) -o pick
 *   ./pick 4
 *   ./pick 8 two-socket-server.xml
 *
 * Exit status: 0 picked, 1 the machine has no such CPUs, 2 an error. */
#include <koord.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kWords = KOORD_MAX_CPUS / 64, kMaxXml = 16 << 20 };

static koord_status read_machine(const char *file, koord_topology **topology, koord_error *err) {
  if (file == NULL) return koord_topology_discover(NULL, 0, topology, err);
  koord_status status = KOORD_E_IO;
  FILE *in = fopen(file, "rb");
  char *xml = malloc(kMaxXml);
  if (in != NULL && xml != NULL) {
    size_t length = fread(xml, 1, kMaxXml, in);
    status = koord_topology_from_hwloc_xml(NULL, 0, xml, length, topology, err);
  } else {
    snprintf(err->message, sizeof err->message, "cannot read %s", file);
  }
  if (in != NULL) fclose(in);
  free(xml);
  return status;
}

/* Writes the CPUs, or why there are none, to `text`. */
static koord_status pick(const koord_topology *topology, uint32_t cpus, koord_refusal *refusal,
                         char *text, size_t size, koord_error *err) {
  uint64_t available[kWords], picked[kWords];
  koord_status status =
      koord_topology_get_cpuset(topology, KOORD_CPUSET_KIND_ALL, 0, available, kWords, err);
  if (status != KOORD_OK) return status;

  koord_cpu_request request = KOORD_INIT(koord_cpu_request);
  request.cpus = cpus;
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.flags = KOORD_PICK_REQUIRED;
  request.words = kWords;
  status = koord_cpu_pick(topology, &request, available, NULL, NULL, picked, refusal, err);
  if (status != KOORD_OK) return status;
  if (refusal->reason != KOORD_REASON_NONE)
    return koord_refusal_format(refusal, text, size, NULL, err);
  return koord_cpulist_format(picked, kWords, text, size, NULL, err);
}

int main(int argc, char **argv) {
  koord_topology *topology = NULL;
  koord_error err;
  koord_refusal refusal;
  char text[1024];
  memset(&err, 0, sizeof err);
  const uint32_t cpus = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2;

  koord_status status = read_machine(argc > 2 ? argv[2] : NULL, &topology, &err);
  if (status == KOORD_OK) status = pick(topology, cpus, &refusal, text, sizeof text, &err);
  koord_topology_unref(topology);
  if (status != KOORD_OK) {
    fprintf(stderr, "pick: %s\n", err.message);
    return 2;
  }
  puts(text);
  return refusal.reason == KOORD_REASON_NONE ? 0 : 1;
}
