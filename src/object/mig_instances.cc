#include "object/mig_instances.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "object/device_names.h"
#include "object/mig.h"

namespace koord::object {
namespace {

constexpr size_t kMaxIdBytes = 95;
constexpr size_t kMaxProfileBytes = 32;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Removes "N<suffix>" with N in 1..max from the front. Returns 0 and removes nothing otherwise.
int take_number(std::string_view &text, std::string_view suffix, int max) {
  size_t digits = 0;
  int number = 0;
  while (digits < text.size() && digits < 5 && is_digit(text[digits]))
    number = number * 10 + (text[digits++] - '0');
  if (digits == 0 || text[0] == '0' || number > max || !text.substr(digits).starts_with(suffix))
    return 0;
  text.remove_prefix(digits + suffix.size());
  return number;
}

bool is_instance_id(std::string_view id) {
  return id.size() <= kMaxIdBytes && is_mig_instance(id) && id.size() > 4 &&
         std::all_of(id.begin(), id.end(), [](char c) {
           return is_digit(c) || is_lower(c) || is_upper(c) || c == '-' || c == '/';
         });
}

std::string range_of(int32_t low, int32_t high) {
  return std::to_string(low) + ".." + std::to_string(high);
}

std::string found(std::string_view text, const std::string &expected) {
  return "found " + in_quotes(text, 63) + ", expected " + expected;
}

std::string placement_of(const MigInstance &instance) {
  return std::to_string(instance.start) + ':' + std::to_string(instance.size);
}

bool overlap(const MigInstance &a, const MigInstance &b) {
  return a.start < b.start + b.size && b.start < a.start + a.size;
}

class Checker {
 public:
  Checker(std::span<const MigGpu> gpus, std::span<const DeviceInfo> devices)
      : gpus_(gpus), devices_(devices) {}

  std::optional<MigFault> run() {
    for (size_t g = 0; g < gpus_.size(); ++g) {
      if (auto fault = check_gpu(g)) return fault;
      for (size_t i = 0; i < gpus_[g].instances.size(); ++i) {
        auto fault = check_fields(g, i);
        if (!fault) fault = check_place(g, i);
        if (fault) return fault;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<MigFault> check_gpu(size_t g) {
    const MigGpu &gpu = gpus_[g];
    const auto fault = [&](const char *field, std::string text) {
      return MigFault{g, std::nullopt, field, std::move(text)};
    };
    const std::string minor = std::to_string(gpu.minor);
    const bool exists = std::ranges::any_of(devices_, [&](const DeviceInfo &device) {
      return device.type == kGpuType && device.minor == gpu.minor;
    });
    if (gpu.minor < 0 || gpu.minor > kMaxMigGpuMinor || !exists)
      return fault("minor", found(minor, "the minor of a GPU of the object, at most " +
                                             std::to_string(kMaxMigGpuMinor)));
    if (!minors_.insert(gpu.minor).second)
      return fault("minor", "GPU " + minor + " is listed twice");
    if (gpu.max < 1 || gpu.max > kMaxMigInstances)
      return fault("max", found(std::to_string(gpu.max), range_of(1, kMaxMigInstances)));
    if (gpu.instances.size() > static_cast<size_t>(gpu.max))
      return fault("instances", found(std::to_string(gpu.instances.size()) + " instances",
                                      "at most " + std::to_string(gpu.max)));
    return std::nullopt;
  }

  std::optional<MigFault> check_fields(size_t g, size_t i) {
    const MigInstance &instance = gpus_[g].instances[i];
    const auto fault = [&](const char *field, std::string text) {
      return MigFault{g, i, field, std::move(text)};
    };
    if (!is_instance_id(instance.id)) return fault("uuid", found(instance.id, "MIG-<uuid>"));
    if (!ids_.insert(instance.id).second)
      return fault("uuid", in_quotes(instance.id) + " is listed twice");
    if (!is_mig_profile(instance.profile))
      return fault("profile", found(instance.profile, "a profile such as 1g.10gb"));
    if (++counts_[instance.profile] > kMaxMigOfProfile)
      return fault("profile", "found more than " + std::to_string(kMaxMigOfProfile) +
                                  " instances of " + instance.profile +
                                  ", expected at most as many on one node");
    if (instance.gi < 0 || instance.gi > kMaxMigGi)
      return fault("gi", found(std::to_string(instance.gi), range_of(0, kMaxMigGi)));
    if (instance.ci < 0 || instance.ci > kMaxMigCi)
      return fault("ci", found(std::to_string(instance.ci), range_of(0, kMaxMigCi)));
    if (instance.size == 0 && instance.start == 0) return std::nullopt;
    if (instance.start < 0 || instance.size < 1 || instance.start >= kMaxMigSlices ||
        instance.size > kMaxMigSlices - instance.start)
      return fault("placement",
                   found(placement_of(instance),
                         "start:size within " + std::to_string(kMaxMigSlices) + " memory slices"));
    return std::nullopt;
  }

  // Compares an instance with those before it on its GPU.
  std::optional<MigFault> check_place(size_t g, size_t i) const {
    const MigInstance &instance = gpus_[g].instances[i];
    for (size_t j = 0; j < i; ++j) {
      const MigInstance &other = gpus_[g].instances[j];
      if (other.gi != instance.gi) {
        if (overlap(other, instance))
          return MigFault{g, i, "placement",
                          placement_of(instance) + " overlaps " + placement_of(other) + " of " +
                              in_quotes(other.id)};
      } else if (other.ci == instance.ci) {
        return MigFault{g, i, "ci",
                        "position gi " + std::to_string(instance.gi) + ", ci " +
                            std::to_string(instance.ci) + " is listed twice"};
      } else if (other.start != instance.start || other.size != instance.size) {
        return MigFault{g, i, "placement",
                        found(placement_of(instance), placement_of(other) +
                                                          " as for the other instances of gi " +
                                                          std::to_string(instance.gi))};
      }
    }
    return std::nullopt;
  }

  std::span<const MigGpu> gpus_;
  std::span<const DeviceInfo> devices_;
  std::set<int32_t> minors_;
  std::set<std::string_view> ids_;
  std::map<std::string_view, int> counts_;  // by profile
};

}  // namespace

bool is_mig_profile(std::string_view text) {
  if (text.size() > kMaxProfileBytes) return false;
  const int compute = take_number(text, "c.", kMaxMigInstances);
  const int slices = take_number(text, "g.", kMaxMigInstances);
  if (slices == 0 || compute > slices || take_number(text, "gb", 9999) == 0) return false;
  while (!text.empty()) {
    if (text[0] != '+' && text[0] != '-') return false;
    text.remove_prefix(1);
    size_t length = 0;
    while (length < text.size() && (is_lower(text[length]) || is_digit(text[length]) ||
                                    (text[length] == '.' && length > 0)))
      ++length;
    if (length == 0 || !is_lower(text[0]) || text[length - 1] == '.') return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string mig_type(std::string_view profile) {
  std::string out = std::string(kMigTypePrefix).append(profile);
  std::replace(out.begin(), out.end(), '+', '.');
  return out;
}

std::string mig_resource_of_type(std::string_view type) {
  return std::string(kMigResourcePrefix).append(type.substr(kMigTypePrefix.size()));
}

std::string mig_resource(std::string_view profile) {
  return mig_resource_of_type(mig_type(profile));
}

int32_t mig_minor(int32_t gpu_minor, const MigInstance &instance) {
  return (gpu_minor * (kMaxMigGi + 1) + instance.gi) * (kMaxMigCi + 1) + instance.ci;
}

std::optional<MigFault> find_mig_fault(std::span<const MigGpu> gpus,
                                       std::span<const DeviceInfo> devices) {
  return Checker(gpus, devices).run();
}

}  // namespace koord::object
