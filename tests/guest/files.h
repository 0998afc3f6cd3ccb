// Small files of the kernel.
#pragma once

#include <string>
#include <vector>

#include "cpus.h"

namespace koord::guest {

// An exception says which file cannot be read and why.
std::string read_all(const std::string &path);
std::string read_line(const std::string &path);
std::vector<std::string> read_lines(const std::string &path);
// Whether the kernel took it; errno says why not.
bool put(const std::string &path, const std::string &text);
void must_put(const std::string &path, const std::string &text);
bool exists(const std::string &path);

// The machine as the kernel tells.
struct Machine {
  Cpus cpus;
  Cpus memory_nodes;
  std::vector<std::pair<int, Cpus>> nodes;  // with CPUs, by number
  std::vector<int> socket_of_node;          // of the same index
};
Machine read_machine();

}  // namespace koord::guest
