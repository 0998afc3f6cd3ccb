#include "cli/diagnostics.h"

#include <string>
#include <string_view>

#include "cli/printable.h"

namespace koordctl {

Diagnostics::Diagnostics(bool verbose) : verbose_(verbose), context_(koord::Context::create()) {
  context_.set_log(print, this);
}

void Diagnostics::print(void *user, int32_t level, const char *message, size_t length) {
  // koordctl refuses such a configuration or warns of it itself, in kubelet's words.
  const std::string_view text(message, length);
  if (text.find("topologyManagerPolicyOptions") != std::string_view::npos &&
      text.ends_with(": unknown option, ignored"))
    return;
  auto &self = *static_cast<Diagnostics *>(user);
  if (!self.verbose_ && (level < KOORD_LOG_LEVEL_WARNING || ++self.warnings_ > kWarnings + 1))
    return;
  if (self.warnings_ > kWarnings) {
    print_message("warning: further warnings are omitted; --verbose prints all");
    return;
  }
  print_message(std::string(level < KOORD_LOG_LEVEL_WARNING ? "note: " : "warning: ").append(text));
}

}  // namespace koordctl
