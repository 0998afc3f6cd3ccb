// A machine as tables for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct TableOptions {
  bool wide = false;     // adds one row per CPU
  bool devices = false;  // adds PCI devices
  bool headers = true;   // prints the summary and the column names
};

std::string topology_table(const koord::Topology &topology, const TableOptions &options);

// Returns "0-3,8" for numbers of any size and in any order, or "" if there are none.
std::string number_ranges(std::vector<int32_t> numbers);

}  // namespace koordctl
