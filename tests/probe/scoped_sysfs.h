// A directory with the sysfs PCI devices of a machine, for the duration of a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace koord::testing {

class ScopedSysfs {
 public:
  ScopedSysfs() {
    std::string pattern = (std::filesystem::temp_directory_path() / "koord-sysfs-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    root_ = pattern;
    std::filesystem::create_directories(root_ / "sys/bus/pci/devices");
  }
  ~ScopedSysfs() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  ScopedSysfs(const ScopedSysfs &) = delete;
  ScopedSysfs &operator=(const ScopedSysfs &) = delete;

  std::string root() const { return root_.string(); }

  // Uses Linux's layout: devices/ holds the device, bus/ a link to it.
  void add_device(const std::string &bus_id) {
    std::filesystem::create_directories(real(bus_id));
    std::filesystem::create_symlink("../../../devices/pci0000:00/" + bus_id,
                                    root_ / "sys/bus/pci/devices" / bus_id);
  }
  void add_function(const std::string &physical, int number, const std::string &bus_id) {
    add_device(bus_id);
    link(physical, "virtfn" + std::to_string(number), "../" + bus_id);
    link(bus_id, "physfn", "../" + physical);
  }
  void link(const std::string &bus_id, const std::string &name, const std::string &target) {
    std::filesystem::create_symlink(target, real(bus_id) / name);
  }
  void add_directory(const std::string &bus_id, const std::string &name) {
    std::filesystem::create_directories(real(bus_id) / name);
  }

 private:
  std::filesystem::path real(const std::string &bus_id) const {
    return root_ / "sys/devices/pci0000:00" / bus_id;
  }

  std::filesystem::path root_;
};

}  // namespace koord::testing
