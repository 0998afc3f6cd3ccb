#include "session/node_filters.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "cli/failure.h"
#include "cli/options.h"
#include "cli/printable.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse_field(const std::string &where, const char *expected) {
  throw BadInput(kEnvironment, where + ": expected " + expected);
}

// Returns a member of an object, or an empty value of its type if it is absent or null.
const Json &typed_member(const Json &object, const std::string &where, const char *name,
                         Json::value_t type) {
  static const Json kObject = Json::object(), kArray = Json::array(), kText = "";
  const bool text = type == Json::value_t::string;
  const Json &none = text ? kText : type == Json::value_t::array ? kArray : kObject;
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return none;
  if (found->type() != type)
    refuse_field(where + "." + name, text                           ? "text"
                                     : type == Json::value_t::array ? "a list"
                                                                    : "an object");
  return *found;
}
const Json &object_in(const Json &object, const std::string &where, const char *name) {
  return typed_member(object, where, name, Json::value_t::object);
}
const Json &list_in(const Json &object, const std::string &where, const char *name) {
  return typed_member(object, where, name, Json::value_t::array);
}
std::string text_in(const Json &object, const std::string &where, const char *name) {
  return typed_member(object, where, name, Json::value_t::string).get<std::string>();
}

// Calls read(item, where) for each object of a list.
template <typename Read>
void for_each_object(const Json &list, const std::string &where, Read &&read) {
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string here = where + "[" + std::to_string(i) + "]";
    if (!list[i].is_object()) refuse_field(here, "an object");
    read(list[i], here);
  }
}

std::map<std::string, std::string> texts_in(const Json &object, const std::string &where,
                                            const char *name) {
  std::map<std::string, std::string> out;
  for (const auto &[key, value] : object_in(object, where, name).items()) {
    if (!value.is_string()) refuse_field(where + "." + name + "[" + quote(key) + "]", "text");
    out[key] = value;
  }
  return out;
}

// Reads a number by the rules of Go's strconv.ParseInt.
std::optional<int64_t> to_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (text.empty() || text.front() == '-') return std::nullopt;
  }
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Reads a number of a taint or toleration, which has no leading zeros and no plus.
std::optional<int64_t> to_canonical_number(const std::string &text) {
  const auto number = to_number(text);
  return number && std::to_string(*number) == text ? number : std::nullopt;
}

constexpr const char *kNoSchedule = "NoSchedule";
constexpr const char *kNoExecute = "NoExecute";
constexpr const char *kUnschedulable = "node.kubernetes.io/unschedulable";

// Taints of Kubernetes' node lifecycle controller for conditions that have this status.
struct ConditionTaint {
  const char *type;
  const char *status;
  const char *key;
};
constexpr ConditionTaint kConditionTaints[] = {
    {"Ready", "False", "node.kubernetes.io/not-ready"},
    {"Ready", "Unknown", "node.kubernetes.io/unreachable"},
    {"MemoryPressure", "True", "node.kubernetes.io/memory-pressure"},
    {"DiskPressure", "True", "node.kubernetes.io/disk-pressure"},
    {"PIDPressure", "True", "node.kubernetes.io/pid-pressure"},
    {"NetworkUnavailable", "True", "node.kubernetes.io/network-unavailable"},
};

std::string text_of(const Taint &taint) {
  return taint.key + (taint.value.empty() ? "" : "=" + taint.value) + ":" + taint.effect;
}

}  // namespace

NodeTraits::NodeTraits(const Json &node, const std::string &where) {
  const Json &metadata = object_in(node, where, "metadata");
  name = text_in(metadata, where + ": metadata", "name");
  labels = texts_in(metadata, where + ": metadata", "labels");
  const Json &spec = object_in(node, where, "spec");
  const auto cordoned = spec.find("unschedulable");
  unschedulable = cordoned != spec.end() && cordoned->is_boolean() && cordoned->get<bool>();
  for_each_object(list_in(spec, where + ": spec", "taints"), where + ": spec.taints",
                  [&](const Json &taint, const std::string &here) {
                    Taint out{text_in(taint, here, "key"), text_in(taint, here, "value"),
                              text_in(taint, here, "effect")};
                    if (out.effect == kNoSchedule || out.effect == kNoExecute)
                      taints.push_back(std::move(out));
                  });
  const Json &status = object_in(node, where, "status");
  for_each_object(list_in(status, where + ": status", "conditions"), where + ": status.conditions",
                  [&](const Json &condition, const std::string &here) {
                    const std::string type = text_in(condition, here, "type");
                    const std::string is = text_in(condition, here, "status");
                    for (const ConditionTaint &implied : kConditionTaints) {
                      const bool known = std::ranges::any_of(taints, [&](const Taint &taint) {
                        return taint.key == implied.key && taint.effect == kNoSchedule;
                      });
                      if (!known && type == implied.type && is == implied.status)
                        taints.push_back({implied.key, "", kNoSchedule});
                    }
                  });
}

NodeFilters::NodeFilters(const Json &pod, const std::string &where) {
  const std::string in_spec = where + ": spec";
  const Json &spec = object_in(pod, where, "spec");
  selector_ = texts_in(spec, in_spec, "nodeSelector");
  const Json &affinity = object_in(spec, in_spec, "affinity");
  const std::string in_affinity = in_spec + ".affinity";
  const Json &of_nodes = object_in(affinity, in_affinity, "nodeAffinity");
  constexpr const char *kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
  const std::string in_nodes = in_affinity + ".nodeAffinity";
  if (const auto required = of_nodes.find(kRequired);
      required != of_nodes.end() && !required->is_null()) {
    const std::string here = in_nodes + "." + kRequired;
    if (!required->is_object()) refuse_field(here, "an object");
    terms_.emplace();
    for_each_object(
        list_in(*required, here, "nodeSelectorTerms"), here + ".nodeSelectorTerms",
        [&](const Json &from, const std::string &in_term) {
          Term term;
          const auto read = [&](const char *name, bool of_fields, std::vector<Requirement> &out) {
            for_each_object(list_in(from, in_term, name), in_term + "." + name,
                            [&](const Json &requirement, const std::string &at) {
                              out.push_back(read_requirement(requirement, at, of_fields));
                            });
          };
          read("matchExpressions", false, term.labels);
          read("matchFields", true, term.fields);
          terms_->push_back(std::move(term));
        });
  }
  for_each_object(
      list_in(spec, in_spec, "tolerations"), in_spec + ".tolerations",
      [&](const Json &from, const std::string &here) {
        tolerations_.push_back({text_in(from, here, "key"), text_in(from, here, "operator"),
                                text_in(from, here, "value"), text_in(from, here, "effect")});
      });
  for_each_object(list_in(spec, in_spec, "volumes"), in_spec + ".volumes",
                  [&](const Json &volume, const std::string &) {
                    if (unchecked_.empty() &&
                        (volume.contains("persistentVolumeClaim") || volume.contains("ephemeral")))
                      unchecked_.push_back("volumes");
                  });
  const auto has_required = [&](const char *name) {
    const std::string here = in_affinity + "." + name;
    return !list_in(object_in(affinity, in_affinity, name), here, kRequired).empty();
  };
  if (has_required("podAffinity") || has_required("podAntiAffinity"))
    unchecked_.push_back("pod affinity");
  if (!list_in(spec, in_spec, "topologySpreadConstraints").empty())
    unchecked_.push_back("topology spread");
  bool has_host_ports = false;
  for_each_object(list_in(spec, in_spec, "containers"), in_spec + ".containers",
                  [&](const Json &container, const std::string &here) {
                    for_each_object(list_in(container, here, "ports"), here + ".ports",
                                    [&](const Json &port, const std::string &) {
                                      has_host_ports |=
                                          port.contains("hostPort") && port["hostPort"] != 0;
                                    });
                  });
  if (has_host_ports) unchecked_.push_back("host ports");
  read_claims(list_in(spec, in_spec, "resourceClaims"), in_spec + ".resourceClaims");
}

void NodeFilters::read_claims(const Json &claims, const std::string &where) {
  constexpr size_t kShown = 8;
  size_t count = 0;
  for_each_object(claims, where, [&](const Json &claim, const std::string &here) {
    const std::string name = printable(text_in(claim, here, "name"));
    if (++count <= kShown) claims_.append(claims_.empty() ? "" : ", ").append(name);
  });
  if (count > kShown) claims_ += " and " + std::to_string(count - kShown) + " more";
  if (count > 0) unchecked_.push_back("ResourceClaims " + claims_);
}

NodeFilters::Requirement NodeFilters::read_requirement(const Json &from, const std::string &where,
                                                       bool of_fields) {
  Requirement out;
  out.key = text_in(from, where, "key");
  for (const Json &value : list_in(from, where, "values")) {
    if (!value.is_string()) refuse_field(where + ".values", "texts");
    out.values.push_back(value);
  }
  const std::string op = text_in(from, where, "operator");
  using Kind = Requirement::Kind;
  const size_t n = out.values.size();
  if (op == "In" || op == "NotIn") {
    if (of_fields ? n == 1 : n > 0) out.kind = op == "In" ? Kind::kIn : Kind::kNotIn;
  } else if (of_fields) {
    return out;
  } else if (op == "Exists" || op == "DoesNotExist") {
    if (n == 0) out.kind = op == "Exists" ? Kind::kExists : Kind::kDoesNotExist;
  } else if ((op == "Gt" || op == "Lt") && n == 1) {
    if (const auto bound = to_number(out.values[0])) {
      out.kind = op == "Gt" ? Kind::kGreater : Kind::kLess;
      out.bound = *bound;
    }
  }
  return out;
}

bool NodeFilters::Requirement::matches(const std::string *value) const {
  const auto listed = [&] { return std::ranges::find(values, *value) != values.end(); };
  switch (kind) {
    case Kind::kIn:
      return value != nullptr && listed();
    case Kind::kNotIn:
      return value == nullptr || !listed();
    case Kind::kExists:
      return value != nullptr;
    case Kind::kDoesNotExist:
      return value == nullptr;
    case Kind::kGreater:
    case Kind::kLess: {
      const auto number = value == nullptr ? std::nullopt : to_number(*value);
      if (!number) return false;
      return kind == Kind::kGreater ? *number > bound : *number < bound;
    }
    case Kind::kInvalid:
      break;
  }
  return false;
}

bool NodeFilters::Term::matches(const NodeTraits &node) const {
  if (labels.empty() && fields.empty()) return false;
  static const std::string kNone;
  return std::ranges::all_of(
             labels,
             [&](const Requirement &requirement) {
               const auto label = node.labels.find(requirement.key);
               return requirement.matches(label == node.labels.end() ? nullptr : &label->second);
             }) &&
         std::ranges::all_of(fields, [&](const Requirement &requirement) {
           return requirement.matches(requirement.key == "metadata.name" ? &node.name : &kNone);
         });
}

bool NodeFilters::Toleration::tolerates(const Taint &taint) const {
  if (!effect.empty() && effect != taint.effect) return false;
  if (!key.empty() && key != taint.key) return false;
  if (op.empty() || op == "Equal") return value == taint.value;
  if (op == "Exists") return true;
  if (op != "Lt" && op != "Gt") return false;
  const auto bound = to_canonical_number(value), number = to_canonical_number(taint.value);
  return bound && number && (op == "Lt" ? *number < *bound : *number > *bound);
}

bool NodeFilters::tolerates(const Taint &taint) const {
  return std::ranges::any_of(
      tolerations_, [&](const Toleration &toleration) { return toleration.tolerates(taint); });
}

bool NodeFilters::matches_affinity(const NodeTraits &node) const {
  for (const auto &[key, value] : selector_) {
    const auto label = node.labels.find(key);
    if (label == node.labels.end() || label->second != value) return false;
  }
  return !terms_ ||
         std::ranges::any_of(*terms_, [&](const Term &term) { return term.matches(node); });
}

bool NodeFilters::is_cordoned(const NodeTraits &node) const {
  return node.unschedulable && !tolerates({kUnschedulable, "", kNoSchedule});
}

std::optional<FilterRefusal> NodeFilters::refuse(const NodeTraits &node) const {
  // libkoord refuses a cordoned node. It is filtered if something else refuses it, too: then it
  // would still refuse the pod once it is schedulable again.
  const bool cordoned = is_cordoned(node);
  for (const Taint &taint : node.taints)
    if (!tolerates(taint) && !(cordoned && taint.key == kUnschedulable))
      return FilterRefusal{"TaintToleration", "had untolerated taint " + text_of(taint)};
  if (!matches_affinity(node))
    return FilterRefusal{"NodeAffinity",
                         "didn't match the pod's node affinity/selector" + mismatch(node)};
  return std::nullopt;
}

std::optional<FilterRefusal> NodeFilters::refuse_or_cordoned(const NodeTraits &node) const {
  auto refusal = refuse(node);
  if (!refusal && is_cordoned(node))
    refusal = {"NodeUnschedulable", "the node is marked unschedulable"};
  return refusal;
}

std::string NodeFilters::mismatch(const NodeTraits &node) const {
  for (const auto &[key, value] : selector_) {
    const auto label = node.labels.find(key);
    if (label == node.labels.end() || label->second != value)
      return ": no label " + key + "=" + value;
  }
  return "";
}

}  // namespace koordctl
