#include "session/claimed_devices.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "session/json_member.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

std::string text_member(const Json &object, const char *name) {
  const Json &found = member(object, name);
  return found.is_string() ? found.get<std::string>() : "";
}

std::string namespace_of(const std::string &name) { return name.substr(0, name.find('/')); }

// Returns the uid of a pod, or "" if its object has none: SessionInput sets the name in its place.
std::string known_uid(const SessionInput::Object &pod) {
  std::string uid = text_member(member(Json::parse(pod.json), "metadata"), "uid");
  return uid == pod.name ? "" : uid;
}

// Pods by "namespace/name".
using PodsByName = std::map<std::string_view, const SessionInput::Object *>;

// Returns true if the consumer of a claim is another pod, which had the name before.
bool is_former_pod(const PodsByName &pods, const std::string &name, const std::string &uid) {
  const auto pod = pods.find(name);
  if (uid.empty() || pod == pods.end()) return false;
  const std::string known = known_uid(*pod->second);
  return !known.empty() && known != uid;
}

}  // namespace

ClaimNames::ClaimNames(const SessionInput &input) {
  PodsByName pods;
  if (!input.claims.empty())
    for (const SessionInput::Object &pod : input.pods) pods.emplace(pod.name, &pod);
  for (const SessionInput::Object &object : input.claims) {
    const Json claim = Json::parse(object.json);
    ClaimedDevices held;
    held.claim = object.name;
    const Json &consumers = member(member(claim, "status"), "reservedFor");
    if (consumers.is_array()) {
      for (const Json &consumer : consumers) {
        const std::string name = text_member(consumer, "name");
        if (text_member(consumer, "resource") != "pods" || name.empty()) continue;
        std::string pod = namespace_of(object.name) + "/" + name;
        if (!is_former_pod(pods, pod, text_member(consumer, "uid")))
          held.pods.push_back(std::move(pod));
      }
    }
    std::string uid = text_member(member(claim, "metadata"), "uid");
    if (uid.empty()) uid = object.name;
    claims_.emplace("resourceclaim:" + uid, std::move(held));
  }
  if (claims_.empty()) return;
  for (const SessionInput::Object &object : input.pods) {
    // Most pods have no such claim, so their objects are not parsed.
    if (object.json.find("extendedResourceClaimStatus") == std::string::npos) continue;
    const Json pod = Json::parse(object.json);
    const std::string claim = text_member(
        member(member(pod, "status"), "extendedResourceClaimStatus"), "resourceClaimName");
    if (claim.empty()) continue;
    ClaimedDevices held;
    held.claim = namespace_of(object.name) + "/" + claim;
    held.pods = {object.name};
    pods_.emplace(text_member(member(pod, "metadata"), "uid"), std::move(held));
  }
}

std::vector<ClaimedDevices> ClaimNames::devices_of(const koord::Cluster &cluster,
                                                   const std::string &node) const {
  std::vector<ClaimedDevices> out;
  Json entries;
  try {
    entries = Json::parse(cluster.get_claimed_devices(node));
  } catch (const koord::Error &error) {
    if (error.code() != KOORD_E_NOT_FOUND) throw;
    return out;
  }
  for (const Json &entry : entries) {
    const std::string uid = text_member(entry, "podUID");
    ClaimedDevices held;
    if (const auto claim = claims_.find(uid); claim != claims_.end())
      held = claim->second;
    else if (const auto pod = pods_.find(uid); pod != pods_.end())
      held = pod->second;
    else
      held.holder = uid == "resourceclaims" ? "ResourceClaims, too many to count" : uid;
    held.resource = text_member(entry, "resourceName");
    for (const Json &id : member(entry, "deviceIDs")) held.ids.push_back(id.get<std::string>());
    out.push_back(std::move(held));
  }
  return out;
}

}  // namespace koordctl
