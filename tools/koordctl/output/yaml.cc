#include "output/yaml.h"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/file.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr size_t kMaxText = size_t{4} << 20;
constexpr size_t kMaxYamlDepth = 64;
constexpr size_t kMaxYamlValues = 200000;
constexpr size_t kMaxYamlBytes = size_t{16} << 20;
constexpr size_t kMaxDocuments = 20000;

template <typename Number>
bool parse_whole(std::string_view text, Number &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Json plain_scalar(const std::string &text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  // "007" and "1_000" stay text: readers disagree about them, and no field here holds such a
  // number.
  const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits[0] < '0' || digits[0] > '9') return text;
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.' && digits[1] != 'e') return text;
  if (int64_t number = 0; parse_whole(text, number)) return number;
  if (uint64_t number = 0; parse_whole(text, number)) return number;
  if (double number = 0; parse_whole(text, number)) return number;
  return text;
}

// What a document becomes.
struct Extent {
  size_t values = 0;
  size_t bytes = 0;  // of its scalars and keys
  Extent &operator+=(const Extent &more) {
    values += more.values;
    bytes += more.bytes;
    return *this;
  }
  Extent since(const Extent &before) const {
    return {values - before.values, bytes - before.bytes};
  }
};

// Builds JSON from parser events, so that limits hold while reading and not after.
class Builder : public YAML::EventHandler {
 public:
  // `before`: of the documents before this one.
  explicit Builder(const Extent &before = {}) : extent_(before) {}

  const Json &root() const { return root_; }
  const Extent &extent() const { return extent_; }

  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override {
    if (expects_key()) throw YAML::ParserException(mark, "an empty key");
    add(mark, anchor, nullptr, {1, 0});
  }

  void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                const std::string &value) override {
    if (expects_key()) {
      Level &level = levels_.back();
      if (value == "<<") throw YAML::ParserException(mark, "merge keys (<<) are not supported");
      if (level.value.contains(value)) {
        throw YAML::ParserException(
            mark,
            "key " + Json(value).dump(-1, ' ', true, Json::error_handler_t::replace) + " twice");
      }
      count(mark, {0, value.size()});
      level.key = value;
      level.has_key = true;
      return;
    }
    add(mark, anchor, tag == "?" ? plain_scalar(value) : Json(value), {1, value.size()});
  }

  void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    // An alias inside of what it names would never end.
    if (found == anchors_.end()) throw YAML::ParserException(mark, "an alias of itself");
    if (expects_key()) throw YAML::ParserException(mark, "an alias as a key");
    add(mark, 0, found->second.first, found->second.second);
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
  struct Level {
    Json value;
    YAML::Mark mark;
    YAML::anchor_t anchor = 0;
    Extent before;
    std::string key = {};
    bool has_key = false;
  };

  bool expects_key() const {
    return !levels_.empty() && levels_.back().value.is_object() && !levels_.back().has_key;
  }

  void count(const YAML::Mark &mark, const Extent &more) {
    extent_ += more;
    if (extent_.values > kMaxYamlValues)
      throw YAML::ParserException(mark, "more than 200000 values");
    if (extent_.bytes > kMaxYamlBytes)
      throw YAML::ParserException(mark, "more than 16 MiB of text, aliases written out");
  }

  void open(const YAML::Mark &mark, YAML::anchor_t anchor, Json value) {
    if (expects_key()) throw YAML::ParserException(mark, "a key that is not text");
    if (levels_.size() == kMaxYamlDepth) throw YAML::ParserException(mark, "nested over 64 levels");
    levels_.push_back({std::move(value), mark, anchor, extent_});
    count(mark, {1, 0});
  }

  void close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    const Extent extent = extent_.since(level.before);
    extent_ = level.before;
    add(level.mark, level.anchor, std::move(level.value), extent);
  }

  void add(const YAML::Mark &mark, YAML::anchor_t anchor, Json value, const Extent &extent) {
    count(mark, extent);
    if (anchor != 0) {
      count(mark, extent);  // the copy kept for aliases
      anchors_[anchor] = {value, extent};
    }
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (Level &level = levels_.back(); level.value.is_array()) {
      level.value.push_back(std::move(value));
    } else {
      level.value[level.key] = std::move(value);
      level.has_key = false;
    }
  }

  Json root_;
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, std::pair<Json, Extent>> anchors_;
  Extent extent_;
};

// Text that no reader takes for a number, boolean, null, date or syntax.
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

// `json` comes from libkoord or koordctl: a few levels deep.
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

// Calls read(parser) and turns what it throws into a Failure that names the line.
template <typename Read>
auto reading(const std::string &text, const std::string &name, std::string_view expected,
             const Read &read) {
  if (text.size() > kMaxText) throw Failure(kEnvironment, name + ": YAML of more than 4 MiB");
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    return read(parser);
  } catch (const YAML::Exception &error) {
    throw Failure(kEnvironment, name + ": YAML line " + std::to_string(error.mark.line + 1) + ": " +
                                    error.msg + "; " + std::string(expected));
  } catch (const nlohmann::json::exception &) {
    throw Failure(kEnvironment, name + ": text that is not UTF-8");
  }
}

}  // namespace

std::string yaml_to_json(const std::string &text, const std::string &name,
                         std::string_view expected) {
  return reading(text, name, expected, [&](YAML::Parser &parser) {
    Builder builder;
    if (!parser.HandleNextDocument(builder))
      throw Failure(kEnvironment, name + ": found nothing, " + std::string(expected));
    Builder second;
    if (parser.HandleNextDocument(second))
      throw Failure(kEnvironment, name + ": several YAML documents, expected one");
    return builder.root().dump();
  });
}

std::vector<std::string> yaml_documents(const std::string &text, const std::string &name,
                                        std::string_view expected) {
  return reading(text, name, expected, [&](YAML::Parser &parser) {
    std::vector<std::string> documents;
    Extent extent;
    for (;;) {
      Builder builder(extent);
      if (!parser.HandleNextDocument(builder)) return documents;
      if (documents.size() == kMaxDocuments)
        throw Failure(kEnvironment, name + ": more than 20000 YAML documents");
      documents.push_back(builder.root().dump());
      extent = builder.extent();
    }
  });
}

std::string read_kubelet_config(const std::string &file) {
  constexpr size_t kMaxConfig = size_t{4} << 20;
  constexpr std::string_view kExpected =
      "expected a KubeletConfiguration or the answer of /configz (JSON or YAML)";
  const std::string text = read_file(file, kMaxConfig);
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos)
    fail(shown_name(file), "found nothing, " + std::string(kExpected));
  return text[start] == '{' ? text : yaml_to_json(text, shown_name(file), kExpected);
}

std::string json_to_yaml(std::string_view json) {
  YAML::Emitter out;
  emit(out, OrderedJson::parse(json));
  return std::string(out.c_str(), out.size()) + "\n";
}

}  // namespace koordctl
