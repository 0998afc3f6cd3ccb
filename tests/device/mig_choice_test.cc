// MIG instances as devices: types, counts, and the choice compared with all others.
#include "device/choice/mig_choice.h"

#include <map>

#include "device_support.h"
#include "object/mig_instances.h"
#include "support/expect_error.h"
#include "support/mig_geometry.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

using koord::testing::draw_mig_gpu;
using koord::testing::largest_free;
using koord::testing::mig_geometries;
using koord::testing::MigGeometry;

size_t draw_below(size_t n) { return *rc::gen::inRange<size_t>(0, n); }

// One of its instances, as a test sees it.
struct Row {
  int32_t gpu;
  int start, size;
  std::string type;
  int32_t minor;
  bool operator==(const Row &) const = default;
};

class MigWorld : public World {
 public:
  MigWorld(const MigGeometry &geometry, int gpus) : geometry_(geometry) {
    for (int32_t minor = 0; minor < gpus; ++minor) {
      object.devices.push_back(gpu(minor));
      object.mig.push_back(draw_mig_gpu(geometry, minor, draw_below));
      for (const object::MigInstance &each : object.mig.back().instances)
        rows_.push_back({minor, each.start, each.size, object::mig_type(each.profile),
                         object::mig_minor(minor, each)});
    }
    std::ranges::sort(rows_, {}, [](const Row &row) { return std::pair{row.gpu, row.start}; });
  }
  const std::vector<Row> &rows() const { return rows_; }
  const MigGeometry &geometry() const { return geometry_; }
  Grant grant_of(const Row &row) {
    return {resources().intern_type(row.type),
            row.minor,
            {{resources().intern("nvidia.com/" + row.type), 1}},
            {},
            {}};
  }

 private:
  MigGeometry geometry_;
  std::vector<Row> rows_;
};

// Returns the number of GPUs by their largest free profile, the largest profile first.
std::vector<int> quality(const MigWorld &world, const std::vector<bool> &used) {
  std::map<int32_t, uint64_t> slices;
  for (const object::MigGpu &gpu : world.object.mig) slices[gpu.minor] = 0;
  for (size_t i = 0; i < used.size(); ++i)
    if (used[i])
      slices[world.rows()[i].gpu] |= ((uint64_t{1} << world.rows()[i].size) - 1)
                                     << world.rows()[i].start;
  std::vector<int> out(world.geometry().profiles.size() + 1);
  for (const auto &[gpu, mask] : slices) {
    // Profiles with "+me" and without are equally large.
    int largest = largest_free(world.geometry(), mask);
    if (largest == 1) largest = 0;
    ++out[world.geometry().profiles.size() - static_cast<size_t>(largest + 1)];
  }
  return out;
}

// Tries all sets of `count` free instances of a type. Returns the lowest of the best, or nothing.
std::vector<size_t> best_by_trying(const MigWorld &world, std::vector<bool> used,
                                   const std::string &type, size_t count) {
  std::vector<size_t> free;
  for (size_t i = 0; i < used.size(); ++i)
    if (!used[i] && world.rows()[i].type == type) free.push_back(i);
  std::vector<size_t> best;
  std::vector<int> best_quality;
  std::vector<size_t> chosen;
  const auto visit = [&](const auto &self, size_t from) -> void {
    if (chosen.size() == count) {
      if (const auto found = quality(world, used); best.empty() || found > best_quality)
        best = chosen, best_quality = found;
      return;
    }
    for (size_t i = from; i < free.size(); ++i) {
      used[free[i]] = true;
      chosen.push_back(free[i]);
      self(self, i + 1);
      chosen.pop_back();
      used[free[i]] = false;
    }
  };
  visit(visit, 0);
  return best;
}

TEST(MigChoice, RanksAreThoseOfTheTables) {
  const int ranks[] = {1, 1, 2, 3, 4, 5, 6};
  for (const MigGeometry &geometry : mig_geometries())
    for (uint64_t used = 0; used < 256; ++used) {
      const int largest = largest_free(geometry, used);
      EXPECT_EQ(largest_free_profile(used, {0, 8, 7}), largest < 0 ? 0 : ranks[largest])
          << geometry.model << ' ' << used;
    }
  // A30: 1g.6gb at 0 to 3, 2g.12gb at 0 and 2, 4g.24gb at 0.
  EXPECT_EQ(largest_free_profile(0, {0, 4, 4}), 6);
  EXPECT_EQ(largest_free_profile(0b0001, {0, 4, 4}), 3);
  EXPECT_EQ(largest_free_profile(0b0101, {0, 4, 4}), 1);
  EXPECT_EQ(largest_free_profile(0b1111, {0, 4, 4}), 0);
}

RC_GTEST_PROP(MigChoice, IsTheBestOfAllSets, ()) {
  const auto geometries = mig_geometries();
  MigWorld world(geometries[draw_below(geometries.size())], 1 + static_cast<int>(draw_below(4)));
  Ledger ledger = world.ledger();
  std::vector<bool> used(world.rows().size());
  for (int pods = 0; pods < 30; ++pods) {
    const std::string type = object::mig_type(
        world.geometry().profiles[draw_below(world.geometry().profiles.size())].name);
    const size_t count = 1 + draw_below(3);
    const std::vector<size_t> expected = best_by_trying(world, used, type, count);
    Grants grants;
    const Refusal refusal =
        world.try_allocate(ledger, {{"nvidia.com/" + type, static_cast<int64_t>(count)}}, grants);
    if (expected.empty()) {
      // A profile without instances on the node is judged by the Node's amounts.
      const bool exists =
          std::ranges::any_of(world.rows(), [&](const Row &row) { return row.type == type; });
      RC_ASSERT(refusal.refused() == exists);
      RC_ASSERT(grants.empty());
    } else {
      RC_ASSERT(!refusal.refused());
      RC_ASSERT(grants.size() == count);
      for (size_t i = 0; i < count; ++i) {
        RC_ASSERT(grants[i].minor == world.rows()[expected[i]].minor);
        RC_ASSERT(!used[expected[i]]);
        used[expected[i]] = true;
      }
      ledger.hold(grants);
    }
    check_accounts(ledger);
    if (used.empty() || draw_below(3) != 0) continue;
    const size_t leaving = draw_below(used.size());
    if (!used[leaving]) continue;
    ledger.release({world.grant_of(world.rows()[leaving])});
    used[leaving] = false;
  }
}

object::DeviceObject two_gpus() {
  object::DeviceObject out;
  out.devices = {placed(gpu(0), 0, "a"), placed(gpu(3), 1, "b")};
  out.mig = {{3, 7, {{"MIG-30", "3g.40gb", 1, 0, 0, 4}, {"MIG-31", "3g.40gb", 2, 0, 4, 4}}},
             {0, 7, {{"MIG-00", "3g.40gb", 2, 0, 4, 4}, {"MIG-01", "1g.10gb", 9, 0, 0, 1}}}};
  return out;
}

std::string names(const World &world, const Grants &grants) {
  std::string out;
  for (const Grant &grant : grants)
    for (const object::MigGpu &of : world.object.mig)
      for (const object::MigInstance &each : of.instances)
        if (object::mig_minor(of.minor, each) == grant.minor) out += each.id + ' ';
  return out;
}

TEST(MigInstances, AreDevicesOfTheirProfile) {
  World world;
  world.object = two_gpus();
  Ledger ledger = world.ledger();
  const Request one = {{"nvidia.com/mig-1g.10gb", 1}};
  const Request half = {{"nvidia.com/mig-3g.40gb", 1}};
  // Either GPU would keep 4g free, without MIG-00 or MIG-31.
  Grants grants = world.allocated(ledger, half);
  EXPECT_EQ(names(world, grants), "MIG-00 ");
  ledger.hold(grants);
  grants = world.allocated(ledger, one);
  EXPECT_EQ(names(world, grants), "MIG-01 ");
  ledger.hold(grants);
  EXPECT_EQ(names(world, world.allocated(ledger, {{"nvidia.com/mig-3g.40gb", 2}})),
            "MIG-30 MIG-31 ");
  const Refusal refusal = world.refused(ledger, {{"nvidia.com/mig-3g.40gb", 3}});
  EXPECT_EQ(refusal.reason, Reason::kNotEnoughDevices);
  EXPECT_EQ(refusal.needed, 3);
  EXPECT_EQ(refusal.best, 2);
  // Both profiles in one pod, and no whole GPU.
  ledger.clear();
  grants = world.allocated(ledger, {{"nvidia.com/mig-3g.40gb", 1}, {"nvidia.com/mig-1g.10gb", 1}});
  EXPECT_EQ(grants.size(), 2u);
  EXPECT_EQ(world.refused(ledger, {{"nvidia.com/gpu", 1}}).reason, Reason::kNotEnoughDevices);
}

TEST(MigInstances, AreWhereTheirGpuIs) {
  World world;
  world.object = two_gpus();
  world.conditions.keeps_to_numa = true;
  const int32_t numa[] = {1};
  world.conditions.numa = numa;
  const Ledger ledger = world.ledger();
  EXPECT_EQ(names(world, world.allocated(ledger, {{"nvidia.com/mig-3g.40gb", 1}})), "MIG-31 ");
  EXPECT_EQ(world.refused(ledger, {{"nvidia.com/mig-3g.40gb", 3}}).best, 2);
}

TEST(MigInstances, OfAnUnhealthyGpuAreNotAllocated) {
  World world;
  world.object = two_gpus();
  world.object.devices[1].healthy = false;
  EXPECT_EQ(world.refused(world.ledger(), {{"nvidia.com/mig-3g.40gb", 2}}).best, 1);
}

TEST(MigInstances, AreNotDevicesUnderUpstream) {
  World world;
  world.object = two_gpus();
  const auto inventory = make_inventory(world.object, world.resources(), Profile::kUpstream);
  ASSERT_EQ(inventory->pools.size(), 1u);
  EXPECT_TRUE(inventory->pools[0].devices[0].mig);
}

// Without a placement a used instance counts as all of its GPU.
TEST(MigInstances, WithoutPlacementsKeepWholeGpusFree) {
  World world;
  world.object = two_gpus();
  for (object::MigGpu &gpu : world.object.mig)
    for (object::MigInstance &each : gpu.instances) each.start = each.size = 0;
  Ledger ledger = world.ledger();
  ledger.hold(world.allocated(ledger, {{"nvidia.com/mig-1g.10gb", 1}}));
  EXPECT_EQ(names(world, world.allocated(ledger, {{"nvidia.com/mig-3g.40gb", 1}})), "MIG-00 ");
}

TEST(MigInstances, InvalidListsAreRefused) {
  World world;
  world.object = two_gpus();
  world.object.mig[0].minor = 5;
  EXPECT_ERROR(world.inventory(), Status::kInvalid, "MIG instances: GPU 5: minor: found \"5\"");
  world.object = two_gpus();
  world.object.devices.push_back(info("mig-3g.40gb", 1, {}));
  EXPECT_ERROR(world.inventory(), Status::kInvalid, "found a device of type \"mig-3g.40gb\"");
  world.object = two_gpus();
  world.object.devices.push_back(info("x", 1, {{"nvidia.com/mig-3g.40gb", 1}}));
  EXPECT_ERROR(world.inventory(), Status::kInvalid, "found a device of type \"x\"");
  world.object = {};
  for (int32_t minor = 0; minor < 10; ++minor) {
    world.object.devices.push_back(gpu(minor));
    world.object.mig.push_back({minor, 7, {}});
    for (int32_t gi = 0; gi < 7; ++gi)
      world.object.mig.back().instances.push_back(
          {"MIG-" + std::to_string(minor * 7 + gi), "1g.5gb", gi, 0, gi, 1});
  }
  EXPECT_ERROR(world.inventory(), Status::kInvalid,
               "MIG instances: GPU 9: profile: found more than 64 instances of 1g.5gb");
}

TEST(MigInstances, AreNamedByIdInEnvironmentAndRecord) {
  World world;
  world.object = two_gpus();
  world.object.kubelet = {{"a", "c", "nvidia.com/mig-3g.40gb", {"MIG-31", "MIG-00"}},
                          {"b", "c", "nvidia.com/gpu", {"MIG-30"}},
                          {"c", "c", "nvidia.com/mig-1g.10gb.shared", {"MIG-01::0"}}};
  const auto inventory = world.inventory();
  const auto text = [&](const KubeletGrants &pod) {
    std::string out;
    for (const Grant &grant : pod.grants)
      out += world.resources().types().name(grant.type) + ' ' + std::to_string(grant.minor) +
             (pod.is_shared(grant) ? "* " : " ");
    return out;
  };
  ASSERT_EQ(inventory->kubelet.size(), 3u);
  EXPECT_EQ(text(inventory->kubelet[0]), "mig-3g.40gb 16 mig-3g.40gb 400 ");
  // With the strategy "single" the pod requests the GPU, too.
  EXPECT_EQ(text(inventory->kubelet[1]), "gpu 3* mig-3g.40gb 392 ");
  EXPECT_EQ(text(inventory->kubelet[2]), "mig-1g.10gb 72* ");
}

}  // namespace
}  // namespace koord::device::testing
