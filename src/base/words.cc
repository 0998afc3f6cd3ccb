#include "base/words.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"

namespace koord {
namespace {

constexpr size_t kMaxName = 253;

}  // namespace

std::string plural(int64_t n, std::string_view one) {
  std::string text = std::to_string(n) + ' ';
  text += one;
  if (n != 1) text += 's';
  return text;
}

std::string milli_cpu(int64_t milli) {
  return milli % 1000 == 0 ? plural(milli / 1000, "CPU") : std::to_string(milli) + " milli-CPU";
}

std::string byte_amount(uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  size_t units = 0;
  uint64_t rest = bytes;
  for (; units < std::size(kUnits) && rest != 0 && rest % 1024 == 0; ++units) rest /= 1024;
  if (units == 0) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  return std::to_string(rest).append(kUnits[units - 1]);
}

std::string byte_amount(int64_t bytes) {
  return bytes < 0 ? std::to_string(bytes) + " bytes" : byte_amount(static_cast<uint64_t>(bytes));
}

bool counts_bytes(std::string_view resource) {
  constexpr std::string_view kNames[] = {"memory",
                                         "storage",
                                         "ephemeral-storage",
                                         "kubernetes.io/batch-memory",
                                         "kubernetes.io/mid-memory",
                                         "koordinator.sh/gpu-memory"};
  return resource.starts_with("hugepages-") ||
         std::find(std::begin(kNames), std::end(kNames), resource) != std::end(kNames);
}

std::string plain(const std::string &name) {
  const bool is_plain = name.size() <= kMaxName &&
                        std::all_of(name.begin(), name.end(),
                                    [](char c) { return c > 0x20 && c < 0x7f && c != '"'; });
  return is_plain ? name : in_quotes(name, kMaxName);
}

}  // namespace koord
