// Compares device_hints with a count over every set of nodes.
#include "kubelet/device_hints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace koord::kubelet {
namespace {

using Numbers = std::vector<uint32_t>;

struct HintCase {
  DeviceSetup setup;
  Numbers available, reusable;
};

HintCase random_hint_case(std::mt19937 &random, size_t nodes) {
  const auto draw = [&](int below) { return static_cast<int>(random() % unsigned(below)); };
  Config config;
  const int devices = 1 + draw(10);
  for (int i = 0; i < devices; ++i) {
    const numa::Mask near = draw(5) == 0   ? 0
                            : draw(3) == 0 ? random() & numa::first_nodes(nodes)
                                           : numa::Mask{1} << draw(static_cast<int>(nodes));
    config.devices.push_back({"a/b", std::to_string(i), near, true, draw(8) != 0});
  }
  HintCase out{DeviceSetup(config, nodes), {}, {}};
  for (int i = 0; i < devices; ++i)
    if (const int use = draw(4); use < 2)
      out.available.push_back(static_cast<uint32_t>(i));
    else if (use == 2)
      out.reusable.push_back(static_cast<uint32_t>(i));
  return out;
}

// Computes hints by the definition in the header, one device at a time.
std::vector<numa::Hint> counted(const HintCase &one, numa::Mask nodes, int64_t units) {
  const auto near = [&](numa::Mask some, const Numbers &devices) {
    return std::ranges::count_if(
        devices, [&](uint32_t number) { return (one.setup.device(number).nodes & some) != 0; });
  };
  Numbers all;
  for (uint32_t i = 0; i < one.setup.size(); ++i)
    if (one.setup.device(i).reported) all.push_back(i);
  std::vector<numa::Hint> hints;
  int narrowest = numa::width(nodes);
  for (numa::Mask some = 1; some <= nodes; ++some) {
    if ((some & ~nodes) != 0) continue;
    if (near(some, all) >= units) narrowest = std::min(narrowest, numa::width(some));
    const bool all_reusable = near(some, one.reusable) == near(nodes, one.reusable);
    if (all_reusable && near(some, one.available) + near(some, one.reusable) >= units)
      hints.push_back({some, 0, true, false});
  }
  for (numa::Hint &hint : hints) hint.preferred = numa::width(hint.nodes) == narrowest;
  return hints;
}

TEST(KubeletDeviceHints, AreThoseOfEachSet) {
  std::mt19937 random(7);
  size_t hints = 0;
  for (int i = 0; i < 3000; ++i) {
    const size_t count = 1 + random() % 6;
    const HintCase one = random_hint_case(random, count);
    // Hints are computed over the nodes that have devices, and over all nodes.
    const numa::Mask of_devices = one.setup.resources()[0].nodes;
    for (const numa::Mask nodes : {of_devices, numa::first_nodes(count)})
      for (int64_t units = 0; units <= 4; ++units) {
        const auto expected = counted(one, nodes, units);
        const auto made = device_hints(one.setup, 0, nodes, one.available, one.reusable, units);
        hints += made.size();
        ASSERT_TRUE(std::ranges::equal(expected, made,
                                       [](const auto &a, const auto &b) {
                                         return a.nodes == b.nodes && a.preferred == b.preferred;
                                       }))
            << "case " << i << ", " << units << " devices";
      }
  }
  EXPECT_GT(hints, 100000U);
}

}  // namespace
}  // namespace koord::kubelet
