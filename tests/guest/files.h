// Small files of the kernel.
#pragma once

#include <string>
#include <vector>

#include "cpus.h"

namespace koord::guest {

// Throws with the name of the file and the reason if it cannot be read.
std::string read_all(const std::string &path);
std::string read_line(const std::string &path);
std::vector<std::string> read_lines(const std::string &path);
// Returns true if the kernel accepted the write; otherwise errno has the reason.
bool put(const std::string &path, const std::string &text);
void must_put(const std::string &path, const std::string &text);
bool exists(const std::string &path);

// The machine as reported by the kernel.
struct Machine {
  Cpus cpus;
  Cpus memory_nodes;
  std::vector<std::pair<int, Cpus>> nodes;  // nodes with CPUs, by number
  std::vector<int> socket_of_node;          // by index in `nodes`
};
Machine read_machine();

}  // namespace koord::guest
