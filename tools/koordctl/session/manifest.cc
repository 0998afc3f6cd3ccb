#include "session/manifest.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"
#include "output/value_builder.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxManifestFile = size_t{256} << 20;
constexpr size_t kMaxValues = 1'000'000;
constexpr size_t kMaxObjects = 1'000'000;

// Passes the events of nlohmann's parser to a ValueBuilder.
class JsonEvents : public nlohmann::json_sax<Json> {
 public:
  JsonEvents(ValueBuilder &builder, const std::string &name) : builder_(builder), name_(name) {}

  bool null() override { return scalar(nullptr, 0); }
  bool boolean(bool value) override { return scalar(value, 0); }
  bool number_integer(number_integer_t value) override { return scalar(value, 0); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(value, 0); }
  bool number_float(number_float_t value, const string_t &) override { return scalar(value, 0); }
  bool string(string_t &value) override {
    const size_t bytes = value.size();
    return scalar(std::move(value), bytes);
  }
  bool binary(binary_t &) override { return false; }
  bool start_object(size_t) override { return open(Json::object()); }
  bool key(string_t &name) override {
    (void)builder_.key(std::move(name));  // the last of two members with one name wins
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool parse_error(size_t, const std::string &token, const Json::exception &error) override {
    // Messages look like "[json.exception.parse_error.101] parse error at line 1, column 2: ...".
    std::string message = error.what();
    if (const auto end = message.find("] "); end != std::string::npos) message.erase(0, end + 2);
    // The last token may be long, and may not be UTF-8.
    if (const auto quote = message.find("; last read"); quote != std::string::npos)
      message.erase(quote);
    fail(name_, "JSON: " + message + (token.ends_with('/') ? "; JSON has no comments" : ""));
  }

 private:
  bool scalar(Json value, size_t bytes) {
    builder_.scalar(std::move(value), bytes);
    return true;
  }
  bool open(Json empty) {
    builder_.open(std::move(empty));
    return true;
  }
  bool close() {
    builder_.close();
    return true;
  }

  ValueBuilder &builder_;
  const std::string &name_;
};

// Returns a string field, or "" if it is absent or null.
std::string text_field(const Json &object, const char *key, const std::string &where) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return "";
  if (!found->is_string())
    fail(where, std::string(key) + ": found " + found->type_name() + ", expected a string");
  return found->get<std::string>();
}

// Returns the default kind of a List's items, such as Pod for a PodList.
std::string item_kind(const std::string &list) { return list.substr(0, list.size() - 4); }

// Returns the position behind the object with which the text begins, or npos if it has no end.
size_t end_of_object(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      while (++i < text.size() && text[i] != '"')
        if (text[i] == '\\') ++i;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return text.npos;
}

}  // namespace

// Reads one document: an object, or a List of objects. Items are passed on before the end of the
// List, and thus before its own kind is known if that comes last.
class DocumentReader {
 public:
  DocumentReader(ManifestReader &reader, std::string file, std::string where)
      : reader_(reader), file_(std::move(file)), where_(std::move(where)) {}

  void add_item(const Json &list, size_t index, Json item) {
    const std::string where = item_where(index);
    if (!item.is_object()) {
      if (odd_item_.empty())
        odd_item_ = where + ": found " + item.type_name() + ", expected an API object";
      return;
    }
    const std::string kind = text_field(item, "kind", where);
    if (kind.ends_with("List")) fail(where, "kind: a List in a List");
    if (!kind.empty()) {
      ++handed_out_;
      return hand_out(std::move(item), where, kind);
    }
    const std::string list_kind = text_field(list, "kind", where_);
    if (list_kind.ends_with("List"))
      hand_out(std::move(item), where, item_kind(list_kind));
    else
      unnamed_.emplace_back(index, item.dump());
  }

  void end(Json root) {
    if (root.is_null()) return;  // empty, between two "---"
    if (!root.is_object())
      fail(where_, std::string("found ") + root.type_name() + ", expected an API object");
    const std::string kind = text_field(root, "kind", where_);
    const auto items = root.find("items");
    if (!kind.ends_with("List") || items == root.end()) {
      if (handed_out_ != 0)
        fail(where_, "kind: found \"" + kind + "\", expected List, because it has items");
      return hand_out(std::move(root), where_, kind);
    }
    if (!odd_item_.empty()) throw Failure(kEnvironment, odd_item_);
    if (!items->is_null() && !items->is_array())
      fail(where_, std::string("items: found ") + items->type_name() + ", expected an array");
    for (const auto &[index, text] : unnamed_)
      hand_out(Json::parse(text), item_where(index), item_kind(kind));
  }

 private:
  std::string item_where(size_t index) const {
    return where_ + ": items[" + std::to_string(index) + "]";
  }

  void hand_out(Json object, const std::string &where, const std::string &kind) {
    if (++reader_.objects_ > kMaxObjects) fail(where, "more than 1000000 objects");
    if (kind.empty())
      fail(where, "kind: absent, expected that of an API object, as in \"kind: Pod\"");
    Manifest manifest;
    manifest.where = where;
    manifest.file = file_;
    manifest.api_version = text_field(object, "apiVersion", where);
    manifest.kind = kind;
    if (const auto metadata = object.find("metadata");
        metadata != object.end() && metadata->is_object())
      metadata->erase("managedFields");
    manifest.object = std::move(object);
    manifest.object["kind"] = kind;  // an item of a PodList need not state it
    reader_.sink_(std::move(manifest));
  }

  ManifestReader &reader_;
  std::string file_, where_;
  size_t handed_out_ = 0;  // items that state their kind
  std::string odd_item_;   // the first item that is no object; an error in a List only
  std::vector<std::pair<size_t, std::string>> unnamed_;
};

void ManifestReader::read(const std::string &path) {
  read_text(shown_name(path), read_file(path, kMaxManifestFile));
}

// Reads objects one after another, without separators.
void ManifestReader::read_json(const std::string &name, std::string_view text) {
  size_t end = end_of_object(text);
  bool several = false;
  for (size_t number = 1; !text.empty(); ++number, end = end_of_object(text)) {
    size_t next = text.find_first_not_of(" \t\r\n", end);
    // Other text than an object is an error, which the parser reports.
    if (next != text.npos && text[next] != '{') next = end = text.npos;
    several = several || next != text.npos;
    const std::string where = several ? name + ": document " + std::to_string(number) : name;
    DocumentReader document(*this, name, where);
    ValueBuilder builder(kMaxValues, [&](const Json &list, size_t index, Json item) {
      document.add_item(list, index, std::move(item));
    });
    JsonEvents events(builder, where);
    try {
      (void)Json::sax_parse(text.substr(0, end), &events);
    } catch (const TooMuch &error) {
      fail(where, std::string("JSON: ") + error.what());
    }
    document.end(builder.root());
    text.remove_prefix(std::min(next, text.size()));
  }
}

void ManifestReader::read_text(const std::string &name, std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) {
    fail(name,
         "empty; kubectl get prints nothing if the cluster lacks one of the resource types: "
         "leave that type out");
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    fail(name,
         "found UTF-16, as PowerShell's \">\" writes it; expected UTF-8: pipe the output to "
         "Out-File -Encoding utf8");
  if (text.find('\0') != std::string::npos) fail(name, "not text, expected YAML or JSON");
  // YAML is slower, but JSON documents between "---" are YAML.
  if (text[start] == '{' && text.find("\n---") == std::string::npos)
    return read_json(name, std::string_view(text).substr(start));
  // Messages omit the document's number if the file has only one.
  const bool several = text.find("\n---", start) != std::string::npos;
  std::optional<DocumentReader> document;
  read_yaml_stream(text, name, "expected YAML or JSON", kMaxValues, [&](size_t index) {
    document.emplace(*this, name,
                     several ? name + ": document " + std::to_string(index + 1) : name);
    return Document{[&](const Json &list, size_t at, Json item) {
                      document->add_item(list, at, std::move(item));
                    },
                    [&](const Json &root) { document->end(root); }};
  });
}

std::vector<Manifest> read_manifests(const std::string &path) {
  std::vector<Manifest> out;
  ManifestReader([&](Manifest manifest) { out.push_back(std::move(manifest)); }).read(path);
  return out;
}

std::string no_pods_among(size_t objects) {
  return "found no Pod among " + std::to_string(objects) +
         " objects, expected the node's pods; a machine is given by --from";
}

std::string bare_id(const std::string &id) {
  const size_t scheme = id.find("://");
  return scheme == std::string::npos ? id : id.substr(scheme + 3);
}

}  // namespace koordctl
