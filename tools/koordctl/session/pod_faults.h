// Parts of a pod that could not be read and are ignored.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "koord.hpp"

namespace koordctl {

inline std::vector<std::string> faults_of(const koord::Pod &pod) {
  const std::string text = pod.get_faults();
  std::vector<std::string> faults;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    faults.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return faults;
}

}  // namespace koordctl
