// Checks a KubeletConfiguration by the rules of kubelet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct KubeletConfigFaults {
  std::vector<std::string> stops;     // kubelet's errors that keep it from starting
  std::vector<std::string> warnings;  // fields that kubelet ignores
};

// Checks kind, version, fields and feature gates of a configuration (JSON). The kind may be
// missing, as in the response of /configz. Text that is not a JSON object is left for libkoord to
// reject. At most kMaxKubeletFaults errors and kMaxObjectDoubts + 1 warnings are returned.
KubeletConfigFaults check_kubelet_config(std::string_view json, koord_kubelet_version version);

// Prints the faults of the configuration in `file` as warnings: at most WarningSeries::kMost of
// each kind, and then the number of the others.
void warn_of_kubelet_config(std::string_view json, koord_kubelet_version version,
                            const std::string &file);

}  // namespace koordctl
