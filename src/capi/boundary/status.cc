// Versions and names of statuses.
#include "koord.h"

#define KOORD_TEXT_(x) #x
#define KOORD_TEXT(x) KOORD_TEXT_(x)

uint32_t koord_version(void) {
  return KOORD_VERSION_MAJOR << 16 | KOORD_VERSION_MINOR << 8 | KOORD_VERSION_PATCH;
}

const char *koord_version_string(void) {
  return KOORD_TEXT(KOORD_VERSION_MAJOR) "." KOORD_TEXT(KOORD_VERSION_MINOR) "." KOORD_TEXT(
      KOORD_VERSION_PATCH);
}

const char *koord_status_get_name(koord_status status) {
  switch (status) {
    case KOORD_OK:
      return "ok";
    case KOORD_E_INVALID:
      return "invalid";
    case KOORD_E_NO_MEMORY:
      return "no-memory";
    case KOORD_E_NO_SPACE:
      return "no-space";
    case KOORD_E_CONFLICT:
      return "conflict";
    case KOORD_E_STALE:
      return "stale";
    case KOORD_E_LIMIT:
      return "limit";
    case KOORD_E_NOT_FOUND:
      return "not-found";
    case KOORD_E_IO:
      return "io";
    case KOORD_E_PERMISSION:
      return "permission";
    case KOORD_E_CORRUPT:
      return "corrupt";
    case KOORD_E_UNSUPPORTED:
      return "unsupported";
    case KOORD_E_INTERNAL:
      return "internal";
    default:
      return "unknown";
  }
}
