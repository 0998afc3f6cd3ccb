#include "node/kubelet_values.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "cli/options.h"
#include "cli/printable.h"
#include "koord.hpp"
#include "session/json_member.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kBools[] = {"cgroupsPerQOS",
                                       "cpuCFSQuota",
                                       "enableContentionProfiling",
                                       "enableControllerAttachDetach",
                                       "enableDebugFlagsHandler",
                                       "enableDebuggingHandlers",
                                       "enableProfilingHandler",
                                       "enableServer",
                                       "enableSystemLogHandler",
                                       "enableSystemLogQuery",
                                       "failCgroupV1",
                                       "failSwapOn",
                                       "kernelMemcgNotification",
                                       "localStorageCapacityIsolation",
                                       "makeIPTablesUtilChains",
                                       "mergeDefaultEvictionSettings",
                                       "protectKernelDefaults",
                                       "registerNode",
                                       "rotateCertificates",
                                       "runOnce",
                                       "seccompDefault",
                                       "serializeImagePulls",
                                       "serverTLSBootstrap",
                                       "singleProcessOOMKill"};
constexpr std::string_view kDurations[] = {"containerLogMonitorInterval",
                                           "cpuCFSQuotaPeriod",
                                           "cpuManagerReconcilePeriod",
                                           "evictionPressureTransitionPeriod",
                                           "fileCheckFrequency",
                                           "httpCheckFrequency",
                                           "imageMaximumGCAge",
                                           "imageMinimumGCAge",
                                           "nodeStatusReportFrequency",
                                           "nodeStatusUpdateFrequency",
                                           "runtimeRequestTimeout",
                                           "shutdownGracePeriod",
                                           "shutdownGracePeriodCriticalPods",
                                           "streamingConnectionIdleTimeout",
                                           "syncFrequency",
                                           "volumeStatsAggPeriod"};
constexpr std::string_view kStrings[] = {"address",
                                         "cgroupDriver",
                                         "cgroupRoot",
                                         "clientCertificateKeyAlgorithm",
                                         "clusterDomain",
                                         "configMapAndSecretChangeDetectionStrategy",
                                         "containerLogMaxSize",
                                         "containerRuntimeEndpoint",
                                         "contentType",
                                         "hairpinMode",
                                         "healthzBindAddress",
                                         "imagePullCredentialsVerificationPolicy",
                                         "imageServiceEndpoint",
                                         "kubeReservedCgroup",
                                         "kubeletCgroups",
                                         "memoryReservationPolicy",
                                         "podCIDR",
                                         "podLogsDir",
                                         "providerID",
                                         "resolvConf",
                                         "serverCertificateKeyAlgorithm",
                                         "showHiddenMetricsForVersion",
                                         "staticPodPath",
                                         "staticPodURL",
                                         "systemCgroups",
                                         "systemReservedCgroup",
                                         "tlsCertFile",
                                         "tlsMinVersion",
                                         "tlsPrivateKeyFile",
                                         "volumePluginDir"};
constexpr std::string_view kMaps[] = {"cpuManagerPolicyOptions",
                                      "defaultPodSysctls",
                                      "evictionHard",
                                      "evictionMinimumReclaim",
                                      "evictionSoft",
                                      "evictionSoftGracePeriod",
                                      "kubeReserved",
                                      "qosReserved",
                                      "systemReserved",
                                      "topologyManagerPolicyOptions"};
constexpr std::string_view kLists[] = {"allowedUnsafeSysctls", "clusterDNS",
                                       "enforceNodeAllocatable",
                                       "preloadedImagesVerificationAllowlist", "tlsCipherSuites"};

constexpr int64_t kAny = INT32_MAX;
struct Range {
  std::string_view field;
  int64_t low, high;
};
// A 0 that kubelet replaces by its default is in the range.
constexpr Range kNumbers[] = {{"containerLogMaxFiles", 2, kAny},
                              {"containerLogMaxWorkers", 1, kAny},
                              {"eventBurst", 0, kAny},
                              {"eventRecordQPS", 0, kAny},
                              {"evictionMaxPodGracePeriod", INT32_MIN, kAny},
                              {"healthzPort", 0, 65535},
                              {"imageGCHighThresholdPercent", 0, 100},
                              {"imageGCLowThresholdPercent", 0, 100},
                              {"iptablesDropBit", 0, 31},
                              {"iptablesMasqueradeBit", 0, 31},
                              {"kubeAPIBurst", 0, kAny},
                              {"kubeAPIQPS", 0, kAny},
                              {"maxOpenFiles", 0, INT64_MAX},
                              {"maxParallelImagePulls", 1, kAny},
                              {"maxPods", 0, kAny},
                              {"nodeLeaseDurationSeconds", 0, kAny},
                              {"nodeStatusMaxImages", -1, kAny},
                              {"oomScoreAdj", -1000, 1000},
                              {"podPidsLimit", INT64_MIN, INT64_MAX},
                              {"podsPerCore", 0, kAny},
                              {"port", 0, 65535},
                              {"readOnlyPort", 0, 65535},
                              {"registryBurst", 0, kAny},
                              {"registryPullQPS", 0, kAny}};

constexpr double kSecond = 1e9;

// Parses a duration as Go does ("1m30s"), into nanoseconds.
std::optional<double> parse_duration(std::string_view text) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ns", 1},   {"us", 1e3},    {"\u00b5s", 1e3},    {"\u03bcs", 1e3},
      {"ms", 1e6}, {"s", kSecond}, {"m", 60 * kSecond}, {"h", 3600 * kSecond}};
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text == "0") return 0;
  if (text.empty()) return std::nullopt;
  double sum = 0;
  while (!text.empty()) {
    const size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string number(text.substr(0, digits));
    if (number.find_first_of("0123456789") == number.npos || std::ranges::count(number, '.') > 1)
      return std::nullopt;
    text.remove_prefix(digits);
    const size_t letters = std::min(text.find_first_of("0123456789."), text.size());
    const auto unit = std::ranges::find(kUnits, text.substr(0, letters),
                                        [](const auto &known) { return known.first; });
    if (unit == std::end(kUnits)) return std::nullopt;
    sum += std::strtod(number.c_str(), nullptr) * unit->second;
    text.remove_prefix(letters);
  }
  if (sum > static_cast<double>(INT64_MAX)) return std::nullopt;
  return negative ? -sum : sum;
}

std::string text_of(const Json &value) { return value.get<std::string>(); }

// A value of a map of eviction settings.
struct Threshold {
  bool percent = false;
  double value = 0;
};

class KubeletValues {
 public:
  KubeletValues(const Json &config, koord_kubelet_version version, std::vector<std::string> &out)
      : config_(config), version_(version), out_(out) {}

  void check() {
    check_types();
    check_reserved();
    check_eviction();
    check_enforcement();
    check_shutdown();
    check_images();
    if (version_ >= KOORD_KUBELET_VERSION_V1_38) check_certificates();
    check_others();
  }

 private:
  template <typename Is>
  void check_type(std::span<const std::string_view> fields, const char *expected, Is &&is);
  void check_types();
  void check_reserved();
  void check_eviction();
  void check_enforcement();
  void check_shutdown();
  void check_images();
  void check_certificates();
  void check_others();

  bool is_full() const { return out_.size() >= kMaxKubeletFaults; }
  void fail(const std::string &field, const std::string &why) {
    if (!is_full()) out_.push_back(field + ": " + why);
  }
  void expect(const std::string &field, const Json &found, const std::string &expected) {
    fail(field, "found " + clip(found.dump(-1, ' ', false, Json::error_handler_t::replace), 64) +
                    ", expected " + expected);
  }
  const Json &at(std::string_view field) const { return member(config_, field); }
  std::string text(std::string_view field) const {
    return at(field).is_string() ? at(field).get<std::string>() : "";
  }
  // Returns the field's duration, or `unset` if it is absent or malformed.
  double duration(std::string_view field, double unset = 0) const {
    return at(field).is_string() ? parse_duration(text(field)).value_or(unset) : unset;
  }
  int64_t number(std::string_view field, int64_t unset) const {
    return at(field).is_number_integer() ? at(field).get<int64_t>() : unset;
  }
  // Calls take(path, key, text) for each entry of a map that is a string. null is "".
  template <typename Take>
  void each_text(const std::string &field, Take &&take) {
    if (!at(field).is_object()) return;
    for (const auto &[key, value] : at(field).items()) {
      if (is_full()) return;
      if (value.is_string() || value.is_null())
        take(field + "." + clip(key, 64), key, value.is_null() ? std::string() : text_of(value));
    }
  }
  // Returns true if the value is a string and one of these.
  bool check_one_of(const std::string &field, const Json &value,
                    std::initializer_list<std::string_view> known);
  std::optional<double> read_quantity(const std::string &path, const std::string &text);
  std::optional<Threshold> read_threshold(const std::string &path, const std::string &text);

  const Json &config_;
  const koord_kubelet_version version_;
  std::vector<std::string> &out_;
};

template <typename Is>
void KubeletValues::check_type(std::span<const std::string_view> fields, const char *expected,
                               Is &&is) {
  for (const std::string_view field : fields)
    if (const Json &value = at(field); !value.is_null() && !is(value))
      expect(std::string(field), value, expected);
}

void KubeletValues::check_types() {
  check_type(kBools, "true or false", [](const Json &value) { return value.is_boolean(); });
  check_type(kStrings, "a string", [](const Json &value) { return value.is_string(); });
  check_type(kDurations, "a duration as a string, as in \"10s\" or \"1m30s\"",
             [](const Json &value) {
               return value.is_string() && parse_duration(value.get<std::string>());
             });
  for (const std::string_view field : kDurations)
    if (config_.contains(field) && at(field).is_null() && field != "containerLogMonitorInterval" &&
        field != "cpuCFSQuotaPeriod")  // these may be null
      expect(std::string(field), at(field), "a duration");
  check_type(kMaps, "an object", [](const Json &value) { return value.is_object(); });
  check_type(kLists, "an array", [](const Json &value) { return value.is_array(); });
  for (const std::string_view field : kMaps)
    if (at(field).is_object())
      for (const auto &[key, value] : at(field).items())
        if (!value.is_string() && !value.is_null())
          expect(std::string(field) + "." + clip(key, 64), value, "a string");
  for (const std::string_view field : kLists)
    if (at(field).is_array())
      for (size_t i = 0; i < at(field).size(); ++i)
        if (!at(field)[i].is_string() && !at(field)[i].is_null())
          expect(std::string(field) + "[" + std::to_string(i) + "]", at(field)[i], "a string");
  for (const Range &range : kNumbers) {
    const Json &value = at(range.field);
    if (value.is_null()) continue;
    const int64_t found = number(range.field, 0);
    const bool is_large = value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX;
    if (value.is_number_integer() && !is_large && found >= range.low && found <= range.high)
      continue;
    const std::string bounds =
        range.high == kAny || range.high == INT64_MAX
            ? (range.low < -1 ? "" : " of at least " + std::to_string(range.low))
            : " in " + std::to_string(range.low) + ".." + std::to_string(range.high);
    expect(std::string(range.field), value, "a whole number" + bounds);
  }
}

std::optional<double> KubeletValues::read_quantity(const std::string &path,
                                                   const std::string &text) {
  Json pod = {{"metadata", {{"name", "any"}}}};
  pod["spec"]["containers"][0]["resources"]["limits"]["memory"] = text;
  try {
    return static_cast<double>(
        std::get<1>(koord::Pod::from_json(pod.dump()).get_request("memory")));
  } catch (const koord::Error &error) {
    const std::string message = error.what();
    constexpr std::string_view kField = "limits.memory: ";
    const size_t at = message.find(kField);
    fail(path, at == message.npos ? message : message.substr(at + kField.size()));
    return std::nullopt;
  }
}

std::optional<Threshold> KubeletValues::read_threshold(const std::string &path,
                                                       const std::string &text) {
  if (!text.ends_with('%')) {
    const auto amount = read_quantity(path, text);
    return amount ? std::optional(Threshold{false, *amount}) : std::nullopt;
  }
  const std::string digits = text.substr(0, text.find_last_not_of('%') + 1);
  char *end = nullptr;
  const double percent = std::strtod(digits.c_str(), &end);
  if (digits.empty() || *end != '\0' ||
      digits.find_first_not_of("+-.0123456789eE") != digits.npos) {
    expect(path, text, "a percentage in 0%..100%");
    return std::nullopt;
  }
  return Threshold{true, percent};
}

void KubeletValues::check_reserved() {
  for (const char *field : {"systemReserved", "kubeReserved"})
    each_text(field, [&](const std::string &path, const std::string &, const std::string &amount) {
      read_quantity(path, amount);
    });
}

void KubeletValues::check_eviction() {
  const Json &periods = at("evictionSoftGracePeriod");
  for (const char *field : {"evictionHard", "evictionSoft"}) {
    const bool soft = std::string_view(field) == "evictionSoft";
    each_text(field,
              [&](const std::string &path, const std::string &signal, const std::string &amount) {
                if (amount == "0%" || amount == "100%") return;  // kubelet ignores it
                const auto threshold = read_threshold(path, amount);
                if (!threshold) return;
                if (threshold->percent && (threshold->value < 0 || threshold->value > 100))
                  expect(path, amount, "a percentage in 0%..100%");
                if (!threshold->percent && threshold->value <= 0)
                  expect(path, amount, "an amount above 0");
                if (soft && (!periods.is_object() || !periods.contains(signal)))
                  fail(path, "grace period must be specified for the soft eviction threshold " +
                                 clip(signal, 64) + " (evictionSoftGracePeriod)");
              });
  }
  each_text("evictionSoftGracePeriod",
            [&](const std::string &path, const std::string &, const std::string &period) {
              const auto duration = parse_duration(period);
              if (!duration || *duration < 0)
                expect(path, period, "a duration of at least 0, as in \"30s\" or \"1m30s\"");
            });
  each_text("evictionMinimumReclaim",
            [&](const std::string &path, const std::string &, const std::string &amount) {
              const auto threshold = read_threshold(path, amount);
              if (threshold && threshold->percent && threshold->value <= 0)
                expect(path, amount, "a percentage above 0%");
            });
}

void KubeletValues::check_enforcement() {
  const std::string field = "enforceNodeAllocatable";
  const bool by_qos = at("cgroupsPerQOS") != false;
  if (at(field).is_null() && !by_qos)
    fail("cgroupsPerQOS", "false requires enforceNodeAllocatable: [none]; its default is [pods]");
  if (!at(field).is_array()) return;
  std::set<std::string> keys;
  for (const Json &each : at(field)) {
    if (!each.is_string()) continue;
    const std::string key = each.get<std::string>();
    if (!keys.insert(key).second) fail(field, quote(clip(key, 64)) + " is listed twice");
    const bool of_system = key.starts_with("system-reserved");
    const bool of_kube = key.starts_with("kube-reserved");
    if (!check_one_of(field, each,
                      {"pods", "system-reserved", "system-reserved-compressible", "kube-reserved",
                       "kube-reserved-compressible", "none"}))
      continue;
    const char *group = of_system ? "systemReservedCgroup" : "kubeReservedCgroup";
    if ((of_system || of_kube) && text(group).empty())
      fail(field, quote(clip(key, 64)) + " requires " + group);
    if (key != "none" && !by_qos) fail(field, quote(clip(key, 64)) + " requires cgroupsPerQOS");
  }
  if (keys.contains("none") && at(field).size() > 1) fail(field, "\"none\" stands alone");
  for (const std::string of : {"system-reserved", "kube-reserved"})
    if (keys.contains(of) && keys.contains(of + "-compressible"))
      fail(field, quote(of) + " and " + quote(of + "-compressible") + " exclude each other");
}

void KubeletValues::check_shutdown() {
  const double all = duration("shutdownGracePeriod");
  const double critical = duration("shutdownGracePeriodCriticalPods");
  for (const char *field : {"shutdownGracePeriod", "shutdownGracePeriodCriticalPods"})
    if (const double period = duration(field); period < 0 || (period > 0 && period < kSecond))
      expect(field, at(field), "0s, or at least 1s");
  if (critical > all)
    expect(
        "shutdownGracePeriodCriticalPods", at("shutdownGracePeriodCriticalPods"),
        "at most shutdownGracePeriod, which is " +
            (text("shutdownGracePeriod").empty() ? "0s" : clip(text("shutdownGracePeriod"), 64)));
  const Json &by_priority = at("shutdownGracePeriodByPodPriority");
  if (by_priority.is_array() && !by_priority.empty() && (all > 0 || critical > 0))
    fail("shutdownGracePeriodByPodPriority", "excludes shutdownGracePeriod");
}

void KubeletValues::check_images() {
  constexpr int64_t kHigh = 85, kLow = 80;  // kubelet's defaults
  const int64_t high = number("imageGCHighThresholdPercent", kHigh);
  const int64_t low = number("imageGCLowThresholdPercent", kLow);
  if (low >= high)
    fail("imageGCLowThresholdPercent", "found " + std::to_string(low) +
                                           ", expected less than imageGCHighThresholdPercent, "
                                           "which is " +
                                           std::to_string(high));
  const double most = duration("imageMaximumGCAge");
  double least = duration("imageMinimumGCAge");
  const bool is_default = least == 0;
  if (is_default) least = 120 * kSecond;
  for (const char *field : {"imageMaximumGCAge", "imageMinimumGCAge"})
    if (duration(field) < 0) expect(field, at(field), "a duration of at least 0");
  if (most > 0 && most <= least)
    expect("imageMaximumGCAge", at("imageMaximumGCAge"),
           "more than imageMinimumGCAge, which is " +
               (is_default ? "2m0s by default" : clip(text("imageMinimumGCAge"), 64)));
  if (at("serializeImagePulls") == true && number("maxParallelImagePulls", 1) > 1)
    fail("maxParallelImagePulls", "more than 1 requires serializeImagePulls: false");
}

bool KubeletValues::check_one_of(const std::string &field, const Json &value,
                                 std::initializer_list<std::string_view> known) {
  if (!value.is_string()) return false;
  const std::string found = value.get<std::string>();
  if (std::ranges::find(known, std::string_view(found)) != known.end()) return true;
  std::vector<std::string> names;
  for (const std::string_view name : known)
    if (!name.empty()) names.emplace_back(name);
  expect(field, value, "one of " + join(names, ", "));
  return false;
}

void KubeletValues::check_certificates() {
  for (const char *field : {"clientCertificateKeyAlgorithm", "serverCertificateKeyAlgorithm"})
    check_one_of(field, at(field),
                 {"ECDSA-P256", "ECDSA-P384", "RSA-2048", "RSA-3072", "RSA-4096", "ML-DSA-44",
                  "ML-DSA-65", "ML-DSA-87"});
  constexpr std::string_view kBeforeTls13[] = {"", "VersionTLS10", "VersionTLS11", "VersionTLS12"};
  if (text("serverCertificateKeyAlgorithm").starts_with("ML-DSA") &&
      std::ranges::find(kBeforeTls13, text("tlsMinVersion")) != std::end(kBeforeTls13))
    fail("serverCertificateKeyAlgorithm",
         clip(text("serverCertificateKeyAlgorithm"), 64) + " requires tlsMinVersion: VersionTLS13");
}

void KubeletValues::check_others() {
  check_one_of("hairpinMode", at("hairpinMode"),
               {"", "none", "hairpin-veth", "promiscuous-bridge"});
  check_one_of("memorySwap.swapBehavior", member(at("memorySwap"), "swapBehavior"),
               {"", "NoSwap", "LimitedSwap"});
  check_one_of("memoryReservationPolicy", at("memoryReservationPolicy"),
               {"", "None", "TieredReservation"});
  const Json &factor = at("memoryThrottlingFactor");
  if (!factor.is_null() &&
      (!factor.is_number() || !(factor.get<double>() > 0) || factor.get<double>() > 1))
    expect("memoryThrottlingFactor", factor, "a number above 0 and at most 1");
  if (!text("reservedSystemCPUs").empty())
    for (const char *group : {"systemReservedCgroup", "kubeReservedCgroup"})
      if (!text(group).empty()) fail("reservedSystemCPUs", std::string("excludes ") + group);
  if (!text("systemCgroups").empty() && text("cgroupRoot").empty())
    fail("systemCgroups", "requires cgroupRoot");
  if (at("runOnce") == true)
    fail("runOnce", "this mode is deprecated, and kubelet does not start in it");
  if (at("enableSystemLogQuery") == true && at("enableSystemLogHandler") == false)
    fail("enableSystemLogQuery", "requires enableSystemLogHandler");
  if (!text("podLogsDir").empty() && !text("podLogsDir").starts_with('/'))
    expect("podLogsDir", at("podLogsDir"), "an absolute path");
  if (at("containerLogMonitorInterval").is_string() &&
      duration("containerLogMonitorInterval", 3 * kSecond) < 3 * kSecond)
    expect("containerLogMonitorInterval", at("containerLogMonitorInterval"), "at least 3s");
  const double quota = duration("cpuCFSQuotaPeriod", 1e8);
  if (quota < 1e6 || quota > kSecond)
    expect("cpuCFSQuotaPeriod", at("cpuCFSQuotaPeriod"), "a duration in 1ms..1s");
}

}  // namespace

void check_kubelet_values(const Json &config, koord_kubelet_version version,
                          std::vector<std::string> &out) {
  KubeletValues(config, version, out).check();
}

}  // namespace koordctl
