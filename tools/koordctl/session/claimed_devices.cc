#include "session/claimed_devices.h"

#include <nlohmann/json.hpp>

#include "session/json_member.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

std::string text_member(const Json &object, const char *name) {
  const Json &found = member(object, name);
  return found.is_string() ? found.get<std::string>() : "";
}

std::string namespace_of(const std::string &name) { return name.substr(0, name.find('/')); }

}  // namespace

ClaimNames::ClaimNames(const SessionInput &input) {
  for (const SessionInput::Object &object : input.claims) {
    const Json claim = Json::parse(object.json);
    ClaimedDevices held;
    held.claim = object.name;
    const Json &consumers = member(member(claim, "status"), "reservedFor");
    if (consumers.is_array()) {
      for (const Json &consumer : consumers) {
        const std::string name = text_member(consumer, "name");
        if (text_member(consumer, "resource") == "pods" && !name.empty())
          held.pods.push_back(namespace_of(object.name) + "/" + name);
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
