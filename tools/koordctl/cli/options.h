// Command-line building blocks: values with a closed set of spellings, numbers, and the help
// layout.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

// What --profile takes where a cluster or a node is asked for.
inline const std::vector<std::string> kProfiles = {"spec", "upstream"};
// The profiles of `simulate`. NodeResourceTopologyMatch filters and scores, and plans nothing.
inline const std::vector<std::string> kSimulatedProfiles = {"spec", "upstream", "nrt-match"};

// Accepts one of `choices`, in any case, and stores the spelling listed here. The value's name in
// help becomes "a|b|c", from which completion learns the choices.
void set_choices(CLI::Option *option, std::vector<std::string> choices);
// Adds --profile with these values.
void add_profile_option(CLI::App &command, std::string &profile, const std::string &group,
                        const std::vector<std::string> &choices = kProfiles);
// The same check for values inside other text; throws a usage Failure that lists the valid ones.
// Returns the index.
size_t find_choice(std::string_view subject, const std::vector<std::string> &choices,
                   std::string_view text);

// A decimal number within [low, high]; throws a usage Failure that names `subject`.
uint32_t parse_number(std::string_view subject, std::string_view text, uint32_t low, uint32_t high);
// A Linux cpu-list, "0-3,8"; throws a usage Failure that names `subject`.
koord::CpuSet parse_cpu_list(std::string_view list, std::string_view subject);

// A usage Failure when `text`, the value of `option`, is empty: a script's unset variable must not
// pass for an option that was not given.
void refuse_empty(std::string_view option, std::string_view text, std::string_view expected);

// The letters to insert, delete, replace or swap with their neighbour to make one word of the
// other, upper and lower case alike. Takes time in proportion to the product of their lengths.
size_t edit_distance(std::string_view a, std::string_view b);

// The known word that `text` was probably meant to be: the shortest that it begins, or one at
// most two typing errors away; "" if none is.
std::string nearest_word(std::string_view text, const std::vector<std::string> &known);

// At most `bytes` of `text` and "..." where some is left out; UTF-8 stays UTF-8.
std::string clip(std::string_view text, size_t bytes);
// `text` in quotes, clipped and on one line, for messages.
std::string quote(std::string_view text);

// "a,b,c" -> {"a", "b", "c"}; "" -> {}.
std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string> &items, std::string_view separator);

}  // namespace koordctl
