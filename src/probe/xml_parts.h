// Shared parts of the XML guard: reading numbers and sets, and facts about the tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/cpu_set.h"
#include "base/log.h"
#include "probe/xml_guard.h"
#include "probe/xml_scanner.h"
#include "probe/xml_writer.h"

namespace koord::probe {

// Facts about the object tree for the elements that follow it.
struct XmlMachine {
  CpuSet cpus;                                   // ids of all PUs
  CpuSet nodes;                                  // ids of all NUMA nodes
  std::unordered_map<uint64_t, int> node_of_gp;  // NUMA node id by gp_index
};

// The kinds of CPUs read so far.
struct XmlKinds {
  CpuSet cpus;
  int count = 0;
};

// Return numbers and sets of the tag just opened. Throw kInvalid or kLimit with the attribute.
std::optional<uint64_t> number_attribute(const XmlScanner &in, std::string_view name);
std::optional<CpuSet> set_attribute(const XmlScanner &in, std::string_view name, int limit);

// Reads the object tree whose first <object> was just opened, through its end.
XmlMachine copy_objects(XmlScanner &in, XmlWriter &out);
// Each reads one element that was just opened, through its end.
void copy_distances(XmlScanner &in, XmlWriter &out, const XmlMachine &machine, const Log &log);
void read_initiators(XmlScanner &in, const XmlMachine &machine, MemoryInitiators &initiators);
void copy_cpu_kind(XmlScanner &in, XmlWriter &out, const XmlMachine &machine, XmlKinds &kinds);

}  // namespace koord::probe
