#include "cli/options.h"

#include <algorithm>
#include <charconv>

#include "cli/errors.h"
#include "cli/failure.h"
#include "cli/printable.h"

namespace koordctl {
namespace {

constexpr const char *kProgramArgument = "-- COMMAND [ARGUMENT...]";
constexpr char kHidden = '=';

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

}  // namespace

void add_former_name(CLI::App &command, const std::string &former, const std::string &name) {
  command
      .add_option_function<std::vector<std::string>>(
          former,
          [&command, former, name](const std::vector<std::string> &values) {
            print_message("hint: " + former + " is now " + name);
            for (const std::string &value : values) command.get_option(name)->add_result(value);
          })
      ->allow_extra_args(false)
      ->group("");
}

void add_program_argument(CLI::App &command, std::vector<std::string> &arguments) {
  command
      .add_option_function<std::vector<std::string>>(
          "COMMAND",
          [&arguments](const std::vector<std::string> &hidden) {
            for (const std::string &argument : hidden) {
              if (argument.empty() || argument.front() != kHidden) {
                throw Failure(kUsage, "COMMAND: found " + quote(argument) +
                                          " before --, expected: [OPTIONS] -- COMMAND");
              }
              arguments.push_back(argument.substr(1));
            }
          },
          "The program and its arguments")
      ->required()
      ->type_name(kProgramArgument);
}

bool has_program_argument(const CLI::App &command) {
  return std::ranges::any_of(command.get_options(), [](const CLI::Option *option) {
    return option->get_positional() && option->get_type_name() == kProgramArgument;
  });
}

std::string hide(const std::string &argument) { return kHidden + argument; }

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower_case(a[i - 1]) == lower_case(b[j - 1]);
      row[j] = std::min({last[j - 1] + (same ? 0 : 1), last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && lower_case(a[i - 1]) == lower_case(b[j - 2]) &&
                           lower_case(a[i - 2]) == lower_case(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

size_t find_choice(std::string_view subject, const std::vector<std::string> &choices,
                   std::string_view text) {
  for (size_t i = 0; i < choices.size(); ++i)
    if (same_word(choices[i], text)) return i;
  throw Failure(kUsage, std::string(subject) + ": found " + quote(text) + ", expected one of " +
                            join(choices, ", "));
}

void set_choices(CLI::Option *option, std::vector<std::string> choices) {
  option->type_name(join(choices, "|"));
  const std::string name = option->get_name();
  option->transform(CLI::Validator(
      [choices = std::move(choices), name](std::string &text) {
        text = choices[find_choice(name, choices, text)];
        return std::string();
      },
      ""));
}

void add_profile_option(CLI::App &command, std::string &profile, const std::string &group,
                        const std::vector<std::string> &choices) {
  const bool zones = choices.size() > kProfiles.size();
  const std::string rules =
      zones
          ? "the Koordinator proposals (spec), Koordinator itself (upstream) or scheduler-plugins' "
            "NodeResourceTopologyMatch (nrt-match)"
          : "the Koordinator proposals (spec) or Koordinator itself (upstream)";
  CLI::Option *option =
      command.add_option("--profile", profile, "Rules to follow: " + rules + "; default: spec");
  set_choices(option->group(group), choices);
}

void refuse_empty(std::string_view option, std::string_view text, std::string_view expected) {
  if (!text.empty()) return;
  throw Failure(kUsage, std::string(option) + ": found \"\", expected " + std::string(expected));
}

std::string nearest_word(std::string_view text, const std::vector<std::string> &known) {
  if (text.size() < 3 || text.size() > 32) return "";
  std::string nearest;
  for (const std::string &word : known) {
    if (!word.starts_with(text)) continue;
    if (nearest.empty() || word.size() < nearest.size()) nearest = word;
  }
  if (!nearest.empty()) return nearest;
  if (text.size() < 4) return "";
  size_t best = 3;
  for (const std::string &word : known) {
    const size_t distance = edit_distance(text, word);
    if (distance >= best) continue;
    best = distance;
    nearest = word;
  }
  return nearest;
}

uint32_t parse_number(std::string_view subject, std::string_view text, uint32_t low,
                      uint32_t high) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
    throw Failure(kUsage, std::string(subject) + ": found " + quote(text) +
                              ", expected a number from " + std::to_string(low) + " to " +
                              std::to_string(high));
  }
  return number;
}

koord::CpuSet parse_cpu_list(std::string_view list, std::string_view subject) {
  return with_subject(
      subject, [&] { return koord::CpuSet(list); }, kUsage);
}

std::string clip(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && (text[bytes] & 0xC0) == 0x80) --bytes;
  return std::string(text.substr(0, bytes)) + "...";
}

std::string quote(std::string_view text) {
  std::string shown = clip(text, 64);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c >= 0 && c < ' '; }, '?');
  return "\"" + shown + "\"";
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> items;
  if (text.empty()) return items;
  for (size_t end = text.find(separator);; end = text.find(separator)) {
    items.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return items;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string> &items, std::string_view separator) {
  std::string text;
  for (const std::string &item : items) {
    if (&item != &items.front()) text += separator;
    text += item;
  }
  return text;
}

}  // namespace koordctl
