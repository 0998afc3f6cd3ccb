#include "probe/fpga_report.h"

#include <dirent.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "base/error.h"
#include "object/device_names.h"
#include "probe/sysfs_pci.h"
#include "topology/pci_address.h"

namespace koord::probe {
namespace {

constexpr size_t kMaxFpgas = 1024;
constexpr size_t kMaxSysfsEntries = 65536;      // of a directory of sysfs
constexpr uint32_t kAcceleratorClass = 0x1200;  // PCI class and subclass; GPUs have it as well
constexpr uint32_t kVendors[] = {0x10ee, 0x1172, 0x1b59};  // Xilinx, Altera, Achronix

struct Fpga {
  int number = -1;  // number of its entry in /sys/class/fpga*
  bool healthy = true;
};
using Fpgas = std::map<std::string, Fpga>;  // by bus id

std::vector<std::string> entries_of(const std::string &directory) {
  std::vector<std::string> out;
  const std::unique_ptr<DIR, int (*)(DIR *)> entries(opendir(directory.c_str()), &closedir);
  if (entries == nullptr) return out;
  for (const dirent *entry = readdir(entries.get()); entry != nullptr;
       entry = readdir(entries.get())) {
    if (entry->d_name[0] == '.') continue;
    if (out.size() == kMaxSysfsEntries)
      throw Error(Status::kLimit, "sysfs: more than " + std::to_string(kMaxSysfsEntries) +
                                      " entries in " + directory);
    out.emplace_back(entry->d_name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<uint32_t> hex_in(const std::string &path) {
  const std::string text = first_line(path);
  if (!text.starts_with("0x")) return std::nullopt;
  uint32_t value = 0;
  const auto [end, status] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  return status == std::errc() && *end == '\0' ? std::optional(value) : std::nullopt;
}

// Returns the innermost PCI device on the path of a link.
std::optional<std::string> pci_device_on(const std::string &link) {
  char target[4096];
  const ssize_t size = readlink(link.c_str(), target, sizeof target);
  if (size <= 0 || static_cast<size_t>(size) == sizeof target) return std::nullopt;
  std::optional<std::string> out;
  for (std::string_view rest(target, static_cast<size_t>(size)); !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    if (const auto address = parse_pci_address(part)) out = to_text(*address);
  }
  return out;
}

// Returns the number at the end of a name, or -1 if there is none.
int trailing_number(const std::string &name) {
  const size_t at = name.find_last_not_of("0123456789") + 1;
  int number = -1;
  if (at == name.size() || name.size() - at > 5) return number;
  std::from_chars(name.data() + at, name.data() + name.size(), number);
  return number;
}

// Returns true unless the FPGA manager's state is an error. A manager that was never programmed
// is "unknown".
bool is_sound(const std::string &state) {
  return !state.ends_with("error") && state != "power off";
}

void add_by_kernel_class(const std::string &root, Fpgas &fpgas) {
  for (const std::string &kind : entries_of(root + "/sys/class")) {
    if (!kind.starts_with("fpga")) continue;
    for (const std::string &name : entries_of(root + "/sys/class/" + kind)) {
      const std::string entry = root + "/sys/class/" + kind + '/' + name;
      auto bus_id = pci_device_on(entry);
      if (!bus_id) bus_id = pci_device_on(entry + "/device");
      if (!bus_id) continue;  // a part of a system on a chip
      Fpga &fpga = fpgas[*bus_id];
      if (const int number = trailing_number(name);
          fpga.number < 0 || (number >= 0 && number < fpga.number))
        fpga.number = number;
      if (!is_sound(first_line(entry + "/state"))) fpga.healthy = false;
    }
  }
}

bool is_vendor(uint32_t vendor) {
  return std::find(std::begin(kVendors), std::end(kVendors), vendor) != std::end(kVendors);
}

void add_by_pci_class(const Topology &machine, const std::string &root, Fpgas &fpgas) {
  for (const PciDevice &device : machine.devices())
    if (device.class_id == kAcceleratorClass && is_vendor(device.vendor_id))
      fpgas.try_emplace(device.bus_id);
  if (root.empty()) return;
  const std::string devices = root + "/sys/bus/pci/devices/";
  for (const std::string &name : entries_of(devices)) {
    const auto address = parse_pci_address(name);
    const auto kind = hex_in(devices + name + "/class");
    if (!address || !kind || *kind >> 8 != kAcceleratorClass) continue;
    if (const auto vendor = hex_in(devices + name + "/vendor"); vendor && is_vendor(*vendor))
      fpgas.try_emplace(to_text(*address));
  }
}

// Each FPGA gets the number of its entry. If two have the same number, or one has none, it gets the
// lowest free number, in the order of bus ids.
void give_minors(Fpgas &fpgas) {
  std::set<int> used;
  for (auto &[bus_id, fpga] : fpgas)
    if (fpga.number >= 0 && !used.insert(fpga.number).second) fpga.number = -1;
  int next = 0;
  for (auto &[bus_id, fpga] : fpgas) {
    if (fpga.number >= 0) continue;
    while (used.contains(next)) ++next;
    fpga.number = next++;
  }
}

}  // namespace

std::vector<object::DeviceInfo> report_fpgas(const Topology &machine, const DevicePlaces &places,
                                             const std::string &sysfs_root, const Log &log) {
  Fpgas fpgas;
  add_by_pci_class(machine, sysfs_root, fpgas);
  if (!sysfs_root.empty()) {
    add_by_kernel_class(sysfs_root, fpgas);
    std::erase_if(fpgas, [&](const auto &entry) {
      return read_pci_functions(sysfs_root, entry.first).is_virtual;
    });
  }
  if (fpgas.size() > kMaxFpgas)
    throw Error(Status::kLimit, "more than " + std::to_string(kMaxFpgas) + " FPGAs of one machine");
  give_minors(fpgas);
  std::vector<object::DeviceInfo> out;
  for (const auto &[bus_id, fpga] : fpgas) {
    object::DeviceInfo info;
    info.type = object::kFpgaType;
    info.id = bus_id;
    info.minor = fpga.number;
    info.healthy = fpga.healthy;
    info.resources = {{std::string(object::kFpgaResource), 100}};
    info.placed = true;
    info.place = places.of(bus_id);
    out.push_back(std::move(info));
    if (!fpga.healthy) log.warn("fpga " + bus_id + " is unhealthy: its manager reports an error");
  }
  std::sort(out.begin(), out.end(), [](const auto &a, const auto &b) { return a.minor < b.minor; });
  return out;
}

}  // namespace koord::probe
