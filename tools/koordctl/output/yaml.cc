#include "output/yaml.h"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <streambuf>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "output/value_builder.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr size_t kMaxText = size_t{4} << 20;
constexpr size_t kMaxYamlValues = 200000;
constexpr size_t kMaxYamlBytes = size_t{16} << 20;

template <typename Number>
bool parse_whole(std::string_view text, Number &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Parses a number of digits, a point and an exponent: "5", ".5", "5.", "1e3".
std::optional<double> parse_decimal(std::string_view text) {
  const std::string_view digits =
      text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
  const bool starts =
      !digits.empty() && (digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9'));
  if (text.starts_with('+')) text = digits;
  double number = 0;
  if (!starts || !parse_whole(text, number)) return std::nullopt;
  return number;
}

// Parses a whole number, with the base that its prefix states: "0x1f", "0o17", "017", "0b11".
template <typename Number>
bool parse_with_base(std::string_view text, Number &number) {
  const bool is_negative = text.starts_with('-');
  if (text.starts_with('+') || is_negative) text.remove_prefix(1);
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const char letter = static_cast<char>(text[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    text.remove_prefix(letter == 'x' || letter == 'b' || letter == 'o' ? 2 : 1);
  }
  if (text.empty() || text[0] == '-' || text[0] == '+') return false;
  const std::string signed_text = (is_negative ? "-" : "") + std::string(text);
  const char *last = signed_text.data() + signed_text.size();
  const auto [end, error] = std::from_chars(signed_text.data(), last, number, base);
  return error == std::errc() && end == last;
}

// Resolves a plain scalar as kubectl and kubelet do, which read YAML 1.1: "yes" and "off" are
// booleans, "010" is 8, and "1_000" is 1000.
Json plain_scalar(const std::string &text) {
  static constexpr std::string_view kTrue[] = {"y",    "Y",    "yes", "Yes", "YES", "true",
                                               "True", "TRUE", "on",  "On",  "ON"};
  static constexpr std::string_view kFalse[] = {"n",     "N",     "no",  "No",  "NO", "false",
                                                "False", "FALSE", "off", "Off", "OFF"};
  if (std::ranges::find(kTrue, text) != std::end(kTrue)) return true;
  if (std::ranges::find(kFalse, text) != std::end(kFalse)) return false;
  const char first = text.empty() ? ' ' : text[0];
  if (std::string_view("0123456789+-.").find(first) == std::string_view::npos) return text;
  std::string plain = text;
  if (first != '.') std::erase(plain, '_');
  if (int64_t number = 0; first != '.' && parse_with_base(plain, number)) return number;
  if (uint64_t number = 0; first != '.' && first != '-' && parse_with_base(plain, number))
    return number;
  const std::optional<double> number = parse_decimal(plain);
  if (!number) return text;
  constexpr double kMostExact = 9007199254740992;  // 2^53
  const bool is_whole = *number == std::trunc(*number) && std::abs(*number) <= kMostExact;
  return is_whole ? Json(static_cast<int64_t>(*number)) : Json(*number);
}

// Limits the values and bytes that aliases add to a stream, and stores the copies for them.
struct AliasBudget {
  Extent used;
  void charge(const YAML::Mark &mark, const Extent &more) {
    used += more;
    if (used.values > kMaxYamlValues)
      throw YAML::ParserException(mark, "more than 200000 values, aliases written out");
    if (used.bytes > kMaxYamlBytes)
      throw YAML::ParserException(mark, "more than 16 MiB of text, aliases written out");
  }
};

// Receives a message about a key that an object has twice.
using OnTwice = std::function<void(const YAML::Mark &, const std::string &)>;

[[noreturn]] void refuse_twice(const YAML::Mark &mark, const std::string &message) {
  throw YAML::ParserException(mark, message);
}

// Passes the events of one document to a ValueBuilder.
class YamlEvents : public YAML::EventHandler {
 public:
  YamlEvents(ValueBuilder &builder, AliasBudget &budget, OnTwice on_twice = refuse_twice)
      : builder_(builder), budget_(budget), on_twice_(std::move(on_twice)) {}

  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override {
    if (builder_.expects_key()) throw YAML::ParserException(mark, "an empty key");
    keep(mark, anchor, nullptr, {1, 0});
    at(mark, [&] { builder_.scalar(nullptr, 0); });
  }

  void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                const std::string &value) override {
    if (builder_.expects_key()) {
      if (value == "<<") throw YAML::ParserException(mark, "merge keys (<<) are not supported");
      bool is_there = false;
      at(mark, [&] { is_there = builder_.key(value); });
      if (!is_there) return;
      const Json key = clip(value, 64);
      on_twice_(mark, "key " + key.dump(-1, ' ', true, Json::error_handler_t::replace) + " twice");
      return;
    }
    Json scalar = tag == "?" ? plain_scalar(value) : Json(value);
    keep(mark, anchor, scalar, {1, value.size()});
    at(mark, [&] { builder_.scalar(std::move(scalar), value.size()); });
  }

  void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    // An alias inside the value that it names would recurse without end.
    if (found == anchors_.end()) throw YAML::ParserException(mark, "an alias of itself");
    if (builder_.expects_key()) throw YAML::ParserException(mark, "an alias as a key");
    budget_.charge(mark, found->second.second);
    at(mark, [&] { builder_.copy(found->second.first, found->second.second); });
  }

  void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor, Json::array());
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor, Json::object());
  }
  void OnMapEnd() override { close(); }

 private:
  // Adds the line to errors of the builder.
  template <typename Call>
  static void at(const YAML::Mark &mark, const Call &call) {
    try {
      call();
    } catch (const TooMuch &error) {
      throw YAML::ParserException(mark, error.what());
    }
  }

  void open(const YAML::Mark &mark, YAML::anchor_t anchor, Json empty) {
    if (builder_.expects_key()) throw YAML::ParserException(mark, "a key that is not text");
    at(mark, [&] { builder_.open(std::move(empty)); });
    starts_.emplace_back(mark, anchor);
  }

  void close() {
    const auto [mark, anchor] = starts_.back();
    starts_.pop_back();
    at(mark, [&] {
      if (anchor == 0) return builder_.close();
      builder_.close([&, at_mark = mark, number = anchor](const Json &value, const Extent &extent) {
        keep(at_mark, number, value, extent);
      });
    });
  }

  void keep(const YAML::Mark &mark, YAML::anchor_t anchor, const Json &value,
            const Extent &extent) {
    if (anchor == 0) return;
    budget_.charge(mark, extent);
    anchors_[anchor] = {value, extent};
  }

  ValueBuilder &builder_;
  AliasBudget &budget_;
  OnTwice on_twice_;
  std::vector<std::pair<YAML::Mark, YAML::anchor_t>> starts_;  // open arrays and objects
  std::map<YAML::anchor_t, std::pair<Json, Extent>> anchors_;
};

// Returns true if no YAML reader takes the text for a number, boolean, null, date or syntax.
bool is_plain(const std::string &text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto safe = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '/' || c == '-' || c == '_';
  };
  if (text.empty() || !letter(text[0]) || !std::all_of(text.begin(), text.end(), safe))
    return false;
  static constexpr std::string_view kReserved[] = {"y",   "n",    "yes",   "no",  "on",
                                                   "off", "true", "false", "null"};
  std::string lower = text;
  for (char &c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return std::find(std::begin(kReserved), std::end(kReserved), lower) == std::end(kReserved);
}

void emit_text(YAML::Emitter &out, const std::string &text) {
  const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
  if (!is_plain(text)) {
    out << (std::all_of(text.begin(), text.end(), printable) ? YAML::SingleQuoted
                                                             : YAML::DoubleQuoted);
  }
  out << text;
}

// `json` comes from libkoord or koordctl, so it has only a few levels.
void emit(YAML::Emitter &out, const OrderedJson &json) {
  if (json.is_object()) {
    if (json.empty()) out << YAML::Flow;
    out << YAML::BeginMap;
    for (const auto &[key, value] : json.items()) {
      out << YAML::Key;
      emit_text(out, key);
      out << YAML::Value;
      emit(out, value);
    }
    out << YAML::EndMap;
  } else if (json.is_array()) {
    const bool flat = std::none_of(json.begin(), json.end(),
                                   [](const OrderedJson &item) { return item.is_structured(); });
    out << (flat ? YAML::Flow : YAML::Block) << YAML::BeginSeq;
    for (const OrderedJson &item : json) emit(out, item);
    out << YAML::EndSeq;
  } else if (json.is_string()) {
    emit_text(out, json.get_ref<const std::string &>());
  } else if (json.is_null()) {
    out << YAML::Null;
  } else {
    out << json.dump();
  }
}

// A stream over existing text, without a copy.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char *begin = const_cast<char *>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

// Returns true if the first character of a line after any blanks is a tab. Lines count from 0.
bool begins_with_tab(std::string_view text, int line) {
  size_t start = 0;
  for (int i = 0; i < line && start != std::string_view::npos; ++i) {
    const size_t end = text.find('\n', start);
    start = end == std::string_view::npos ? end : end + 1;
  }
  if (start == std::string_view::npos) return false;
  const size_t first = text.find_first_not_of(' ', start);
  return first != std::string_view::npos && text[first] == '\t';
}

template <typename Read>
auto reading(std::string_view text, const std::string &name, std::string_view expected,
             const Read &read) {
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    return read(parser);
  } catch (const YAML::Exception &error) {
    const bool tab = begins_with_tab(text, error.mark.line);
    throw Failure(kEnvironment, name + ": YAML line " + std::to_string(error.mark.line + 1) + ": " +
                                    (tab ? "a tab; YAML is indented with blanks"
                                         : error.msg + "; " + std::string(expected)));
  } catch (const nlohmann::json::exception &) {
    throw Failure(kEnvironment, name + ": text that is not UTF-8");
  }
}

// Converts a text of one document to JSON. Of a key that an object has twice the last one counts
// if `on_twice` returns.
std::string convert_yaml(const std::string &text, const std::string &name,
                         std::string_view expected, const OnTwice &on_twice) {
  if (text.size() > kMaxText) throw Failure(kEnvironment, name + ": YAML of more than 4 MiB");
  return reading(text, name, expected, [&](YAML::Parser &parser) {
    AliasBudget budget;
    ValueBuilder builder(kMaxYamlValues);
    YamlEvents events(builder, budget, on_twice);
    if (!parser.HandleNextDocument(events))
      throw Failure(kEnvironment, name + ": found nothing, " + std::string(expected));
    for (;;) {  // empty documents may follow
      ValueBuilder next(kMaxYamlValues);
      YamlEvents more(next, budget);
      if (!parser.HandleNextDocument(more)) return builder.root().dump();
      if (!next.root().is_null())
        throw Failure(kEnvironment, name + ": several YAML documents, expected one");
    }
  });
}

}  // namespace

std::string yaml_to_json(const std::string &text, const std::string &name,
                         std::string_view expected) {
  return convert_yaml(text, name, expected, refuse_twice);
}

void read_yaml_stream(std::string_view text, const std::string &name, std::string_view expected,
                      size_t max_values, const std::function<Document(size_t)> &start) {
  reading(text, name, expected, [&](YAML::Parser &parser) {
    AliasBudget budget;
    for (size_t index = 0;; ++index) {
      const Document document = start(index);
      ValueBuilder builder(max_values, document.on_item);
      YamlEvents events(builder, budget);
      if (!parser.HandleNextDocument(events)) return;
      document.on_end(builder.root());
    }
  });
}

std::string read_kubelet_config(const std::string &file) {
  constexpr size_t kMaxConfig = size_t{4} << 20;
  constexpr std::string_view kExpected =
      "expected a KubeletConfiguration or the answer of /configz (JSON or YAML)";
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored))
    fail(file,
         "a directory; if kubelet has drop-in files (--config-dir), give the answer of /configz");
  const std::string text = read_file(file, kMaxConfig);
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos)
    fail(shown_name(file), "found nothing, " + std::string(kExpected));
  if (text[start] == '{') return text;
  const std::string name = shown_name(file);
  WarningSeries warnings(name);
  std::string json =
      convert_yaml(text, name, kExpected, [&](const YAML::Mark &mark, const std::string &message) {
        warnings.add("YAML line " + std::to_string(mark.line + 1) + ": " + message +
                     "; kubelet uses the last one");
      });
  warnings.end("keys that occur twice");
  return json;
}

std::string json_to_yaml(std::string_view json) {
  YAML::Emitter out;
  emit(out, OrderedJson::parse(json));
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace koordctl
