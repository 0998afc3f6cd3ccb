#include "device/gpu_shares.h"

namespace koord::device {

GpuShares::GpuShares(const NodeFree &node) {
  check_devices(node);
  for (const int32_t milli : node.gpu_milli) {
    total_ += milli;
    add(milli, 1);
  }
}

void GpuShares::add(int32_t milli, int32_t devices) noexcept {
  size_t at = size_;
  while (at > 0 && shares_[at - 1].milli < milli) --at;
  if (at > 0 && shares_[at - 1].milli == milli) {
    shares_[at - 1].devices += devices;
    return;
  }
  for (size_t i = size_; i > at; --i) shares_[i] = shares_[i - 1];
  shares_[at] = {milli, devices};
  ++size_;
}

void GpuShares::take(int32_t from, int32_t milli, int32_t devices) noexcept {
  size_t at = 0;
  while (shares_[at].milli != from) ++at;
  shares_[at].devices -= devices;
  if (shares_[at].devices == 0) {
    --size_;
    for (size_t i = at; i < size_; ++i) shares_[i] = shares_[i + 1];
  }
  total_ -= int64_t{milli} * devices;
  add(from - milli, devices);
}

void GpuShares::take(const NodeFree &node, const GpuTask &task, DeviceMask devices) noexcept {
  for_each_device(devices, [&](int device) {
    take(node.gpu_milli[static_cast<size_t>(device)], task.gpu_milli, 1);
  });
}

}  // namespace koord::device
