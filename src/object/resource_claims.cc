#include "object/resource_claims.h"

#include <algorithm>

namespace koord::object {
namespace {

template <typename... Texts>
size_t bytes_of(const Texts &...texts) {
  return (texts.capacity() + ...);
}

// Bytes of an entry of an index.
constexpr size_t kIndexBytes = 128;

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

std::string claim_key(std::string_view name_space, std::string_view name) {
  return std::string(name_space).append("/").append(name);
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char &c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

std::string linux_pci_address(std::string_view text) {
  constexpr std::string_view kForm = "hhhh:hh:hh.f";
  std::string out = to_lower(text);
  if (out.size() == kForm.size() + 4 && out.starts_with("0000")) out.erase(0, 4);
  const auto fits = [](char c, char form) {
    return form == 'h' ? is_hex(c) : form == 'f' ? c >= '0' && c <= '7' : c == form;
  };
  return std::ranges::equal(out, kForm, fits) ? out : std::string();
}

size_t memory_use(const ResourceSlice &slice) {
  size_t bytes = sizeof slice + bytes_of(slice.name, slice.driver, slice.pool, slice.node) +
                 slice.devices.capacity() * sizeof(SliceDevice) +
                 slice.devices.size() * kIndexBytes;
  for (const SliceDevice &device : slice.devices) {
    bytes += device.name.capacity() + device.identities.capacity() * sizeof(DeviceIdentity);
    for (const DeviceIdentity &of : device.identities) bytes += bytes_of(of.id, of.address);
  }
  return bytes;
}

size_t memory_use(const ResourceClaim &claim) {
  size_t bytes = sizeof claim + kIndexBytes +
                 bytes_of(claim.name_space, claim.name, claim.uid, claim.node) +
                 claim.results.capacity() * sizeof(ClaimResult) +
                 claim.consumers.capacity() * sizeof(ClaimConsumer);
  for (const ClaimResult &result : claim.results)
    bytes += bytes_of(result.request, result.driver, result.pool, result.device);
  for (const ClaimConsumer &consumer : claim.consumers)
    bytes += bytes_of(consumer.name, consumer.uid);
  return bytes;
}

size_t memory_use(const PodClaims &pod) {
  size_t bytes = sizeof pod + kIndexBytes +
                 bytes_of(pod.uid, pod.name_space, pod.name, pod.node, pod.extended_claim) +
                 pod.extended_requests.capacity() * sizeof(ExtendedRequest);
  for (const ExtendedRequest &request : pod.extended_requests)
    bytes += bytes_of(request.container, request.resource, request.request);
  return bytes;
}

}  // namespace koord::object
