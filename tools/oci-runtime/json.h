// JSON of config.json, which keeps the order of members, and text for messages about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace koord_runtime {

using Json = nlohmann::ordered_json;

struct JsonLimits {
  size_t bytes;
  size_t depth;   // nested arrays and objects
  size_t values;  // values of any kind, including members of objects
};

// Authors of pods control the content of both files, with up to 256 KiB of annotations for each
// pod.
inline constexpr JsonLimits kConfigLimits{size_t{16} << 20, 64, size_t{1} << 20};
inline constexpr JsonLimits kAnnotationLimits{size_t{2} << 20, 64, size_t{1} << 18};

// Parses untrusted JSON in time n log n. If an object repeats a name, the last member counts, as in
// Go. Throws Failure (kEnvironment) whose message starts with `what`. Adds the number of name
// comparisons to `comparisons`, which tests limit.
Json parse_json(std::string_view text, const std::string &what, const JsonLimits &limits,
                uint64_t *comparisons = nullptr);

// Returns the text of a member, or "" if there is none.
inline std::string text_in(const Json &object, std::string_view name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// Escapes untrusted text for a one-line message. Truncates it to `limit` bytes and shows control
// bytes and bytes that are not ASCII as \xNN.
std::string printable(std::string_view text, size_t limit);

// Returns printable(text, limit) in quotes.
std::string in_quotes(std::string_view text, size_t limit = 64);

}  // namespace koord_runtime
