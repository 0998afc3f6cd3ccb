// The filters of kube-scheduler that only need a Pod and a Node: selectors and affinity, and
// taints. Node conditions count as the taints that Kubernetes' node lifecycle controller sets for
// them. libkoord itself refuses nodes that only spec.unschedulable refuses.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace koordctl {

struct Taint {
  std::string key, value, effect;
};

// The part of a Node object that the filters read.
struct NodeTraits {
  NodeTraits() = default;
  // Throws BadInput that names the field if it is malformed. `where` is the prefix of the message.
  NodeTraits(const nlohmann::json &node, const std::string &where);

  std::string name;
  std::map<std::string, std::string> labels;
  std::vector<Taint> taints;  // those with the effects NoSchedule and NoExecute
  bool unschedulable = false;
  // Returns true if it may refuse pods even without selectors and affinity.
  bool is_restricted() const { return !taints.empty(); }
};

// The first filter that refuses a node, in kube-scheduler's order.
struct FilterRefusal {
  std::string reason;    // the name of its plugin
  std::string sentence;  // "had untolerated taint gpu=only:NoSchedule"
};

class NodeFilters {
 public:
  // Throws BadInput that names the field if it is malformed. `where` is the prefix of the message.
  NodeFilters(const nlohmann::json &pod, const std::string &where);

  // Leaves nodes that only spec.unschedulable refuses to libkoord.
  std::optional<FilterRefusal> refuse(const NodeTraits &node) const;
  // Also refuses nodes with spec.unschedulable.
  std::optional<FilterRefusal> refuse_or_cordoned(const NodeTraits &node) const;
  // Returns true if the pod has selectors or affinity.
  bool selects() const { return !selector_.empty() || terms_; }
  // Requirements of the pod that no filter here checks: "volumes", "pod affinity", "topology
  // spread", "host ports", "ResourceClaims gpus, nic".
  const std::vector<std::string> &unchecked() const { return unchecked_; }
  // Returns the pod's names of its ResourceClaims: "gpus, nic"; "" if it has none.
  const std::string &claims() const { return claims_; }

 private:
  struct Requirement {
    enum class Kind { kIn, kNotIn, kExists, kDoesNotExist, kGreater, kLess, kInvalid };
    Kind kind = Kind::kInvalid;
    std::string key;
    std::vector<std::string> values;
    int64_t bound = 0;  // for kGreater and kLess
    bool matches(const std::string *value) const;
  };
  struct Term {
    std::vector<Requirement> labels, fields;
    bool matches(const NodeTraits &node) const;
  };
  struct Toleration {
    std::string key, op, value, effect;
    bool tolerates(const Taint &taint) const;
  };
  static Requirement read_requirement(const nlohmann::json &from, const std::string &where,
                                      bool of_fields);

  void read_claims(const nlohmann::json &claims, const std::string &where);
  bool tolerates(const Taint &taint) const;
  bool is_cordoned(const NodeTraits &node) const;
  bool matches_affinity(const NodeTraits &node) const;
  // Names the first label that spec.nodeSelector does not find, as the end of a sentence. Empty if
  // the selector is satisfied.
  std::string mismatch(const NodeTraits &node) const;

  std::map<std::string, std::string> selector_;
  // one of them must match; unset if there is no such affinity
  std::optional<std::vector<Term>> terms_;
  std::vector<Toleration> tolerations_;
  std::vector<std::string> unchecked_;
  std::string claims_;
};

}  // namespace koordctl
