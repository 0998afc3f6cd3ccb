// Adjustments of containers as JSON, in the names of the OCI runtime specification.
#pragma once

#include <string>

#include "agent/adjust.h"

namespace koord::wire {

// {"pod":"...","container":"main","stage":"CreateContainer",
//  "refused":{"reason":"CPUTaken","message":"..."},
//  "linux":{"resources":{"cpu":{"cpus":"0-3","mems":"0","quota":-1}},
//           "devices":[{"path":"/dev/..."}]},
//  "env":["NAME=value"],"cdiDevices":["nvidia.com/gpu=GPU-..."]}; what does not change is absent.
std::string write_adjustment(const agent::ContainerRequest &request,
                             const agent::Adjustment &adjustment);

std::string_view stage_name(agent::Stage stage) noexcept;  // "CreateContainer"

}  // namespace koord::wire
