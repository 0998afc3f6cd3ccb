// Measured usage of a node, from the command line: "node=12.5,pods=8,non-be-pods=6".
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "koord.h"

namespace koordctl {

// Parses CPUs such as "2", "0.5" or "500m" into milli-CPU. Throws a usage Failure that names
// `subject`.
int64_t parse_milli_cpus(std::string_view subject, std::string_view text);
// Sets the amounts that `text` names and leaves the others unchanged.
void parse_usage(std::string_view text, koord_suppress_usage &usage);

// Adds --threshold and --minimum, both in percent of the node's CPUs.
void add_percent_options(CLI::App &command, std::optional<std::string> &threshold,
                         std::optional<std::string> &minimum, const std::string &group);
// Rejects --threshold and --minimum if `option`, which they depend on, is not given. Throws a usage
// Failure.
void check_percents_with(const std::string &option, bool is_given,
                         const std::optional<std::string> &threshold,
                         const std::optional<std::string> &minimum);
void parse_percents(const std::optional<std::string> &threshold,
                    const std::optional<std::string> &minimum, koord_suppress_usage &usage);

}  // namespace koordctl
