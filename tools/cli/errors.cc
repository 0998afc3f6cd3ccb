#include "cli/errors.h"

#include <string>

namespace koordctl {
namespace {

ExitCode exit_code_of(koord_status status, ExitCode on_bad_input) {
  switch (status) {
    case KOORD_E_INVALID:
    case KOORD_E_LIMIT:
    case KOORD_E_CONFLICT:
      return on_bad_input;
    case KOORD_E_IO:
    case KOORD_E_PERMISSION:
    case KOORD_E_CORRUPT:
    case KOORD_E_UNSUPPORTED:
      return kEnvironment;
    default:
      return kInternal;
  }
}

}  // namespace

void fail_with(const koord::Error &error, std::string_view subject, ExitCode on_bad_input) {
  const koord_status status = error.code();
  const ExitCode code = exit_code_of(status, on_bad_input);
  std::string message(subject);
  if (!message.empty()) message += ": ";
  message += error.what();
  if (code == kInternal) message += " (a bug in libkoord, please report it)";
  if (status == KOORD_E_INVALID || status == KOORD_E_LIMIT || status == KOORD_E_CONFLICT)
    throw BadInput(code, message);
  throw Failure(code, message);
}

}  // namespace koordctl
