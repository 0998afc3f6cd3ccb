#include "session/unknown_keys.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cli/options.h"
#include "session/gang_input.h"
#include "session/json_member.h"
#include "session/known_keys.h"
#include "session/pod_amounts.h"
#include "session/workload.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;
using Keys = std::span<const std::string_view>;

constexpr size_t kMaxKey = 128;                      // longer keys are not compared
constexpr size_t kMaxDoubts = kMaxObjectDoubts + 1;  // of one object

std::string suggestion(const std::string &nearest) {
  return nearest.empty() ? "" : "; did you mean " + quote(nearest) + "?";
}

bool contains(Keys known, std::string_view key) {
  return std::find(known.begin(), known.end(), key) != known.end();
}

// Returns true for keys with a prefix of Koordinator: "scheduling.koordinator.sh/resource-spec".
bool has_our_prefix(std::string_view key) {
  const size_t slash = key.find('/');
  return slash != std::string_view::npos && key.substr(0, slash).ends_with("koordinator.sh");
}

class UnknownKeys {
 public:
  explicit UnknownKeys(const Manifest &manifest) : manifest_(manifest) {}

  std::vector<std::string> find() {
    const Json &object = manifest_.object;
    const Json &metadata = member(object, "metadata");
    check_names(member(metadata, "labels"), "labels", keys::kLabels, "annotation",
                keys::kAnnotations);
    check_names(member(metadata, "annotations"), "annotations", keys::kAnnotations, "label",
                keys::kLabels);
    check_min_available(member(metadata, "annotations"));
    if (!member(metadata, "resourceVersion").is_string()) check_fields();
    if (doubts_.size() > kMaxDoubts) doubts_.resize(kMaxDoubts);
    const std::string subject = manifest_.where + ": " + manifest_.kind + name_of(metadata);
    for (std::string &doubt : doubts_) doubt = subject + ": " + doubt;
    return std::move(doubts_);
  }

 private:
  static std::string name_of(const Json &metadata) {
    const Json &name = member(metadata, "name");
    const Json &space = member(metadata, "namespace");
    if (!name.is_string()) return "";
    return " " + (space.is_string() ? clip(space.get<std::string>(), 64) + "/" : "") +
           clip(name.get<std::string>(), 64);
  }

  // Checks labels or annotations. `other` are the known keys of the other kind, called `noun`.
  void check_names(const Json &map, const char *field, Keys known, const char *noun, Keys other) {
    if (!map.is_object()) return;
    for (const auto &[key, value] : map.items()) {
      if (doubts_.size() >= kMaxDoubts) return;
      if (!has_our_prefix(key) || contains(known, key)) continue;
      const std::string where = std::string("metadata.") + field + "[" + quote(key) + "]: ";
      if (contains(other, key)) {
        doubts_.push_back(where + "it is an " + noun + ", and has no effect here");
        if (noun[0] == 'l') doubts_.back() = where + "it is a label, and has no effect here";
        continue;
      }
      std::string nearest = nearest_key(key, known, key.find('/') + 1);
      // The right name with another prefix of Koordinator.
      const std::string name = key.substr(key.find('/'));
      for (const std::string_view each : known)
        if (nearest.empty() && each.ends_with(name)) nearest = each;
      if (!nearest.empty()) doubts_.push_back(where + "unknown" + suggestion(nearest));
    }
  }

  // A gang whose number of pods cannot be read needs one pod.
  void check_min_available(const Json &annotations) {
    const std::string key = "gang.scheduling.koordinator.sh/min-available";
    const Json &value = member(annotations, key);
    if (value.is_null() || parse_min_available(value)) return;
    const std::string found = value.is_string()   ? quote(value.get_ref<const std::string &>())
                              : value.is_number() ? value.dump()
                                                  : value.type_name();
    doubts_.push_back("metadata.annotations[" + quote(key) + "]: found " + found +
                      ", expected a string with a number of pods, at most 2147483647; it is "
                      "ignored");
  }

  void check(const Json &object, const std::string &path, Keys known) {
    find_unknown_fields(object, path, known, doubts_);
  }

  void check_fields() {
    const Json &object = manifest_.object;
    const std::string &kind = manifest_.kind;
    const bool is_pod = kind == "Pod";
    const bool is_workload = koordctl::is_workload(manifest_);
    if (is_pod || is_workload || kind == "RebindResource" || kind == "PodGroup") {
      check(object, "", keys::kObject);
      check(member(object, "metadata"), "metadata", keys::kMetadata);
    }
    const Json &spec = member(object, "spec");
    if (is_pod) {
      check_pod_spec(spec);
      for (std::string &fault :
           amount_faults(object, kMaxDoubts - std::min(kMaxDoubts, doubts_.size())))
        doubts_.push_back(std::move(fault));
      check_values(member(member(object, "metadata"), "annotations"));
    } else if (is_workload) {
      check_workload_spec(spec);
    } else if (kind == "RebindResource") {
      check(spec, "spec", keys::kRebindSpec);
    } else if (kind == "PodGroup" && manifest_.api_version.starts_with("scheduling.sigs.k8s.io/")) {
      check(spec, "spec", keys::kPodGroupSpec);
    } else if (kind == "KubeSchedulerConfiguration") {
      check_profiles(member(object, "profiles"));
    } else {
      check_arguments(object, "", kind);
    }
  }

  void check_pod_spec(const Json &spec) {
    check(spec, "spec", keys::kPodSpec);
    check(member(spec, "resources"), "spec.resources", keys::kResources);
    check_each(member(spec, "tolerations"), "spec.tolerations", keys::kToleration);
    check_affinity(member(spec, "affinity"));
    for (const char *list : {"initContainers", "containers"}) {
      const Json &containers = member(spec, list);
      if (!containers.is_array()) continue;
      for (size_t i = 0; i < containers.size() && doubts_.size() < kMaxDoubts; ++i) {
        const std::string path = std::string("spec.") + list + "[" + std::to_string(i) + "]";
        check(containers[i], path, keys::kContainer);
        check(member(containers[i], "resources"), path + ".resources", keys::kResources);
      }
    }
  }

  // Pods of the template are checked as pods.
  void check_workload_spec(const Json &spec) {
    const std::string &kind = manifest_.kind;
    if (kind == "CronJob") {
      check(spec, "spec", keys::kCronJobSpec);
      const Json &job_template = member(spec, "jobTemplate");
      check(job_template, "spec.jobTemplate", keys::kPodTemplate);
      const Json &job = member(job_template, "spec");
      check(job, "spec.jobTemplate.spec", keys::kJobSpec);
      check(member(job, "template"), "spec.jobTemplate.spec.template", keys::kPodTemplate);
      return;
    }
    check(spec, "spec",
          kind == "Deployment"    ? Keys(keys::kDeploymentSpec)
          : kind == "ReplicaSet"  ? Keys(keys::kReplicaSetSpec)
          : kind == "StatefulSet" ? Keys(keys::kStatefulSetSpec)
                                  : Keys(keys::kJobSpec));
    check(member(spec, "ordinals"), "spec.ordinals", keys::kOrdinals);
    check(member(spec, "template"), "spec.template", keys::kPodTemplate);
  }

  void check_each(const Json &list, const std::string &path, Keys known) {
    if (!list.is_array()) return;
    for (size_t i = 0; i < list.size() && doubts_.size() < kMaxDoubts; ++i)
      check(list[i], path + "[" + std::to_string(i) + "]", known);
  }

  void check_affinity(const Json &affinity) {
    const std::string path = "spec.affinity";
    check(affinity, path, keys::kAffinity);
    for (const char *kind : {"podAffinity", "podAntiAffinity"})
      check(member(affinity, kind), path + "." + kind, keys::kAffinityRules);
    const Json &nodes = member(affinity, "nodeAffinity");
    const std::string of_nodes = path + ".nodeAffinity";
    check(nodes, of_nodes, keys::kAffinityRules);
    const Json &required = member(nodes, "requiredDuringSchedulingIgnoredDuringExecution");
    const std::string at = of_nodes + ".requiredDuringSchedulingIgnoredDuringExecution";
    check(required, at, keys::kNodeSelector);
    const Json &terms = member(required, "nodeSelectorTerms");
    for (size_t i = 0; terms.is_array() && i < terms.size() && doubts_.size() < kMaxDoubts; ++i)
      check_term(terms[i], at + ".nodeSelectorTerms[" + std::to_string(i) + "]");
    const Json &preferred = member(nodes, "preferredDuringSchedulingIgnoredDuringExecution");
    const std::string list = of_nodes + ".preferredDuringSchedulingIgnoredDuringExecution";
    check_each(preferred, list, keys::kPreferredTerm);
    for (size_t i = 0; preferred.is_array() && i < preferred.size() && doubts_.size() < kMaxDoubts;
         ++i)
      check_term(member(preferred[i], "preference"),
                 list + "[" + std::to_string(i) + "].preference");
  }

  void check_term(const Json &term, const std::string &path) {
    check(term, path, keys::kNodeSelectorTerm);
    for (const char *part : {"matchExpressions", "matchFields"})
      check_each(member(term, part), path + "." + part, keys::kNodeSelectorRequirement);
  }

  // Checks JSON values of annotations.
  void check_values(const Json &annotations) {
    constexpr std::string_view kPrefix = "scheduling.koordinator.sh/";
    const std::pair<std::string_view, Keys> values[] = {
        {"resource-spec", keys::kResourceSpec},
        {"numa-topology-spec", keys::kNumaTopologySpec},
        {"device-joint-allocate", keys::kJointDevices},
        {"gpu-partition-spec", keys::kPartitionSpec},
        {"device-allocate-hint", {}}};
    for (const auto &[name, known] : values) {
      const std::string key = std::string(kPrefix) + std::string(name);
      const Json &text = member(annotations, key);
      if (!text.is_string()) continue;
      // Skips values nested deeper than all known ones. libkoord refuses them.
      const auto is_shallow = [](int depth, Json::parse_event_t, const Json &) {
        return depth < 16;
      };
      const Json value = Json::parse(text.get_ref<const std::string &>(), is_shallow, false);
      const std::string path = "metadata.annotations[" + quote(key) + "]";
      if (!known.empty()) {
        check(value, path, known);
        const Json &types = member(value, "deviceTypes");
        for (size_t i = 0; types.is_array() && i < types.size() && doubts_.size() < kMaxDoubts; ++i)
          if (types[i].is_string())
            check_device_type(types[i].get_ref<const std::string &>(), path + ".deviceTypes");
      } else if (value.is_object()) {
        for (const auto &[type, hint] : value.items()) {
          check_device_type(type, path);
          check(hint, path + "." + clip(type, 32), keys::kDeviceHint);
        }
      }
    }
  }

  // A node may have devices of any type, so only other cases of the usual ones are misspelt.
  void check_device_type(const std::string &type, const std::string &path) {
    std::string lower = type;
    for (char &c : lower)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (lower == type || doubts_.size() >= kMaxDoubts) return;
    for (const std::string_view known : {"gpu", "rdma", "fpga"})
      if (lower == known)
        doubts_.push_back(path + ": found " + quote(type) + suggestion(std::string(known)));
  }

  void check_profiles(const Json &profiles) {
    if (!profiles.is_array()) return;
    for (size_t i = 0; i < profiles.size(); ++i) {
      const Json &configs = member(profiles[i], "pluginConfig");
      if (!configs.is_array()) continue;
      for (size_t j = 0; j < configs.size() && doubts_.size() < kMaxDoubts; ++j) {
        const Json &name = member(configs[j], "name");
        if (!name.is_string()) continue;
        check_arguments(
            member(configs[j], "args"),
            "profiles[" + std::to_string(i) + "].pluginConfig[" + std::to_string(j) + "].args",
            name.get<std::string>() + "Args");
      }
    }
  }

  void check_arguments(const Json &args, const std::string &path, const std::string &kind) {
    Keys known;
    if (kind == "NodeNUMAResourceArgs" || kind == "CPUOrchestrationPluginArgs")
      known = keys::kNumaArgs;
    else if (kind == "DeviceShareArgs")
      known = keys::kDeviceArgs;
    else if (kind == "NodeResourceTopologyMatchArgs")
      known = keys::kNrtMatchArgs;
    else
      return;
    check(args, path, known);
    const std::string at = (path.empty() ? "" : path + ".") + "scoringStrategy";
    const Json &strategy = member(args, "scoringStrategy");
    check(strategy, at, keys::kScoringStrategy);
    const Json &resources = member(strategy, "resources");
    if (!resources.is_array()) return;
    for (size_t i = 0; i < resources.size() && doubts_.size() < kMaxDoubts; ++i)
      check(resources[i], at + ".resources[" + std::to_string(i) + "]", keys::kScoredResource);
  }

  const Manifest &manifest_;
  std::vector<std::string> doubts_;
};

}  // namespace

std::string nearest_key(std::string_view text, std::span<const std::string_view> known,
                        size_t prefix) {
  if (text.size() < 3 || text.size() > kMaxKey) return "";
  std::string_view nearest;
  const size_t length = text.size() - prefix;
  size_t best = length < 6 ? 2 : length < 16 ? 3 : 4;
  for (const std::string_view key : known) {
    const size_t longer = std::max(key.size(), text.size());
    if (longer - std::min(key.size(), text.size()) >= best) continue;
    const size_t errors = edit_distance(text, key);
    if (errors >= best) continue;
    best = errors;
    nearest = key;
  }
  return std::string(nearest);
}

void find_unknown_fields(const Json &object, const std::string &path, Keys known,
                         std::vector<std::string> &out) {
  if (!object.is_object()) return;
  for (const auto &[key, value] : object.items()) {
    if (out.size() >= kMaxDoubts) return;
    if (contains(known, key)) continue;
    const std::string shown = quote(key);
    out.push_back((path.empty() ? "" : path + ".") + shown.substr(1, shown.size() - 2) +
                  ": unknown field" + suggestion(nearest_key(key, known)));
  }
}

std::vector<std::string> unknown_keys(const Manifest &manifest) {
  return UnknownKeys(manifest).find();
}

}  // namespace koordctl
