// Building blocks of the command line: values with fixed choices, numbers, and text for messages.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

// The values of --profile for commands on a cluster or a node.
inline const std::vector<std::string> kProfiles = {"spec", "upstream"};
// The profiles of `simulate`. NodeResourceTopologyMatch filters and scores, but does not plan.
inline const std::vector<std::string> kSimulatedProfiles = {"spec", "upstream", "nrt-match"};

// Accepts one of `choices`, ignoring case, and stores the spelling listed here. Help shows the
// choices as "a|b|c", which completion reads.
void set_choices(CLI::Option *option, std::vector<std::string> choices);
// Adds --profile with these values.
void add_profile_option(CLI::App &command, std::string &profile, const std::string &group,
                        const std::vector<std::string> &choices = kProfiles);
// Checks values inside other text in the same way. Returns the index, or throws a usage Failure
// that lists the valid values.
size_t find_choice(std::string_view subject, const std::vector<std::string> &choices,
                   std::string_view text);

// Parses a decimal number within [low, high]. Throws a usage Failure that names `subject`.
uint32_t parse_number(std::string_view subject, std::string_view text, uint32_t low, uint32_t high);
// Parses a Linux cpu-list such as "0-3,8". Throws a usage Failure that names `subject`.
koord::CpuSet parse_cpu_list(std::string_view list, std::string_view subject);

// Throws a usage Failure if `text`, the value of `option`, is empty. A script's unset variable must
// not look like a missing option.
void refuse_empty(std::string_view option, std::string_view text, std::string_view expected);

// Accepts `former` as another name of the option `name` and prints a hint. Help, the manual and
// completions do not list it. CLI11 runs callbacks in the order of declaration: call this before
// `name` is added.
void add_former_name(CLI::App &command, const std::string &former, const std::string &name);

// Adds the program that a command starts, and its arguments, after "--". CLI11 would split values
// such as "[a,b]", so CommandLine passes what hide() returns to it.
void add_program_argument(CLI::App &command, std::vector<std::string> &arguments);
bool has_program_argument(const CLI::App &command);
std::string hide(const std::string &argument);

// Returns the number of letters to insert, delete, replace or swap with their neighbour to turn one
// word into the other, ignoring case. Takes time proportional to the product of their lengths.
size_t edit_distance(std::string_view a, std::string_view b);

// Returns the known word that was probably meant by `text`: the shortest that starts with it, or
// one at most two typing errors away; "" if there is none.
std::string nearest_word(std::string_view text, const std::vector<std::string> &known);

// Returns at most `bytes` of `text`, with "..." if it is truncated. UTF-8 remains valid.
std::string clip(std::string_view text, size_t bytes);
// Returns `text` in quotes, truncated and on one line, for messages.
std::string quote(std::string_view text);

// "a,b,c" becomes {"a", "b", "c"}, and "" becomes {}.
std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string> &items, std::string_view separator);

}  // namespace koordctl
