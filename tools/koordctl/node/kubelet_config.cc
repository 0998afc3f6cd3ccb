#include "node/kubelet_config.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/options.h"
#include "cli/printable.h"
#include "node/kubelet_keys.h"
#include "node/kubelet_values.h"
#include "session/unknown_keys.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kVersion = "kubelet.config.k8s.io/v1beta1";

uint8_t version_bit(koord_kubelet_version version) {
  if (version == KOORD_KUBELET_VERSION_DEFAULT) version = KOORD_KUBELET_VERSION_V1_36;
  return static_cast<uint8_t>(1U << (version - KOORD_KUBELET_VERSION_V1_35));
}

void check_kind(const Json &config, KubeletConfigFaults &out) {
  const auto text = [&](const char *field) {
    const auto found = config.find(field);
    return found != config.end() && found->is_string() ? found->get<std::string>() : "";
  };
  const std::string kind = text("kind");
  const std::string version = text("apiVersion");
  if (kind.empty()) {
    out.stops.push_back("kind: absent, expected KubeletConfiguration: Object 'Kind' is missing");
  } else if (version != kVersion) {
    out.stops.push_back("apiVersion: found " +
                        (version.empty() ? std::string("nothing") : quote(version)) +
                        ", expected " + std::string(kVersion) + ": no kind " + quote(kind) +
                        " is registered for that version");
  }
}

void check_gates(const Json &config, koord_kubelet_version version, KubeletConfigFaults &out) {
  const auto gates = config.find("featureGates");
  if (gates == config.end() || !gates->is_object()) return;
  std::vector<std::string_view> known;
  for (const keys::FeatureGate &gate : keys::kFeatureGates)
    if ((gate.versions & version_bit(version)) != 0) known.push_back(gate.name);
  for (const auto &[name, value] : gates->items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (out.stops.size() >= kMaxKubeletFaults) return;
    const std::string nearest = nearest_key(name, known);
    out.stops.push_back("featureGates: unrecognized feature gate: " + clip(name, 64) +
                        (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }
}

// Checks maps whose keys kubelet validates when it starts.
void check_maps(const Json &config, KubeletConfigFaults &out) {
  constexpr std::string_view kReservable[] = {"cpu", "memory", "ephemeral-storage", "pid"};
  constexpr std::string_view kSignals[] = {
      "memory.available",       "nodefs.available",   "nodefs.inodesFree",
      "imagefs.available",      "imagefs.inodesFree", "containerfs.available",
      "containerfs.inodesFree", "pid.available",      "allocatableMemory.available"};
  constexpr std::string_view kTopologyOptions[] = {"prefer-closest-numa-nodes",
                                                   "max-allowable-numa-nodes"};
  // Messages are kubelet's, which quotes some of the keys.
  const auto check = [&](const char *field, std::span<const std::string_view> known,
                         const char *before, const char *after, bool quotes = true) {
    const auto map = config.find(field);
    if (map == config.end() || !map->is_object()) return;
    for (const auto &[key, value] : map->items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      if (out.stops.size() >= kMaxKubeletFaults) return;
      const std::string nearest = nearest_key(key, known);
      out.stops.push_back(std::string(field) + ": " + before +
                          (quotes ? quote(clip(key, 64)) : printable(clip(key, 64))) + after +
                          (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
    }
  };
  for (const char *field : {"systemReserved", "kubeReserved"})
    check(field, kReservable, "cannot reserve ", " resource");
  for (const char *field :
       {"evictionHard", "evictionSoft", "evictionSoftGracePeriod", "evictionMinimumReclaim"})
    check(field, kSignals, "unsupported eviction signal ", "", false);
  check("topologyManagerPolicyOptions", kTopologyOptions,
        "unknown Topology Manager Policy option: ", "");
}

}  // namespace

KubeletConfigFaults check_kubelet_config(std::string_view json, koord_kubelet_version version) {
  KubeletConfigFaults out;
  const Json document = Json::parse(json, nullptr, false);
  if (!document.is_object()) return out;
  const auto configz = document.find("kubeletconfig");
  const bool is_answer = configz != document.end() && configz->is_object();
  const Json &config = is_answer ? *configz : document;
  if (!is_answer) check_kind(config, out);
  check_gates(config, version, out);
  check_maps(config, out);
  check_kubelet_values(config, version, out.stops);
  find_unknown_fields(config, "", keys::kKubeletConfig, out.warnings);
  const auto reserved = config.find("reservedMemory");
  for (size_t i = 0; reserved != config.end() && reserved->is_array() && i < reserved->size(); ++i)
    find_unknown_fields((*reserved)[i], "reservedMemory[" + std::to_string(i) + "]",
                        keys::kReservedMemory, out.warnings);
  return out;
}

void warn_of_kubelet_config(std::string_view json, koord_kubelet_version version,
                            const std::string &file) {
  const KubeletConfigFaults faults = check_kubelet_config(json, version);
  const std::string subject = file + ": KubeletConfiguration";
  WarningSeries stops(subject), warnings(subject);
  for (const std::string &fault : faults.stops)
    stops.add(fault + "; kubelet does not start with it");
  stops.end("faults with which kubelet does not start", faults.stops.size() >= kMaxKubeletFaults);
  for (const std::string &fault : faults.warnings) warnings.add(fault);
  warnings.end("unknown fields", faults.warnings.size() > kMaxObjectDoubts);
}

}  // namespace koordctl
