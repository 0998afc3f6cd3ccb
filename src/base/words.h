// Amounts and names in sentences for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord {

// Returns a text such as "1 CPU" or "2 CPUs".
std::string plural(int64_t n, std::string_view one);
// Returns a text such as "1500 milli-CPU" or "2 CPUs".
std::string milli_cpu(int64_t milli);
// Returns the text that Kubernetes uses if it is exact ("16Gi", "1536Mi"), else "1000 bytes".
std::string byte_amount(uint64_t bytes);
std::string byte_amount(int64_t bytes);
// Returns true for resources whose amounts are bytes: memory, huge pages, storage.
bool counts_bytes(std::string_view resource);
// Returns the name, in quotes if it could be misread.
std::string plain(const std::string &name);

}  // namespace koord
