// Vendors of GPUs. A pod that requests GPUs by the name of a vendor's device plugin gets no GPUs
// that state another vendor.
#pragma once

#include <cstdint>
#include <string_view>

namespace koord::device {

// kUnknown: not stated, or a name that no device plugin's table has. Such GPUs suit every pod.
enum class GpuVendor : uint8_t {
  kUnknown,
  kNvidia,
  kAmd,
  kHygon,
  kHuawei,
  kCambricon,
  kMetax,
  kIntel,
  kBaidu
};

// Returns the vendor of this name, in upper or lower case.
GpuVendor find_gpu_vendor(std::string_view name);

// A set of vendors.
class GpuVendors {
 public:
  bool contains(GpuVendor vendor) const { return (bits_ >> static_cast<int>(vendor) & 1) != 0; }
  void add(GpuVendor vendor) {
    bits_ = static_cast<uint16_t>(bits_ | 1 << static_cast<int>(vendor));
  }
  // Returns true if a GPU of the set does not suit a pod that requests this vendor's.
  bool has_other(GpuVendor vendor) const {
    const uint32_t suitable = 1u | 1u << static_cast<int>(vendor);
    return vendor != GpuVendor::kUnknown && (bits_ & ~suitable) != 0;
  }

 private:
  uint16_t bits_ = 0;
};

}  // namespace koord::device
