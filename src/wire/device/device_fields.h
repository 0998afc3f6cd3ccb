// Fields common to Device objects and the device annotations of pods.
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

// Throws kLimit at `value` if `count` exceeds `max`.
void check_count(size_t count, size_t max, const JsonValue &value, std::string_view what);
// Reads a map of names to texts.
object::Labels read_labels(const JsonValue &map);
// {"matchLabels":{...},"matchExpressions":[{"key":"type","operator":"In","values":["a"]}]}
object::LabelSelector read_label_selector(const JsonValue &selector);
// Reads the label gpu-partition-policy. Every value but Honor means Prefer.
object::PartitionPolicy read_partition_policy(std::string_view text);
// Reads a list of distinct minors.
std::vector<int32_t> read_minors(const JsonValue &list, size_t max);
// Reads a text under its current name, or else under an earlier published name. Returns an empty
// string if both are absent. Logs a warning if both are present and differ.
std::string read_renamed(const JsonValue &object, std::string_view name, std::string_view alias,
                         const Log &log);
// Reads the member "resources" by the current names. Earlier published names are accepted:
// "kubernetes.io/gpu-core", "koordinator.sh/gpu-mem-ratio" and the like, and the members "resource"
// and "resouurces". Logs warnings as above.
object::Amounts read_device_amounts(const JsonValue &device, const Log &log);
// Renames amounts that have been read already. `path` locates them for warnings.
object::Amounts rename_device_amounts(object::Amounts amounts, FieldPath path, const Log &log);

}  // namespace koord::wire
