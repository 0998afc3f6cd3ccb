/* Places pods on nodes, from files with Node and NodeResourceTopology objects:
 *
 *   kubectl get node NAME -o json >node.json
 *   kubectl get noderesourcetopology NAME -o json >nrt.json
 *   cc place.c $(pkg-config --cflags --libs koord) -o place
 *   ./place node.json nrt.json
 *
 * Prints where each of six pods with 12 exclusive CPUs runs. Exit status: 0, or 2 for an error. */
#include <koord.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPods = 6, kWords = KOORD_MAX_CPUS / 64, kMaxFile = 4 << 20 };

static koord_status add_file(koord_cluster *cluster, const char *path, koord_error *err) {
  koord_status status = KOORD_E_IO;
  char *text = calloc(1, kMaxFile + 1);
  FILE *in = fopen(path, "rb");
  if (text != NULL && in != NULL && fread(text, 1, kMaxFile, in) > 0) {
    status = strstr(text, "\"NodeResourceTopology\"") != NULL
                 ? koord_cluster_set_topology(cluster, text, KOORD_NUL, NULL, err)
                 : koord_cluster_set_node(cluster, text, KOORD_NUL, NULL, err);
  } else {
    snprintf(err->message, sizeof err->message, "cannot read %s", path);
  }
  if (in != NULL) fclose(in);
  free(text);
  return status;
}

/* Reserves the pod on the best node and says where, or says why the first node refuses it. */
static koord_status place(koord_cluster *cluster, const koord_pod *pod, const char *name,
                          koord_error *err) {
  koord_evaluation found = {0};
  koord_verdict best = {0};
  koord_refusal refusal;
  uint64_t cpus[kWords];
  char node[256] = "", text[1024] = "";
  koord_status status =
      koord_cluster_find_best(cluster, pod, NULL, &best, sizeof best, 1, &found, err);
  if (status == KOORD_OK && found.count == 0) {
    status = koord_cluster_judge(cluster, pod, NULL, 0, &refusal, NULL, err);
  } else if (status == KOORD_OK) {
    status = koord_cluster_reserve(cluster, pod, NULL, best.node, cpus, kWords, &refusal, err);
  }
  if (status == KOORD_OK)
    status = koord_cluster_get_node_name(cluster, best.node, node, sizeof node, NULL, err);
  if (status != KOORD_OK) return status;
  if (refusal.reason != KOORD_REASON_NONE) {
    status = koord_cluster_format_refusal(cluster, &refusal, text, sizeof text, NULL, err);
    if (status == KOORD_OK) printf("%s: %s refuses it: %s\n", name, node, text);
  } else {
    status = koord_cpulist_format(cpus, kWords, text, sizeof text, NULL, err);
    if (status == KOORD_OK) printf("%s: %s, CPUs %s\n", name, node, text);
  }
  return status;
}

int main(int argc, char **argv) {
  koord_cluster *cluster = NULL;
  koord_error err = {0};
  koord_status status = koord_cluster_new(NULL, NULL, NULL, 0, &cluster, &err);
  for (int i = 1; i < argc && status == KOORD_OK; ++i) status = add_file(cluster, argv[i], &err);
  for (int i = 0; i < kPods && status == KOORD_OK; ++i) {
    char name[16], json[512];
    koord_pod *pod = NULL;
    snprintf(name, sizeof name, "web-%d", i);
    snprintf(json, sizeof json,
             "{\"metadata\":{\"name\":\"%s\",\"uid\":\"%s\",\"labels\":{\"koordinator.sh/"
             "qosClass\":\"LSR\"}},"
             "\"spec\":{\"priority\":9500,\"containers\":[{\"name\":\"main\",\"resources\":"
             "{\"limits\":{\"cpu\":\"12\",\"memory\":\"8Gi\"}}}]}}",
             name, name);
    status = koord_pod_from_json(NULL, json, KOORD_NUL, &pod, &err);
    if (status == KOORD_OK) status = place(cluster, pod, name, &err);
    koord_pod_unref(pod);
  }
  koord_cluster_free(cluster);
  if (status != KOORD_OK) fprintf(stderr, "place: %s\n", err.message);
  return status == KOORD_OK ? 0 : 2;
}
