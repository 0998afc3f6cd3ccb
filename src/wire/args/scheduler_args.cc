#include "wire/args/scheduler_args.h"

#include "base/error.h"

namespace koord::wire {
namespace {

constexpr std::string_view kNuma = "NodeNUMAResourceArgs";
constexpr std::string_view kNumaOfProposal = "CPUOrchestrationPluginArgs";
constexpr std::string_view kDevices = "DeviceShareArgs";
constexpr std::string_view kConfiguration = "KubeSchedulerConfiguration";
constexpr JsonLimits kArgsLimits{size_t{1} << 20, 64, size_t{1} << 20};

void check_kind(const JsonValue &args, std::string_view kind, std::string_view alias) {
  if (!args.is_object()) args.fail_expected("an object");
  const auto stated = args.find("kind");
  if (stated && stated->as_string() != kind && (alias.empty() || stated->as_string() != alias))
    stated->fail_expected(kind);
}

class Configuration {
 public:
  SchedulerArgs read(const JsonValue &root) {
    for (const JsonValue &profile : root.elements_of("profiles"))
      for (const JsonValue &config : profile.elements_of("pluginConfig")) read_plugin(config);
    return std::move(out_);
  }

 private:
  void read_plugin(const JsonValue &config) {
    const std::string name = config.string_or("name", "");
    const auto args = config.find("args");
    if (!args) return;
    // Plugins may have other names; the kind of their arguments identifies them.
    const auto is = [&](std::string_view kind) {
      const auto stated = args->is_object() ? args->find("kind") : std::nullopt;
      return name != "NodeNUMAResource" && name != "DeviceShare" && stated && stated->is_text(kind);
    };
    const bool devices = name == "DeviceShare" || is(kDevices);
    const bool numa = name == "NodeNUMAResource" || is(kNuma) || is(kNumaOfProposal);
    if (!devices && !numa) return;
    std::string &first = devices ? devices_ : numa_;
    if (!first.empty())
      config.fail(std::string("found arguments of ") +
                  (devices ? "DeviceShare" : "NodeNUMAResource") + " again, after those in " +
                  first);
    first = config.path();
    if (devices) {
      check_kind(*args, kDevices, {});
      out_.devices = read_device_share_args(*args);
    } else {
      check_kind(*args, kNuma, kNumaOfProposal);
      out_.numa = read_numa_resource_args(*args);
    }
  }

  SchedulerArgs out_;
  std::string numa_;  // path of its arguments, for errors
  std::string devices_;
};

}  // namespace

SchedulerArgs read_scheduler_args(std::string_view json) {
  SchedulerArgs out;
  if (json.empty()) return out;
  std::string kind(kNuma);
  {
    const JsonDocument document = JsonDocument::parse(json, kind, kArgsLimits);
    const JsonValue root = document.root();
    if (!root.is_object()) root.fail_expected("an object");
    kind = root.string_or("kind", kNuma);
    if (kind == kNuma) {
      out.numa = read_numa_resource_args(root);
      return out;
    }
    if (kind != kNumaOfProposal && kind != kDevices && kind != kConfiguration)
      root.at("kind").fail_expected(
          "NodeNUMAResourceArgs, DeviceShareArgs or KubeSchedulerConfiguration");
  }
  // Parse again with the kind as the document's name in errors.
  const JsonDocument document = JsonDocument::parse(json, kind, kArgsLimits);
  if (kind == kConfiguration) return Configuration().read(document.root());
  if (kind == kNumaOfProposal)
    out.numa = read_numa_resource_args(document.root());
  else
    out.devices = read_device_share_args(document.root());
  return out;
}

}  // namespace koord::wire
