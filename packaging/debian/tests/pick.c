/* A user's first program: builds a synthetic machine, picks four CPUs in whole cores, prints them. */
#include <koord.h>
#include <stdio.h>
#include <string.h>

static int fail(const koord_error *err) {
  fprintf(stderr, "pick: %s: %s\n", koord_status_get_name(err->code), err->message);
  return 1;
}

int main(void) {
  static const char text[] = "pack:2 numa:1 core:4 pu:2";
  koord_topology *machine = NULL;
  koord_cpu_request request;
  koord_refusal refusal;
  koord_error err;
  uint64_t all = 0, picked = 0;
  char list[64] = "";
  koord_status status;

  status = koord_topology_from_synthetic(NULL, text, KOORD_NUL, &machine, &err);
  if (status == KOORD_OK)
    status = koord_topology_get_cpuset(machine, KOORD_CPUSET_KIND_ALL, 0, &all, 1, &err);
  request = KOORD_INIT(koord_cpu_request);
  request.cpus = 4;
  request.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  request.flags = KOORD_PICK_REQUIRED;
  request.words = 1;
  if (status == KOORD_OK)
    status = koord_cpu_pick(machine, &request, &all, NULL, NULL, &picked, &refusal, &err);
  koord_topology_unref(machine);
  if (status == KOORD_OK) status = koord_cpulist_format(&picked, 1, list, sizeof list, NULL, &err);
  if (status != KOORD_OK) return fail(&err);
  printf("%s\n", list);
  return refusal.reason != KOORD_REASON_NONE || strcmp(list, "0-3") != 0;
}
