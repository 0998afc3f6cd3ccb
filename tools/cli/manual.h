// The texts of a program's manual page that its parser does not define.
#pragma once

namespace koordctl {

// In the language of man(7), each with a newline at its end. An empty text has no section.
struct ManualText {
  const char *description;
  const char *exit_status;
  const char *files;
  const char *environment;
  const char *see_also;
};

// Each program defines its texts in manual_text.cc.
extern const ManualText kManual;

}  // namespace koordctl
