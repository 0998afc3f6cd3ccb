#include "device/gpu/gpu_shares.h"

namespace koord::device {

GpuShares::GpuShares(const NodeFree &node) {
  check_devices(node);
  for (const int32_t milli : node.gpu_milli) add(milli);
}

void GpuShares::add(int32_t milli) noexcept {
  size_t at = size_;
  while (at > 0 && shares_[at - 1].milli < milli) --at;
  if (at > 0 && shares_[at - 1].milli == milli) {
    ++shares_[at - 1].devices;
    return;
  }
  for (size_t i = size_; i > at; --i) shares_[i] = shares_[i - 1];
  shares_[at] = {milli, 1};
  ++size_;
}

void GpuShares::remove(int32_t milli) noexcept {
  size_t at = 0;
  while (shares_[at].milli != milli) ++at;
  if (--shares_[at].devices > 0) return;
  --size_;
  for (size_t i = at; i < size_; ++i) shares_[i] = shares_[i + 1];
}

void GpuShares::take(const NodeFree &node, const GpuTask &task, DeviceMask devices) noexcept {
  for_each_device(devices, [&](int device) {
    const int32_t milli = node.gpu_milli[static_cast<size_t>(device)];
    remove(milli);
    add(milli - task.gpu_milli);
  });
}

}  // namespace koord::device
