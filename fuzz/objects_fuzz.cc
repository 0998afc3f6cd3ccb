// Texts with objects of a cluster: refused as a whole, or each object for itself, with the same
// result for the reverse order.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "handles.h"
#include "wire/object/object_stream.h"

using namespace koord::fuzz;

namespace {

struct Free {
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  void operator()(koord_added_objects *objects) const { koord_added_objects_unref(objects); }
};
using ClusterPtr = std::unique_ptr<koord_cluster, Free>;
using ObjectsPtr = std::unique_ptr<koord_added_objects, Free>;

struct Outcome {
  std::vector<std::string> rows;  // sorted
  std::string cluster;
};

ClusterPtr new_cluster() {
  return make<ClusterPtr>([](koord_cluster **out, koord_error *err) {
    return koord_cluster_new(checked_log(), nullptr, nullptr, 0, out, err);
  });
}

std::string text_at(std::string_view texts, uint32_t offset, uint32_t length) {
  FUZZ_CHECK(offset <= texts.size() && length <= texts.size() - offset);
  return std::string(texts.substr(offset, length));
}

void judge(const ClusterPtr &cluster, const PodPtr &pod, uint32_t nodes) {
  koord_evaluation evaluation{};
  std::vector<koord_verdict> rows(nodes + 1);
  koord_error err{};
  const koord_status status =
      koord_cluster_evaluate(cluster.get(), pod.get(), nullptr, rows.data(), sizeof rows[0],
                             rows.size(), &evaluation, &err);
  check_result(status, err);
  FUZZ_CHECK_WITH(status == KOORD_OK, err.message);
}

std::string row_text(const ObjectsPtr &objects, const koord_added_object &row, size_t at,
                     const ClusterPtr &cluster, uint32_t nodes) {
  size_t length = 0;
  const char *bytes = koord_added_objects_get_texts(objects.get(), &length);
  const std::string_view texts(bytes, length);
  FUZZ_CHECK((row.status == KOORD_OK) == (row.result != KOORD_ADDED_RESULT_REFUSED));
  FUZZ_CHECK(row.status != KOORD_E_INTERNAL && row.status != KOORD_E_NO_MEMORY);
  const std::string message = text_at(texts, row.message_offset, row.message_length);
  if (row.result == KOORD_ADDED_RESULT_REFUSED) check_line(message);
  const PodPtr pod = make<PodPtr>([&](koord_pod **out, koord_error *err) {
    koord_pod *found = nullptr;
    const koord_status status = koord_added_objects_get_pod(objects.get(), at, &found, err);
    FUZZ_CHECK(status == KOORD_OK);
    FUZZ_CHECK(found != nullptr || row.result != KOORD_ADDED_RESULT_PENDING);
    if (found == nullptr) {  // make() wants a handle
      const koord_status again =
          koord_pod_from_json(nullptr, R"({"metadata":{"name":"p"}})", KOORD_NUL, out, err);
      FUZZ_CHECK(again == KOORD_OK);
      return again;
    }
    *out = found;
    return status;
  });
  if (row.result == KOORD_ADDED_RESULT_PENDING) judge(cluster, pod, nodes);
  return std::to_string(row.kind) + ' ' + std::to_string(row.result) + ' ' +
         std::to_string(row.status) + ' ' +
         text_at(texts, row.kind_name_offset, row.kind_name_length) + ' ' +
         text_at(texts, row.namespace_offset, row.namespace_length) + ' ' +
         text_at(texts, row.name_offset, row.name_length);
}

// Returns false if the text is refused as a whole.
bool load(std::string_view text, Outcome &out) {
  const ClusterPtr cluster = new_cluster();
  koord_status status = KOORD_OK;
  const ObjectsPtr objects = make<ObjectsPtr>(
      [&](koord_added_objects **made, koord_error *err) {
        return koord_cluster_add_objects(cluster.get(), text.data(), text.size(), made, err);
      },
      &status);
  koord_cluster_info info = KOORD_INIT(koord_cluster_info);
  FUZZ_CHECK(koord_cluster_get_info(cluster.get(), &info, nullptr) == KOORD_OK);
  FUZZ_CHECK(info.rejected == 0);
  if (objects == nullptr) {
    FUZZ_CHECK(info.generation == 1);
    return false;
  }
  size_t count = 0;
  koord_added_object none;
  (void)koord_added_objects_get_rows(objects.get(), &none, sizeof none, 0, &count, nullptr);
  std::vector<koord_added_object> rows(count);
  FUZZ_CHECK(koord_added_objects_get_rows(objects.get(), rows.data(), sizeof none, count, &count,
                                          nullptr) == KOORD_OK);
  for (size_t i = 0; i < count; ++i)
    out.rows.push_back(row_text(objects, rows[i], i, cluster, info.ids));
  std::sort(out.rows.begin(), out.rows.end());
  out.cluster = std::to_string(info.nodes) + ' ' + std::to_string(info.pods);
  for (uint32_t node = 0; node < info.ids; ++node) {
    for (const int which : {KOORD_CLUSTER_CPUSET_FREE, KOORD_CLUSTER_CPUSET_ALLOCATED}) {
      std::vector<uint64_t> words(KOORD_MAX_CPUS / 64);
      FUZZ_CHECK(koord_cluster_get_node_cpus(cluster.get(), node, which, words.data(), words.size(),
                                             nullptr) == KOORD_OK);
      for (const uint64_t word : words) out.cluster += word == 0 ? "" : std::to_string(word) + ',';
    }
    out.cluster += ';';
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  Outcome given;
  if (!load(text, given)) return 0;
  std::string reverse;
  std::vector<koord::wire::ObjectSlice> slices = koord::wire::split_objects(text);
  std::reverse(slices.begin(), slices.end());
  for (const koord::wire::ObjectSlice &slice : slices) {
    if (!slice.list_kind.empty()) return 0;  // an item whose kind the List states
    reverse.append(reverse.empty() ? "[" : ",").append(slice.json);
  }
  Outcome other;
  FUZZ_CHECK(load(reverse.empty() ? "[]" : reverse + "]", other));
  FUZZ_CHECK(given.rows == other.rows);
  FUZZ_CHECK(given.cluster == other.cluster);
  return 0;
}
