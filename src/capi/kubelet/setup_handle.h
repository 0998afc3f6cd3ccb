// Definition of koord_kubelet_setup.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/kubelet_version.h"
#include "base/log.h"
#include "koord.h"
#include "kubelet/checkup.h"
#include "kubelet/config.h"
#include "wire/kubelet/checkpoint.h"
#include "wire/kubelet/kubelet_config.h"

struct koord_kubelet_setup {
  koord::Log log;
  koord::wire::KubeletConfig config;
  koord::KubeletVersion version = koord::kDefaultKubeletVersion;
  std::optional<std::string> cpu_state, memory_state;  // texts of the files that exist
  std::string device_state;                            // empty if there is no such file
  std::vector<koord::kubelet::DeviceReport> devices;

  // The pods and containers on the node.
  koord::kubelet::PodSet pods;
  std::map<std::string, koord::wire::ContainerRef> containers;  // by id
  size_t added = 0;
};

namespace koord::capi {

// A setup argument. NULL stands for kubelet's defaults and no files.
class GivenSetup {
 public:
  explicit GivenSetup(const koord_kubelet_setup *setup) : given_(setup) {
    if (given_ == nullptr) given_ = &defaults_.emplace();
  }
  GivenSetup(const GivenSetup &) = delete;
  GivenSetup &operator=(const GivenSetup &) = delete;
  const koord_kubelet_setup *operator->() const { return given_; }
  const koord_kubelet_setup &operator*() const { return *given_; }
  // Returns the text of a file, for functions that take an empty text for no file.
  static std::string_view text(const std::optional<std::string> &file) {
    return file ? std::string_view(*file) : std::string_view();
  }

 private:
  std::optional<koord_kubelet_setup> defaults_;
  const koord_kubelet_setup *given_;
};

}  // namespace koord::capi
