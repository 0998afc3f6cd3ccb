// Environment variables for the duration of a scope.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace koord::testing {

class ScopedEnvironment {
 public:
  explicit ScopedEnvironment(const std::vector<std::pair<std::string, std::string>> &variables) {
    for (const auto &[name, value] : variables) {
      const char *before = std::getenv(name.c_str());
      saved_.emplace_back(name,
                          before == nullptr ? std::nullopt : std::optional<std::string>(before));
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  ~ScopedEnvironment() {
    for (const auto &[name, value] : saved_) {
      if (value)
        setenv(name.c_str(), value->c_str(), 1);
      else
        unsetenv(name.c_str());
    }
  }
  ScopedEnvironment(const ScopedEnvironment &) = delete;
  ScopedEnvironment &operator=(const ScopedEnvironment &) = delete;

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> saved_;
};

// Variables that make hwloc read the tree below `root` in place of this machine.
inline std::vector<std::pair<std::string, std::string>> sysfs_root(const std::string &root) {
  return {{"HWLOC_FSROOT", root},
          {"HWLOC_COMPONENTS", "linux,stop"},
          {"HWLOC_THISSYSTEM", "0"},
          {"HWLOC_DUMPED_HWDATA_DIR", "/var/run/hwloc"}};
}

}  // namespace koord::testing
