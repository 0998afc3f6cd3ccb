// Reports a setup with which kubelet does not start, with kubelet's message.
#pragma once

#include <string>

#include "base/error.h"

namespace koord::kubelet {

[[noreturn]] inline void refuse_setup(const std::string &text) {
  throw Error(Status::kInvalid, text);
}

}  // namespace koord::kubelet
