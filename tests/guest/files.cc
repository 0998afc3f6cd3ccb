#include "files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace koord::guest {

std::string read_all(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string out;
  char block[4096];
  ssize_t size = file < 0 ? -1 : 1;
  while (size > 0) {
    size = read(file, block, sizeof block);
    if (size > 0) out.append(block, static_cast<size_t>(size));
  }
  const int why = errno;
  if (file >= 0) close(file);
  if (size < 0) throw std::runtime_error(path + ": " + std::strerror(why));
  return out;
}

std::vector<std::string> read_lines(const std::string &path) {
  const std::string text = read_all(path);
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string read_line(const std::string &path) {
  const std::string text = read_all(path);
  return text.substr(0, text.find('\n'));
}

bool put(const std::string &path, const std::string &text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t written = write(file, text.data(), text.size());
  const int why = errno;
  close(file);
  errno = why;
  return written == static_cast<ssize_t>(text.size());
}

void must_put(const std::string &path, const std::string &text) {
  if (!put(path, text))
    throw std::runtime_error("writing \"" + text + "\" to " + path + ": " + std::strerror(errno));
}

bool exists(const std::string &path) { return access(path.c_str(), F_OK) == 0; }

Machine read_machine() {
  const std::string system = "/sys/devices/system/";
  Machine out;
  out.cpus = from_list(read_line(system + "cpu/online"));
  if (!exists(system + "node/has_memory")) {  // the kernel has no NUMA support
    out.memory_nodes.set(0);
    out.nodes.emplace_back(0, out.cpus);
    out.socket_of_node.push_back(0);
    return out;
  }
  out.memory_nodes = from_list(read_line(system + "node/has_memory"));
  for (const int node : members(from_list(read_line(system + "node/online")))) {
    const Cpus cpus =
        from_list(read_line(system + "node/node" + std::to_string(node) + "/cpulist")) & out.cpus;
    if (cpus.none()) continue;
    out.nodes.emplace_back(node, cpus);
    const std::string first = std::to_string(members(cpus)[0]);
    const std::string socket =
        read_line(system + "cpu/cpu" + first + "/topology/physical_package_id");
    out.socket_of_node.push_back(std::stoi(socket));
  }
  return out;
}

}  // namespace koord::guest
