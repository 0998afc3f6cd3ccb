// The wording of refusals that are about CPUs and pools of a node's pods.
#pragma once

#include <string>

#include "base/refusal.h"

namespace koord {

constexpr bool is_about_nodes(Reason reason) noexcept {
  return reason >= Reason::kCpuNotOnMachine && reason <= Reason::kCpuReservedByNode;
}

std::string node_sentence(const Refusal &refusal);

}  // namespace koord
