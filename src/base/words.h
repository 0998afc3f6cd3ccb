// Amounts and names as sentences for people have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord {

// "1 CPU", "2 CPUs".
std::string plural(int64_t n, std::string_view one);
// "1500 milli-CPU", "2 CPUs".
std::string milli_cpu(int64_t milli);
// What is exact as Kubernetes writes it ("16Gi", "1536Mi"), else "1000 bytes".
std::string byte_amount(uint64_t bytes);
std::string byte_amount(int64_t bytes);
// A name as it is, in quotes where something about it could be taken for something else.
std::string plain(const std::string &name);

}  // namespace koord
