// The handles of koord.h with owners.
#pragma once

#include <memory>
#include <string_view>

#include "check.h"
#include "koord.h"

namespace koord::fuzz {

struct Release {
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
  void operator()(koord_buffer *buffer) const { koord_buffer_unref(buffer); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
};
using TopologyPtr = std::unique_ptr<koord_topology, Release>;
using PodPtr = std::unique_ptr<koord_pod, Release>;
using BufferPtr = std::unique_ptr<koord_buffer, Release>;

inline std::string_view text_of(const BufferPtr &buffer) {
  return {koord_buffer_get_data(buffer.get()), koord_buffer_get_length(buffer.get())};
}

// Runs a call that makes a handle, call(&out, &err), and holds it to check_result. nullptr where it
// fails; its status, if wanted, is left in `status`.
template <typename Owner, typename Call>
Owner make(Call &&call, koord_status *status = nullptr) {
  auto *out = reinterpret_cast<typename Owner::pointer>(&status);  // must be written in any case
  koord_error err{};
  const koord_status result = call(&out, &err);
  check_result(result, err);
  FUZZ_CHECK((result == KOORD_OK) == (out != nullptr));
  if (status != nullptr) *status = result;
  return Owner(out);
}

}  // namespace koord::fuzz
