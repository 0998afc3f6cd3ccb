#include "wire/pod/pod_claims.h"

#include "wire/device/device_fields.h"
#include "wire/object/names.h"
#include "wire/pod/pod_decoder.h"

namespace koord::wire {
namespace {

using object::PodClaims;

bool has_elements(const JsonValue &object, const char *member, const char *list) {
  const auto found = object.find(member);
  return found && !found->elements_of(list).empty();
}

void read_extended(const JsonValue &extended, PodClaims &out) {
  out.extended_claim = read_bounded(extended.at("resourceClaimName"));
  for (const JsonValue &mapping : extended.elements_of("requestMappings")) {
    check_count(out.extended_requests.size() + 1, kMaxExtendedRequests, mapping,
                "extended resources");
    object::ExtendedRequest &read = out.extended_requests.emplace_back();
    read.container = read_bounded(mapping.at("containerName"));
    read.resource = read_bounded(mapping.at("resourceName"));
    read.request = read_bounded(mapping.at("requestName"));
  }
}

std::shared_ptr<const PodClaims> claims_from(const JsonValue &root, const object::PodObject &pod) {
  const auto status = root.find("status");
  const auto extended = status ? status->find("extendedResourceClaimStatus") : std::nullopt;
  if (!extended && !has_elements(root, "spec", "resourceClaims") &&
      !has_elements(root, "status", "resourceClaimStatuses"))
    return nullptr;
  auto out = std::make_shared<PodClaims>();
  out->uid = pod.uid;
  out->name_space = pod.name_space;
  out->name = pod.name;
  out->node = pod.node;
  if (extended) read_extended(*extended, *out);
  return out;
}

}  // namespace

std::shared_ptr<const PodClaims> read_pod_claims(const JsonValue &root,
                                                 const object::PodObject &pod) {
  std::shared_ptr<const PodClaims> out;
  read_object(root, kPodKind, Log{},
              [&](const ApiObject &object) { out = claims_from(object.root(), pod); });
  return out;
}

}  // namespace koord::wire
