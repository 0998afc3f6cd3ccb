#include "json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "command_line.h"

namespace koord_runtime {
namespace {

// Builds the document from parser events. nlohmann's own builder has no limits and scans all
// members of an object before it adds one. Neither the parser nor this class is recursive.
class Builder : public Json::json_sax_t {
 public:
  Builder(const std::string &what, const JsonLimits &limits, uint64_t &comparisons)
      : what_(what), limits_(limits), comparisons_(comparisons) {}

  Json take() { return std::move(root_); }

  bool null() override { return add(Json(nullptr)); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(Json::number_integer_t value) override { return add(Json(value)); }
  bool number_unsigned(Json::number_unsigned_t value) override { return add(Json(value)); }
  bool number_float(double value, const std::string &) override { return add(Json(value)); }
  bool string(std::string &value) override { return add(Json(std::move(value))); }
  bool binary(Json::binary_t &) override { return false; }  // never sent for JSON text
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override {
    drop_repeated(*open_.back()->get_ptr<Json::object_t *>());
    return end_array();
  }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool key(std::string &name) override {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(size_t offset, const std::string &, const Json::exception &) override {
    fail("invalid JSON at byte " + std::to_string(offset));
  }

 private:
  [[noreturn]] void fail(const std::string &why) const {
    throw Failure(kEnvironment, what_ + ": " + why);
  }
  bool add(Json &&value) {
    place(std::move(value));
    return true;
  }
  bool open(Json &&value) {
    if (open_.size() >= limits_.depth)
      fail("nested deeper than " + std::to_string(limits_.depth) + " levels");
    open_.push_back(place(std::move(value)));
    return true;
  }
  // Only the innermost open value grows, so pointers to the others stay valid.
  Json *place(Json &&value) {
    if (++values_ > limits_.values) fail("more than " + std::to_string(limits_.values) + " values");
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json &parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    auto &members = *parent.get_ptr<Json::object_t *>();
    return &members.emplace_back(std::move(key_), std::move(value)).second;
  }
  void drop_repeated(Json::object_t &object) {
    auto &members = static_cast<Json::object_t::Container &>(object);  // by index, not by name
    std::vector<size_t> order(members.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      ++comparisons_;
      const int names = members[a].first.compare(members[b].first);
      return names < 0 || (names == 0 && a < b);
    });
    std::vector<bool> is_dropped(members.size());
    size_t dropped = 0;
    for (size_t i = 1; i < order.size(); ++i) {
      if (members[order[i - 1]].first != members[order[i]].first) continue;
      is_dropped[order[i - 1]] = true;
      ++dropped;
    }
    if (dropped == 0) return;
    Json::object_t::Container kept;
    kept.reserve(members.size() - dropped);
    for (size_t i = 0; i < members.size(); ++i)
      if (!is_dropped[i]) kept.push_back(std::move(members[i]));
    members.swap(kept);
  }

  const std::string &what_;
  const JsonLimits &limits_;
  uint64_t &comparisons_;
  Json root_;
  std::vector<Json *> open_;
  std::string key_;
  size_t values_ = 0;
};

}  // namespace

Json parse_json(std::string_view text, const std::string &what, const JsonLimits &limits,
                uint64_t *comparisons) {
  if (text.size() > limits.bytes)
    throw Failure(kEnvironment, what + ": over " + std::to_string(limits.bytes >> 20) + " MiB");
  uint64_t unread = 0;
  Builder builder(what, limits, comparisons != nullptr ? *comparisons : unread);
  Json::sax_parse(text, &builder);
  return builder.take();
}

std::string printable(std::string_view text, size_t limit) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f)
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    else
      out += c;
  }
  if (text.size() > limit) out += "...";
  return out;
}

std::string in_quotes(std::string_view text, size_t limit) {
  return '"' + printable(text.substr(0, limit), limit) + (text.size() > limit ? "\"..." : "\"");
}

}  // namespace koord_runtime
