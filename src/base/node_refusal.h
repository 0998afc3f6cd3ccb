// The wording of refusals that are about CPUs and pools of a node's pods.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.h"

namespace koord {

constexpr bool is_about_nodes(Reason reason) noexcept {
  return reason >= Reason::kCpuNotOnMachine && reason <= Reason::kNotThePods;
}

std::string node_sentence(const Refusal &refusal);
std::string_view node_reason_name(Reason reason) noexcept;

}  // namespace koord
