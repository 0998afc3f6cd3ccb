// The shapes in which koord.h returns what has no fixed size, as strings and vectors.
#ifndef KOORDCTL_KOORD_CALLS_H_
#define KOORDCTL_KOORD_CALLS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "koord_cpp.h"

namespace koordctl {

// Reads rows by asking for their number first.
template <typename Row, typename Call>
std::vector<Row> read_rows(const Call &call) {
  std::size_t count = 0;
  koord_error error{};
  const koord_status status = call(static_cast<Row *>(nullptr), std::size_t{0}, &count, &error);
  if (status != KOORD_E_NO_SPACE) check(status, error, "");
  std::vector<Row> rows(count);
  if (count != 0) check(call(rows.data(), rows.size(), &count, &error), error, "");
  return rows;
}

// The text of a row that a handle lends.
inline std::string lent(const char *texts, std::uint32_t offset, std::uint32_t length) {
  return {texts + offset, length};
}

inline std::string take(koord_buffer *buffer) {
  const std::unique_ptr<koord_buffer, void (*)(koord_buffer *)> owner(buffer, koord_buffer_unref);
  return {koord_buffer_get_data(buffer), koord_buffer_get_length(buffer)};
}

// Two passes over a call that writes text and reports the length it needs.
template <typename Call>
std::string read_text(const Call &call) {
  std::string text(256, '\0');
  koord_error error{};
  std::size_t needed = 0;
  koord_status status = call(text.data(), text.size(), &needed, &error);
  if (status == KOORD_E_NO_SPACE) {
    text.resize(needed + 1);
    status = call(text.data(), text.size(), &needed, &error);
  }
  check(status, error, "");
  text.resize(needed);
  return text;
}

}  // namespace koordctl

#endif  // KOORDCTL_KOORD_CALLS_H_
