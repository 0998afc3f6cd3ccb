// Short builders for pods.
#pragma once

#include <string>
#include <utility>

#include "object/objects.h"

namespace koord::object {

// Amounts must be sorted by name.
inline Container app(Amounts requests, Amounts limits = {}) {
  return {"app", false, false, std::move(requests), std::move(limits)};
}
inline Container init(Amounts requests, Amounts limits = {}) {
  return {"init", true, false, std::move(requests), std::move(limits)};
}
inline Container sidecar(Amounts requests, Amounts limits = {}) {
  return {"sidecar", true, true, std::move(requests), std::move(limits)};
}

inline PodObject pod_of(std::vector<Container> containers) {
  PodObject pod;
  pod.name = "web";
  pod.containers = std::move(containers);
  return pod;
}

// Formats amounts as "cpu=1000 memory=5".
inline std::string text(const Amounts &amounts) {
  std::string out;
  for (const Amount &amount : amounts) {
    if (!out.empty()) out += ' ';
    out += amount.resource + '=' + std::to_string(amount.value);
  }
  return out;
}

}  // namespace koord::object
