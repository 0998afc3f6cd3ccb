#include "node/kubelet_version.h"

#include <vector>

#include "cli/options.h"

namespace koordctl {
namespace {

const std::vector<std::string> kKubeletVersions = {"1.35", "1.36", "1.37", "1.38"};

}  // namespace

CLI::Option *add_kubelet_version(CLI::App &command, std::string &value) {
  CLI::Option *option = command.add_option("--kubelet-version", value,
                                           "The version whose kubelet is meant; default: 1.36");
  set_choices(option, kKubeletVersions);
  return option;
}

koord_kubelet_version kubelet_version_of(const std::string &value) {
  return value.empty()
             ? KOORD_KUBELET_VERSION_DEFAULT
             : KOORD_KUBELET_VERSION_V1_35 + static_cast<koord_kubelet_version>(find_choice(
                                                 "--kubelet-version", kKubeletVersions, value));
}

}  // namespace koordctl
