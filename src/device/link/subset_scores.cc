#include "device/link/subset_scores.h"

namespace koord::device {

SubsetScores::SubsetScores(const LinkGraph &graph, DeviceMask free) {
  for_each_device(free, [&](int minor) {
    minor_[static_cast<size_t>(devices_++)] = static_cast<uint8_t>(minor);
  });
  scores_.resize(size_t{1} << devices_);
  // A set's score is the sum of its scores without its lowest device
  // a and without its next device b, plus the pair (a, b), which is
  // in neither, minus the set without both, which is counted twice.
  for (DeviceMask set = 1; set < scores_.size(); ++set) {
    const DeviceMask without_a = set & (set - 1);
    if (without_a == 0) continue;
    const DeviceMask b = without_a & (~without_a + 1);
    const DeviceMask without_b = set ^ b;
    scores_[set] = scores_[without_a] + scores_[without_b] - scores_[without_a ^ b] +
                   graph.score(minor_[static_cast<size_t>(lowest(set))],
                               minor_[static_cast<size_t>(lowest(b))]);
  }
}

DeviceMask SubsetScores::bits(DeviceMask minors) const noexcept {
  DeviceMask out = 0;
  for (int i = 0; i < devices_; ++i)
    if ((minors & device_bit(minor_[static_cast<size_t>(i)])) != 0) out |= device_bit(i);
  return out;
}

DeviceMask SubsetScores::minors(DeviceMask subset) const noexcept {
  DeviceMask out = 0;
  for_each_device(subset, [&](int i) { out |= device_bit(minor_[static_cast<size_t>(i)]); });
  return out;
}

}  // namespace koord::device
