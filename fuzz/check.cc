#include "check.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "wire/json/go_text.h"

namespace koord::fuzz {

void broken(const char *file, int line, std::string_view promise, std::string_view detail) {
  std::fprintf(stderr, "%s:%d: broken promise: %.*s\n", file, line,
               static_cast<int>(promise.size()), promise.data());
  if (!detail.empty())
    std::fprintf(stderr, "  with %.*s\n", static_cast<int>(detail.size()), detail.data());
  std::abort();
}

void check_text(std::string_view text, std::string_view allowed) {
  for (std::string_view rest = text; !rest.empty();) {
    const wire::Rune rune = wire::first_rune(rest);
    FUZZ_CHECK_WITH(rune.size > 1 || rune.code < 0x80, text);  // else a byte that is not UTF-8
    const bool control = rune.code < 0x20 || rune.code == 0x7f;
    FUZZ_CHECK_WITH(!control || allowed.find(rest[0]) != allowed.npos, text);
    rest.remove_prefix(rune.size);
  }
}

void check_line(std::string_view text) {
  FUZZ_CHECK(!text.empty());
  check_text(text, "");
}

void check_result(koord_status status, const koord_error &err) {
  if (status == KOORD_OK) return;
  FUZZ_CHECK(err.code == status);
  FUZZ_CHECK(err.reserved == 0);
  FUZZ_CHECK(std::memchr(err.message, 0, sizeof err.message) != nullptr);
  FUZZ_CHECK_WITH(status != KOORD_E_INTERNAL && status != KOORD_E_NO_MEMORY, err.message);
  FUZZ_CHECK(std::string_view(koord_status_get_name(status)) != "unknown");
  check_line(err.message);
}

const koord_context *checked_log() {
  static const koord_context *const context = [] {
    koord_context *made = nullptr;
    if (koord_context_new(&made, nullptr) != KOORD_OK) std::abort();
    koord_context_set_log(
        made,
        [](void *, int32_t level, const char *message, size_t length) {
          FUZZ_CHECK(level == KOORD_LOG_LEVEL_INFO || level == KOORD_LOG_LEVEL_WARNING);
          check_line({message, length});
        },
        nullptr);
    return made;
  }();
  return context;
}

bool reads(void (*read)(std::string_view), std::string_view input) {
  try {
    read(input);
    return true;
  } catch (const Error &error) {
    FUZZ_CHECK(error.status() != Status::kInternal);
    check_line(error.what());
    return false;
  }
}

}  // namespace koord::fuzz
