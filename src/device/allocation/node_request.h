// A pod's device request as evaluated on one node: which types, which devices and how many.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/profile_rules.h"
#include "device/choice/gpu_choice.h"
#include "device/request/request.h"

namespace koord::device {

// A GPU model of a vendor.
struct Model {
  std::string vendor;
  std::string model;
  bool operator==(const Model &) const = default;
};

struct NodeConditions {
  Profile profile = Profile::kSpec;
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  const Scorer *scorer = nullptr;  // nullptr if only feasibility matters
  PickMode mode = PickMode::kSet;  // for sets of GPUs
  bool keeps_to_numa = false;      // restricts devices to the NUMA nodes `numa` (ids)
  std::span<const int32_t> numa;
  std::optional<TypeId> only{};  // if set, other types are ignored
  // False to leave secondary types to Reserve, on nodes that plan them well.
  bool chooses_secondary = true;
  // False for a pod that the node runs: it has GPUs of the node, whatever vendor these state.
  bool checks_vendor = true;
  // Selects the preferred devices for a pod that shares
  // one. If empty, the scorer and the free amounts decide.
  std::function<DeviceMask(DeviceMask fitting)> sharing{};
  GpuLabels labels;
  std::span<const Model> unshared;  // GPUs of these models are allocated whole only
};

// References the constructor's arguments, which must outlive it.
class NodeRequest {
 public:
  NodeRequest(const Ledger &ledger, const Request &request, const NodeConditions &conditions)
      : ledger_(ledger), request_(request), conditions_(conditions) {
    if (!request.others.empty()) add_others();
  }
  NodeRequest(const NodeRequest &) = delete;
  NodeRequest &operator=(const NodeRequest &) = delete;

  const Ledger &ledger() const { return ledger_; }
  const NodeConditions &conditions() const { return conditions_; }
  const ProfileRules &rules() const { return conditions_.rules(); }
  // Returns the requested types, ascending, including further types that this node's devices have.
  const std::vector<TypeRequest> &types() const {
    return extended_ ? extended_->types : request_.types;
  }
  const TypeRequest *find(TypeId type) const;  // nullptr if the type is not requested
  const GpuRequest &gpu() const { return extended_ ? extended_->gpu : request_.gpu; }
  // Returns the types to allocate now. Secondary types may be left to Reserve.
  std::vector<const TypeRequest *> types_now() const;
  // Returns true if secondary types are allocated when the pod is reserved.
  bool postpones() const {
    return !conditions_.chooses_secondary && ledger_.inventory().secondary_well_planned &&
           gpu().count > 0 && !gpu().shared;
  }
  // Returns the requested types that are allocated together. The first one leads.
  std::vector<const TypeRequest *> joint() const;
  bool same_pcie() const { return request_.same_pcie; }

  // Returns the pool of a type that check() accepted.
  size_t pool_of(const TypeRequest &request) const {
    return static_cast<size_t>(ledger_.inventory().find(request.type));
  }
  // Checks all conditions that do not depend on which devices are chosen.
  Refusal check(const TypeRequest &request) const;
  // Returns the devices that match the type's selector,
  // on the NUMA nodes that the pod is restricted to.
  DeviceMask listed(const TypeRequest &request) const;
  // Returns the devices of listed() without those that other pods hold exclusively and, if virtual
  // functions are requested, without those that have none left.
  Candidates candidates_of(const TypeRequest &request) const;
  CountRequest count_request(const TypeRequest &request) const;
  // Returns the share template of the node's model that has
  // the requested size, or an empty string if there is none.
  std::string share_template() const;

 private:
  void add_others();
  void add_to_gpus(const ResourceAmount &part);
  DeviceMask excluded(const TypeRequest &request) const;
  DeviceMask other_vendors() const;
  // Returns the model from the node's labels, or else from its devices. Upstream reads only labels.
  Model model() const;
  bool is_unshared() const;

  const Ledger &ledger_;
  const Request &request_;
  const NodeConditions &conditions_;
  // Set if the pod requests resources of further types. Resources
  // that the node's devices have are added to the request.
  struct Extended {
    std::vector<TypeRequest> types;
    GpuRequest gpu;
  };
  std::optional<Extended> extended_;
};

}  // namespace koord::device
