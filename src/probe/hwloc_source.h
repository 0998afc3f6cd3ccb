// The three ways to learn a machine from hwloc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::probe {

enum : uint32_t { kOnlyAllowed = 1 };  // number of KOORD_TOPOLOGY_ONLY_ALLOWED

// This machine, or what hwloc's own variables make of it (HWLOC_FSROOT, HWLOC_COMPONENTS, ...).
// Throws kInvalid for unknown flags, kIo when hwloc cannot read it, std::bad_alloc.
// `root` holds the sys/ that hwloc reads by HWLOC_FSROOT; empty: hwloc says whether it reads this
// machine's.
std::shared_ptr<const Topology> read_this_machine(uint32_t flags, const Log &log,
                                                  const std::string &root = {});

// An export of hwloc 2.x. Throws kInvalid with line and field, kLimit, std::bad_alloc.
std::shared_ptr<const Topology> read_hwloc_xml(std::string_view xml, uint32_t flags,
                                               const Log &log);

// hwloc's synthetic description, "pack:2 numa:1 l3:2 core:8 pu:2". Throws as above.
std::shared_ptr<const Topology> read_synthetic(std::string_view text, const Log &log);

}  // namespace koord::probe
