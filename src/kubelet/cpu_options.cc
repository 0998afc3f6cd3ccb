#include "kubelet/cpu_options.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "kubelet/cpu/policy.h"

namespace koord::kubelet {
namespace {

enum class Stage { kStable, kBeta, kAlpha };

struct KnownOption {
  std::string_view name;
  Option bit;
  Stage stage;
};
constexpr KnownOption kKnown[] = {
    {"full-pcpus-only", kFullPcpusOnly, Stage::kStable},
    {"distribute-cpus-across-numa", kDistributeNuma, Stage::kBeta},
    {"align-by-socket", kAlignBySocket, Stage::kAlpha},
    {"distribute-cpus-across-cores", kDistributeCores, Stage::kAlpha},
    {"strict-cpu-reservation", kStrictReservation, Stage::kStable},
    {"prefer-align-cpus-by-uncorecache", kUncoreCache, Stage::kStable},
};

Stage stage_of(const KnownOption &option, KubeletVersion version) {
  const bool was_beta = option.bit == kUncoreCache && version == KubeletVersion::k135;
  return was_beta ? Stage::kBeta : option.stage;
}

std::string go_quoted(std::string_view text) { return in_quotes(text, 100); }

const KnownOption &find_option(const std::string &name) {
  const auto *known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                   [&](const KnownOption &option) { return option.name == name; });
  if (known == std::end(kKnown))
    refuse_setup("unknown CPU Manager Policy option: " + go_quoted(name));
  return *known;
}

void check_gate(const KnownOption &option, const Config &config) {
  const Stage stage = stage_of(option, config.version);
  const bool alpha = stage == Stage::kAlpha && !config.alpha_cpu_options;
  const bool beta = stage == Stage::kBeta && !config.beta_cpu_options;
  if (!alpha && !beta) return;
  refuse_setup("CPU Manager Policy " + std::string(alpha ? "Alpha" : "Beta") +
               "-level Options not enabled, but option " + go_quoted(option.name) + " provided");
}

bool parse_bool(const std::string &name, const std::string &text) {
  for (const std::string_view yes : {"1", "t", "T", "true", "TRUE", "True"})
    if (text == yes) return true;
  for (const std::string_view no : {"0", "f", "F", "false", "FALSE", "False"})
    if (text == no) return false;
  refuse_setup("bad value for option " + go_quoted(name) + ": strconv.ParseBool: parsing " +
               go_quoted(text) + ": invalid syntax");
}

}  // namespace

uint32_t read_cpu_options(const Config &config, const Machine &machine) {
  uint32_t options = 0;
  for (const auto &[name, value] : config.cpu_options) {
    const KnownOption &option = find_option(name);
    check_gate(option, config);
    if (parse_bool(name, value)) options |= option.bit;
  }
  check_options(options);
  if ((options & kAlignBySocket) != 0 && config.numa_policy == object::NumaPolicy::kSingleNode)
    refuse_setup(
        "Topolgy manager single-numa-node policy is incompatible with CPUManager "
        "align-by-socket policy option");
  check_options(options, machine);
  return options;
}

}  // namespace koord::kubelet
