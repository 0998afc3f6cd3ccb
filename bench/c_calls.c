/* What a call costs in C, beside which the bindings have programs of the same work: prints "C<TAB>rows<TAB>nanoseconds"
 * for clusters of 1, 256 and 10,000 nodes of 128 CPUs, half of each held by a pod. The call is koord_cluster_evaluate for a
 * pod that was asked about before, all nodes, into the caller's rows; the best of 5 batches counts. */
#define _POSIX_C_SOURCE 200112L
#include <koord.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kMostNodes = 10000, kBatches = 5, kHeldCpus = 64, kAskedCpus = 8 };
static const double kBatchNanoseconds = 2e8;

static void must(koord_status status, const koord_error *err) {
  if (status == KOORD_OK) return;
  fprintf(stderr, "c_calls: %s\n", err->message);
  exit(1);
}

static koord_pod *lsr_pod(const char *uid, int64_t cpus) {
  char arena[64];
  koord_error err;
  koord_pod *out = NULL;
  const int length = snprintf(arena, sizeof arena, "podcpu%s", uid);
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.qos = KOORD_QOS_LSR;
  spec.required_bind = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.priority_class = KOORD_PRIORITY_CLASS_PROD;
  spec.name_length = 3;
  spec.uid_offset = 6;
  spec.uid_length = (uint32_t)length - 6;
  const koord_container container = {KOORD_CONTAINER_KIND_APP, 0, 3, 0};
  const koord_resource amount = {1000 * cpus, 1000 * cpus, 3, 3, 0, 0};
  must(koord_pod_from_struct(&spec, arena, (size_t)length, &container, sizeof container, 1, &amount,
                             sizeof amount, 1, NULL, 0, &out, &err),
       &err);
  return out;
}

static koord_cluster *half_full(int nodes) {
  koord_error err;
  koord_cluster *cluster = NULL;
  koord_topology *machine = NULL;
  must(koord_cluster_new(NULL, NULL, 0, &cluster, &err), &err);
  must(koord_topology_from_synthetic(NULL, "pack:2 numa:1 core:32 pu:2", KOORD_NUL, &machine, &err),
       &err);
  for (int i = 0; i < nodes; ++i) {
    char arena[64], uid[32];
    const int length = snprintf(arena, sizeof arena, "cpupodsnode-%d", i);
    uint32_t id = 0;
    koord_node_spec node = KOORD_INIT(koord_node_spec);
    node.name_offset = 7;
    node.name_length = (uint32_t)length - 7;
    const koord_amount whole[] = {{128000, 0, 0, 3, 0, 0}, {110, 0, 3, 4, 0, 0}};
    must(koord_cluster_set_node_struct(cluster, &node, arena, (size_t)length, whole,
                                       sizeof whole[0], 2, NULL, NULL, 0, &id, &err),
         &err);
    koord_node_topology_spec topology = KOORD_INIT(koord_node_topology_spec);
    topology.name_offset = 7;
    topology.name_length = (uint32_t)length - 7;
    const koord_amount zones[] = {{64000, 0, 0, 3, 0, 0}, {64000, 0, 0, 3, 1, 0}};
    must(koord_cluster_set_topology_struct(cluster, &topology, arena, (size_t)length, machine,
                                           zones, sizeof zones[0], 2, NULL, NULL, 0, &id, &err),
         &err);
    snprintf(uid, sizeof uid, "held-%d", i);
    koord_pod *holder = lsr_pod(uid, kHeldCpus);
    koord_refusal refusal;
    must(koord_cluster_reserve(cluster, holder, NULL, id, NULL, 0, &refusal, &err), &err);
    koord_pod_unref(holder);
    if (refusal.reason != KOORD_REASON_NONE) {
      fprintf(stderr, "c_calls: the pod that holds half of node %d does not fit\n", i);
      exit(1);
    }
  }
  koord_topology_unref(machine);
  return cluster;
}

/* Processor time: what else runs on the machine does not count. */
static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return 1e9 * (double)at.tv_sec + (double)at.tv_nsec;
}

static double batch(const koord_cluster *cluster, const koord_pod *pod, koord_verdict *rows,
                    size_t nodes, long calls) {
  koord_error err;
  koord_evaluation told = {0, 0};
  const double start = now();
  for (long i = 0; i < calls; ++i)
    must(koord_cluster_evaluate(cluster, pod, NULL, rows, sizeof rows[0], nodes, &told, &err),
         &err);
  const double taken = now() - start;
  if (told.count != nodes || rows[nodes - 1].reason != KOORD_REASON_NONE) {
    fprintf(stderr, "c_calls: the answer is wrong\n");
    exit(1);
  }
  return taken / (double)calls;
}

int main(void) {
  static const size_t kNodes[] = {1, 256, kMostNodes};
  void *place = NULL; /* as aligned as other languages have it: copying is faster then */
  if (posix_memalign(&place, 4096, kMostNodes * sizeof(koord_verdict)) != 0) return 1;
  koord_verdict *rows = place;
  memset(rows, 0, kMostNodes * sizeof *rows);
  koord_pod *pod = lsr_pod("asked", kAskedCpus);
  for (size_t i = 0; i < sizeof kNodes / sizeof kNodes[0]; ++i) {
    koord_cluster *cluster = half_full((int)kNodes[i]);
    batch(cluster, pod, rows, kNodes[i], 1);
    const long calls = (long)(kBatchNanoseconds / batch(cluster, pod, rows, kNodes[i], 10)) + 1;
    double best = 0;
    for (int b = 0; b < kBatches; ++b) {
      const double taken = batch(cluster, pod, rows, kNodes[i], calls);
      if (b == 0 || taken < best) best = taken;
    }
    printf("C\t%zu\t%.0f\n", kNodes[i], best);
    koord_cluster_free(cluster);
  }
  koord_pod_unref(pod);
  free(rows);
  return 0;
}
