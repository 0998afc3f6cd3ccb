#include "capi/boundary/guard.h"

#include <cstring>
#include <exception>
#include <new>

#include "base/error.h"

namespace koord::capi {
namespace {

// Returns the longest prefix of at most `limit` bytes that ends between two UTF-8 sequences.
std::string_view utf8_prefix(std::string_view text, size_t limit) noexcept {
  if (text.size() <= limit) return text;
  size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

koord_status fail(koord_error *err, koord_status code, std::string_view message) noexcept {
  if (err == nullptr) return code;
  const std::string_view shown = utf8_prefix(message, sizeof err->message - 1);
  std::memset(err, 0, sizeof *err);
  err->code = code;
  for (size_t i = 0; i < shown.size(); ++i) {
    const auto byte = static_cast<unsigned char>(shown[i]);
    err->message[i] = byte < 0x20 || byte == 0x7f ? ' ' : shown[i];
  }
  return code;
}

koord_status fail_with_current_exception(koord_error *err) noexcept {
  try {
    throw;
  } catch (const Error &error) {
    return fail(err, static_cast<koord_status>(error.status()), error.what());
  } catch (const std::bad_alloc &) {
    return fail(err, KOORD_E_NO_MEMORY, "out of memory");
  } catch (const std::exception &error) {
    return fail(err, KOORD_E_INTERNAL, error.what());
  } catch (...) {
    return fail(err, KOORD_E_INTERNAL, "an unknown exception was thrown");
  }
}

}  // namespace koord::capi
