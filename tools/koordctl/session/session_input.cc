#include "session/session_input.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/failure.h"
#include "cli/options.h"
#include "session/json_member.h"
#include "session/resource_names.h"
#include "session/unknown_keys.h"
#include "session/workload.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

// Accepts only names and namespaces that Kubernetes allows, because they are used in tables,
// pictures and messages.
bool is_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), allowed);
}

// Returns metadata.FIELD as a string, or "" if it is absent.
std::string metadata_text(const Manifest &manifest, const std::string &subject, const char *field) {
  const auto metadata = manifest.object.find("metadata");
  if (metadata == manifest.object.end() || metadata->is_null()) return "";
  if (!metadata->is_object())
    fail(subject, std::string("metadata: found ") + metadata->type_name() + ", expected an object");
  const auto found = metadata->find(field);
  if (found == metadata->end() || found->is_null()) return "";
  if (!found->is_string()) {
    fail(subject, std::string("metadata.") + field + ": found " + found->type_name() +
                      ", expected a string");
  }
  return found->get<std::string>();
}

std::string metadata_name(const Manifest &manifest, const char *field, const std::string &absent) {
  const std::string subject = manifest.where + ": " + manifest.kind;
  const std::string text = metadata_text(manifest, subject, field);
  if (text.empty() && !absent.empty()) return absent;
  if (is_name(text)) return text;
  fail(subject, std::string("metadata.") + field + ": found " +
                    (text.empty() ? "nothing" : quote(text)) +
                    ", expected a name of lower-case letters, digits, - and .");
}

// libkoord reports wrong types, with the field.
void check_node_name(const Manifest &manifest, const std::string &subject) {
  const auto spec = manifest.object.find("spec");
  if (spec == manifest.object.end() || !spec->is_object()) return;
  const auto name = spec->find("nodeName");
  if (name == spec->end() || !name->is_string()) return;
  const auto &text = name->get_ref<const std::string &>();
  if (text.empty() || is_name(text)) return;
  fail(subject, "spec.nodeName: found " + quote(text) +
                    ", expected a name of lower-case letters, digits, - and .");
}

// The names of one kind of objects, with the location of their first occurrence.
class Names {
 public:
  explicit Names(std::string kind) : kind_(std::move(kind)) {}

  // `shown` is the name in messages.
  void insert(const std::string &name, const std::string &shown, const std::string &where) {
    const auto [first, inserted] = where_.emplace(name, where);
    if (!inserted)
      fail(where, kind_ + " " + shown + ": is already in " + first->second + ", expected it once");
  }

 private:
  std::string kind_;
  std::map<std::string, std::string> where_;
};

bool is_core(const Manifest &manifest) {
  return manifest.api_version.empty() || manifest.api_version == "v1";
}

bool is_node_resource_topology(const Manifest &manifest) {
  return manifest.kind == "NodeResourceTopology" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("topology.node.k8s.io/"));
}

bool is_device(const Manifest &manifest) {
  return manifest.kind == "Device" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("scheduling.koordinator.sh/"));
}

bool is_reservation(const Manifest &manifest) {
  return manifest.kind == "Reservation" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("scheduling.koordinator.sh/"));
}

bool is_resource(const Manifest &manifest, std::string_view kind) {
  return manifest.kind == kind &&
         (manifest.api_version.empty() || manifest.api_version.starts_with("resource.k8s.io/"));
}

bool is_rebind(const Manifest &manifest) {
  return manifest.kind == "RebindResource" &&
         (manifest.api_version.empty() ||
          manifest.api_version.starts_with("scheduling.koordinator.sh/"));
}

constexpr size_t kMostPods = 1'000'000;

// Precedence of two pods with one name: a running one over a waiting one, and both over an ended
// one.
enum class PodStage { kEnded, kWaits, kRuns };
PodStage stage_of(const Json &pod) {
  const Json &phase = member(member(pod, "status"), "phase");
  if (phase == "Succeeded" || phase == "Failed") return PodStage::kEnded;
  const Json &node = member(member(pod, "spec"), "nodeName");
  return node.is_string() && node != "" ? PodStage::kRuns : PodStage::kWaits;
}

bool requests_cpus(const Json &pod) {
  const Json &qos = member(member(member(pod, "metadata"), "labels"), "koordinator.sh/qosClass");
  return qos == "LSR" || qos == "LSE";
}

// Calls read(name) for each resource that containers of a pod request.
template <typename Read>
void for_each_resource(const Json &pod, Read &&read) {
  for (const char *list : {"containers", "initContainers"}) {
    const Json &containers = member(member(pod, "spec"), list);
    if (!containers.is_array()) continue;
    for (const Json &container : containers) {
      for (const char *kind : {"requests", "limits"}) {
        const Json &amounts = member(member(container, "resources"), kind);
        if (!amounts.is_object()) continue;
        for (const auto &[name, amount] : amounts.items()) read(name);
      }
    }
  }
}

bool is_gpu(std::string_view resource) {
  return resource == "nvidia.com/gpu" || resource == "amd.com/gpu" || resource == "dcu.com/gpu";
}

// Returns true for resources that only Device objects describe.
bool is_of_device_objects(std::string_view resource) {
  return resource.starts_with("koordinator.sh/") || resource.starts_with("huawei.com/npu-");
}

// Sorts the objects of the files one by one.
class SessionReader {
 public:
  explicit SessionReader(SessionInput &out) : out_(out) {}

  void add(Manifest manifest) {
    const std::string &where = manifest.where;
    if (is_read(manifest)) add_doubts(manifest);
    const bool is_node = manifest.kind == "Node" && is_core(manifest);
    if (is_node || is_node_resource_topology(manifest) || is_device(manifest))
      resources_.add_supply(manifest);
    if (is_node) {
      add_node(manifest);
    } else if (is_node_resource_topology(manifest)) {
      add_named(manifest, topology_names_, out_.topologies);
    } else if (is_device(manifest)) {
      add_named(manifest, device_names_, out_.devices);
    } else if (manifest.kind == "Pod" && is_core(manifest)) {
      has_pods_ = true;
      add_pod(std::move(manifest));
    } else if (is_reservation(manifest)) {
      add_named(manifest, reservation_names_, out_.reservations);
    } else if (is_resource(manifest, "ResourceSlice")) {
      add_named(manifest, slice_names_, out_.slices);
    } else if (is_resource(manifest, "ResourceClaim")) {
      add_claim(manifest);
    } else if (is_workload(manifest)) {
      // If the file contains pods, those of a stored workload are among them.
      if (is_stored(manifest))
        stored_.push_back(std::move(manifest));
      else
        add_pods_of(manifest);
    } else if (GangReader::is_group(manifest)) {
      const std::string name = metadata_name(manifest, "namespace", "default") + "/" +
                               metadata_name(manifest, "name", "");
      group_names_.insert(manifest.api_version + " " + name, name, where);
      try {
        gang_reader_.add_group(manifest, name);
      } catch (const BadInput &failure) {
        out_.ignored.emplace_back(failure.what());
      }
    } else if (PluginArgs::are_in(manifest)) {
      plugins_.add(manifest);
    } else if (PluginArgs::has_templates(manifest)) {
      plugins_.add_templates(manifest);
    } else {
      if (is_rebind(manifest)) add_named(manifest, rebind_names_, out_.rebinds);
      ++out_.skipped[manifest.kind];
    }
  }

  void end_file() {
    for (const Manifest &workload : stored_) {
      if (has_pods_)
        ++out_.skipped[workload.kind];
      else
        add_stored(workload);
    }
    stored_.clear();
    has_pods_ = false;
  }

  void finish() {
    for (std::string &doubt : resources_.doubts()) add_doubt(std::move(doubt));
    out_.plugin = plugins_.take();
    out_.nrt_match = plugins_.take_nrt_match();
    if (gang_reader_.has_gang_groups())
      out_.notes.push_back(
          "gang groups (annotation gang.scheduling.koordinator.sh/groups) are not read: each gang "
          "is placed by itself");
    out_.gangs = gang_reader_.take();
  }

 private:
  struct KnownPod {
    size_t index;
    std::string where, file, uid;
    PodStage stage;
  };

  static bool is_read(const Manifest &manifest) {
    return (is_core(manifest) && (manifest.kind == "Node" || manifest.kind == "Pod")) ||
           is_node_resource_topology(manifest) || is_device(manifest) || is_rebind(manifest) ||
           GangReader::is_group(manifest) || PluginArgs::are_in(manifest);
  }

  void add_doubts(const Manifest &manifest) {
    std::vector<std::string> doubts = unknown_keys(manifest);
    if (doubts.size() > kMaxObjectDoubts) {
      doubts.resize(kMaxObjectDoubts);
      out_.doubts_incomplete = true;
    }
    for (std::string &doubt : doubts) add_doubt(std::move(doubt));
  }

  void add_doubt(std::string doubt) {
    if (out_.doubts.size() < SessionInput::kMaxDoubts)
      out_.doubts.push_back(std::move(doubt));
    else
      ++out_.doubts_left_out;
  }

  static void add_named(const Manifest &manifest, Names &names,
                        std::vector<SessionInput::Object> &out) {
    const std::string name = metadata_name(manifest, "name", "");
    names.insert(name, name, manifest.where);
    out.push_back({manifest.where, name, manifest.object.dump()});
  }

  void add_claim(const Manifest &claim) {
    const std::string name =
        metadata_name(claim, "namespace", "default") + "/" + metadata_name(claim, "name", "");
    claim_names_.insert(name, name, claim.where);
    out_.claims.push_back({claim.where, name, claim.object.dump()});
  }

  // A Node with unreadable labels, taints or conditions accepts no pods.
  void add_node(const Manifest &node) {
    try {
      NodeTraits traits(node.object, node.where);
      add_named(node, node_names_, out_.nodes);
      out_.traits.push_back(std::move(traits));
    } catch (const BadInput &failure) {
      out_.ignored.emplace_back(failure.what());
    }
  }

  void add_stored(const Manifest &workload) {
    try {
      add_pods_of(workload);
    } catch (const Json::exception &) {
      fail(workload.where, "text that is not UTF-8");
    }
  }

  void add_pods_of(const Manifest &workload) {
    std::optional<std::vector<Manifest>> pods = pods_of(workload);
    if (!pods) {
      ++out_.skipped[workload.kind];
      return;
    }
    if (pods->size() > kMostPods - out_.pods.size()) fail(workload.where, "more than 1000000 pods");
    add_doubts(workload);
    if (!pods->empty()) add_doubts(pods->front());
    for (Manifest &pod : *pods) add_pod(std::move(pod));
  }

  void add_pod(Manifest manifest) {
    const std::string &where = manifest.where;
    const std::string name_space = metadata_name(manifest, "namespace", "default");
    const std::string name = name_space + "/" + metadata_name(manifest, "name", "");
    const std::string subject = where + ": Pod " + name;
    check_node_name(manifest, subject);
    std::string uid = metadata_text(manifest, subject, "uid");
    const PodStage stage = stage_of(manifest.object);
    const auto known = pods_.find(name);
    size_t index = out_.pods.size();
    if (known != pods_.end()) {
      if (!counts_instead(known->second, manifest, name, stage)) return;
      index = known->second.index;
      if (uid.empty()) uid = known->second.uid;
      uids_.erase(known->second.uid);
    }
    if (uid.empty()) uid = name;
    manifest.object["metadata"]["uid"] = uid;
    const auto [first, is_new] = uids_.emplace(uid, where);
    if (!is_new) {
      fail(where, "Pod with metadata.uid " + quote(uid) + ": is already in " + first->second +
                      ", expected it once");
    }
    pods_.insert_or_assign(name, KnownPod{index, where, manifest.file, uid, stage});
    gang_reader_.set_pod(index, manifest.object, name_space);
    out_.add_wants(manifest.object);
    if (stage == PodStage::kWaits) resources_.add_pod(subject, manifest.object);
    SessionInput::Object object{where, name, manifest.object.dump()};
    if (index == out_.pods.size())
      out_.pods.push_back(std::move(object));
    else
      out_.pods[index] = std::move(object);
  }

  // Returns true if a pod replaces a known one. A pod may be both in a dump of the cluster and in a
  // separate file. The one of the higher stage counts; of equal stages, the later in the files.
  bool counts_instead(const KnownPod &known, const Manifest &manifest, const std::string &name,
                      PodStage stage) {
    if (known.file == manifest.file) {
      fail(manifest.where, "Pod " + name + ": is already in " + known.where + ", expected it once");
    }
    const bool instead = stage >= known.stage;
    const bool runs = stage != known.stage && std::max(stage, known.stage) == PodStage::kRuns;
    out_.notes.push_back("Pod " + name + " is in " + known.where + " and in " + manifest.where +
                         "; the " + (runs ? "running pod" : "one") + " in " +
                         (instead ? manifest.where : known.where) + " counts");
    return instead;
  }

  SessionInput &out_;
  Names node_names_{"Node"}, topology_names_{"NodeResourceTopology"}, device_names_{"Device"},
      reservation_names_{"Reservation"}, slice_names_{"ResourceSlice"},
      claim_names_{"ResourceClaim"}, rebind_names_{"RebindResource"}, group_names_{"PodGroup"};
  std::map<std::string, KnownPod> pods_;     // by name
  std::map<std::string, std::string> uids_;  // with their locations
  PluginArgs plugins_;
  GangReader gang_reader_;
  ResourceNames resources_;
  std::vector<Manifest> stored_;  // stored workloads of this file
  bool has_pods_ = false;         // in this file
};

}  // namespace

SessionInput::SessionInput(const std::vector<std::string> &files) {
  SessionReader reader(*this);
  ManifestReader manifests([&](Manifest manifest) { reader.add(std::move(manifest)); });
  for (const std::string &file : files) {
    manifests.read(file);
    reader.end_file();
  }
  reader.finish();
}

SessionInput::SessionInput(const std::string &name, std::string text) {
  SessionReader reader(*this);
  ManifestReader manifests([&](Manifest manifest) { reader.add(std::move(manifest)); });
  manifests.read_text(name, std::move(text));
  reader.end_file();
  reader.finish();
}

void SessionInput::add_wants(const Json &pod) {
  if (stage_of(pod) == PodStage::kEnded) return;
  wants_cpus = wants_cpus || requests_cpus(pod);
  for_each_resource(pod, [&](std::string_view name) {
    wants_gpus = wants_gpus || is_gpu(name);
    wants_devices = wants_devices || is_of_device_objects(name);
  });
}

bool SessionInput::lists_devices() const {
  return std::ranges::any_of(nodes, [](const Object &node) {
    const Json object = Json::parse(node.json);
    const Json &amounts = member(member(object, "status"), "allocatable");
    if (!amounts.is_object()) return false;
    const auto items = amounts.items();
    return std::any_of(items.begin(), items.end(),
                       [](const auto &item) { return is_of_device_objects(item.key()); });
  });
}

std::string SessionInput::skipped_text() const {
  constexpr size_t kShown = 8;
  std::string text;
  size_t shown = 0;
  for (const auto &[kind, count] : skipped) {
    if (!text.empty()) text += ", ";
    if (shown++ == kShown) return text + "and others";
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    text += std::to_string(count) + " ";
    text += kind.size() <= 64 && std::all_of(kind.begin(), kind.end(), letter) ? kind : quote(kind);
  }
  return text;
}

}  // namespace koordctl
