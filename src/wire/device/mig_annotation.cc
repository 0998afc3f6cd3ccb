#include "wire/device/mig_annotation.h"

#include <charconv>
#include <string_view>

#include "base/error.h"
#include "object/mig_instances.h"
#include "wire/device/device_fields.h"
#include "wire/json/json_writer.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxMigGpus = 64;

bool read_number(std::string_view text, int32_t &out) {
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, out);
  return result.ec == std::errc() && result.ptr == end && out >= 0;
}

// "4:2" is the memory slices 4 and 5.
void read_placement(const JsonValue &value, object::MigInstance &out) {
  const std::string_view text = value.as_string();
  const size_t colon = text.find(':');
  if (colon == text.npos || !read_number(text.substr(0, colon), out.start) ||
      !read_number(text.substr(colon + 1), out.size) || out.size == 0)
    value.fail_expected("first memory slice and number of slices, such as \"0:4\"");
}

object::MigInstance read_instance(const JsonValue &value) {
  object::MigInstance out;
  out.id = value.at("uuid").as_string();
  out.profile = value.at("profile").as_string();
  out.gi = static_cast<int32_t>(value.at("gi").as_int(0, object::kMaxMigGi));
  out.ci = static_cast<int32_t>(value.int_or("ci", 0, object::kMaxMigCi, 0));
  if (const auto placement = value.find("placement")) read_placement(*placement, out);
  return out;
}

[[noreturn]] void fail(const JsonValue &list, const object::MigFault &fault) {
  std::string path = list.path() + '[' + std::to_string(fault.gpu) + ']';
  if (fault.instance) path += ".instances[" + std::to_string(*fault.instance) + ']';
  throw Error(Status::kInvalid, path + '.' + fault.field + ": " + fault.text);
}

}  // namespace

std::vector<object::MigGpu> read_mig_instances(const JsonValue &list,
                                               const std::vector<object::DeviceInfo> &devices) {
  std::vector<object::MigGpu> out;
  for (const JsonValue &entry : list.elements()) {
    check_count(out.size() + 1, kMaxMigGpus, entry, "GPUs");
    object::MigGpu gpu;
    gpu.minor = static_cast<int32_t>(entry.at("minor").as_int(0, object::kMaxMigGpuMinor));
    gpu.max = static_cast<int32_t>(
        entry.int_or("max", 1, object::kMaxMigInstances, object::kMaxMigInstances));
    for (const JsonValue &instance : entry.elements_of("instances")) {
      check_count(gpu.instances.size() + 1, static_cast<size_t>(gpu.max), instance, "instances");
      gpu.instances.push_back(read_instance(instance));
    }
    out.push_back(std::move(gpu));
  }
  if (const auto fault = object::find_mig_fault(out, devices)) fail(list, *fault);
  return out;
}

std::string mig_instances_text(const std::vector<object::MigGpu> &gpus) {
  JsonWriter out;
  out.begin_array();
  for (const object::MigGpu &gpu : gpus) {
    out.begin_object().member("minor", gpu.minor).member("max", gpu.max);
    out.key("instances").begin_array();
    for (const object::MigInstance &instance : gpu.instances) {
      out.begin_object()
          .member("uuid", instance.id)
          .member("profile", instance.profile)
          .member("gi", instance.gi)
          .member("ci", instance.ci);
      if (instance.size > 0)
        out.member("placement",
                   std::to_string(instance.start) + ':' + std::to_string(instance.size));
      out.end_object();
    }
    out.end_array().end_object();
  }
  out.end_array();
  return out.take();
}

}  // namespace koord::wire
