// The three ways to read a machine with hwloc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::probe {

enum : uint32_t { kOnlyAllowed = 1 };  // value of KOORD_TOPOLOGY_ONLY_ALLOWED

// Reads this machine, or the one that hwloc's own variables select (HWLOC_FSROOT, HWLOC_COMPONENTS,
// ...). Throws kInvalid for unknown flags, kIo if hwloc cannot read it, std::bad_alloc. root: the
// directory with the sys/ that hwloc reads by HWLOC_FSROOT. If it is empty, hwloc decides if the
// machine is this one.
std::shared_ptr<const Topology> read_this_machine(uint32_t flags, const Log &log,
                                                  const std::string &root = {});

// Reads an export of hwloc 2.x. Throws kInvalid with line and field, kLimit, std::bad_alloc.
std::shared_ptr<const Topology> read_hwloc_xml(std::string_view xml, uint32_t flags,
                                               const Log &log);

// Reads hwloc's synthetic description, such as "pack:2 numa:1 l3:2 core:8 pu:2". Throws as above.
std::shared_ptr<const Topology> read_synthetic(std::string_view text, const Log &log);

}  // namespace koord::probe
