// Checks of the texts that NVML returns.
#pragma once

#include <cstddef>
#include <string>

namespace koord::probe::nvml {

// Throws kCorrupt: "NVML: <where>: <what>".
[[noreturn]] void corrupt(const std::string &where, const std::string &what);

// Returns the text that a function wrote into a buffer of this size.
std::string checked_text(const std::string &where, const char *buffer, size_t size);

// Returns the UUID if it has the prefix, "GPU-" or "MIG-", and letters, digits and '-'. Ids of MIG
// instances may contain slashes.
std::string checked_uuid(const std::string &where, const std::string &uuid,
                         const std::string &prefix);

}  // namespace koord::probe::nvml
