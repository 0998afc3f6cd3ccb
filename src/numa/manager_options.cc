#include "numa/manager_options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>

#include "base/error.h"

namespace koord::numa {
namespace {

constexpr std::string_view kClosest = "prefer-closest-numa-nodes";
constexpr std::string_view kMaxNodesOption = "max-allowable-numa-nodes";

[[noreturn]] void refuse(const std::string &text) { throw Error(Status::kInvalid, text); }

// Go's %q of plain text, cut to what fits a message.
std::string go_quoted(std::string_view text) { return in_quotes(text, 100); }

bool one_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// strconv.ParseBool
bool parse_bool(std::string_view text) {
  if (one_of(text, {"1", "t", "T", "true", "TRUE", "True"})) return true;
  if (one_of(text, {"0", "f", "F", "false", "FALSE", "False"})) return false;
  refuse("bad value for option \"" + std::string(kClosest) + "\": strconv.ParseBool: parsing " +
         go_quoted(text) + ": invalid syntax");
}

// strconv.Atoi
int64_t parse_integer(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size() && !digits.empty();
  const bool two_signs = digits.size() != text.size() && digits.starts_with('-');
  if (error == std::errc() && whole && !two_signs) return value;
  const bool range = error == std::errc::result_out_of_range && whole && !two_signs;
  refuse("unable to convert policy option to integer \"" + std::string(kMaxNodesOption) +
         "\": strconv.Atoi: parsing " + go_quoted(text) +
         (range ? ": value out of range" : ": invalid syntax"));
}

ManagerOptions read_options(const std::map<std::string, std::string> &options) {
  ManagerOptions out;
  for (const auto &[name, value] : options) {
    if (name == kClosest) {
      out.prefer_closest = parse_bool(value);
    } else if (name == kMaxNodesOption) {
      const int64_t nodes = parse_integer(value);
      if (nodes < kKubeletMaxNodes) refuse(too_low_max_nodes());
      out.max_nodes = static_cast<int>(std::min<int64_t>(nodes, INT32_MAX));
    } else {
      refuse("unknown Topology Manager Policy option: " + go_quoted(name));
    }
  }
  return out;
}

}  // namespace

std::string too_many_nodes(int max_nodes) {
  return "unsupported on machines with more than " + std::to_string(max_nodes) + " NUMA Nodes";
}

std::string too_low_max_nodes() {
  return "the minimum value of \"" + std::string(kMaxNodesOption) + "\" should not be less than " +
         std::to_string(kKubeletMaxNodes);
}

ManagerOptions manager_options(std::string_view policy, std::string_view scope,
                               const std::map<std::string, std::string> &options, int numa_nodes,
                               bool distances_known) {
  if (policy == "none") return {};
  const ManagerOptions out = read_options(options);
  if (out.prefer_closest && !distances_known)
    refuse("cannot discover NUMA topology: error getting NUMA distances from cadvisor");
  if (numa_nodes > out.max_nodes) refuse(too_many_nodes(out.max_nodes));
  if (!one_of(policy, {"best-effort", "restricted", "single-numa-node"}))
    refuse("unknown policy: " + go_quoted(policy));
  if (!one_of(scope, {"container", "pod"})) refuse("unknown scope: " + go_quoted(scope));
  return out;
}

}  // namespace koord::numa
