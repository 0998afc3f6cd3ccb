#include "wire/node/node_annotations.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "wire/json/json.h"
#include "wire/json/json_writer.h"
#include "wire/object/amount.h"

namespace koord::wire {
namespace {

constexpr double kMaxAmplification = 1000;

CpuSet read_cpus(const JsonValue &object, std::string_view key) {
  const auto list = object.find(key);
  return list ? CpuSet::parse(list->as_string(), list->path()) : CpuSet{};
}

void set_cpu(object::Amounts &amounts, int64_t milli) {
  const auto at = std::lower_bound(
      amounts.begin(), amounts.end(), object::kCpu,
      [](const object::Amount &a, std::string_view name) { return a.resource < name; });
  if (at != amounts.end() && at->resource == object::kCpu)
    at->value = milli;
  else
    amounts.insert(at, {std::string(object::kCpu), milli});
}

}  // namespace

ReservedOfNode read_node_reservation(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const JsonValue root = document.root();
  ReservedOfNode out;
  out.cpus = read_cpus(root, "reservedCPUs");
  object::Amounts resources = read_capped_amounts_of(root, "resources");
  const auto policy = root.find("applyPolicy");
  const std::string_view name = policy ? policy->as_string() : "";
  if (name == "ReservedCPUsOnly") return out;
  if (!name.empty() && name != "Default") policy->fail_expected("Default or ReservedCPUsOnly");
  out.resources = std::move(resources);
  // CPUs that are listed take precedence over an amount.
  if (!out.cpus.empty()) set_cpu(out.resources, int64_t{1000} * out.cpus.count());
  return out;
}

SystemQos read_system_qos(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const JsonValue root = document.root();
  SystemQos out;
  out.cpus = read_cpus(root, "cpuset");
  out.exclusive = root.bool_or("cpusetExclusive", true);
  return out;
}

double read_cpu_amplification(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const auto cpu = document.root().find(object::kCpu);
  if (!cpu) return 0;
  const double ratio = cpu->is_number() ? cpu->raw().get<double>() : -1;
  if (!(ratio >= 0 && ratio <= kMaxAmplification)) cpu->fail_expected("a number in 0..1000");
  return ratio;
}

std::string node_reservation(const CpuSet &cpus) {
  JsonWriter out;
  out.begin_object();
  if (!cpus.empty()) out.member("reservedCPUs", cpus.to_string());
  return out.end_object().take();
}

std::string system_qos(const SystemQos &system) {
  JsonWriter out;
  out.begin_object();
  if (!system.cpus.empty())
    out.member("cpuset", system.cpus.to_string()).member("cpusetExclusive", system.exclusive);
  return out.end_object().take();
}

}  // namespace koord::wire
