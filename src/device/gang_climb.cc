// Sets for the pods of a gang among many devices: one by one, then single devices are exchanged.
#include <algorithm>
#include <array>
#include <numeric>

#include "device/gang_search.h"
#include "device/link_pick.h"

namespace koord::device {
namespace {

// Each exchange adds to the sum, so that climbing ends by itself; this bounds it for certain.
constexpr int kMaxExchanges = 256;

struct Exchange {
  int64_t gain = 0;
  int one = 0;    // of a pod
  int other = 0;  // of another pod, or free
};

class Climb {
 public:
  Climb(const LinkGraph &graph, DeviceMask free, std::vector<DeviceMask> &sets)
      : graph_(graph), free_(free), sets_(sets) {
    owner_.fill(-1);
    for (size_t pod = 0; pod < sets.size(); ++pod)
      for_each_device(sets[pod],
                      [&](int d) { owner_[static_cast<size_t>(d)] = static_cast<int>(pod); });
  }

  void run() {
    for (int i = 0; i < kMaxExchanges; ++i) {
      const Exchange best = best_exchange();
      if (best.gain <= 0) return;
      swap(best);
    }
  }

 private:
  int owner(int device) const { return owner_[static_cast<size_t>(device)]; }

  // How well a device is linked to a pod's devices.
  int64_t tie(int device, int pod) const {
    return ties_[static_cast<size_t>(device)][static_cast<size_t>(pod)];
  }

  void measure_ties() {
    for_each_device(free_, [&](int device) {
      const int32_t *scores = graph_.row(device);
      for (size_t pod = 0; pod < sets_.size(); ++pod) {
        int64_t sum = 0;
        for_each_device(sets_[pod], [&](int other) { sum += scores[other]; });
        ties_[static_cast<size_t>(device)][pod] = sum;
      }
    });
  }

  // The first of those that gain most.
  Exchange best_exchange() {
    measure_ties();
    Exchange best;
    for_each_device(free_, [&](int a) {
      if (owner(a) < 0) return;
      for_each_device(free_, [&](int b) {
        if (owner(b) == owner(a) || (owner(b) >= 0 && b < a)) return;
        const int64_t pair = graph_.score(a, b);
        int64_t gain = tie(b, owner(a)) - pair - tie(a, owner(a));
        if (owner(b) >= 0) gain += tie(a, owner(b)) - pair - tie(b, owner(b));
        if (gain > best.gain) best = {gain, a, b};
      });
    });
    return best;
  }

  void swap(const Exchange &exchange) {
    const DeviceMask both = device_bit(exchange.one) | device_bit(exchange.other);
    sets_[static_cast<size_t>(owner(exchange.one))] ^= both;
    if (owner(exchange.other) >= 0) sets_[static_cast<size_t>(owner(exchange.other))] ^= both;
    std::swap(owner_[static_cast<size_t>(exchange.one)],
              owner_[static_cast<size_t>(exchange.other)]);
  }

  const LinkGraph &graph_;
  DeviceMask free_;
  std::vector<DeviceMask> &sets_;
  std::array<int, kMaxDevices> owner_;
  std::array<std::array<int64_t, kMaxDevices>, kMaxDevices> ties_;  // written as far as used
};

}  // namespace

std::vector<DeviceMask> climbed_sets(const LinkGraph &graph, DeviceMask free,
                                     std::span<const int32_t> counts) {
  std::vector<size_t> order(counts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return counts[a] > counts[b]; });
  std::vector<DeviceMask> sets(counts.size());
  DeviceMask left = free;
  for (const size_t pod : order) {
    sets[pod] = best_set(graph, {left, 0, counts[pod], PickMode::kSet}).devices;
    left &= ~sets[pod];
  }
  Climb(graph, free, sets).run();
  return sets;
}

}  // namespace koord::device
