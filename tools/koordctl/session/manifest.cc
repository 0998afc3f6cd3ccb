#include "session/manifest.h"

#include <string_view>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 64;
constexpr size_t kMaxValues = 4'000'000;
constexpr size_t kMaxObjects = 100'000;

// Limits hold while reading and not after.
Json parse_json(const std::string &text, const std::string &name) {
  size_t values = 0;
  const auto bounded = [&](int depth, Json::parse_event_t event, const Json &) {
    if (depth > kMaxDepth) fail(name, "JSON: nested over 64 levels");
    const bool starts = event == Json::parse_event_t::value ||
                        event == Json::parse_event_t::object_start ||
                        event == Json::parse_event_t::array_start;
    if (starts && ++values > kMaxValues) fail(name, "JSON: more than 4000000 values");
    return true;
  };
  try {
    return Json::parse(text, bounded);
  } catch (const Json::exception &error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    std::string message = error.what();
    if (const auto end = message.find("] "); end != std::string::npos) message.erase(0, end + 2);
    // What was read last may be long, and need not be UTF-8.
    if (const auto quote = message.find("; last read"); quote != std::string::npos)
      message.erase(quote);
    fail(name, "JSON: " + message);
  }
}

// A string field, "" where it is absent or null.
std::string text_field(const Json &object, const char *key, const std::string &where) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return "";
  if (!found->is_string())
    fail(where, std::string(key) + ": found " + found->type_name() + ", expected a string");
  return found->get<std::string>();
}

void add(Json object, const std::string &where, std::string kind, std::vector<Manifest> &out) {
  if (out.size() == kMaxObjects) fail(where, "more than 100000 objects");
  Manifest manifest;
  manifest.where = where;
  manifest.api_version = text_field(object, "apiVersion", where);
  if (kind.empty()) kind = text_field(object, "kind", where);
  if (kind.empty())
    fail(where, "kind: absent, expected that of an API object, as in \"kind: Pod\"");
  manifest.kind = std::move(kind);
  manifest.object = std::move(object);
  out.push_back(std::move(manifest));
}

void add_document(Json document, const std::string &where, std::vector<Manifest> &out) {
  if (document.is_null()) return;  // between two "---"
  if (!document.is_object())
    fail(where, std::string("found ") + document.type_name() + ", expected an API object");
  const std::string kind = text_field(document, "kind", where);
  const auto items = document.find("items");
  if (!kind.ends_with("List") || items == document.end())
    return add(std::move(document), where, "", out);
  if (items->is_null()) return;
  if (!items->is_array())
    fail(where, std::string("items: found ") + items->type_name() + ", expected an array");
  // Items of a PodList do not say what they are.
  const std::string item_kind = kind.substr(0, kind.size() - 4);
  for (size_t i = 0; i < items->size(); ++i) {
    Json &item = (*items)[i];
    const std::string item_where = where + ": items[" + std::to_string(i) + "]";
    if (!item.is_object())
      fail(item_where, std::string("found ") + item.type_name() + ", expected an API object");
    if (text_field(item, "kind", item_where).ends_with("List"))
      fail(item_where, "kind: a List in a List");
    add(std::move(item), item_where, item.contains("kind") ? "" : item_kind, out);
  }
}

}  // namespace

std::string bare_id(const std::string &id) {
  const size_t scheme = id.find("://");
  return scheme == std::string::npos ? id : id.substr(scheme + 3);
}

void read_manifests(const std::string &path, std::vector<Manifest> &out) {
  const std::string name = shown_name(path);
  std::string text = read_file(path);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) fail(name, "empty");
  if (text.find('\0') != std::string::npos) fail(name, "not text, expected YAML or JSON");
  // YAML is slower and bounded more tightly, but several JSON documents in one file are YAML.
  if (text[start] == '{' && text.find("\n---") == std::string::npos)
    return add_document(parse_json(text, name), name, out);
  const std::vector<std::string> documents = yaml_documents(text, name, "expected YAML or JSON");
  for (size_t i = 0; i < documents.size(); ++i) {
    add_document(Json::parse(documents[i]),
                 documents.size() == 1 ? name : name + ": document " + std::to_string(i + 1), out);
  }
}

}  // namespace koordctl
