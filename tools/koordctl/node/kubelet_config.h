// KubeletConfiguration as kubelet itself would read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct KubeletConfigFaults {
  std::vector<std::string> stops;     // with which kubelet does not start, in its words
  std::vector<std::string> warnings;  // fields that it ignores
};

// Checks kind, version, fields and feature gates of a configuration (JSON). The answer of /configz
// has no kind. Text that is no JSON object is left to libkoord.
KubeletConfigFaults check_kubelet_config(std::string_view json, koord_kubelet_version version);

// Prints what is wrong with the configuration in `file` as warnings, each once per process.
void warn_of_kubelet_config(std::string_view json, koord_kubelet_version version,
                            const std::string &file);

}  // namespace koordctl
