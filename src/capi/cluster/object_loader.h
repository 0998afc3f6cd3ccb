// Reads the objects of a text and adds them to a cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "capi/cluster/created_pods.h"
#include "capi/cluster/handle.h"
#include "capi/cluster/node_claims.h"
#include "koord.h"
#include "object/devices.h"
#include "object/objects.h"
#include "object/resource_claims.h"
#include "wire/object/object_stream.h"
#include "wire/pod/reservation.h"

namespace koord::capi {

// A row of koord_added_objects. Rows of a workload's pods follow that of the workload.
struct LoadedObject {
  uint32_t index = 0;
  koord_added_kind kind = KOORD_ADDED_KIND_OTHER;
  koord_added_result result = KOORD_ADDED_RESULT_SKIPPED;
  koord_status status = KOORD_OK;
  std::string kind_text, name_space, name, message;
  PodHandle pod;                         // of a Pod or Reservation
  std::shared_ptr<CreatedPods> created;  // of a workload and of its pods
  uint32_t ordinal = 0;                  // of a workload's pod

  bool is_created_pod() const { return created != nullptr && kind == KOORD_ADDED_KIND_POD; }
};

class ObjectLoader {
 public:
  static constexpr size_t kMaxObjects = 1'000'000;
  static constexpr size_t kMaxMemory = size_t{2} << 30;

  // The other objects that a pod names.
  struct PodLinks {
    std::string reservation;  // its uid, or empty
    std::shared_ptr<const object::PodClaims> claims;
  };
  // The object of a row until it is added. Pointers, since there are many rows and a NodeTopology
  // has several kilobytes.
  using Parsed = std::variant<
      std::monostate, std::unique_ptr<object::NodeObject>, std::unique_ptr<object::NodeTopology>,
      std::unique_ptr<object::DeviceObject>, std::shared_ptr<const object::ResourceSlice>,
      std::shared_ptr<const object::ResourceClaim>, wire::Reservation::Policy, PodLinks>;

  // `max_memory` limits the bytes of all rows and their objects.
  explicit ObjectLoader(koord_cluster &cluster, size_t max_memory = kMaxMemory)
      : cluster_(cluster), max_memory_(max_memory) {}

  // Reads all objects; the cluster is unchanged. Throws for a text that cannot be split.
  void read(std::string_view text);
  // Adds what was read.
  void add();
  // Returns the bytes of the rows and their objects, without the allocator's overhead.
  size_t memory() const { return memory_; }
  std::vector<LoadedObject> take() { return std::move(rows_); }

 private:
  struct PodClaimsChange {
    size_t row = 0;
    ReplacedClaims claims;
  };

  void read_object(const wire::ObjectSlice &slice, LoadedObject &row, Parsed &parsed);
  void read_kind(const wire::JsonValue &root, std::string_view kind, LoadedObject &row,
                 Parsed &parsed);
  void count_memory(size_t bytes);
  void expand_workloads();
  void refuse_large_workloads();
  void expand(LoadedObject &workload);
  void refuse_copies();
  void refuse_group(std::span<const size_t> group);
  void drop_pods_of_refused();
  std::vector<PodClaimsChange> add_resources();
  void restore_claims(std::span<const PodClaimsChange> changes);
  void add_row(size_t row);
  void add_pod(LoadedObject &row);
  void add_reservation(LoadedObject &row, wire::Reservation::Policy policy);
  void attach_owners();
  // Runs `body`, and refuses the object if it fails. Throws std::bad_alloc if it does.
  template <typename Body>
  static void attempt(LoadedObject &row, Body &&body);

  koord_cluster &cluster_;
  const size_t max_memory_;
  std::vector<LoadedObject> rows_;
  std::vector<Parsed> parsed_;  // by row
  size_t memory_ = 0;
  bool has_pods_ = false;
};

}  // namespace koord::capi
