// Escapes untrusted text for a terminal. Names and messages contain text written by users.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace koordctl {

// Returns one line that shows the text unambiguously. Control characters (line breaks, escapes),
// characters that are invisible or change the writing direction, and bytes that are not UTF-8
// become "\x1b", byte by byte.
std::string printable(std::string_view text);

// Returns the text with the special characters of XML and HTML escaped, also for attributes.
// Control characters other than tabs, and line breaks, become spaces.
std::string escape_xml(std::string_view text);

// Returns the number of characters, which is the number of terminal columns except for wide ones.
size_t printed_width(std::string_view printable);

// Prints "<name of the program>: <text>" to standard error.
void print_message(std::string_view text);

// Prints the first warnings about an input, which may cause one per line, and the number of the
// others.
class WarningSeries {
 public:
  static constexpr size_t kMost = 20;

  // Each warning starts with `subject`, the name of the input.
  explicit WarningSeries(std::string subject);
  void add(const std::string &text);
  // Prints "and 5 more NOUN" if 5 warnings were not printed, or "and at least 5" if the input may
  // have more of them.
  void end(const std::string &noun, bool incomplete = false);

 private:
  std::string subject_;
  size_t count_ = 0;
};

// Keeps the messages of this thread while it exists, in place of printing them, for programs that
// own the terminal.
class SilencedMessages {
 public:
  static constexpr size_t kMost = 1000;

  SilencedMessages();
  ~SilencedMessages();
  SilencedMessages(const SilencedMessages &) = delete;
  SilencedMessages &operator=(const SilencedMessages &) = delete;

  // Returns the first kMost messages.
  const std::vector<std::string> &texts() const { return texts_; }

 private:
  friend void print_message(std::string_view text);

  std::vector<std::string> texts_;
  SilencedMessages *outer_;
};

}  // namespace koordctl
