// What a pod requests of one node's devices: which types, which devices, how many.
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

// A vendor's model.
struct Model {
  std::string vendor;
  std::string model;
  bool operator==(const Model &) const = default;
};

struct NodeConditions {
  Profile profile = Profile::kSpec;
  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  const Scorer *scorer = nullptr;  // nullptr: whether there is a choice is all that counts
  PickMode mode = PickMode::kSet;  // of GPU sets
  bool keeps_to_numa = false;      // only devices on these NUMA nodes (ids)
  std::span<const int32_t> numa;
  std::optional<TypeId> only{};   // the other types are left out
  bool settles_secondary = true;  // where the node plans them well: when the pod is reserved
  // Which device a pod gets that shares one; empty: the scorer and what is left decide.
  std::function<DeviceMask(DeviceMask fitting)> sharing{};
  GpuLabels labels;
  std::span<const Model> unshared;  // GPUs of these are given whole only
};

// Valid as long as what it was made of.
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
  const std::vector<TypeRequest> &types() const {
    return own_ ? own_->types : request_.types;
  }                                            // ascending, those of the node among them
  const TypeRequest *find(TypeId type) const;  // nullptr: none of it is asked for
  const GpuRequest &gpu() const { return own_ ? own_->gpu : request_.gpu; }
  // Types that are decided on now.
  std::vector<const TypeRequest *> types_now() const;
  // Whether the others wait for the pod to be reserved.
  bool postpones() const {
    return !conditions_.settles_secondary && ledger_.inventory().secondary_well_planned &&
           gpu().count > 0 && !gpu().shared;
  }
  // Types to be had together, of those asked for; the first of them leads.
  std::vector<const TypeRequest *> joint() const;
  bool same_pcie() const { return request_.same_pcie; }

  // The pool of a type that check() passed.
  size_t pool_of(const TypeRequest &request) const {
    return static_cast<size_t>(ledger_.inventory().find(request.type));
  }
  // What can be told before anything is chosen.
  Refusal check(const TypeRequest &request) const;
  // Devices that its selector matches, on the NUMA nodes that the pod keeps to.
  DeviceMask listed(const TypeRequest &request) const;
  // Those listed() without devices that others have a right to or whose virtual functions are
  // all taken.
  Site site_of(const TypeRequest &request) const;
  CountRequest count_request(const TypeRequest &request) const;
  // The template of the node's model that has the requested size; "": it has none.
  std::string share_template() const;

 private:
  void add_others();
  void add_to_gpus(const Part &part);
  DeviceMask shunned(const TypeRequest &request) const;
  // The model by the node's labels, else by its devices; upstream knows only labels.
  Model model() const;
  bool is_unshared() const;

  const Ledger &ledger_;
  const Request &request_;
  const NodeConditions &conditions_;
  // Set where a pod requests resources of further types: those that the node's devices have are
  // added.
  struct Own {
    std::vector<TypeRequest> types;
    GpuRequest gpu;
  };
  std::optional<Own> own_;
};

}  // namespace koord::device
