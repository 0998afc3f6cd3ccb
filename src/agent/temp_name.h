// Names of temporary files beside a file that is being replaced.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord::agent {

enum class TempKind : uint8_t {
  kNew,  // the new file, until it gets the file's name
  kOld   // a second name of the old file, until it becomes the backup
};

// Returns a name such as ".state.koord-new-0123456789abcdef".
std::string temp_name(std::string_view file, TempKind kind, uint64_t number);

// Returns true if a writer of `file` gives such names, now or before names were random
// (".state.koord-new7").
bool is_temp_name(std::string_view file, std::string_view name);

}  // namespace koord::agent
