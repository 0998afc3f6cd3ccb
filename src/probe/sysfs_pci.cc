#include "probe/sysfs_pci.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include "base/error.h"
#include "object/device_names.h"
#include "topology/pci_address.h"

namespace koord::probe {
namespace {

constexpr size_t kMaxFunctions = 4096;
constexpr size_t kMaxNodes = 64;

std::string directory_of(const std::string &root, const std::string &bus_id) {
  return root + "/sys/bus/pci/devices/" + bus_id;
}

// Returns the bus id to which a link points, which is its last part.
std::optional<std::string> linked_bus_id(const std::string &link) {
  char target[512];
  const ssize_t size = readlink(link.c_str(), target, sizeof target);
  if (size <= 0 || static_cast<size_t>(size) == sizeof target) return std::nullopt;
  const std::string_view path(target, static_cast<size_t>(size));
  const auto address = parse_pci_address(path.substr(path.rfind('/') + 1));
  if (!address) return std::nullopt;
  return to_text(*address);
}

void add_nodes(const std::string &directory, std::vector<std::string> &nodes) {
  const std::unique_ptr<DIR, int (*)(DIR *)> entries(opendir(directory.c_str()), &closedir);
  if (entries == nullptr) return;
  for (const dirent *entry = readdir(entries.get()); entry != nullptr;
       entry = readdir(entries.get())) {
    if (!object::is_rdma_device_file(entry->d_name)) continue;
    if (nodes.size() == kMaxNodes)
      throw Error(Status::kLimit, "sysfs: more than " + std::to_string(kMaxNodes) +
                                      " character devices of one RDMA device");
    nodes.emplace_back(entry->d_name);
  }
}

}  // namespace

std::string first_line(const std::string &path) {
  char text[64];
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  const ssize_t size = read(file, text, sizeof text);
  close(file);
  const std::string_view all(text, size > 0 ? static_cast<size_t>(size) : 0);
  return std::string(all.substr(0, all.find('\n')));
}

int read_numa_node(const std::string &root, const std::string &bus_id) {
  const std::string text = first_line(directory_of(root, bus_id) + "/numa_node");
  int node = -1;
  std::from_chars(text.data(), text.data() + text.size(), node);
  return node;
}

PciFunctions read_pci_functions(const std::string &root, const std::string &bus_id) {
  PciFunctions functions;
  const std::string directory = directory_of(root, bus_id);
  struct stat status;
  if (stat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return functions;
  functions.known = true;
  functions.is_virtual = linked_bus_id(directory + "/physfn").has_value();
  auto &found = functions.virtual_functions;
  for (size_t i = 0;; ++i) {  // the kernel numbers them without gaps
    auto function = linked_bus_id(directory + "/virtfn" + std::to_string(i));
    if (!function) break;
    if (i == kMaxFunctions)
      throw Error(Status::kLimit, "sysfs: more than " + std::to_string(kMaxFunctions) +
                                      " virtual functions of " + bus_id);
    found.push_back(std::move(*function));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return functions;
}

std::vector<std::string> read_rdma_nodes(const std::string &root, const std::string &bus_id) {
  std::vector<std::string> nodes;
  add_nodes(directory_of(root, bus_id) + "/infiniband_verbs", nodes);
  add_nodes(directory_of(root, bus_id) + "/infiniband_mad", nodes);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace koord::probe
