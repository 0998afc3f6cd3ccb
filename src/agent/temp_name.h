// Names of files that are beside a file while it is being replaced.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord::agent {

enum class TempKind : uint8_t {
  kNew,  // what is to take the file's name
  kOld   // a second name of the old file, on its way to be the backup
};

// ".state.koord-new-0123456789abcdef"
std::string temp_name(std::string_view file, TempKind kind, uint64_t number);

// Whether a writer of `file` gave this name, of now or of before names were drawn
// (".state.koord-new7").
bool is_temp_name(std::string_view file, std::string_view name);

}  // namespace koord::agent
