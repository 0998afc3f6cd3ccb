// What stands behind the opaque types of koord.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/cpu_set.h"
#include "base/log.h"
#include "capi/boundary/counted.h"
#include "koord.h"
#include "topology/topology.h"

struct koord_context {
  // Handles that keep their context share it: it falls silent when the context is freed.
  std::shared_ptr<koord::Log> log = std::make_shared<koord::Log>();
};

struct koord_buffer {
  std::string bytes;
  koord::capi::References references{};
};

struct koord_topology {
  explicit koord_topology(std::shared_ptr<const koord::Topology> picture);

  const koord::Topology &operator*() const { return *topology; }
  const koord::Topology *operator->() const { return topology.get(); }

  const std::shared_ptr<const koord::Topology> topology;
  const size_t words;       // of every set over this machine, offline CPUs included
  const std::string texts;  // of its devices: bus id and names of each
  koord::capi::References references{};
};

namespace koord::capi {

// A call's log function: the context's, or none.
inline const Log &log_of(const koord_context *context) {
  static constexpr Log kSilent{};
  return context != nullptr ? *context->log : kSilent;
}

// The log function of a handle for as long as it lives: that of the context that it is made with.
inline std::shared_ptr<const Log> kept_log(const koord_context *context) {
  static constexpr Log kSilent{};
  if (context == nullptr) return {std::shared_ptr<const Log>(), &kSilent};
  return context->log;
}

// "eth0,mlx5_0".
std::string joined_names(const PciDevice &device);

// A caller's set over the topology: CPUs the machine lacks are left out. `words` covers the
// machine.
CpuSet read_set(const koord_topology &topology, const uint64_t *words) noexcept;
// kNoSpace unless sets of `words` words can hold the machine's CPUs.
void check_words(const koord_topology &topology, size_t words);
// As above for sets whose width a struct states, as `request.words`: kLimit where no machine needs
// that width.
void check_set_words(const koord_topology &topology, uint32_t words);

inline koord_buffer *new_buffer(std::string bytes) { return new koord_buffer{std::move(bytes)}; }

}  // namespace koord::capi
