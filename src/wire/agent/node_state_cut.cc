// Extraction of one pod from node-state.json without parsing
// the others, because a hook has a fraction of a millisecond.
#include <algorithm>
#include <cstring>
#include <optional>

#include "base/error.h"
#include "wire/agent/node_state.h"

namespace koord::wire {
namespace {

// Skips values without parsing them. It fails on everything it does not support, such as escaped
// names; the full parser, which reports errors, comes next.
class Skipper {
 public:
  explicit Skipper(std::string_view text) : text_(text) {}

  bool failed() const { return failed_; }
  void give_up() { failed_ = true; }
  size_t at() const { return at_; }

  bool take(char expected) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != expected) return false;
    ++at_;
    return true;
  }
  void expect(char expected) {
    if (!take(expected)) failed_ = true;
  }
  // Reads a string that has no escapes.
  std::string_view plain() {
    const std::string_view found = string();
    if (found.find('\\') != found.npos) failed_ = true;
    return found;
  }
  void value() {
    skip_space();
    if (at_ >= text_.size())
      failed_ = true;
    else if (text_[at_] == '"')
      string();
    else if (text_[at_] == '{' || text_[at_] == '[')
      nested();
    else
      at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
  }
  // Calls `item` at each member or element until the end. `item` must skip it.
  template <typename Item>
  void for_each(char open, char close, const Item &item) {
    expect(open);
    if (failed_ || take(close)) return;
    do item();
    while (!failed_ && take(','));
    expect(close);
  }
  template <typename Member>
  void members(const Member &member) {
    for_each('{', '}', [&] {
      const std::string_view name = plain();
      expect(':');
      skip_space();
      if (!failed_) member(name);
    });
  }

 private:
  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  std::string_view string() {
    expect('"');
    const size_t begin = at_;
    while (!failed_ && at_ < text_.size()) {
      const void *found = std::memchr(text_.data() + at_, '"', text_.size() - at_);
      if (found == nullptr) break;
      const size_t quote = static_cast<size_t>(static_cast<const char *>(found) - text_.data());
      at_ = quote + 1;
      size_t escapes = 0;
      while (quote - escapes > begin && text_[quote - escapes - 1] == '\\') ++escapes;
      if (escapes % 2 == 0) return text_.substr(begin, quote - begin);
    }
    failed_ = true;
    return {};
  }
  void nested() {
    size_t depth = 0;
    do {
      const size_t next = text_.find_first_of("\"{}[]", at_);
      if (next == text_.npos) {
        failed_ = true;
        return;
      }
      at_ = next;
      if (text_[at_] == '"') {
        string();
        continue;
      }
      depth += text_[at_] == '{' || text_[at_] == '[' ? 1 : -1;
      ++at_;
    } while (!failed_ && depth > 0);
  }

  std::string_view text_;
  size_t at_ = 0;
  bool failed_ = false;
};

// Returns the text without the pods other than `uid`, or nullopt if the parser must read all of it.
std::optional<std::string> without_other_pods(std::string_view text, std::string_view uid) {
  Skipper skipper(text);
  std::string pods;
  size_t begin = 0;
  size_t end = 0;
  const auto pod = [&] {
    const size_t from = skipper.at();
    bool is_requested = false;
    skipper.members([&](std::string_view name) {
      if (name == "uid")
        is_requested = skipper.plain() == uid;
      else
        skipper.value();
    });
    if (is_requested) pods.append(pods.empty() ? "" : ",").append(text, from, skipper.at() - from);
  };
  skipper.members([&](std::string_view name) {
    if (name != "pods") return skipper.value();
    if (end != 0) return skipper.give_up();  // of duplicates the last counts
    begin = skipper.at();
    skipper.for_each('[', ']', pod);
    end = skipper.at();
  });
  if (skipper.failed() || end == 0) return std::nullopt;
  std::string out(text.substr(0, begin));
  return out.append("[").append(pods).append("]").append(text.substr(end));
}

}  // namespace

NodeStateFile read_node_state_of(std::string_view json, std::string_view uid) {
  if (const std::optional<std::string> single_pod = without_other_pods(json, uid)) try {
      return read_node_state(*single_pod);
    } catch (const Error &) {
      // The full parser reports the error, because paths in the shortened text are others.
    }
  NodeStateFile out = read_node_state(json);
  std::erase_if(out.state.pods, [&](const agent::PodState &pod) { return pod.uid != uid; });
  return out;
}

}  // namespace koord::wire
