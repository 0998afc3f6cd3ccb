/* Measures the cost of a call in C, for comparison with equal programs of the bindings. Prints "C<TAB>rows<TAB>nanoseconds"
 * for clusters of 1, 256 and 10,000 nodes of 128 CPUs, half of each held by a pod. The call is koord_cluster_evaluate for a
 * pod whose verdicts are cached, on all nodes, into the caller's rows. The best of 5 batches counts. */
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
  koord_error err;
  koord_pod_builder *builder = NULL;
  koord_pod *out = NULL;
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.qos = KOORD_QOS_LSR;
  spec.required_bind = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.priority_class = KOORD_PRIORITY_CLASS_PROD;
  must(koord_pod_builder_new(&builder, &err), &err);
  must(koord_pod_builder_set_spec(builder, &spec, &err), &err);
  must(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NAME, "pod", 3, &err), &err);
  must(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_UID, uid, KOORD_NUL, &err), &err);
  must(koord_pod_builder_add_container(builder, KOORD_CONTAINER_KIND_APP, "pod", 3, NULL, &err),
       &err);
  must(koord_pod_builder_set_resource(builder, 0, "cpu", 3, 1000 * cpus, 1000 * cpus, &err), &err);
  must(koord_pod_from_builder(NULL, builder, &out, &err), &err);
  koord_pod_builder_free(builder);
  return out;
}

static koord_cluster *half_full(int nodes) {
  koord_error err;
  koord_cluster *cluster = NULL;
  koord_topology *machine = NULL;
  koord_node_builder *node = NULL;
  koord_nrt_builder *nrt = NULL;
  must(koord_cluster_new(NULL, NULL, NULL, 0, &cluster, &err), &err);
  must(koord_node_builder_new(&node, &err), &err);
  must(koord_nrt_builder_new(&nrt, &err), &err);
  must(koord_topology_from_synthetic(NULL, "pack:2 numa:1 core:32 pu:2", KOORD_NUL, &machine, &err),
       &err);
  for (int i = 0; i < nodes; ++i) {
    char name[32], uid[32];
    uint32_t id = 0;
    snprintf(name, sizeof name, "node-%d", i);
    must(koord_node_builder_reset(node, &err), &err);
    must(koord_node_builder_set_text(node, KOORD_NODE_TEXT_NAME, name, KOORD_NUL, &err), &err);
    must(koord_node_builder_set_resource(node, "cpu", 3, 128000, 0, &err), &err);
    must(koord_node_builder_set_resource(node, "pods", 4, 110, 0, &err), &err);
    must(koord_cluster_set_node_from_builder(cluster, node, &id, &err), &err);
    must(koord_nrt_builder_reset(nrt, &err), &err);
    must(koord_nrt_builder_set_name(nrt, name, KOORD_NUL, &err), &err);
    must(koord_nrt_builder_set_topology(nrt, machine, &err), &err);
    for (int zone = 0; zone < 2; ++zone) {
      const char *zone_name = zone == 0 ? "node-0" : "node-1";
      must(koord_nrt_builder_add_zone(nrt, zone_name, KOORD_NUL, NULL, 0, NULL, &err), &err);
      must(koord_nrt_builder_add_resource(nrt, zone, "cpu", 3, 64000, 64000, 64000, &err), &err);
    }
    must(koord_cluster_set_topology_from_builder(cluster, nrt, &id, &err), &err);
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
  koord_nrt_builder_free(nrt);
  koord_node_builder_free(node);
  return cluster;
}

/* Returns processor time, which does not include other programs on the machine. */
static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return 1e9 * (double)at.tv_sec + (double)at.tv_nsec;
}

static double batch(const koord_cluster *cluster, const koord_pod *pod, koord_verdict *rows,
                    size_t nodes, long calls) {
  koord_error err;
  koord_evaluation evaluation = {0, 0};
  const double start = now();
  for (long i = 0; i < calls; ++i)
    must(koord_cluster_evaluate(cluster, pod, NULL, rows, sizeof rows[0], nodes, &evaluation, &err),
         &err);
  const double taken = now() - start;
  if (evaluation.count != nodes || rows[nodes - 1].reason != KOORD_REASON_NONE) {
    fprintf(stderr, "c_calls: the answer is wrong\n");
    exit(1);
  }
  return taken / (double)calls;
}

int main(void) {
  static const size_t kNodes[] = {1, 256, kMostNodes};
  void *place = NULL; /* aligned as in other languages, which makes copying faster */
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
