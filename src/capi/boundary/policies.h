// Conversion of policies in requests from the numbers of
// koord.h, where 0 means "not stated", to the engine's.
#pragma once

#include <cstdint>

#include "base/kubelet_version.h"
#include "capi/boundary/arguments.h"
#include "cpu/koordinator.h"
#include "device/choice/score.h"
#include "object/objects.h"

namespace koord::capi {

// All throw kInvalid with the field's name for numbers that have no meaning there. A policy that a
// pick does not state becomes the engine's first.
ExclusivePolicy read_exclusive(int32_t policy, const FieldName &name);
cpu::NumaStrategy read_strategy(int32_t strategy, const FieldName &name);
device::Strategy read_device_strategy(int32_t strategy, const FieldName &name);
object::NodeBind read_node_bind(int32_t policy, const FieldName &name);
KubeletVersion read_kubelet_version(int32_t version, const FieldName &name);

}  // namespace koord::capi
