// Definitions of the opaque handle types in koord.h.
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
  // Shared by the handles that keep their context. It is cleared when the context is freed.
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
  const size_t words;       // size of sets over this machine, including offline CPUs
  const std::string texts;  // bus id and names of each device
  koord::capi::References references{};
};

namespace koord::capi {

// Returns the log function of a call: the context's, or none.
inline const Log &log_of(const koord_context *context) {
  static constexpr Log kSilent{};
  return context != nullptr ? *context->log : kSilent;
}

// Returns the log function of a handle for its lifetime: that of the context it is made with.
inline std::shared_ptr<const Log> kept_log(const koord_context *context) {
  static constexpr Log kSilent{};
  if (context == nullptr) return {std::shared_ptr<const Log>(), &kSilent};
  return context->log;
}

// Returns "eth0,mlx5_0".
std::string joined_names(const PciDevice &device);

// Reads a caller's set without the CPUs that the machine lacks. `words` must cover the machine.
CpuSet read_set(const koord_topology &topology, const uint64_t *words) noexcept;
// Throws kNoSpace unless sets of `words` words can hold the machine's CPUs.
void check_words(const koord_topology &topology, size_t words);
// Like check_words() for sets whose size is a field of a struct (`request.words`). Throws kLimit
// for a size that no machine needs.
void check_set_words(const koord_topology &topology, uint32_t words);

inline koord_buffer *new_buffer(std::string bytes) { return new koord_buffer{std::move(bytes)}; }

}  // namespace koord::capi
