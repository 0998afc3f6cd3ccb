#include "device/ledger/gpu_vendor.h"

#include <algorithm>
#include <array>

namespace koord::device {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"nvidia",    "amd",   "hygon", "huawei",
                                                    "cambricon", "metax", "intel", "baidu"};

constexpr char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool equal_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

GpuVendor find_gpu_vendor(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i)
    if (equal_letters(kNames[i], name)) return static_cast<GpuVendor>(i + 1);
  return GpuVendor::kUnknown;
}

}  // namespace koord::device
