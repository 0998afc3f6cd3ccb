#include "node/usage.h"

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/options.h"

namespace koordctl {
namespace {

constexpr int64_t kMostCpus = 1'000'000'000;
constexpr uint32_t kMostPercent = 1000;

struct Amount {
  const char *name;
  int64_t koord_suppress_usage::*field;
};
constexpr Amount kAmounts[] = {{"node", &koord_suppress_usage::node_used},
                               {"pods", &koord_suppress_usage::pods_used},
                               {"host-apps", &koord_suppress_usage::host_apps_used},
                               {"non-be-pods", &koord_suppress_usage::non_be_pods_used},
                               {"non-be-host-apps", &koord_suppress_usage::non_be_host_apps_used},
                               {"reserved", &koord_suppress_usage::reserved},
                               {"capacity", &koord_suppress_usage::capacity}};

// Parses all of `text` as a number up to `most`. Returns false if it is anything else.
bool read_digits(std::string_view text, int64_t most, int64_t &out) {
  if (text.empty() || text.front() == '-') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && out <= most;
}

}  // namespace

int64_t parse_milli_cpus(std::string_view subject, std::string_view text) {
  int64_t whole = 0, part = 0;
  std::string_view rest = text;
  bool good = false;
  if (rest.ends_with('m')) {
    rest.remove_suffix(1);
    good = read_digits(rest, kMostCpus * 1000, part);
  } else if (const size_t point = rest.find('.'); point != std::string_view::npos) {
    std::string thousandths(rest.substr(point + 1));
    good = !thousandths.empty() && thousandths.size() <= 3;
    thousandths.resize(3, '0');
    good = good && read_digits(rest.substr(0, point), kMostCpus, whole) &&
           read_digits(thousandths, 999, part);
  } else {
    good = read_digits(rest, kMostCpus, whole);
  }
  if (!good) {
    throw Failure(kUsage, std::string(subject) + ": found " + quote(text) +
                              ", expected CPUs, as 2, 0.5 or 500m");
  }
  return whole * 1000 + part;
}

void parse_usage(std::string_view text, koord_suppress_usage &usage) {
  std::vector<std::string> names;
  for (const Amount &amount : kAmounts) names.emplace_back(amount.name);
  for (const std::string &item : split(text, ',')) {
    const size_t equals = item.find('=');
    if (equals == std::string::npos)
      throw Failure(kUsage, "--used: found " + quote(item) + ", expected NAME=CPUS");
    const std::string name = item.substr(0, equals);
    const Amount &amount = kAmounts[find_choice("--used", names, name)];
    usage.*amount.field = parse_milli_cpus("--used " + name, item.substr(equals + 1));
  }
}

void add_percent_options(CLI::App &command, std::optional<std::string> &threshold,
                         std::optional<std::string> &minimum, const std::string &group) {
  command
      .add_option("--threshold", threshold, "Maximum use in percent of the capacity; default: 65")
      ->type_name("PERCENT")
      ->group(group);
  command
      .add_option("--minimum", minimum,
                  "Minimum for BE pods in percent of the capacity; default: 0")
      ->type_name("PERCENT")
      ->group(group);
}

void check_percents_with(const std::string &option, bool is_given,
                         const std::optional<std::string> &threshold,
                         const std::optional<std::string> &minimum) {
  if (is_given) return;
  if (threshold) throw Failure(kUsage, "--threshold: only with " + option);
  if (minimum) throw Failure(kUsage, "--minimum: only with " + option);
}

void parse_percents(const std::optional<std::string> &threshold,
                    const std::optional<std::string> &minimum, koord_suppress_usage &usage) {
  if (threshold) usage.threshold_percent = parse_number("--threshold", *threshold, 1, kMostPercent);
  if (minimum) usage.minimum_percent = parse_number("--minimum", *minimum, 0, kMostPercent);
}

}  // namespace koordctl
