// Texts with API objects, and the rows of their results.
#pragma once

#include "capi/cluster_support.h"

namespace koord::testing {

struct FreeObjects {
  void operator()(koord_added_objects *objects) const { koord_added_objects_unref(objects); }
};
using ObjectsPtr = std::unique_ptr<koord_added_objects, FreeObjects>;

inline ObjectsPtr add(const ClusterPtr &cluster, std::string_view text) {
  koord_added_objects *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_cluster_add_objects(cluster.get(), text.data(), text.size(), &out, &err),
            KOORD_OK)
      << err.message;
  return ObjectsPtr(out);
}

inline koord_status fails(const ClusterPtr &cluster, std::string_view text, koord_error *err) {
  auto *out = reinterpret_cast<koord_added_objects *>(0x10);
  const koord_status status =
      koord_cluster_add_objects(cluster.get(), text.data(), text.size(), &out, err);
  EXPECT_EQ(out == nullptr, status != KOORD_OK);
  if (status == KOORD_OK) koord_added_objects_unref(out);
  return status;
}

inline std::vector<koord_added_object> rows_of(const ObjectsPtr &objects) {
  size_t count = 0;
  koord_added_object none;
  (void)koord_added_objects_get_rows(objects.get(), &none, sizeof none, 0, &count, nullptr);
  std::vector<koord_added_object> rows(count);
  EXPECT_EQ(
      koord_added_objects_get_rows(objects.get(), rows.data(), sizeof none, count, &count, nullptr),
      KOORD_OK);
  return rows;
}

// Formats rows as in "0 Node a added; 1 Pod default/p refused invalid: ...; ".
inline std::string format(const ObjectsPtr &objects, bool with_index = true,
                          const char *end = "; ") {
  size_t length = 0;
  const char *bytes = koord_added_objects_get_texts(objects.get(), &length);
  const std::string texts(bytes, length);
  const char *results[] = {"skipped", "added", "pending", "refused"};
  std::string out;
  for (const koord_added_object &row : rows_of(objects)) {
    if (with_index) out += std::to_string(row.index) + ' ';
    out += texts.substr(row.kind_name_offset, row.kind_name_length) + ' ';
    if (row.namespace_length != 0)
      out += texts.substr(row.namespace_offset, row.namespace_length) + '/';
    out += texts.substr(row.name_offset, row.name_length) + ' ' + results[row.result];
    EXPECT_EQ(row.status == KOORD_OK, row.result != KOORD_ADDED_RESULT_REFUSED);
    if (row.status != KOORD_OK) out += std::string(" ") + koord_status_get_name(row.status);
    if (row.message_length != 0) out += ": " + texts.substr(row.message_offset, row.message_length);
    out += end;
  }
  return out;
}

inline PodPtr pod_at(const ObjectsPtr &objects, size_t row) {
  koord_pod *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_added_objects_get_pod(objects.get(), row, &out, &err), KOORD_OK) << err.message;
  return PodPtr(out);
}

inline std::string with_kind(const std::string &object, std::string_view kind,
                             std::string_view version) {
  return R"({"kind":")" + std::string(kind) + R"(","apiVersion":")" + std::string(version) + "\"," +
         object.substr(1);
}
inline std::string node(std::string_view name) { return with_kind(node_json(name), "Node", "v1"); }
inline std::string topology(std::string_view name) {
  return with_kind(nrt_json(name, two_sockets().get()), "NodeResourceTopology",
                   "topology.node.k8s.io/v1alpha1");
}
inline std::string device(std::string_view name) {
  return R"({"kind":"Device","apiVersion":"scheduling.koordinator.sh/v1alpha1","metadata":{"name":")" +
         std::string(name) +
         R"("},"spec":{"devices":[{"type":"gpu","minor":0,"health":true,"resources":
         {"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi",
          "koordinator.sh/gpu-memory-ratio":"100"}}]}})";
}
// A pod of 4 exclusive CPUs, on a node if it is named.
inline std::string pod(std::string_view name, std::string_view on = "", std::string_view cpus = "",
                       std::string_view metadata = "") {
  std::string annotations;
  if (!cpus.empty())
    annotations = R"("scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" +
                  std::string(cpus) + R"(\"}")";
  return R"({"kind":"Pod","apiVersion":"v1","metadata":{)" + std::string(metadata) + R"("name":")" +
         std::string(name) + R"(","labels":{"koordinator.sh/qosClass":"LSR"},"annotations":{)" +
         annotations + R"(}},"spec":{"nodeName":")" + std::string(on) +
         R"(","containers":[{"name":"c","resources":{"limits":{"cpu":"4","memory":"1Gi"}}}]}})";
}
inline std::string workload(std::string_view kind, std::string_view version,
                            std::string_view metadata, std::string_view spec) {
  return R"({"kind":")" + std::string(kind) + R"(","apiVersion":")" + std::string(version) +
         R"(","metadata":{)" + std::string(metadata) + R"(},"spec":{)" + std::string(spec) + "}}";
}
inline constexpr std::string_view kTemplate =
    R"("template":{"metadata":{"labels":{"koordinator.sh/qosClass":"LSR"}},"spec":{"containers":[
       {"name":"c","resources":{"limits":{"cpu":"2","memory":"1Gi"}}}]}})";
inline std::string list_of_objects(const std::vector<std::string> &objects, std::string_view kind) {
  std::string text = R"({"apiVersion":"v1","items":[)";
  for (const std::string &object : objects) text += object + ',';
  if (!objects.empty()) text.pop_back();
  return text + R"(],"kind":")" + std::string(kind) + R"("})";
}

inline std::string reservation(std::string_view name, std::string_view phase, std::string_view on,
                               std::string_view cpus, std::string_view policy = "Default") {
  return R"({"kind":"Reservation","apiVersion":"scheduling.koordinator.sh/v1alpha1","metadata":{
      "name":")" +
         std::string(name) + R"(","uid":"r-)" + std::string(name) +
         R"(","annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" +
         std::string(cpus) + R"(\"}"}},"status":{"phase":")" + std::string(phase) +
         R"(","nodeName":")" + std::string(on) + R"("},"spec":{"allocatePolicy":")" +
         std::string(policy) + "\"," + std::string(kTemplate) + "}}";
}

}  // namespace koord::testing
