// Device objects: refused with a line that names the field, or a node whose devices pods get and
// give back: never more than there is, never one twice, nothing on a broken one, and in the end all
// as it was.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "bytes.h"
#include "check.h"
#include "device/allocation/allocate.h"
#include "object_checks.h"
#include "wire/device/device_object.h"
#include "wording/sentence.h"

using namespace koord::fuzz;
namespace device = koord::device;
namespace object = koord::object;
using koord::Error;
using koord::Profile;
using koord::Refusal;
using koord::Status;

namespace {

constexpr int kSteps = 12;

// What is drawn follows from the text, so that every input means one thing.
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

class Pods {
 public:
  Pods(std::shared_ptr<const device::Inventory> inventory, object::Resources &resources,
       Profile profile, uint64_t seed)
      : inventory_(std::move(inventory)),
        resources_(resources),
        random_(seed),
        ledger_(inventory_) {
    conditions_.profile = profile;
  }

  void run() {
    for (int step = 0; step < kSteps; ++step) {
      if (!held_.empty() && random_.below(4) == 0) {
        const size_t at = random_.below(held_.size());
        ledger_.release(held_[at]);
        held_.erase(held_.begin() + static_cast<ptrdiff_t>(at));
      } else {
        add_pod();
      }
      check_accounts();
    }
    for (const device::Grants &grants : held_) ledger_.release(grants);
    FUZZ_CHECK(ledger_.same_accounts(device::Ledger(inventory_)));
  }

 private:
  // Resources of the node's own, or of every node; amounts that people ask for, and others.
  device::ResourceAmounts draw_request() {
    constexpr int64_t kAmounts[] = {1,   2,   10,  33,        50,      60,         100,
                                    150, 200, 300, 1LL << 20, 1 << 30, 17LL << 30, INT64_MAX};
    std::set<device::ResourceId> names;
    const size_t wanted = 1 + random_.below(3);
    for (size_t i = 0; i < wanted; ++i) {
      const device::Pool *pool = inventory_->pools.empty()
                                     ? nullptr
                                     : &inventory_->pools[random_.below(inventory_->pools.size())];
      if (pool != nullptr && !pool->columns.empty() && random_.below(3) > 0)
        names.insert(pool->columns[random_.below(pool->columns.size())]);
      else
        names.insert(static_cast<device::ResourceId>(random_.below(koord::kWellKnownResources)));
    }
    device::ResourceAmounts out;
    for (const device::ResourceId name : names)
      out.push_back({name, kAmounts[random_.below(std::size(kAmounts))]});
    return out;
  }

  object::PodDevices draw_wishes() {
    object::PodDevices out;
    std::vector<std::string> types;
    for (const device::Pool &pool : inventory_->pools)
      types.push_back(resources_.types().name(pool.type));
    for (const std::string &type : types) {
      if (random_.below(2) == 0) continue;
      object::DeviceHint hint;
      hint.type = type;
      hint.count = object::DeviceCount(random_.below(3));
      hint.scope = object::DeviceScope(random_.below(5));
      hint.exclusive = object::DeviceExclusive(random_.below(3));
      hint.selects_vfs = random_.below(4) == 0;
      out.hints.push_back(std::move(hint));
    }
    if (random_.below(2) == 0) out.joint = {types, random_.below(2) == 0};
    out.has_partition_spec = random_.below(4) == 0;
    out.partition_spec.restricted = random_.below(2) == 0;
    return out;
  }

  void add_pod() {
    device::Request ask;
    const device::RequestOptions options{conditions_.profile, nullptr};
    Refusal refusal = make_request(draw_request(), draw_wishes(), resources_, options, ask);
    device::Grants grants;
    if (!refusal.refused()) refusal = allocate(ledger_, ask, conditions_, grants);
    if (refusal.refused()) {
      FUZZ_CHECK(grants.empty());
      check_line(to_sentence(refusal));
      return;
    }
    std::set<std::pair<device::TypeId, int32_t>> seen;
    for (const device::Grant &grant : grants) {
      FUZZ_CHECK(seen.emplace(grant.type, grant.minor).second);
      const auto &pool = inventory_->pools[static_cast<size_t>(inventory_->find(grant.type))];
      const int at = pool.find(grant.minor);
      FUZZ_CHECK(at >= 0 && pool.devices[static_cast<size_t>(at)].healthy);
      for (const object::VirtualFunction &vf : grant.vfs) FUZZ_CHECK(!is_taken(grant, vf.bus_id));
    }
    ledger_.hold(grants);
    held_.push_back(std::move(grants));
  }

  bool is_taken(const device::Grant &grant, const std::string &bus_id) const {
    for (const device::Grants &others : held_)
      for (const device::Grant &other : others)
        for (const object::VirtualFunction &vf : other.vfs)
          if (other.type == grant.type && other.minor == grant.minor && vf.bus_id == bus_id)
            return true;
    return false;
  }

  // Upstream fills in percents and bytes that nobody compares, and takes what is not reported for
  // no obstacle.
  void check_accounts() const {
    for (size_t p = 0; p < inventory_->pools.size(); ++p) {
      const device::Pool &pool = inventory_->pools[p];
      for (size_t d = 0; d < pool.devices.size(); ++d)
        for (size_t c = 0; c < pool.columns.size(); ++c) {
          const int64_t total = pool.total(d)[c];
          const int64_t used = ledger_.used(p, d)[c];
          FUZZ_CHECK(used >= 0);
          FUZZ_CHECK(ledger_.free(p, d)[c] >= device::kAbsent);
          if (conditions_.profile == Profile::kSpec && total != device::kAbsent)
            FUZZ_CHECK(used <= total);
        }
    }
  }

  std::shared_ptr<const device::Inventory> inventory_;
  object::Resources &resources_;
  Random random_;
  device::NodeConditions conditions_;
  device::Ledger ledger_;
  std::vector<device::Grants> held_;
};

void check(std::string_view json) {
  const object::DeviceObject object = koord::wire::read_device_object(json, kCheckedLog);
  for (const object::DeviceInfo &info : object.devices) {
    FUZZ_CHECK(!info.type.empty() && info.minor >= 0);
    check_amounts(info.resources);
  }
  object::Resources resources;
  const auto inventory = device::make_inventory(object, resources);
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    Pods(inventory, resources, profile, hash_of(json)).run();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  reads(check, json);
  return 0;
}
