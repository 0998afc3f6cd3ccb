// A machine as tables for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct TableOptions {
  bool wide = false;     // one row per CPU too
  bool devices = false;  // PCI devices too
  bool headers = true;   // the summary and the column names
};

std::string topology_table(const koord::Topology &topology, const TableOptions &options);

// "0-3,8" for numbers of any size, in any order; "" for none.
std::string number_ranges(std::vector<int32_t> numbers);

}  // namespace koordctl
