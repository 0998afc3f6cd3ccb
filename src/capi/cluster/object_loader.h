// Reads the objects of a text and adds them to a cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "capi/cluster/handle.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "object/devices.h"
#include "object/objects.h"
#include "wire/object/object_stream.h"
#include "wire/pod/reservation.h"
#include "wire/pod/workload.h"

namespace koord::capi {

struct DropPod {
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
};
using PodHandle = std::unique_ptr<koord_pod, DropPod>;

// A row of koord_added_objects. Rows of a workload's pods follow that of the workload.
struct LoadedObject {
  uint32_t index = 0;
  koord_added_kind kind = KOORD_ADDED_KIND_OTHER;
  koord_added_result result = KOORD_ADDED_RESULT_SKIPPED;
  koord_status status = KOORD_OK;
  std::string kind_text, name_space, name, message;
  PodHandle pod;
  std::shared_ptr<const wire::Workload> workload;  // of a workload and of its pods
  uint32_t ordinal = 0;                            // of a workload's pod
};

class ObjectLoader {
 public:
  static constexpr size_t kMaxObjects = 1'000'000;
  static constexpr size_t kMaxCreated = 100'000;

  // The object of a row until it is added; for a pod the uid of the Reservation that it names.
  using Parsed = std::variant<std::monostate, object::NodeObject, object::NodeTopology,
                              object::DeviceObject, wire::Reservation::Policy, std::string>;

  explicit ObjectLoader(koord_cluster &cluster) : cluster_(cluster) {}

  // Reads all objects; the cluster is unchanged. Throws for a text that cannot be split.
  void read(std::string_view text);
  // Adds what was read.
  void add();
  std::vector<LoadedObject> take() { return std::move(rows_); }

 private:
  void read_object(const wire::ObjectSlice &slice, LoadedObject &row, Parsed &parsed);
  void read_kind(const wire::JsonValue &root, std::string_view kind, LoadedObject &row,
                 Parsed &parsed);
  void expand_workloads();
  void expand(LoadedObject workload, Parsed parsed);
  std::vector<LoadedObject> pods_of(const LoadedObject &workload) const;
  void refuse_copies();
  void refuse_group(const std::vector<size_t> &group);
  void drop_pods_of_refused();
  void add_row(size_t row);
  void add_pod(LoadedObject &row);
  void add_reservation(LoadedObject &row, wire::Reservation::Policy policy);
  void attach_owners();
  // Runs `body`, and refuses the object if it fails. Throws std::bad_alloc if it does.
  template <typename Body>
  static void attempt(LoadedObject &row, Body &&body);

  koord_cluster &cluster_;
  std::vector<LoadedObject> rows_;
  std::vector<Parsed> parsed_;  // by row
  size_t created_ = 0;          // number of pods of workloads
  bool has_pods_ = false;
};

}  // namespace koord::capi
