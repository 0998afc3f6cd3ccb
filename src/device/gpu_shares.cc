#include "device/gpu_shares.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace koord::device {

GpuShares::GpuShares(const NodeFree &node) {
  if (node.gpu_milli.size() > static_cast<size_t>(kMaxDevices))
    throw Error(Status::kLimit, "node: " + std::to_string(node.gpu_milli.size()) +
                                    " devices, at most " + std::to_string(kMaxDevices));
  for (const int32_t milli : node.gpu_milli) {
    if (milli < 0 || milli > kWholeGpu)
      throw Error(Status::kInvalid, "node: a device has " + std::to_string(milli) +
                                        " thousandths free, expected 0 to " +
                                        std::to_string(kWholeGpu));
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
