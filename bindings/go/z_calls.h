// Code generated from include/koord.h by make generate (internal/generate). DO NOT EDIT.

/* clang-format off */
#include <koord.h>
#include <stdlib.h>
#include <string.h>

/* Never NULL. */
static inline const char *go_text(_GoString_ text) { return _GoStringLen(text) > 0 ? _GoStringPtr(text) : ""; }

static inline koord_error *go_keep(const koord_error *err) {
  koord_error *kept = malloc(sizeof *kept);
  if (kept != NULL) *kept = *err;
  return kept;
}

struct go_koord_context_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_context_new go_koord_context_new() {
  struct go_koord_context_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_context *made = NULL;
  r.status = koord_context_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_context_free(uintptr_t p) { koord_context_free((koord_context *)p); }

struct go_koord_cpulist_parse { koord_error *failure; koord_status status; };
static inline struct go_koord_cpulist_parse go_koord_cpulist_parse(_GoString_ list, uint64_t *words, size_t word_count) {
  struct go_koord_cpulist_parse r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cpulist_parse(go_text(list), _GoStringLen(list), words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cpulist_format { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_cpulist_format go_koord_cpulist_format(const uint64_t *words, size_t word_count, char *text, size_t capacity) {
  struct go_koord_cpulist_format r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cpulist_format(words, word_count, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_refusal_format { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_refusal_format go_koord_refusal_format(koord_refusal refusal, char *text, size_t capacity) {
  struct go_koord_refusal_format r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_refusal_format(&refusal, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_refusal_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_refusal_to_json go_koord_refusal_to_json(koord_refusal refusal) {
  struct go_koord_refusal_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_refusal_to_json(&refusal, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_pod_ref(uintptr_t p) { return (uintptr_t)koord_pod_ref((const koord_pod *)p); }

static inline void go_koord_pod_unref(uintptr_t p) { koord_pod_unref((koord_pod *)p); }

struct go_koord_pod_from_json { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_pod_from_json go_koord_pod_from_json(uintptr_t context, _GoString_ json) {
  struct go_koord_pod_from_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_pod *made = NULL;
  r.status = koord_pod_from_json((const koord_context *)context, go_text(json), _GoStringLen(json), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_get_info { koord_error *failure; koord_status status; koord_pod_info info; };
static inline struct go_koord_pod_get_info go_koord_pod_get_info(uintptr_t pod) {
  struct go_koord_pod_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_pod_info);
  r.status = koord_pod_get_info((const koord_pod *)pod, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_get_request { koord_error *failure; koord_status status; int64_t request; int64_t limit; };
static inline struct go_koord_pod_get_request go_koord_pod_get_request(uintptr_t pod, _GoString_ resource) {
  struct go_koord_pod_get_request r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_get_request((const koord_pod *)pod, go_text(resource), _GoStringLen(resource), &r.request, &r.limit, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_get_text { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_pod_get_text go_koord_pod_get_text(uintptr_t pod, koord_pod_text which, char *text, size_t capacity) {
  struct go_koord_pod_get_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_get_text((const koord_pod *)pod, which, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_get_faults { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_pod_get_faults go_koord_pod_get_faults(uintptr_t pod, char *text, size_t capacity) {
  struct go_koord_pod_get_faults r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_get_faults((const koord_pod *)pod, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_get_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_get_cpus go_koord_pod_get_cpus(uintptr_t pod, uint64_t *words, size_t word_count) {
  struct go_koord_pod_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_get_cpus((const koord_pod *)pod, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_version_parse { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_version_parse go_koord_kubelet_version_parse(_GoString_ text, koord_kubelet_version *out) {
  struct go_koord_kubelet_version_parse r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_version_parse(go_text(text), _GoStringLen(text), out, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_kubelet_setup_new go_koord_kubelet_setup_new(uintptr_t context) {
  struct go_koord_kubelet_setup_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_kubelet_setup *made = NULL;
  r.status = koord_kubelet_setup_new((const koord_context *)context, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_kubelet_setup_free(uintptr_t p) { koord_kubelet_setup_free((koord_kubelet_setup *)p); }

struct go_koord_kubelet_setup_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_reset go_koord_kubelet_setup_reset(uintptr_t setup) {
  struct go_koord_kubelet_setup_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_reset((koord_kubelet_setup *)setup, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_set_version { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_set_version go_koord_kubelet_setup_set_version(uintptr_t setup, koord_kubelet_version version) {
  struct go_koord_kubelet_setup_set_version r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_set_version((koord_kubelet_setup *)setup, version, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_set_config { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_set_config go_koord_kubelet_setup_set_config(uintptr_t setup, _GoString_ kubelet_config) {
  struct go_koord_kubelet_setup_set_config r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_set_config((koord_kubelet_setup *)setup, go_text(kubelet_config), _GoStringLen(kubelet_config), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_set_cpu_state { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_set_cpu_state go_koord_kubelet_setup_set_cpu_state(uintptr_t setup, _GoString_ cpu_state) {
  struct go_koord_kubelet_setup_set_cpu_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_set_cpu_state((koord_kubelet_setup *)setup, go_text(cpu_state), _GoStringLen(cpu_state), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_set_memory_state { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_set_memory_state go_koord_kubelet_setup_set_memory_state(uintptr_t setup, _GoString_ memory_state) {
  struct go_koord_kubelet_setup_set_memory_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_set_memory_state((koord_kubelet_setup *)setup, go_text(memory_state), _GoStringLen(memory_state), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_add_device { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_add_device go_koord_kubelet_setup_add_device(uintptr_t setup, _GoString_ resource, _GoString_ id, uint64_t numa_nodes, koord_plugin_device_flags flags) {
  struct go_koord_kubelet_setup_add_device r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_add_device((koord_kubelet_setup *)setup, go_text(resource), _GoStringLen(resource), go_text(id), _GoStringLen(id), numa_nodes, flags, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_set_device_state { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_set_device_state go_koord_kubelet_setup_set_device_state(uintptr_t setup, _GoString_ device_state) {
  struct go_koord_kubelet_setup_set_device_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_set_device_state((koord_kubelet_setup *)setup, go_text(device_state), _GoStringLen(device_state), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_setup_add_container { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_setup_add_container go_koord_kubelet_setup_add_container(uintptr_t setup, _GoString_ uid, _GoString_ name, _GoString_ id) {
  struct go_koord_kubelet_setup_add_container r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_setup_add_container((koord_kubelet_setup *)setup, go_text(uid), _GoStringLen(uid), go_text(name), _GoStringLen(name), go_text(id), _GoStringLen(id), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_topology_ref(uintptr_t p) { return (uintptr_t)koord_topology_ref((const koord_topology *)p); }

static inline void go_koord_topology_unref(uintptr_t p) { koord_topology_unref((koord_topology *)p); }

struct go_koord_topology_discover { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_discover go_koord_topology_discover(uintptr_t context, koord_topology_flags flags) {
  struct go_koord_topology_discover r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_discover((const koord_context *)context, flags, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_discover_in { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_discover_in go_koord_topology_discover_in(uintptr_t context, koord_topology_flags flags, _GoString_ root) {
  struct go_koord_topology_discover_in r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_discover_in((const koord_context *)context, flags, go_text(root), _GoStringLen(root), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_hwloc_xml { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_hwloc_xml go_koord_topology_from_hwloc_xml(uintptr_t context, koord_topology_flags flags, _GoString_ xml) {
  struct go_koord_topology_from_hwloc_xml r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_hwloc_xml((const koord_context *)context, flags, go_text(xml), _GoStringLen(xml), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_synthetic { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_synthetic go_koord_topology_from_synthetic(uintptr_t context, _GoString_ text) {
  struct go_koord_topology_from_synthetic r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_synthetic((const koord_context *)context, go_text(text), _GoStringLen(text), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_json { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_json go_koord_topology_from_json(uintptr_t context, _GoString_ json) {
  struct go_koord_topology_from_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_json((const koord_context *)context, go_text(json), _GoStringLen(json), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_annotation { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_annotation go_koord_topology_from_annotation(uintptr_t context, _GoString_ json) {
  struct go_koord_topology_from_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_annotation((const koord_context *)context, go_text(json), _GoStringLen(json), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_nrt { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_nrt go_koord_topology_from_nrt(uintptr_t context, _GoString_ json) {
  struct go_koord_topology_from_nrt r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_nrt((const koord_context *)context, go_text(json), _GoStringLen(json), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_rows { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_rows go_koord_topology_from_rows(const koord_cpu *rows, size_t count, _GoString_ architecture) {
  struct go_koord_topology_from_rows r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_rows(rows, sizeof(koord_cpu), count, go_text(architecture), _GoStringLen(architecture), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_info { koord_error *failure; koord_status status; koord_topology_info info; };
static inline struct go_koord_topology_get_info go_koord_topology_get_info(uintptr_t topology) {
  struct go_koord_topology_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_topology_info);
  r.status = koord_topology_get_info((const koord_topology *)topology, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_cpus { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_topology_get_cpus go_koord_topology_get_cpus(uintptr_t topology, koord_cpu *rows, size_t capacity) {
  struct go_koord_topology_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_get_cpus((const koord_topology *)topology, rows, sizeof(koord_cpu), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_numa_nodes { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_topology_get_numa_nodes go_koord_topology_get_numa_nodes(uintptr_t topology, koord_numa_node *rows, size_t capacity) {
  struct go_koord_topology_get_numa_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_get_numa_nodes((const koord_topology *)topology, rows, sizeof(koord_numa_node), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_hugepages { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_topology_get_hugepages go_koord_topology_get_hugepages(uintptr_t topology, koord_hugepages *rows, size_t capacity) {
  struct go_koord_topology_get_hugepages r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_get_hugepages((const koord_topology *)topology, rows, sizeof(koord_hugepages), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_distances { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_topology_get_distances go_koord_topology_get_distances(uintptr_t topology, uint32_t *values, size_t capacity) {
  struct go_koord_topology_get_distances r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_get_distances((const koord_topology *)topology, values, capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_devices { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_topology_get_devices go_koord_topology_get_devices(uintptr_t topology, koord_pci_device *rows, size_t capacity) {
  struct go_koord_topology_get_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_get_devices((const koord_topology *)topology, rows, sizeof(koord_pci_device), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_get_texts { const char *data; size_t length; };
static inline struct go_koord_topology_get_texts go_koord_topology_get_texts(uintptr_t p) {
  struct go_koord_topology_get_texts r;
  r.data = koord_topology_get_texts((const koord_topology *)p, &r.length);
  return r;
}

struct go_koord_topology_get_cpuset { koord_error *failure; koord_status status; };
static inline struct go_koord_topology_get_cpuset go_koord_topology_get_cpuset(uintptr_t topology, koord_cpuset_kind kind, int32_t id, uint64_t *words, size_t word_count) {
  struct go_koord_topology_get_cpuset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_get_cpuset((const koord_topology *)topology, kind, id, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_topology_to_json go_koord_topology_to_json(uintptr_t topology) {
  struct go_koord_topology_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_to_json((const koord_topology *)topology, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_to_annotation { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_topology_to_annotation go_koord_topology_to_annotation(uintptr_t topology) {
  struct go_koord_topology_to_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_to_annotation((const koord_topology *)topology, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_to_nrt { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_topology_to_nrt go_koord_topology_to_nrt(uintptr_t topology, uintptr_t setup, _GoString_ node_name) {
  struct go_koord_topology_to_nrt r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_topology_to_nrt((const koord_topology *)topology, (const koord_kubelet_setup *)setup, go_text(node_name), _GoStringLen(node_name), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_agent_new go_koord_agent_new(uintptr_t context, uintptr_t topology, koord_agent_options options) {
  struct go_koord_agent_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_agent_options);
  koord_agent *made = NULL;
  r.status = koord_agent_new((const koord_context *)context, (const koord_topology *)topology, &options, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_agent_free(uintptr_t p) { koord_agent_free((koord_agent *)p); }

struct go_koord_agent_set_topology { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_topology go_koord_agent_set_topology(uintptr_t agent, uintptr_t topology) {
  struct go_koord_agent_set_topology r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_topology((koord_agent *)agent, (const koord_topology *)topology, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_node { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_node go_koord_agent_set_node(uintptr_t agent, _GoString_ json) {
  struct go_koord_agent_set_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_node((koord_agent *)agent, go_text(json), _GoStringLen(json), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_kubelet { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_kubelet go_koord_agent_set_kubelet(uintptr_t agent, uintptr_t setup) {
  struct go_koord_agent_set_kubelet r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_kubelet((koord_agent *)agent, (const koord_kubelet_setup *)setup, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_devices { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_devices go_koord_agent_set_devices(uintptr_t agent, _GoString_ json) {
  struct go_koord_agent_set_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_devices((koord_agent *)agent, go_text(json), _GoStringLen(json), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_pod { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_pod go_koord_agent_set_pod(uintptr_t agent, uintptr_t pod) {
  struct go_koord_agent_set_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_pod((koord_agent *)agent, (const koord_pod *)pod, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_remove_pod { koord_error *failure; koord_status status; uint32_t known; };
static inline struct go_koord_agent_remove_pod go_koord_agent_remove_pod(uintptr_t agent, _GoString_ uid) {
  struct go_koord_agent_remove_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_remove_pod((koord_agent *)agent, go_text(uid), _GoStringLen(uid), &r.known, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_get_info { koord_error *failure; koord_status status; koord_agent_info info; };
static inline struct go_koord_agent_get_info go_koord_agent_get_info(uintptr_t agent) {
  struct go_koord_agent_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_agent_info);
  r.status = koord_agent_get_info((const koord_agent *)agent, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_get_hash { koord_error *failure; koord_status status; uint64_t hash; };
static inline struct go_koord_agent_get_hash go_koord_agent_get_hash(uintptr_t agent) {
  struct go_koord_agent_get_hash r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_get_hash((const koord_agent *)agent, &r.hash, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_get_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_get_cpus go_koord_agent_get_cpus(uintptr_t agent, koord_agent_cpuset which, uint64_t *words, size_t word_count) {
  struct go_koord_agent_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_get_cpus((const koord_agent *)agent, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_get_pools { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_agent_get_pools go_koord_agent_get_pools(uintptr_t agent, koord_agent_pool *rows, size_t capacity) {
  struct go_koord_agent_get_pools r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_get_pools((const koord_agent *)agent, rows, sizeof(koord_agent_pool), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_get_pool_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_get_pool_cpus go_koord_agent_get_pool_cpus(uintptr_t agent, uint32_t pool, koord_agent_cpuset which, uint64_t *words, size_t word_count) {
  struct go_koord_agent_get_pool_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_get_pool_cpus((const koord_agent *)agent, pool, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_to_annotation { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_agent_to_annotation go_koord_agent_to_annotation(uintptr_t agent, koord_agent_annotation which) {
  struct go_koord_agent_to_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_to_annotation((const koord_agent *)agent, which, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_to_nrt { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_agent_to_nrt go_koord_agent_to_nrt(uintptr_t agent) {
  struct go_koord_agent_to_nrt r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_to_nrt((const koord_agent *)agent, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_agent_to_json go_koord_agent_to_json(uintptr_t agent, _GoString_ boot_id) {
  struct go_koord_agent_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_to_json((const koord_agent *)agent, go_text(boot_id), _GoStringLen(boot_id), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_snapshot { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_agent_snapshot go_koord_agent_snapshot(uintptr_t agent) {
  struct go_koord_agent_snapshot r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_agent_state *made = NULL;
  r.status = koord_agent_snapshot((const koord_agent *)agent, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_state { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_state go_koord_agent_set_state(uintptr_t agent, uintptr_t state) {
  struct go_koord_agent_set_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_state((koord_agent *)agent, (const koord_agent_state *)state, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_from_json { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_agent_state_from_json go_koord_agent_state_from_json(_GoString_ json) {
  struct go_koord_agent_state_from_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_agent_state *made = NULL;
  r.status = koord_agent_state_from_json(go_text(json), _GoStringLen(json), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_agent_state_ref(uintptr_t p) { return (uintptr_t)koord_agent_state_ref((const koord_agent_state *)p); }

static inline void go_koord_agent_state_unref(uintptr_t p) { koord_agent_state_unref((koord_agent_state *)p); }

struct go_koord_agent_state_load { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_agent_state_load go_koord_agent_state_load(_GoString_ path) {
  struct go_koord_agent_state_load r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_agent_state *made = NULL;
  r.status = koord_agent_state_load(go_text(path), _GoStringLen(path), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_save { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_state_save go_koord_agent_state_save(_GoString_ path, _GoString_ json) {
  struct go_koord_agent_state_save r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_save(go_text(path), _GoStringLen(path), go_text(json), _GoStringLen(json), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_text { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_agent_state_get_text go_koord_agent_state_get_text(uintptr_t state, koord_agent_text which, char *text, size_t capacity) {
  struct go_koord_agent_state_get_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_get_text((const koord_agent_state *)state, which, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_info { koord_error *failure; koord_status status; koord_agent_info info; };
static inline struct go_koord_agent_state_get_info go_koord_agent_state_get_info(uintptr_t state) {
  struct go_koord_agent_state_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_agent_info);
  r.status = koord_agent_state_get_info((const koord_agent_state *)state, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_state_get_cpus go_koord_agent_state_get_cpus(uintptr_t state, koord_agent_cpuset which, uint64_t *words, size_t word_count) {
  struct go_koord_agent_state_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_get_cpus((const koord_agent_state *)state, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_pods { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_agent_state_get_pods go_koord_agent_state_get_pods(uintptr_t state, uint64_t since, koord_agent_pod *rows, size_t capacity) {
  struct go_koord_agent_state_get_pods r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_get_pods((const koord_agent_state *)state, since, rows, sizeof(koord_agent_pod), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_texts { const char *data; size_t length; };
static inline struct go_koord_agent_state_get_texts go_koord_agent_state_get_texts(uintptr_t p) {
  struct go_koord_agent_state_get_texts r;
  r.data = koord_agent_state_get_texts((const koord_agent_state *)p, &r.length);
  return r;
}

struct go_koord_agent_state_find_container { koord_error *failure; koord_status status; koord_agent_pod row; };
static inline struct go_koord_agent_state_find_container go_koord_agent_state_find_container(uintptr_t state, _GoString_ uid, _GoString_ container) {
  struct go_koord_agent_state_find_container r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_find_container((const koord_agent_state *)state, go_text(uid), _GoStringLen(uid), go_text(container), _GoStringLen(container), &r.row, sizeof(koord_agent_pod), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_pod_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_state_get_pod_cpus go_koord_agent_state_get_pod_cpus(uintptr_t state, uint32_t row, uint64_t *words, size_t word_count) {
  struct go_koord_agent_state_get_pod_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_get_pod_cpus((const koord_agent_state *)state, row, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_state_get_pod_numa_nodes { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_state_get_pod_numa_nodes go_koord_agent_state_get_pod_numa_nodes(uintptr_t state, uint32_t row, uint64_t *words, size_t word_count) {
  struct go_koord_agent_state_get_pod_numa_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_state_get_pod_numa_nodes((const koord_agent_state *)state, row, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_path_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cgroup_path_new go_koord_cgroup_path_new(koord_cgroup_driver driver, _GoString_ root) {
  struct go_koord_cgroup_path_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_cgroup_path *made = NULL;
  r.status = koord_cgroup_path_new(driver, go_text(root), _GoStringLen(root), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_cgroup_path_free(uintptr_t p) { koord_cgroup_path_free((koord_cgroup_path *)p); }

struct go_koord_cgroup_path_set_pod { koord_error *failure; koord_status status; };
static inline struct go_koord_cgroup_path_set_pod go_koord_cgroup_path_set_pod(uintptr_t path, koord_kube_qos qos, _GoString_ uid) {
  struct go_koord_cgroup_path_set_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_path_set_pod((koord_cgroup_path *)path, qos, go_text(uid), _GoStringLen(uid), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_path_set_container { koord_error *failure; koord_status status; };
static inline struct go_koord_cgroup_path_set_container go_koord_cgroup_path_set_container(uintptr_t path, koord_cgroup_runtime runtime, _GoString_ id) {
  struct go_koord_cgroup_path_set_container r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_path_set_container((koord_cgroup_path *)path, runtime, go_text(id), _GoStringLen(id), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_path_format { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_cgroup_path_format go_koord_cgroup_path_format(uintptr_t path, char *text, size_t capacity) {
  struct go_koord_cgroup_path_format r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_path_format((const koord_cgroup_path *)path, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroups_open { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cgroups_open go_koord_cgroups_open(_GoString_ mount, _GoString_ root, koord_cgroup_options options) {
  struct go_koord_cgroups_open r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_cgroup_options);
  koord_cgroups *made = NULL;
  r.status = koord_cgroups_open(go_text(mount), _GoStringLen(mount), go_text(root), _GoStringLen(root), &options, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_cgroups_close(uintptr_t p) { koord_cgroups_close((koord_cgroups *)p); }

struct go_koord_cgroups_get_info { koord_error *failure; koord_status status; koord_cgroups_info info; };
static inline struct go_koord_cgroups_get_info go_koord_cgroups_get_info(uintptr_t cgroups) {
  struct go_koord_cgroups_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_cgroups_info);
  r.status = koord_cgroups_get_info((const koord_cgroups *)cgroups, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_containers_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cgroup_containers_new go_koord_cgroup_containers_new() {
  struct go_koord_cgroup_containers_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_cgroup_containers *made = NULL;
  r.status = koord_cgroup_containers_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_cgroup_containers_free(uintptr_t p) { koord_cgroup_containers_free((koord_cgroup_containers *)p); }

struct go_koord_cgroup_containers_add { koord_error *failure; koord_status status; };
static inline struct go_koord_cgroup_containers_add go_koord_cgroup_containers_add(uintptr_t containers, _GoString_ id, _GoString_ name) {
  struct go_koord_cgroup_containers_add r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_containers_add((koord_cgroup_containers *)containers, go_text(id), _GoStringLen(id), go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_plan_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cgroup_plan_new go_koord_cgroup_plan_new(uintptr_t cgroups, uintptr_t state, uintptr_t containers) {
  struct go_koord_cgroup_plan_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_cgroup_plan *made = NULL;
  r.status = koord_cgroup_plan_new((koord_cgroups *)cgroups, (const koord_agent_state *)state, (const koord_cgroup_containers *)containers, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_cgroup_plan_ref(uintptr_t p) { return (uintptr_t)koord_cgroup_plan_ref((const koord_cgroup_plan *)p); }

static inline void go_koord_cgroup_plan_unref(uintptr_t p) { koord_cgroup_plan_unref((koord_cgroup_plan *)p); }

struct go_koord_cgroup_plan_get_steps { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_cgroup_plan_get_steps go_koord_cgroup_plan_get_steps(uintptr_t plan, koord_cgroup_step *rows, size_t capacity) {
  struct go_koord_cgroup_plan_get_steps r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_plan_get_steps((const koord_cgroup_plan *)plan, rows, sizeof(koord_cgroup_step), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_plan_get_texts { const char *data; size_t length; };
static inline struct go_koord_cgroup_plan_get_texts go_koord_cgroup_plan_get_texts(uintptr_t p) {
  struct go_koord_cgroup_plan_get_texts r;
  r.data = koord_cgroup_plan_get_texts((const koord_cgroup_plan *)p, &r.length);
  return r;
}

struct go_koord_cgroup_plan_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cgroup_plan_to_json go_koord_cgroup_plan_to_json(uintptr_t plan) {
  struct go_koord_cgroup_plan_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_plan_to_json((const koord_cgroup_plan *)plan, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_plan_to_text { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cgroup_plan_to_text go_koord_cgroup_plan_to_text(uintptr_t plan) {
  struct go_koord_cgroup_plan_to_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_plan_to_text((const koord_cgroup_plan *)plan, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroups_apply { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cgroups_apply go_koord_cgroups_apply(uintptr_t cgroups, uintptr_t plan) {
  struct go_koord_cgroups_apply r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_cgroup_report *made = NULL;
  r.status = koord_cgroups_apply((koord_cgroups *)cgroups, (const koord_cgroup_plan *)plan, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_cgroup_report_ref(uintptr_t p) { return (uintptr_t)koord_cgroup_report_ref((const koord_cgroup_report *)p); }

static inline void go_koord_cgroup_report_unref(uintptr_t p) { koord_cgroup_report_unref((koord_cgroup_report *)p); }

struct go_koord_cgroup_report_get_info { koord_error *failure; koord_status status; koord_cgroup_report_info info; };
static inline struct go_koord_cgroup_report_get_info go_koord_cgroup_report_get_info(uintptr_t report) {
  struct go_koord_cgroup_report_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_cgroup_report_info);
  r.status = koord_cgroup_report_get_info((const koord_cgroup_report *)report, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_report_get_results { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_cgroup_report_get_results go_koord_cgroup_report_get_results(uintptr_t report, koord_cgroup_result *rows, size_t capacity) {
  struct go_koord_cgroup_report_get_results r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_report_get_results((const koord_cgroup_report *)report, rows, sizeof(koord_cgroup_result), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cgroup_report_get_texts { const char *data; size_t length; };
static inline struct go_koord_cgroup_report_get_texts go_koord_cgroup_report_get_texts(uintptr_t p) {
  struct go_koord_cgroup_report_get_texts r;
  r.data = koord_cgroup_report_get_texts((const koord_cgroup_report *)p, &r.length);
  return r;
}

struct go_koord_cgroup_report_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cgroup_report_to_json go_koord_cgroup_report_to_json(uintptr_t report) {
  struct go_koord_cgroup_report_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cgroup_report_to_json((const koord_cgroup_report *)report, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_numa_hints_new go_koord_numa_hints_new() {
  struct go_koord_numa_hints_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_numa_hints *made = NULL;
  r.status = koord_numa_hints_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_clone { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_numa_hints_clone go_koord_numa_hints_clone(uintptr_t hints) {
  struct go_koord_numa_hints_clone r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_numa_hints *made = NULL;
  r.status = koord_numa_hints_clone((const koord_numa_hints *)hints, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_numa_hints_free(uintptr_t p) { koord_numa_hints_free((koord_numa_hints *)p); }

struct go_koord_numa_hints_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_numa_hints_reset go_koord_numa_hints_reset(uintptr_t hints) {
  struct go_koord_numa_hints_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_numa_hints_reset((koord_numa_hints *)hints, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_set_nodes { koord_error *failure; koord_status status; };
static inline struct go_koord_numa_hints_set_nodes go_koord_numa_hints_set_nodes(uintptr_t hints, const koord_numa_place *rows, size_t count, const uint32_t *distances) {
  struct go_koord_numa_hints_set_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_numa_hints_set_nodes((koord_numa_hints *)hints, rows, sizeof(koord_numa_place), count, distances, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_add_list { koord_error *failure; koord_status status; };
static inline struct go_koord_numa_hints_add_list go_koord_numa_hints_add_list(uintptr_t hints, koord_numa_hint_list list, _GoString_ name, const koord_numa_hint *rows, size_t count) {
  struct go_koord_numa_hints_add_list r;
  koord_error err;
  memset(&r, 0, sizeof r);
  list.struct_size = sizeof(koord_numa_hint_list);
  r.status = koord_numa_hints_add_list((koord_numa_hints *)hints, &list, go_text(name), _GoStringLen(name), rows, sizeof(koord_numa_hint), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_get_nodes { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_numa_hints_get_nodes go_koord_numa_hints_get_nodes(uintptr_t hints, koord_numa_place *rows, size_t capacity) {
  struct go_koord_numa_hints_get_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_numa_hints_get_nodes((const koord_numa_hints *)hints, rows, sizeof(koord_numa_place), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_get_lists { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_numa_hints_get_lists go_koord_numa_hints_get_lists(uintptr_t hints, koord_numa_hint_list_info *rows, size_t capacity) {
  struct go_koord_numa_hints_get_lists r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_numa_hints_get_lists((const koord_numa_hints *)hints, rows, sizeof(koord_numa_hint_list_info), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_hints_get_texts { const char *data; size_t length; };
static inline struct go_koord_numa_hints_get_texts go_koord_numa_hints_get_texts(uintptr_t p) {
  struct go_koord_numa_hints_get_texts r;
  r.data = koord_numa_hints_get_texts((const koord_numa_hints *)p, &r.length);
  return r;
}

struct go_koord_numa_hints_get_hints { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_numa_hints_get_hints go_koord_numa_hints_get_hints(uintptr_t hints, uint32_t list, koord_numa_hint *rows, size_t capacity) {
  struct go_koord_numa_hints_get_hints r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_numa_hints_get_hints((const koord_numa_hints *)hints, list, rows, sizeof(koord_numa_hint), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_numa_merge { koord_error *failure; koord_status status; koord_numa_merged out; size_t needed; };
static inline struct go_koord_numa_merge go_koord_numa_merge(koord_numa_options options, uintptr_t hints, char *text, size_t capacity) {
  struct go_koord_numa_merge r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_numa_options);
  r.status = koord_numa_merge(&options, (const koord_numa_hints *)hints, &r.out, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_new go_koord_cluster_new(uintptr_t context, koord_cluster_options options, _GoString_ args) {
  struct go_koord_cluster_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_cluster_options);
  koord_cluster *made = NULL;
  r.status = koord_cluster_new((const koord_context *)context, &options, go_text(args), _GoStringLen(args), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_cluster_free(uintptr_t p) { koord_cluster_free((koord_cluster *)p); }

struct go_koord_cluster_set_node { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_set_node go_koord_cluster_set_node(uintptr_t cluster, _GoString_ json) {
  struct go_koord_cluster_set_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_node((koord_cluster *)cluster, go_text(json), _GoStringLen(json), &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_topology { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_set_topology go_koord_cluster_set_topology(uintptr_t cluster, _GoString_ json) {
  struct go_koord_cluster_set_topology r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_topology((koord_cluster *)cluster, go_text(json), _GoStringLen(json), &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_devices { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_set_devices go_koord_cluster_set_devices(uintptr_t cluster, _GoString_ json) {
  struct go_koord_cluster_set_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_devices((koord_cluster *)cluster, go_text(json), _GoStringLen(json), &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_remove_node { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_remove_node go_koord_cluster_remove_node(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_remove_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_remove_node((koord_cluster *)cluster, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_remove_topology { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_remove_topology go_koord_cluster_remove_topology(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_remove_topology r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_remove_topology((koord_cluster *)cluster, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_remove_devices { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_remove_devices go_koord_cluster_remove_devices(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_remove_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_remove_devices((koord_cluster *)cluster, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_node_id { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_get_node_id go_koord_cluster_get_node_id(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_get_node_id r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_node_id((const koord_cluster *)cluster, go_text(name), _GoStringLen(name), &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_node_name { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_cluster_get_node_name go_koord_cluster_get_node_name(uintptr_t cluster, uint32_t node, char *text, size_t capacity) {
  struct go_koord_cluster_get_node_name r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_node_name((const koord_cluster *)cluster, node, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_node_names { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_get_node_names go_koord_cluster_get_node_names(uintptr_t cluster) {
  struct go_koord_cluster_get_node_names r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_node_names *made = NULL;
  r.status = koord_cluster_get_node_names((const koord_cluster *)cluster, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_node_names_ref(uintptr_t p) { return (uintptr_t)koord_node_names_ref((const koord_node_names *)p); }

static inline void go_koord_node_names_unref(uintptr_t p) { koord_node_names_unref((koord_node_names *)p); }

struct go_koord_node_names_get_rows { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_node_names_get_rows go_koord_node_names_get_rows(uintptr_t names, koord_node_name *rows, size_t capacity) {
  struct go_koord_node_names_get_rows r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_names_get_rows((const koord_node_names *)names, rows, sizeof(koord_node_name), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_names_get_texts { const char *data; size_t length; };
static inline struct go_koord_node_names_get_texts go_koord_node_names_get_texts(uintptr_t p) {
  struct go_koord_node_names_get_texts r;
  r.data = koord_node_names_get_texts((const koord_node_names *)p, &r.length);
  return r;
}

struct go_koord_cluster_get_node_topology { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_get_node_topology go_koord_cluster_get_node_topology(uintptr_t cluster, uint32_t node) {
  struct go_koord_cluster_get_node_topology r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_cluster_get_node_topology((const koord_cluster *)cluster, node, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_node_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_get_node_cpus go_koord_cluster_get_node_cpus(uintptr_t cluster, uint32_t node, koord_cluster_cpuset which, uint64_t *words, size_t word_count) {
  struct go_koord_cluster_get_node_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_node_cpus((const koord_cluster *)cluster, node, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_info { koord_error *failure; koord_status status; koord_cluster_info info; };
static inline struct go_koord_cluster_get_info go_koord_cluster_get_info(uintptr_t cluster) {
  struct go_koord_cluster_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_cluster_info);
  r.status = koord_cluster_get_info((const koord_cluster *)cluster, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_resource_name { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_cluster_get_resource_name go_koord_cluster_get_resource_name(uintptr_t cluster, int32_t resource, char *text, size_t capacity) {
  struct go_koord_cluster_get_resource_name r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_resource_name((const koord_cluster *)cluster, resource, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_device_type_name { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_cluster_get_device_type_name go_koord_cluster_get_device_type_name(uintptr_t cluster, int32_t type, char *text, size_t capacity) {
  struct go_koord_cluster_get_device_type_name r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_device_type_name((const koord_cluster *)cluster, type, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_device_type { koord_error *failure; koord_status status; int32_t id; };
static inline struct go_koord_cluster_get_device_type go_koord_cluster_get_device_type(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_get_device_type r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_device_type((const koord_cluster *)cluster, go_text(name), _GoStringLen(name), &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_format_refusal { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_cluster_format_refusal go_koord_cluster_format_refusal(uintptr_t cluster, koord_refusal refusal, char *text, size_t capacity) {
  struct go_koord_cluster_format_refusal r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_format_refusal((const koord_cluster *)cluster, &refusal, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_query_new go_koord_query_new() {
  struct go_koord_query_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_query *made = NULL;
  r.status = koord_query_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_clone { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_query_clone go_koord_query_clone(uintptr_t query) {
  struct go_koord_query_clone r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_query *made = NULL;
  r.status = koord_query_clone((const koord_query *)query, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_query_free(uintptr_t p) { koord_query_free((koord_query *)p); }

struct go_koord_query_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_query_reset go_koord_query_reset(uintptr_t query) {
  struct go_koord_query_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_reset((koord_query *)query, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_set_flags { koord_error *failure; koord_status status; };
static inline struct go_koord_query_set_flags go_koord_query_set_flags(uintptr_t query, koord_query_flags flags) {
  struct go_koord_query_set_flags r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_set_flags((koord_query *)query, flags, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_set_nodes { koord_error *failure; koord_status status; };
static inline struct go_koord_query_set_nodes go_koord_query_set_nodes(uintptr_t query, uint32_t first, size_t count) {
  struct go_koord_query_set_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_set_nodes((koord_query *)query, first, count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_set_generation { koord_error *failure; koord_status status; };
static inline struct go_koord_query_set_generation go_koord_query_set_generation(uintptr_t query, uint64_t generation) {
  struct go_koord_query_set_generation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_set_generation((koord_query *)query, generation, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_set_affinity { koord_error *failure; koord_status status; };
static inline struct go_koord_query_set_affinity go_koord_query_set_affinity(uintptr_t query, uint64_t affinity) {
  struct go_koord_query_set_affinity r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_set_affinity((koord_query *)query, affinity, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_remove_pod { koord_error *failure; koord_status status; };
static inline struct go_koord_query_remove_pod go_koord_query_remove_pod(uintptr_t query, _GoString_ uid) {
  struct go_koord_query_remove_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_remove_pod((koord_query *)query, go_text(uid), _GoStringLen(uid), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_add_pod { koord_error *failure; koord_status status; };
static inline struct go_koord_query_add_pod go_koord_query_add_pod(uintptr_t query, uintptr_t pod, uint32_t node) {
  struct go_koord_query_add_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_add_pod((koord_query *)query, (const koord_pod *)pod, node, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_protect_pod { koord_error *failure; koord_status status; };
static inline struct go_koord_query_protect_pod go_koord_query_protect_pod(uintptr_t query, _GoString_ uid, koord_protection protection) {
  struct go_koord_query_protect_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_protect_pod((koord_query *)query, go_text(uid), _GoStringLen(uid), protection, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_evaluate { koord_error *failure; koord_status status; koord_evaluation out; };
static inline struct go_koord_cluster_evaluate go_koord_cluster_evaluate(uintptr_t cluster, uintptr_t pod, uintptr_t query, koord_verdict *rows, size_t capacity) {
  struct go_koord_cluster_evaluate r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_evaluate((const koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, rows, sizeof(koord_verdict), capacity, &r.out, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_find_best { koord_error *failure; koord_status status; koord_evaluation out; };
static inline struct go_koord_cluster_find_best go_koord_cluster_find_best(uintptr_t cluster, uintptr_t pod, uintptr_t query, koord_verdict *rows, size_t capacity) {
  struct go_koord_cluster_find_best r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_find_best((const koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, rows, sizeof(koord_verdict), capacity, &r.out, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_changes { koord_error *failure; koord_status status; koord_evaluation inout; };
static inline struct go_koord_cluster_get_changes go_koord_cluster_get_changes(uintptr_t cluster, uintptr_t pod, uintptr_t query, koord_verdict *rows, size_t capacity, koord_evaluation given) {
  struct go_koord_cluster_get_changes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.inout = given;
  r.status = koord_cluster_get_changes((const koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, rows, sizeof(koord_verdict), capacity, &r.inout, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_verdicts_normalize { koord_error *failure; koord_status status; };
static inline struct go_koord_verdicts_normalize go_koord_verdicts_normalize(koord_verdict *rows, size_t count) {
  struct go_koord_verdicts_normalize r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_verdicts_normalize(rows, sizeof(koord_verdict), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_judge { koord_error *failure; koord_status status; koord_refusal refusal; int32_t score; };
static inline struct go_koord_cluster_judge go_koord_cluster_judge(uintptr_t cluster, uintptr_t pod, uintptr_t query, uint32_t node) {
  struct go_koord_cluster_judge r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_judge((const koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, node, &r.refusal, &r.score, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_reserve { koord_error *failure; koord_status status; koord_refusal refusal; };
static inline struct go_koord_cluster_reserve go_koord_cluster_reserve(uintptr_t cluster, uintptr_t pod, uintptr_t query, uint32_t node, uint64_t *cpus, size_t words) {
  struct go_koord_cluster_reserve r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_reserve((koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, node, cpus, words, &r.refusal, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_hints { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_get_hints go_koord_cluster_get_hints(uintptr_t cluster, uintptr_t pod, uint32_t node, koord_numa_policy policy, uintptr_t hints) {
  struct go_koord_cluster_get_hints r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_hints((const koord_cluster *)cluster, (const koord_pod *)pod, node, policy, (koord_numa_hints *)hints, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_remove_pod { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_remove_pod go_koord_cluster_remove_pod(uintptr_t cluster, _GoString_ uid) {
  struct go_koord_cluster_remove_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_remove_pod((koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_pod { koord_error *failure; koord_status status; koord_pod_conflicts conflicts; };
static inline struct go_koord_cluster_set_pod go_koord_cluster_set_pod(uintptr_t cluster, uintptr_t pod) {
  struct go_koord_cluster_set_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.conflicts.struct_size = sizeof(koord_pod_conflicts);
  r.status = koord_cluster_set_pod((koord_cluster *)cluster, (const koord_pod *)pod, &r.conflicts, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pod_conflicts { koord_error *failure; koord_status status; koord_pod_conflicts conflicts; };
static inline struct go_koord_cluster_get_pod_conflicts go_koord_cluster_get_pod_conflicts(uintptr_t cluster, _GoString_ uid) {
  struct go_koord_cluster_get_pod_conflicts r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.conflicts.struct_size = sizeof(koord_pod_conflicts);
  r.status = koord_cluster_get_pod_conflicts((const koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), &r.conflicts, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pod_node { koord_error *failure; koord_status status; uint32_t node; };
static inline struct go_koord_cluster_get_pod_node go_koord_cluster_get_pod_node(uintptr_t cluster, _GoString_ uid) {
  struct go_koord_cluster_get_pod_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_pod_node((const koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), &r.node, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pod_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_get_pod_cpus go_koord_cluster_get_pod_cpus(uintptr_t cluster, _GoString_ uid, uint64_t *words, size_t word_count) {
  struct go_koord_cluster_get_pod_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_pod_cpus((const koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pod_status { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_get_pod_status go_koord_cluster_get_pod_status(uintptr_t cluster, _GoString_ uid) {
  struct go_koord_cluster_get_pod_status r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_pod_status((const koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pod_devices { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_get_pod_devices go_koord_cluster_get_pod_devices(uintptr_t cluster, _GoString_ uid) {
  struct go_koord_cluster_get_pod_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_pod_devices((const koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pod_minors { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_cluster_get_pod_minors go_koord_cluster_get_pod_minors(uintptr_t cluster, _GoString_ uid, int32_t type, int32_t *minors, size_t capacity) {
  struct go_koord_cluster_get_pod_minors r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_pod_minors((const koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), type, minors, capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_prebind { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_prebind go_koord_cluster_prebind(uintptr_t cluster, uintptr_t pod, koord_prebind_flags flags) {
  struct go_koord_cluster_prebind r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_prebind((const koord_cluster *)cluster, (const koord_pod *)pod, flags, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_pods { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_get_pods go_koord_cluster_get_pods(uintptr_t cluster, uint32_t node) {
  struct go_koord_cluster_get_pods r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_pods((const koord_cluster *)cluster, node, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cpu_pick { koord_error *failure; koord_status status; koord_refusal refusal; };
static inline struct go_koord_cpu_pick go_koord_cpu_pick(uintptr_t topology, koord_cpu_request request, uint32_t request_words, uint32_t request_sets, const uint64_t *sets, const uint16_t *ref_counts, koord_numa_grant *grants, size_t grants_count, uint64_t *out) {
  struct go_koord_cpu_pick r;
  koord_error err;
  memset(&r, 0, sizeof r);
  request.struct_size = sizeof(koord_cpu_request);
  request.words = request_words;
  request.sets = request_sets;
  request.grant_stride = sizeof(koord_numa_grant);
  request.grant_count = (uint32_t)grants_count;
  r.status = koord_cpu_pick((const koord_topology *)topology, &request, sets, ref_counts, grants, out, &r.refusal, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_request_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_adjustment_request_new go_koord_adjustment_request_new(koord_hook_stage stage) {
  struct go_koord_adjustment_request_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_adjustment_request *made = NULL;
  r.status = koord_adjustment_request_new(stage, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_adjustment_request_free(uintptr_t p) { koord_adjustment_request_free((koord_adjustment_request *)p); }

struct go_koord_adjustment_request_set_container { koord_error *failure; koord_status status; };
static inline struct go_koord_adjustment_request_set_container go_koord_adjustment_request_set_container(uintptr_t request, _GoString_ uid, _GoString_ container) {
  struct go_koord_adjustment_request_set_container r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_request_set_container((koord_adjustment_request *)request, go_text(uid), _GoStringLen(uid), go_text(container), _GoStringLen(container), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_request_set_resource_status { koord_error *failure; koord_status status; };
static inline struct go_koord_adjustment_request_set_resource_status go_koord_adjustment_request_set_resource_status(uintptr_t request, _GoString_ resource_status) {
  struct go_koord_adjustment_request_set_resource_status r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_request_set_resource_status((koord_adjustment_request *)request, go_text(resource_status), _GoStringLen(resource_status), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_request_set_sysfs_root { koord_error *failure; koord_status status; };
static inline struct go_koord_adjustment_request_set_sysfs_root go_koord_adjustment_request_set_sysfs_root(uintptr_t request, _GoString_ sysfs_root) {
  struct go_koord_adjustment_request_set_sysfs_root r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_request_set_sysfs_root((koord_adjustment_request *)request, go_text(sysfs_root), _GoStringLen(sysfs_root), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_adjustment_new go_koord_adjustment_new(uintptr_t state, uintptr_t request) {
  struct go_koord_adjustment_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_adjustment *made = NULL;
  r.status = koord_adjustment_new((const koord_agent_state *)state, (const koord_adjustment_request *)request, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_adjustment_ref(uintptr_t p) { return (uintptr_t)koord_adjustment_ref((const koord_adjustment *)p); }

static inline void go_koord_adjustment_unref(uintptr_t p) { koord_adjustment_unref((koord_adjustment *)p); }

struct go_koord_adjustment_get_info { koord_error *failure; koord_status status; koord_adjustment_info info; };
static inline struct go_koord_adjustment_get_info go_koord_adjustment_get_info(uintptr_t adjustment) {
  struct go_koord_adjustment_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_adjustment_info);
  r.status = koord_adjustment_get_info((const koord_adjustment *)adjustment, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_get_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_adjustment_get_cpus go_koord_adjustment_get_cpus(uintptr_t adjustment, uint64_t *words, size_t word_count) {
  struct go_koord_adjustment_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_get_cpus((const koord_adjustment *)adjustment, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_get_numa_nodes { koord_error *failure; koord_status status; };
static inline struct go_koord_adjustment_get_numa_nodes go_koord_adjustment_get_numa_nodes(uintptr_t adjustment, uint64_t *words, size_t word_count) {
  struct go_koord_adjustment_get_numa_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_get_numa_nodes((const koord_adjustment *)adjustment, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_get_text { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_adjustment_get_text go_koord_adjustment_get_text(uintptr_t adjustment, koord_adjustment_list list, uint32_t item, char *text, size_t capacity) {
  struct go_koord_adjustment_get_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_get_text((const koord_adjustment *)adjustment, list, item, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_adjustment_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_adjustment_to_json go_koord_adjustment_to_json(uintptr_t adjustment) {
  struct go_koord_adjustment_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_adjustment_to_json((const koord_adjustment *)adjustment, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_hook_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_hook_new go_koord_hook_new(koord_hook_options options) {
  struct go_koord_hook_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_hook_options);
  koord_hook *made = NULL;
  r.status = koord_hook_new(&options, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_hook_free(uintptr_t p) { koord_hook_free((koord_hook *)p); }

struct go_koord_hook_set_state_file { koord_error *failure; koord_status status; };
static inline struct go_koord_hook_set_state_file go_koord_hook_set_state_file(uintptr_t hook, _GoString_ state_file) {
  struct go_koord_hook_set_state_file r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_hook_set_state_file((koord_hook *)hook, go_text(state_file), _GoStringLen(state_file), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_hook_set_cgroup_root { koord_error *failure; koord_status status; };
static inline struct go_koord_hook_set_cgroup_root go_koord_hook_set_cgroup_root(uintptr_t hook, _GoString_ cgroup_root) {
  struct go_koord_hook_set_cgroup_root r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_hook_set_cgroup_root((koord_hook *)hook, go_text(cgroup_root), _GoStringLen(cgroup_root), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_hook_set_proc_root { koord_error *failure; koord_status status; };
static inline struct go_koord_hook_set_proc_root go_koord_hook_set_proc_root(uintptr_t hook, _GoString_ proc_root) {
  struct go_koord_hook_set_proc_root r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_hook_set_proc_root((koord_hook *)hook, go_text(proc_root), _GoStringLen(proc_root), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_hook_run { koord_error *failure; koord_status status; koord_hook_result result; };
static inline struct go_koord_hook_run go_koord_hook_run(uintptr_t hook, _GoString_ oci_state) {
  struct go_koord_hook_run r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.result.struct_size = sizeof(koord_hook_result);
  r.status = koord_hook_run((const koord_hook *)hook, go_text(oci_state), _GoStringLen(oci_state), &r.result, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_pick { koord_error *failure; koord_status status; koord_refusal refusal; };
static inline struct go_koord_kubelet_pick go_koord_kubelet_pick(uintptr_t topology, koord_kubelet_request request, uint32_t request_sets, const uint64_t *sets, size_t words, uint64_t *out) {
  struct go_koord_kubelet_pick r;
  koord_error err;
  memset(&r, 0, sizeof r);
  request.struct_size = sizeof(koord_kubelet_request);
  request.sets = request_sets;
  r.status = koord_kubelet_pick((const koord_topology *)topology, &request, sets, words, out, &r.refusal, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_kubelet_new go_koord_kubelet_new(uintptr_t topology, uintptr_t setup) {
  struct go_koord_kubelet_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_kubelet *made = NULL;
  r.status = koord_kubelet_new((const koord_topology *)topology, (const koord_kubelet_setup *)setup, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_clone { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_kubelet_clone go_koord_kubelet_clone(uintptr_t kubelet) {
  struct go_koord_kubelet_clone r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_kubelet *made = NULL;
  r.status = koord_kubelet_clone((const koord_kubelet *)kubelet, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_kubelet_free(uintptr_t p) { koord_kubelet_free((koord_kubelet *)p); }

struct go_koord_admission_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_admission_new go_koord_admission_new() {
  struct go_koord_admission_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_admission *made = NULL;
  r.status = koord_admission_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_admission_free(uintptr_t p) { koord_admission_free((koord_admission *)p); }

struct go_koord_admission_get_containers { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_admission_get_containers go_koord_admission_get_containers(uintptr_t admission, koord_kubelet_container *rows, size_t capacity) {
  struct go_koord_admission_get_containers r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_admission_get_containers((const koord_admission *)admission, rows, sizeof(koord_kubelet_container), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_admission_get_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_admission_get_cpus go_koord_admission_get_cpus(uintptr_t admission, uint32_t container, uint64_t *words, size_t word_count) {
  struct go_koord_admission_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_admission_get_cpus((const koord_admission *)admission, container, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_admission_get_devices { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_admission_get_devices go_koord_admission_get_devices(uintptr_t admission, koord_plugin_device *rows, size_t capacity) {
  struct go_koord_admission_get_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_admission_get_devices((const koord_admission *)admission, rows, sizeof(koord_plugin_device), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_admit { koord_error *failure; koord_status status; koord_refusal refusal; };
static inline struct go_koord_kubelet_admit go_koord_kubelet_admit(uintptr_t kubelet, uintptr_t pod, koord_admit_flags flags, uintptr_t admission) {
  struct go_koord_kubelet_admit r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_admit((koord_kubelet *)kubelet, (const koord_pod *)pod, flags, (koord_admission *)admission, &r.refusal, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_judge { koord_error *failure; koord_status status; koord_refusal refusal; };
static inline struct go_koord_kubelet_judge go_koord_kubelet_judge(uintptr_t kubelet, uintptr_t pod, uintptr_t admission) {
  struct go_koord_kubelet_judge r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_judge((const koord_kubelet *)kubelet, (const koord_pod *)pod, (koord_admission *)admission, &r.refusal, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_format_refusal { koord_error *failure; koord_status status; size_t needed; };
static inline struct go_koord_kubelet_format_refusal go_koord_kubelet_format_refusal(uintptr_t kubelet, koord_refusal refusal, char *text, size_t capacity) {
  struct go_koord_kubelet_format_refusal r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_format_refusal((const koord_kubelet *)kubelet, &refusal, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_remove_pod { koord_error *failure; koord_status status; uint32_t held; };
static inline struct go_koord_kubelet_remove_pod go_koord_kubelet_remove_pod(uintptr_t kubelet, _GoString_ uid) {
  struct go_koord_kubelet_remove_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_remove_pod((koord_kubelet *)kubelet, go_text(uid), _GoStringLen(uid), &r.held, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_get_memory { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_kubelet_get_memory go_koord_kubelet_get_memory(uintptr_t kubelet, uintptr_t pod, koord_memory_block *rows, size_t capacity) {
  struct go_koord_kubelet_get_memory r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_get_memory((const koord_kubelet *)kubelet, (const koord_pod *)pod, rows, sizeof(koord_memory_block), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_get_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_get_cpus go_koord_kubelet_get_cpus(uintptr_t kubelet, koord_kubelet_cpuset which, uint64_t *words, size_t word_count) {
  struct go_koord_kubelet_get_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_get_cpus((const koord_kubelet *)kubelet, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_get_cpu_state { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_kubelet_get_cpu_state go_koord_kubelet_get_cpu_state(uintptr_t kubelet) {
  struct go_koord_kubelet_get_cpu_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_get_cpu_state((const koord_kubelet *)kubelet, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_get_memory_state { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_kubelet_get_memory_state go_koord_kubelet_get_memory_state(uintptr_t kubelet) {
  struct go_koord_kubelet_get_memory_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_get_memory_state((const koord_kubelet *)kubelet, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_get_device_state { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_kubelet_get_device_state go_koord_kubelet_get_device_state(uintptr_t kubelet) {
  struct go_koord_kubelet_get_device_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_get_device_state((const koord_kubelet *)kubelet, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_plan_ref(uintptr_t p) { return (uintptr_t)koord_plan_ref((const koord_plan *)p); }

static inline void go_koord_plan_unref(uintptr_t p) { koord_plan_unref((koord_plan *)p); }

struct go_koord_query_exclude_pod_node { koord_error *failure; koord_status status; };
static inline struct go_koord_query_exclude_pod_node go_koord_query_exclude_pod_node(uintptr_t query, _GoString_ uid, uint32_t node) {
  struct go_koord_query_exclude_pod_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_exclude_pod_node((koord_query *)query, go_text(uid), _GoStringLen(uid), node, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_plan_get_steps { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_plan_get_steps go_koord_plan_get_steps(uintptr_t plan, koord_plan_step *rows, size_t capacity) {
  struct go_koord_plan_get_steps r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_plan_get_steps((const koord_plan *)plan, rows, sizeof(koord_plan_step), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_plan_get_texts { const char *data; size_t length; };
static inline struct go_koord_plan_get_texts go_koord_plan_get_texts(uintptr_t p) {
  struct go_koord_plan_get_texts r;
  r.data = koord_plan_get_texts((const koord_plan *)p, &r.length);
  return r;
}

struct go_koord_plan_get_step_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_plan_get_step_cpus go_koord_plan_get_step_cpus(uintptr_t plan, size_t step, uint64_t *words, size_t word_count) {
  struct go_koord_plan_get_step_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_plan_get_step_cpus((const koord_plan *)plan, step, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_step_status { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_get_step_status go_koord_cluster_get_step_status(uintptr_t cluster, uintptr_t plan, size_t step) {
  struct go_koord_cluster_get_step_status r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_step_status((const koord_cluster *)cluster, (const koord_plan *)plan, step, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_step_devices { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_get_step_devices go_koord_cluster_get_step_devices(uintptr_t cluster, uintptr_t plan, size_t step) {
  struct go_koord_cluster_get_step_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_step_devices((const koord_cluster *)cluster, (const koord_plan *)plan, step, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_commit { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_commit go_koord_cluster_commit(uintptr_t cluster, uintptr_t plan) {
  struct go_koord_cluster_commit r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_commit((koord_cluster *)cluster, (const koord_plan *)plan, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_plan_resize { koord_error *failure; koord_status status; uintptr_t out; koord_refusal refusal; };
static inline struct go_koord_cluster_plan_resize go_koord_cluster_plan_resize(uintptr_t cluster, uintptr_t pod, uintptr_t query) {
  struct go_koord_cluster_plan_resize r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_plan *made = NULL;
  r.status = koord_cluster_plan_resize((const koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, &made, &r.refusal, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_drain_node { koord_error *failure; koord_status status; };
static inline struct go_koord_query_drain_node go_koord_query_drain_node(uintptr_t query, uint32_t node) {
  struct go_koord_query_drain_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_drain_node((koord_query *)query, node, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_disable_smt { koord_error *failure; koord_status status; };
static inline struct go_koord_query_disable_smt go_koord_query_disable_smt(uintptr_t query, uint32_t node) {
  struct go_koord_query_disable_smt r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_disable_smt((koord_query *)query, node, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_isolate_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_query_isolate_cpus go_koord_query_isolate_cpus(uintptr_t query, uint32_t node, const uint64_t *words, size_t word_count) {
  struct go_koord_query_isolate_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_isolate_cpus((koord_query *)query, node, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_capacity_ref(uintptr_t p) { return (uintptr_t)koord_capacity_ref((const koord_capacity *)p); }

static inline void go_koord_capacity_unref(uintptr_t p) { koord_capacity_unref((koord_capacity *)p); }

struct go_koord_cluster_get_capacity { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_get_capacity go_koord_cluster_get_capacity(uintptr_t cluster, uintptr_t pod, koord_capacity_options options, uintptr_t query) {
  struct go_koord_cluster_get_capacity r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_capacity_options);
  koord_capacity *made = NULL;
  r.status = koord_cluster_get_capacity((const koord_cluster *)cluster, (const koord_pod *)pod, &options, (const koord_query *)query, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_capacity_get_info { koord_error *failure; koord_status status; koord_capacity_info info; };
static inline struct go_koord_capacity_get_info go_koord_capacity_get_info(uintptr_t capacity) {
  struct go_koord_capacity_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_capacity_info);
  r.status = koord_capacity_get_info((const koord_capacity *)capacity, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_capacity_get_nodes { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_capacity_get_nodes go_koord_capacity_get_nodes(uintptr_t capacity, koord_node_capacity *rows, size_t row_capacity) {
  struct go_koord_capacity_get_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_capacity_get_nodes((const koord_capacity *)capacity, rows, sizeof(koord_node_capacity), row_capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_capacity_get_reasons { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_capacity_get_reasons go_koord_capacity_get_reasons(uintptr_t capacity, koord_capacity_reason *rows, size_t row_capacity) {
  struct go_koord_capacity_get_reasons r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_capacity_get_reasons((const koord_capacity *)capacity, rows, sizeof(koord_capacity_reason), row_capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_report_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_device_report_new go_koord_device_report_new(uintptr_t context, koord_device_report_flags flags) {
  struct go_koord_device_report_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_device_report *made = NULL;
  r.status = koord_device_report_new((const koord_context *)context, flags, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_device_report_free(uintptr_t p) { koord_device_report_free((koord_device_report *)p); }

struct go_koord_device_report_set_nvml_library { koord_error *failure; koord_status status; };
static inline struct go_koord_device_report_set_nvml_library go_koord_device_report_set_nvml_library(uintptr_t report, _GoString_ nvml_library) {
  struct go_koord_device_report_set_nvml_library r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_report_set_nvml_library((koord_device_report *)report, go_text(nvml_library), _GoStringLen(nvml_library), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_report_set_sysfs_root { koord_error *failure; koord_status status; };
static inline struct go_koord_device_report_set_sysfs_root go_koord_device_report_set_sysfs_root(uintptr_t report, _GoString_ sysfs_root) {
  struct go_koord_device_report_set_sysfs_root r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_report_set_sysfs_root((koord_device_report *)report, go_text(sysfs_root), _GoStringLen(sysfs_root), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_report_set_checkpoint { koord_error *failure; koord_status status; };
static inline struct go_koord_device_report_set_checkpoint go_koord_device_report_set_checkpoint(uintptr_t report, _GoString_ checkpoint) {
  struct go_koord_device_report_set_checkpoint r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_report_set_checkpoint((koord_device_report *)report, go_text(checkpoint), _GoStringLen(checkpoint), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_report_set_pods { koord_error *failure; koord_status status; };
static inline struct go_koord_device_report_set_pods go_koord_device_report_set_pods(uintptr_t report, _GoString_ pods) {
  struct go_koord_device_report_set_pods r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_report_set_pods((koord_device_report *)report, go_text(pods), _GoStringLen(pods), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_report_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_device_report_to_json go_koord_device_report_to_json(uintptr_t report, uintptr_t topology, _GoString_ node_name) {
  struct go_koord_device_report_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_report_to_json((const koord_device_report *)report, (const koord_topology *)topology, go_text(node_name), _GoStringLen(node_name), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_get_node_resources { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_device_get_node_resources go_koord_device_get_node_resources(uintptr_t context, _GoString_ device, koord_node_resources_flags flags) {
  struct go_koord_device_get_node_resources r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_get_node_resources((const koord_context *)context, go_text(device), _GoStringLen(device), flags, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_device_builder_new go_koord_device_builder_new() {
  struct go_koord_device_builder_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_device_builder *made = NULL;
  r.status = koord_device_builder_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_device_builder_free(uintptr_t p) { koord_device_builder_free((koord_device_builder *)p); }

struct go_koord_device_builder_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_reset go_koord_device_builder_reset(uintptr_t builder) {
  struct go_koord_device_builder_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_reset((koord_device_builder *)builder, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_name { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_name go_koord_device_builder_set_name(uintptr_t builder, _GoString_ name) {
  struct go_koord_device_builder_set_name r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_name((koord_device_builder *)builder, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_label { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_label go_koord_device_builder_set_label(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_device_builder_set_label r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_label((koord_device_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_annotation { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_annotation go_koord_device_builder_set_annotation(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_device_builder_set_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_annotation((koord_device_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_add_device { koord_error *failure; koord_status status; int32_t device; };
static inline struct go_koord_device_builder_add_device go_koord_device_builder_add_device(uintptr_t builder, koord_device_spec spec) {
  struct go_koord_device_builder_add_device r;
  koord_error err;
  memset(&r, 0, sizeof r);
  spec.struct_size = sizeof(koord_device_spec);
  r.status = koord_device_builder_add_device((koord_device_builder *)builder, &spec, &r.device, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_device_text { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_device_text go_koord_device_builder_set_device_text(uintptr_t builder, int32_t device, koord_device_text which, _GoString_ text) {
  struct go_koord_device_builder_set_device_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_device_text((koord_device_builder *)builder, device, which, go_text(text), _GoStringLen(text), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_device_label { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_device_label go_koord_device_builder_set_device_label(uintptr_t builder, int32_t device, _GoString_ key, _GoString_ value) {
  struct go_koord_device_builder_set_device_label r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_device_label((koord_device_builder *)builder, device, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_resource { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_resource go_koord_device_builder_set_resource(uintptr_t builder, int32_t device, _GoString_ name, int64_t amount) {
  struct go_koord_device_builder_set_resource r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_resource((koord_device_builder *)builder, device, go_text(name), _GoStringLen(name), amount, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_add_vf_group { koord_error *failure; koord_status status; int32_t group; };
static inline struct go_koord_device_builder_add_vf_group go_koord_device_builder_add_vf_group(uintptr_t builder, int32_t device) {
  struct go_koord_device_builder_add_vf_group r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_add_vf_group((koord_device_builder *)builder, device, &r.group, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_set_vf_label { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_set_vf_label go_koord_device_builder_set_vf_label(uintptr_t builder, int32_t group, _GoString_ key, _GoString_ value) {
  struct go_koord_device_builder_set_vf_label r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_set_vf_label((koord_device_builder *)builder, group, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_device_builder_add_vf { koord_error *failure; koord_status status; };
static inline struct go_koord_device_builder_add_vf go_koord_device_builder_add_vf(uintptr_t builder, int32_t group, int32_t minor, _GoString_ bus_id) {
  struct go_koord_device_builder_add_vf r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_device_builder_add_vf((koord_device_builder *)builder, group, minor, go_text(bus_id), _GoStringLen(bus_id), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_devices_from_builder { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_set_devices_from_builder go_koord_cluster_set_devices_from_builder(uintptr_t cluster, uintptr_t builder) {
  struct go_koord_cluster_set_devices_from_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_devices_from_builder((koord_cluster *)cluster, (const koord_device_builder *)builder, &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_devices_from_builder { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_devices_from_builder go_koord_agent_set_devices_from_builder(uintptr_t agent, uintptr_t builder) {
  struct go_koord_agent_set_devices_from_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_devices_from_builder((koord_agent *)agent, (const koord_device_builder *)builder, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_dra_inventory_new go_koord_dra_inventory_new() {
  struct go_koord_dra_inventory_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_dra_inventory *made = NULL;
  r.status = koord_dra_inventory_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_dra_inventory_free(uintptr_t p) { koord_dra_inventory_free((koord_dra_inventory *)p); }

struct go_koord_dra_inventory_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_reset go_koord_dra_inventory_reset(uintptr_t inventory) {
  struct go_koord_dra_inventory_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_reset((koord_dra_inventory *)inventory, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_devices { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_devices go_koord_dra_inventory_add_devices(uintptr_t inventory, const koord_dra_device *rows, size_t count) {
  struct go_koord_dra_inventory_add_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_devices((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_device), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_taints { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_taints go_koord_dra_inventory_add_taints(uintptr_t inventory, const koord_dra_taint *rows, size_t count) {
  struct go_koord_dra_inventory_add_taints r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_taints((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_taint), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_attributes { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_attributes go_koord_dra_inventory_add_attributes(uintptr_t inventory, const koord_dra_attribute *rows, size_t count) {
  struct go_koord_dra_inventory_add_attributes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_attributes((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_attribute), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_capacities { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_capacities go_koord_dra_inventory_add_capacities(uintptr_t inventory, const koord_dra_capacity *rows, size_t count) {
  struct go_koord_dra_inventory_add_capacities r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_capacities((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_capacity), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_valid_values { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_valid_values go_koord_dra_inventory_add_valid_values(uintptr_t inventory, const koord_dra_amount *rows, size_t count) {
  struct go_koord_dra_inventory_add_valid_values r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_valid_values((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_amount), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_counters { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_counters go_koord_dra_inventory_add_counters(uintptr_t inventory, const koord_dra_amount *rows, size_t count) {
  struct go_koord_dra_inventory_add_counters r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_counters((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_amount), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_inventory_add_consumed_counters { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_inventory_add_consumed_counters go_koord_dra_inventory_add_consumed_counters(uintptr_t inventory, const koord_dra_amount *rows, size_t count) {
  struct go_koord_dra_inventory_add_consumed_counters r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_inventory_add_consumed_counters((koord_dra_inventory *)inventory, rows, sizeof(koord_dra_amount), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_claims_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_dra_claims_new go_koord_dra_claims_new() {
  struct go_koord_dra_claims_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_dra_claims *made = NULL;
  r.status = koord_dra_claims_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_dra_claims_free(uintptr_t p) { koord_dra_claims_free((koord_dra_claims *)p); }

struct go_koord_dra_claims_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_claims_reset go_koord_dra_claims_reset(uintptr_t claims) {
  struct go_koord_dra_claims_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_claims_reset((koord_dra_claims *)claims, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_claims_add_alternative { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_claims_add_alternative go_koord_dra_claims_add_alternative(uintptr_t claims, koord_dra_alternative alternative, const uint64_t *devices, size_t word_count) {
  struct go_koord_dra_claims_add_alternative r;
  koord_error err;
  memset(&r, 0, sizeof r);
  alternative.struct_size = sizeof(koord_dra_alternative);
  r.status = koord_dra_claims_add_alternative((koord_dra_claims *)claims, &alternative, devices, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_claims_add_amounts { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_claims_add_amounts go_koord_dra_claims_add_amounts(uintptr_t claims, const koord_dra_amount *rows, size_t count) {
  struct go_koord_dra_claims_add_amounts r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_claims_add_amounts((koord_dra_claims *)claims, rows, sizeof(koord_dra_amount), count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_claims_set_tolerated { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_claims_set_tolerated go_koord_dra_claims_set_tolerated(uintptr_t claims, uint32_t alternative, const uint64_t *taints, size_t word_count) {
  struct go_koord_dra_claims_set_tolerated r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_claims_set_tolerated((koord_dra_claims *)claims, alternative, taints, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_claims_add_constraint { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_claims_add_constraint go_koord_dra_claims_add_constraint(uintptr_t claims, koord_dra_constraint constraint, const uint64_t *alternatives, size_t word_count) {
  struct go_koord_dra_claims_add_constraint r;
  koord_error err;
  memset(&r, 0, sizeof r);
  constraint.struct_size = sizeof(koord_dra_constraint);
  r.status = koord_dra_claims_add_constraint((koord_dra_claims *)claims, &constraint, alternatives, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_allocation_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_dra_allocation_new go_koord_dra_allocation_new() {
  struct go_koord_dra_allocation_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_dra_allocation *made = NULL;
  r.status = koord_dra_allocation_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_dra_allocation_free(uintptr_t p) { koord_dra_allocation_free((koord_dra_allocation *)p); }

struct go_koord_dra_allocation_run { koord_error *failure; koord_status status; koord_dra_info info; };
static inline struct go_koord_dra_allocation_run go_koord_dra_allocation_run(uintptr_t allocation, uintptr_t inventory, uintptr_t claims, koord_dra_options options) {
  struct go_koord_dra_allocation_run r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_dra_options);
  r.info.struct_size = sizeof(koord_dra_info);
  r.status = koord_dra_allocation_run((koord_dra_allocation *)allocation, (const koord_dra_inventory *)inventory, (const koord_dra_claims *)claims, &options, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_allocation_get_results { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_dra_allocation_get_results go_koord_dra_allocation_get_results(uintptr_t allocation, koord_dra_result *rows, size_t capacity) {
  struct go_koord_dra_allocation_get_results r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_allocation_get_results((const koord_dra_allocation *)allocation, rows, sizeof(koord_dra_result), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_allocation_get_amounts { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_dra_allocation_get_amounts go_koord_dra_allocation_get_amounts(uintptr_t allocation, koord_dra_amount *rows, size_t capacity) {
  struct go_koord_dra_allocation_get_amounts r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_allocation_get_amounts((const koord_dra_allocation *)allocation, rows, sizeof(koord_dra_amount), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_nodes_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_dra_nodes_new go_koord_dra_nodes_new() {
  struct go_koord_dra_nodes_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_dra_nodes *made = NULL;
  r.status = koord_dra_nodes_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_dra_nodes_free(uintptr_t p) { koord_dra_nodes_free((koord_dra_nodes *)p); }

struct go_koord_dra_nodes_set { koord_error *failure; koord_status status; };
static inline struct go_koord_dra_nodes_set go_koord_dra_nodes_set(uintptr_t nodes, uint32_t node, uintptr_t inventory) {
  struct go_koord_dra_nodes_set r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_dra_nodes_set((koord_dra_nodes *)nodes, node, (const koord_dra_inventory *)inventory, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_dra_nodes_run { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_dra_nodes_run go_koord_dra_nodes_run(uintptr_t nodes, uintptr_t claims, koord_dra_options options, koord_dra_verdict *rows, size_t capacity) {
  struct go_koord_dra_nodes_run r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_dra_options);
  r.status = koord_dra_nodes_run((koord_dra_nodes *)nodes, (const koord_dra_claims *)claims, &options, rows, sizeof(koord_dra_verdict), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_explanation_ref(uintptr_t p) { return (uintptr_t)koord_explanation_ref((const koord_explanation *)p); }

static inline void go_koord_explanation_unref(uintptr_t p) { koord_explanation_unref((koord_explanation *)p); }

struct go_koord_cluster_explain { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_explain go_koord_cluster_explain(uintptr_t cluster, uintptr_t pod, koord_explain_options options, uintptr_t query) {
  struct go_koord_cluster_explain r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_explain_options);
  koord_explanation *made = NULL;
  r.status = koord_cluster_explain((const koord_cluster *)cluster, (const koord_pod *)pod, &options, (const koord_query *)query, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_get_info { koord_error *failure; koord_status status; koord_explanation_info info; };
static inline struct go_koord_explanation_get_info go_koord_explanation_get_info(uintptr_t explanation) {
  struct go_koord_explanation_get_info r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.info.struct_size = sizeof(koord_explanation_info);
  r.status = koord_explanation_get_info((const koord_explanation *)explanation, &r.info, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_get_fits { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_explanation_get_fits go_koord_explanation_get_fits(uintptr_t explanation, koord_verdict *rows, size_t capacity) {
  struct go_koord_explanation_get_fits r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_explanation_get_fits((const koord_explanation *)explanation, rows, sizeof(koord_verdict), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_get_groups { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_explanation_get_groups go_koord_explanation_get_groups(uintptr_t explanation, koord_refused_group *rows, size_t capacity) {
  struct go_koord_explanation_get_groups r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_explanation_get_groups((const koord_explanation *)explanation, rows, sizeof(koord_refused_group), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_get_misses { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_explanation_get_misses go_koord_explanation_get_misses(uintptr_t explanation, koord_near_miss *rows, size_t capacity) {
  struct go_koord_explanation_get_misses r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_explanation_get_misses((const koord_explanation *)explanation, rows, sizeof(koord_near_miss), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_get_remedies { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_explanation_get_remedies go_koord_explanation_get_remedies(uintptr_t explanation, koord_remedy_step *rows, size_t capacity) {
  struct go_koord_explanation_get_remedies r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_explanation_get_remedies((const koord_explanation *)explanation, rows, sizeof(koord_remedy_step), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_get_texts { const char *data; size_t length; };
static inline struct go_koord_explanation_get_texts go_koord_explanation_get_texts(uintptr_t p) {
  struct go_koord_explanation_get_texts r;
  r.data = koord_explanation_get_texts((const koord_explanation *)p, &r.length);
  return r;
}

struct go_koord_explanation_to_text { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_explanation_to_text go_koord_explanation_to_text(uintptr_t explanation) {
  struct go_koord_explanation_to_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_explanation_to_text((const koord_explanation *)explanation, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_explanation_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_explanation_to_json go_koord_explanation_to_json(uintptr_t explanation) {
  struct go_koord_explanation_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_explanation_to_json((const koord_explanation *)explanation, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_exclude_node { koord_error *failure; koord_status status; };
static inline struct go_koord_query_exclude_node go_koord_query_exclude_node(uintptr_t query, uint32_t node) {
  struct go_koord_query_exclude_node r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_exclude_node((koord_query *)query, node, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_plan_gang { koord_error *failure; koord_status status; uintptr_t out; koord_gang_info info; };
static inline struct go_koord_cluster_plan_gang go_koord_cluster_plan_gang(uintptr_t cluster, const uintptr_t *pods, size_t count, koord_gang_options options, uintptr_t query) {
  struct go_koord_cluster_plan_gang r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_gang_options);
  koord_plan *made = NULL;
  r.info.struct_size = sizeof(koord_gang_info);
  r.status = koord_cluster_plan_gang((const koord_cluster *)cluster, (const koord_pod *const *)pods, count, &options, (const koord_query *)query, &made, &r.info, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_gpu_policy { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_set_gpu_policy go_koord_cluster_set_gpu_policy(uintptr_t cluster, koord_gpu_policy policy, const koord_task_class *rows, size_t count, _GoString_ arena) {
  struct go_koord_cluster_set_gpu_policy r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_gpu_policy((koord_cluster *)cluster, policy, rows, sizeof(koord_task_class), count, go_text(arena), _GoStringLen(arena), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_kubelet_report_ref(uintptr_t p) { return (uintptr_t)koord_kubelet_report_ref((const koord_kubelet_report *)p); }

static inline void go_koord_kubelet_report_unref(uintptr_t p) { koord_kubelet_report_unref((koord_kubelet_report *)p); }

struct go_koord_kubelet_report_get_findings { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_kubelet_report_get_findings go_koord_kubelet_report_get_findings(uintptr_t report, koord_kubelet_finding *rows, size_t capacity) {
  struct go_koord_kubelet_report_get_findings r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_report_get_findings((const koord_kubelet_report *)report, rows, sizeof(koord_kubelet_finding), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_report_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_kubelet_report_to_json go_koord_kubelet_report_to_json(uintptr_t report) {
  struct go_koord_kubelet_report_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_report_to_json((const koord_kubelet_report *)report, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_check { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_kubelet_check go_koord_kubelet_check(uintptr_t topology, uintptr_t setup, koord_repair_flags flags) {
  struct go_koord_kubelet_check r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_kubelet_report *made = NULL;
  r.status = koord_kubelet_check((const koord_topology *)topology, (const koord_kubelet_setup *)setup, flags, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_repair_cpus { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; koord_buffer *report; const char *report_data; size_t report_size; };
static inline struct go_koord_kubelet_repair_cpus go_koord_kubelet_repair_cpus(uintptr_t topology, uintptr_t setup, koord_repair_flags flags) {
  struct go_koord_kubelet_repair_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_repair_cpus((const koord_topology *)topology, (const koord_kubelet_setup *)setup, flags, &r.out, &r.report, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.report != NULL) {
    r.report_data = koord_buffer_get_data(r.report);
    r.report_size = koord_buffer_get_length(r.report);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_repair_memory { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; koord_buffer *report; const char *report_data; size_t report_size; };
static inline struct go_koord_kubelet_repair_memory go_koord_kubelet_repair_memory(uintptr_t topology, uintptr_t setup, koord_repair_flags flags) {
  struct go_koord_kubelet_repair_memory r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_repair_memory((const koord_topology *)topology, (const koord_kubelet_setup *)setup, flags, &r.out, &r.report, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.report != NULL) {
    r.report_data = koord_buffer_get_data(r.report);
    r.report_size = koord_buffer_get_length(r.report);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_replace_cpus { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; koord_buffer *report; const char *report_data; size_t report_size; };
static inline struct go_koord_kubelet_replace_cpus go_koord_kubelet_replace_cpus(uintptr_t topology, uintptr_t setup, const uintptr_t *pods, size_t count) {
  struct go_koord_kubelet_replace_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_replace_cpus((const koord_topology *)topology, (const koord_kubelet_setup *)setup, (const koord_pod *const *)pods, count, &r.out, &r.report, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.report != NULL) {
    r.report_data = koord_buffer_get_data(r.report);
    r.report_size = koord_buffer_get_length(r.report);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_kubelet_write_state { koord_error *failure; koord_status status; };
static inline struct go_koord_kubelet_write_state go_koord_kubelet_write_state(_GoString_ path, _GoString_ text, _GoString_ proc_root, koord_write_state_flags flags) {
  struct go_koord_kubelet_write_state r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_kubelet_write_state(go_text(path), _GoStringLen(path), go_text(text), _GoStringLen(text), go_text(proc_root), _GoStringLen(proc_root), flags, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_node_builder_new go_koord_node_builder_new() {
  struct go_koord_node_builder_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_node_builder *made = NULL;
  r.status = koord_node_builder_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_node_builder_free(uintptr_t p) { koord_node_builder_free((koord_node_builder *)p); }

struct go_koord_node_builder_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_reset go_koord_node_builder_reset(uintptr_t builder) {
  struct go_koord_node_builder_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_builder_reset((koord_node_builder *)builder, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_set_text { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_set_text go_koord_node_builder_set_text(uintptr_t builder, koord_node_text which, _GoString_ text) {
  struct go_koord_node_builder_set_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_builder_set_text((koord_node_builder *)builder, which, go_text(text), _GoStringLen(text), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_set_label { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_set_label go_koord_node_builder_set_label(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_node_builder_set_label r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_builder_set_label((koord_node_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_set_annotation { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_set_annotation go_koord_node_builder_set_annotation(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_node_builder_set_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_builder_set_annotation((koord_node_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_set_spec { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_set_spec go_koord_node_builder_set_spec(uintptr_t builder, koord_node_spec spec) {
  struct go_koord_node_builder_set_spec r;
  koord_error err;
  memset(&r, 0, sizeof r);
  spec.struct_size = sizeof(koord_node_spec);
  r.status = koord_node_builder_set_spec((koord_node_builder *)builder, &spec, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_set_resource { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_set_resource go_koord_node_builder_set_resource(uintptr_t builder, _GoString_ name, int64_t allocatable, int64_t reserved) {
  struct go_koord_node_builder_set_resource r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_builder_set_resource((koord_node_builder *)builder, go_text(name), _GoStringLen(name), allocatable, reserved, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_node_builder_set_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_node_builder_set_cpus go_koord_node_builder_set_cpus(uintptr_t builder, koord_node_cpuset which, const uint64_t *words, size_t word_count) {
  struct go_koord_node_builder_set_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_node_builder_set_cpus((koord_node_builder *)builder, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_node_from_builder { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_set_node_from_builder go_koord_cluster_set_node_from_builder(uintptr_t cluster, uintptr_t builder) {
  struct go_koord_cluster_set_node_from_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_node_from_builder((koord_cluster *)cluster, (const koord_node_builder *)builder, &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_set_node_from_builder { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_set_node_from_builder go_koord_agent_set_node_from_builder(uintptr_t agent, uintptr_t builder) {
  struct go_koord_agent_set_node_from_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_set_node_from_builder((koord_agent *)agent, (const koord_node_builder *)builder, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_nrt_node_ref(uintptr_t p) { return (uintptr_t)koord_nrt_node_ref((const koord_nrt_node *)p); }

static inline void go_koord_nrt_node_unref(uintptr_t p) { koord_nrt_node_unref((koord_nrt_node *)p); }

struct go_koord_nrt_node_from_json { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_nrt_node_from_json go_koord_nrt_node_from_json(uintptr_t context, _GoString_ node, _GoString_ nrt) {
  struct go_koord_nrt_node_from_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_nrt_node *made = NULL;
  r.status = koord_nrt_node_from_json((const koord_context *)context, go_text(node), _GoStringLen(node), go_text(nrt), _GoStringLen(nrt), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_node_filter { koord_error *failure; koord_status status; koord_nrt_verdict verdict; size_t needed; };
static inline struct go_koord_nrt_node_filter go_koord_nrt_node_filter(uintptr_t node, uintptr_t pod, char *text, size_t capacity) {
  struct go_koord_nrt_node_filter r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.verdict.struct_size = sizeof(koord_nrt_verdict);
  r.status = koord_nrt_node_filter((const koord_nrt_node *)node, (const koord_pod *)pod, &r.verdict, text, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_node_score { koord_error *failure; koord_status status; int32_t score; };
static inline struct go_koord_nrt_node_score go_koord_nrt_node_score(uintptr_t node, uintptr_t pod, _GoString_ args) {
  struct go_koord_nrt_node_score r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_node_score((const koord_nrt_node *)node, (const koord_pod *)pod, go_text(args), _GoStringLen(args), &r.score, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_nrt_builder_new go_koord_nrt_builder_new() {
  struct go_koord_nrt_builder_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_nrt_builder *made = NULL;
  r.status = koord_nrt_builder_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_nrt_builder_free(uintptr_t p) { koord_nrt_builder_free((koord_nrt_builder *)p); }

struct go_koord_nrt_builder_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_reset go_koord_nrt_builder_reset(uintptr_t builder) {
  struct go_koord_nrt_builder_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_reset((koord_nrt_builder *)builder, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_set_name { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_set_name go_koord_nrt_builder_set_name(uintptr_t builder, _GoString_ name) {
  struct go_koord_nrt_builder_set_name r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_set_name((koord_nrt_builder *)builder, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_set_annotation { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_set_annotation go_koord_nrt_builder_set_annotation(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_nrt_builder_set_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_set_annotation((koord_nrt_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_add_policy { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_add_policy go_koord_nrt_builder_add_policy(uintptr_t builder, _GoString_ policy) {
  struct go_koord_nrt_builder_add_policy r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_add_policy((koord_nrt_builder *)builder, go_text(policy), _GoStringLen(policy), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_add_attribute { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_add_attribute go_koord_nrt_builder_add_attribute(uintptr_t builder, _GoString_ name, _GoString_ value) {
  struct go_koord_nrt_builder_add_attribute r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_add_attribute((koord_nrt_builder *)builder, go_text(name), _GoStringLen(name), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_add_zone { koord_error *failure; koord_status status; int32_t zone; };
static inline struct go_koord_nrt_builder_add_zone go_koord_nrt_builder_add_zone(uintptr_t builder, _GoString_ name, _GoString_ type) {
  struct go_koord_nrt_builder_add_zone r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_add_zone((koord_nrt_builder *)builder, go_text(name), _GoStringLen(name), go_text(type), _GoStringLen(type), &r.zone, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_add_resource { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_add_resource go_koord_nrt_builder_add_resource(uintptr_t builder, int32_t zone, _GoString_ name, int64_t capacity, int64_t allocatable, int64_t available) {
  struct go_koord_nrt_builder_add_resource r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_add_resource((koord_nrt_builder *)builder, zone, go_text(name), _GoStringLen(name), capacity, allocatable, available, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_add_cost { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_add_cost go_koord_nrt_builder_add_cost(uintptr_t builder, int32_t zone, _GoString_ name, uint32_t value) {
  struct go_koord_nrt_builder_add_cost r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_add_cost((koord_nrt_builder *)builder, zone, go_text(name), _GoStringLen(name), value, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_set_spec { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_set_spec go_koord_nrt_builder_set_spec(uintptr_t builder, koord_nrt_spec spec) {
  struct go_koord_nrt_builder_set_spec r;
  koord_error err;
  memset(&r, 0, sizeof r);
  spec.struct_size = sizeof(koord_nrt_spec);
  r.status = koord_nrt_builder_set_spec((koord_nrt_builder *)builder, &spec, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_set_topology { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_set_topology go_koord_nrt_builder_set_topology(uintptr_t builder, uintptr_t machine) {
  struct go_koord_nrt_builder_set_topology r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_set_topology((koord_nrt_builder *)builder, (const koord_topology *)machine, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_nrt_builder_set_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_nrt_builder_set_cpus go_koord_nrt_builder_set_cpus(uintptr_t builder, koord_nrt_cpuset which, const uint64_t *words, size_t word_count) {
  struct go_koord_nrt_builder_set_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_nrt_builder_set_cpus((koord_nrt_builder *)builder, which, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_topology_from_builder { koord_error *failure; koord_status status; uint32_t id; };
static inline struct go_koord_cluster_set_topology_from_builder go_koord_cluster_set_topology_from_builder(uintptr_t cluster, uintptr_t builder) {
  struct go_koord_cluster_set_topology_from_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_topology_from_builder((koord_cluster *)cluster, (const koord_nrt_builder *)builder, &r.id, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_from_nrt_builder { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_topology_from_nrt_builder go_koord_topology_from_nrt_builder(uintptr_t context, uintptr_t builder) {
  struct go_koord_topology_from_nrt_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_topology *made = NULL;
  r.status = koord_topology_from_nrt_builder((const koord_context *)context, (const koord_nrt_builder *)builder, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_add_objects { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_add_objects go_koord_cluster_add_objects(uintptr_t cluster, _GoString_ json) {
  struct go_koord_cluster_add_objects r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_added_objects *made = NULL;
  r.status = koord_cluster_add_objects((koord_cluster *)cluster, go_text(json), _GoStringLen(json), &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_remove_resource_slice { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_remove_resource_slice go_koord_cluster_remove_resource_slice(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_remove_resource_slice r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_remove_resource_slice((koord_cluster *)cluster, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_remove_resource_claim { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_remove_resource_claim go_koord_cluster_remove_resource_claim(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_remove_resource_claim r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_remove_resource_claim((koord_cluster *)cluster, go_text(name), _GoStringLen(name), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_get_claimed_devices { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_cluster_get_claimed_devices go_koord_cluster_get_claimed_devices(uintptr_t cluster, _GoString_ name) {
  struct go_koord_cluster_get_claimed_devices r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_get_claimed_devices((const koord_cluster *)cluster, go_text(name), _GoStringLen(name), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_added_objects_ref(uintptr_t p) { return (uintptr_t)koord_added_objects_ref((const koord_added_objects *)p); }

static inline void go_koord_added_objects_unref(uintptr_t p) { koord_added_objects_unref((koord_added_objects *)p); }

struct go_koord_added_objects_get_rows { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_added_objects_get_rows go_koord_added_objects_get_rows(uintptr_t objects, koord_added_object *rows, size_t capacity) {
  struct go_koord_added_objects_get_rows r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_added_objects_get_rows((const koord_added_objects *)objects, rows, sizeof(koord_added_object), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_added_objects_get_texts { const char *data; size_t length; };
static inline struct go_koord_added_objects_get_texts go_koord_added_objects_get_texts(uintptr_t p) {
  struct go_koord_added_objects_get_texts r;
  r.data = koord_added_objects_get_texts((const koord_added_objects *)p, &r.length);
  return r;
}

struct go_koord_added_objects_get_pod { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_added_objects_get_pod go_koord_added_objects_get_pod(uintptr_t objects, size_t row) {
  struct go_koord_added_objects_get_pod r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_pod *made = NULL;
  r.status = koord_added_objects_get_pod((const koord_added_objects *)objects, row, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_added_objects_get_pod_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_added_objects_get_pod_json go_koord_added_objects_get_pod_json(uintptr_t objects, size_t row) {
  struct go_koord_added_objects_get_pod_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_added_objects_get_pod_json((const koord_added_objects *)objects, row, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_pod_builder_new go_koord_pod_builder_new() {
  struct go_koord_pod_builder_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_pod_builder *made = NULL;
  r.status = koord_pod_builder_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_pod_builder_free(uintptr_t p) { koord_pod_builder_free((koord_pod_builder *)p); }

struct go_koord_pod_builder_reset { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_reset go_koord_pod_builder_reset(uintptr_t builder) {
  struct go_koord_pod_builder_reset r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_reset((koord_pod_builder *)builder, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_text { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_text go_koord_pod_builder_set_text(uintptr_t builder, koord_pod_text which, _GoString_ text) {
  struct go_koord_pod_builder_set_text r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_text((koord_pod_builder *)builder, which, go_text(text), _GoStringLen(text), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_label { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_label go_koord_pod_builder_set_label(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_pod_builder_set_label r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_label((koord_pod_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_annotation { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_annotation go_koord_pod_builder_set_annotation(uintptr_t builder, _GoString_ key, _GoString_ value) {
  struct go_koord_pod_builder_set_annotation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_annotation((koord_pod_builder *)builder, go_text(key), _GoStringLen(key), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_spec { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_spec go_koord_pod_builder_set_spec(uintptr_t builder, koord_pod_spec spec) {
  struct go_koord_pod_builder_set_spec r;
  koord_error err;
  memset(&r, 0, sizeof r);
  spec.struct_size = sizeof(koord_pod_spec);
  r.status = koord_pod_builder_set_spec((koord_pod_builder *)builder, &spec, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_add_container { koord_error *failure; koord_status status; int32_t container; };
static inline struct go_koord_pod_builder_add_container go_koord_pod_builder_add_container(uintptr_t builder, koord_container_kind kind, _GoString_ name) {
  struct go_koord_pod_builder_add_container r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_add_container((koord_pod_builder *)builder, kind, go_text(name), _GoStringLen(name), &r.container, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_resource { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_resource go_koord_pod_builder_set_resource(uintptr_t builder, int32_t container, _GoString_ name, int64_t request, int64_t limit) {
  struct go_koord_pod_builder_set_resource r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_resource((koord_pod_builder *)builder, container, go_text(name), _GoStringLen(name), request, limit, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_quantity { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_quantity go_koord_pod_builder_set_quantity(uintptr_t builder, int32_t container, koord_resource_bound bound, _GoString_ name, _GoString_ quantity) {
  struct go_koord_pod_builder_set_quantity r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_quantity((koord_pod_builder *)builder, container, bound, go_text(name), _GoStringLen(name), go_text(quantity), _GoStringLen(quantity), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_env { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_env go_koord_pod_builder_set_env(uintptr_t builder, int32_t container, _GoString_ name, _GoString_ value) {
  struct go_koord_pod_builder_set_env r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_env((koord_pod_builder *)builder, container, go_text(name), _GoStringLen(name), go_text(value), _GoStringLen(value), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_cpus { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_cpus go_koord_pod_builder_set_cpus(uintptr_t builder, const uint64_t *words, size_t word_count) {
  struct go_koord_pod_builder_set_cpus r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_cpus((koord_pod_builder *)builder, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_builder_set_numa_resource { koord_error *failure; koord_status status; };
static inline struct go_koord_pod_builder_set_numa_resource go_koord_pod_builder_set_numa_resource(uintptr_t builder, int32_t numa_node, _GoString_ name, int64_t amount) {
  struct go_koord_pod_builder_set_numa_resource r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_pod_builder_set_numa_resource((koord_pod_builder *)builder, numa_node, go_text(name), _GoStringLen(name), amount, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_pod_from_builder { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_pod_from_builder go_koord_pod_from_builder(uintptr_t context, uintptr_t builder) {
  struct go_koord_pod_from_builder r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_pod *made = NULL;
  r.status = koord_pod_from_builder((const koord_context *)context, (const koord_pod_builder *)builder, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline uintptr_t go_koord_preemption_ref(uintptr_t p) { return (uintptr_t)koord_preemption_ref((const koord_preemption *)p); }

static inline void go_koord_preemption_unref(uintptr_t p) { koord_preemption_unref((koord_preemption *)p); }

struct go_koord_cluster_preempt { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_cluster_preempt go_koord_cluster_preempt(uintptr_t cluster, uintptr_t pod, koord_preempt_options options, uintptr_t query) {
  struct go_koord_cluster_preempt r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_preempt_options);
  koord_preemption *made = NULL;
  r.status = koord_cluster_preempt((const koord_cluster *)cluster, (const koord_pod *)pod, &options, (const koord_query *)query, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_preemption_get_nodes { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_preemption_get_nodes go_koord_preemption_get_nodes(uintptr_t preemption, koord_node_preemption *rows, size_t capacity) {
  struct go_koord_preemption_get_nodes r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_preemption_get_nodes((const koord_preemption *)preemption, rows, sizeof(koord_node_preemption), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_preemption_get_victims { koord_error *failure; koord_status status; size_t count; };
static inline struct go_koord_preemption_get_victims go_koord_preemption_get_victims(uintptr_t preemption, size_t row, koord_plan_step *rows, size_t capacity) {
  struct go_koord_preemption_get_victims r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_preemption_get_victims((const koord_preemption *)preemption, row, rows, sizeof(koord_plan_step), capacity, &r.count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_preemption_get_texts { const char *data; size_t length; };
static inline struct go_koord_preemption_get_texts go_koord_preemption_get_texts(uintptr_t p) {
  struct go_koord_preemption_get_texts r;
  r.data = koord_preemption_get_texts((const koord_preemption *)p, &r.length);
  return r;
}

struct go_koord_cluster_plan_preemption { koord_error *failure; koord_status status; koord_refusal refusal; uintptr_t out; };
static inline struct go_koord_cluster_plan_preemption go_koord_cluster_plan_preemption(uintptr_t cluster, uintptr_t preemption, size_t row) {
  struct go_koord_cluster_plan_preemption r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_plan *made = NULL;
  r.status = koord_cluster_plan_preemption((const koord_cluster *)cluster, (const koord_preemption *)preemption, row, &r.refusal, &made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_plan_rebind { koord_error *failure; koord_status status; uintptr_t out; koord_rebind_info info; };
static inline struct go_koord_cluster_plan_rebind go_koord_cluster_plan_rebind(uintptr_t cluster, uint32_t node, koord_rebind_options options, uintptr_t query) {
  struct go_koord_cluster_plan_rebind r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_rebind_options);
  koord_plan *made = NULL;
  r.info.struct_size = sizeof(koord_rebind_info);
  r.status = koord_cluster_plan_rebind((const koord_cluster *)cluster, node, &options, (const koord_query *)query, &made, &r.info, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_plan_rebind_for { koord_error *failure; koord_status status; uintptr_t out; koord_rebind_info info; };
static inline struct go_koord_cluster_plan_rebind_for go_koord_cluster_plan_rebind_for(uintptr_t cluster, uintptr_t pod, uint32_t node, koord_rebind_options options, uintptr_t query) {
  struct go_koord_cluster_plan_rebind_for r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_rebind_options);
  koord_plan *made = NULL;
  r.info.struct_size = sizeof(koord_rebind_info);
  r.status = koord_cluster_plan_rebind_for((const koord_cluster *)cluster, (const koord_pod *)pod, node, &options, (const koord_query *)query, &made, &r.info, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_rebind_request_from_json { koord_error *failure; koord_status status; koord_rebind_request request; size_t needed; };
static inline struct go_koord_rebind_request_from_json go_koord_rebind_request_from_json(uintptr_t context, _GoString_ json, char *node, size_t capacity) {
  struct go_koord_rebind_request_from_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.request.struct_size = sizeof(koord_rebind_request);
  r.status = koord_rebind_request_from_json((const koord_context *)context, go_text(json), _GoStringLen(json), &r.request, node, capacity, &r.needed, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_rebind_status_to_json { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_rebind_status_to_json go_koord_rebind_status_to_json(koord_rebind_phase phase, _GoString_ timestamp, _GoString_ reason) {
  struct go_koord_rebind_status_to_json r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_rebind_status_to_json(phase, go_text(timestamp), _GoStringLen(timestamp), go_text(reason), _GoStringLen(reason), &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_picture_new { koord_error *failure; koord_status status; uintptr_t out; };
static inline struct go_koord_picture_new go_koord_picture_new() {
  struct go_koord_picture_new r;
  koord_error err;
  memset(&r, 0, sizeof r);
  koord_picture *made = NULL;
  r.status = koord_picture_new(&made, &err);
  r.out = (uintptr_t)made;
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

static inline void go_koord_picture_free(uintptr_t p) { koord_picture_free((koord_picture *)p); }

struct go_koord_picture_set_title { koord_error *failure; koord_status status; };
static inline struct go_koord_picture_set_title go_koord_picture_set_title(uintptr_t picture, _GoString_ title) {
  struct go_koord_picture_set_title r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_picture_set_title((koord_picture *)picture, go_text(title), _GoStringLen(title), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_picture_add_set { koord_error *failure; koord_status status; };
static inline struct go_koord_picture_add_set go_koord_picture_add_set(uintptr_t picture, _GoString_ label, const uint64_t *words, size_t word_count) {
  struct go_koord_picture_add_set r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_picture_add_set((koord_picture *)picture, go_text(label), _GoStringLen(label), words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_topology_draw { koord_error *failure; koord_status status; koord_buffer *out; const char *out_data; size_t out_size; };
static inline struct go_koord_topology_draw go_koord_topology_draw(uintptr_t topology, koord_picture_options options, uintptr_t picture) {
  struct go_koord_topology_draw r;
  koord_error err;
  memset(&r, 0, sizeof r);
  options.struct_size = sizeof(koord_picture_options);
  r.status = koord_topology_draw((const koord_topology *)topology, &options, (const koord_picture *)picture, &r.out, &err);
  if (r.out != NULL) {
    r.out_data = koord_buffer_get_data(r.out);
    r.out_size = koord_buffer_get_length(r.out);
  }
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_set_reservation { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_set_reservation go_koord_cluster_set_reservation(uintptr_t cluster, _GoString_ uid, koord_reservation_policy policy) {
  struct go_koord_cluster_set_reservation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_set_reservation((koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), policy, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_reserve_from { koord_error *failure; koord_status status; koord_refusal refusal; };
static inline struct go_koord_cluster_reserve_from go_koord_cluster_reserve_from(uintptr_t cluster, uintptr_t pod, uintptr_t query, uint64_t *cpus, size_t words) {
  struct go_koord_cluster_reserve_from r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_reserve_from((koord_cluster *)cluster, (const koord_pod *)pod, (const koord_query *)query, cpus, words, &r.refusal, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_cluster_attach_owner { koord_error *failure; koord_status status; };
static inline struct go_koord_cluster_attach_owner go_koord_cluster_attach_owner(uintptr_t cluster, _GoString_ uid, _GoString_ reservation) {
  struct go_koord_cluster_attach_owner r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_cluster_attach_owner((koord_cluster *)cluster, go_text(uid), _GoStringLen(uid), go_text(reservation), _GoStringLen(reservation), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_query_use_reservation { koord_error *failure; koord_status status; };
static inline struct go_koord_query_use_reservation go_koord_query_use_reservation(uintptr_t query, _GoString_ reservation) {
  struct go_koord_query_use_reservation r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_query_use_reservation((koord_query *)query, go_text(reservation), _GoStringLen(reservation), &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_suppress { koord_error *failure; koord_status status; koord_suppression out; };
static inline struct go_koord_agent_suppress go_koord_agent_suppress(uintptr_t agent, koord_suppress_usage usage, const uint64_t *current, uint64_t *cpus, size_t words) {
  struct go_koord_agent_suppress r;
  koord_error err;
  memset(&r, 0, sizeof r);
  usage.struct_size = sizeof(koord_suppress_usage);
  r.out.struct_size = sizeof(koord_suppression);
  r.status = koord_agent_suppress((const koord_agent *)agent, &usage, current, cpus, words, &r.out, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}

struct go_koord_agent_restrict_best_effort { koord_error *failure; koord_status status; };
static inline struct go_koord_agent_restrict_best_effort go_koord_agent_restrict_best_effort(uintptr_t agent, const uint64_t *words, size_t word_count) {
  struct go_koord_agent_restrict_best_effort r;
  koord_error err;
  memset(&r, 0, sizeof r);
  r.status = koord_agent_restrict_best_effort((koord_agent *)agent, words, word_count, &err);
  if (r.status != KOORD_OK) r.failure = go_keep(&err);
  return r;
}
