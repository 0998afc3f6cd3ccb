// Fields that Device objects and the device annotations of pods have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "object/devices.h"
#include "wire/json/json.h"

namespace koord::wire {

// Throws kLimit where `value` is one of more than `max`.
void check_count(size_t count, size_t max, const JsonValue &value, std::string_view what);
// A map of names to texts.
object::Labels read_labels(const JsonValue &map);
// {"matchLabels":{...},"matchExpressions":[{"key":"type","operator":"In","values":["a"]}]}
object::LabelSelector read_label_selector(const JsonValue &selector);
// The value of the label gpu-partition-policy: Honor, and whatever else is Prefer.
object::PartitionPolicy read_partition_policy(std::string_view text);
// A list of minors, each once.
std::vector<int32_t> read_minors(const JsonValue &list, size_t max);
// A text under the name of today, or else under another it has been published with; "" where
// absent. Where both are there and differ, that is remarked on.
std::string read_renamed(const JsonValue &object, std::string_view name, std::string_view alias,
                         const Log &log);
// The member "resources", under the names of today: "kubernetes.io/gpu-core",
// "koordinator.sh/gpu-mem-ratio" and the like have been published, too, and so have the members
// "resource" and "resouurces". Remarks as above.
object::Amounts read_device_amounts(const JsonValue &device, const Log &log);
// The same of amounts that are there already; `path` tells where they are.
object::Amounts rename_device_amounts(object::Amounts amounts, FieldPath path, const Log &log);

}  // namespace koord::wire
