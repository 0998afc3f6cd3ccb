#include "object/devices.h"

#include <algorithm>
#include <utility>

namespace koord::object {

const std::string *find_label(const Labels &labels, std::string_view name) {
  const auto at = std::lower_bound(
      labels.begin(), labels.end(), name,
      [](const Attribute &label, std::string_view wanted) { return label.name < wanted; });
  return at != labels.end() && at->name == name ? &at->value : nullptr;
}

bool matches(const LabelSelector &selector, const Labels &labels) {
  using Operator = LabelRequirement::Operator;
  return std::all_of(selector.begin(), selector.end(), [&](const LabelRequirement &wanted) {
    const std::string *value = find_label(labels, wanted.key);
    if (wanted.op == Operator::kExists) return value != nullptr;
    if (wanted.op == Operator::kDoesNotExist) return value == nullptr;
    const bool is_listed = value != nullptr && std::find(wanted.values.begin(), wanted.values.end(),
                                                         *value) != wanted.values.end();
    return is_listed == (wanted.op == Operator::kIn);
  });
}

bool same(const std::vector<AllocatedDevice> &a, const std::vector<AllocatedDevice> &b) noexcept {
  const auto same_vf = [](const VirtualFunction &x, const VirtualFunction &y) {
    return x.minor == y.minor && x.bus_id == y.bus_id;
  };
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [&](const AllocatedDevice &x, const AllocatedDevice &y) {
        return x.type == y.type && x.minor == y.minor && x.id == y.id &&
               x.share_template == y.share_template && same(x.resources, y.resources) &&
               std::equal(x.vfs.begin(), x.vfs.end(), y.vfs.begin(), y.vfs.end(), same_vf);
      });
}

namespace {

class Key {
 public:
  Key &add(std::string_view text) {
    key_.append(std::to_string(text.size())).append(":").append(text);
    return *this;
  }
  Key &add(int64_t number) { return add(std::string_view(std::to_string(number))); }
  Key &add(const LabelSelector &selector) {
    add(static_cast<int64_t>(selector.size()));
    for (const LabelRequirement &wanted : selector) {
      add(wanted.key).add(static_cast<int64_t>(wanted.op));
      add(static_cast<int64_t>(wanted.values.size()));
      for (const std::string &value : wanted.values) add(value);
    }
    return *this;
  }
  std::string take() { return std::move(key_); }

 private:
  std::string key_;
};

}  // namespace

std::string key_of(const PodDevices &stated) {
  if (stated.hints.empty() && stated.joint.types.empty() && !stated.has_partition_spec) return "";
  Key key;
  for (const DeviceHint &hint : stated.hints)
    key.add(hint.type)
        .add(hint.selector)
        .add(hint.selects_vfs)
        .add(hint.vf_selector)
        .add(static_cast<int64_t>(hint.count))
        .add(static_cast<int64_t>(hint.scope))
        .add(static_cast<int64_t>(hint.exclusive));
  key.add("joint");
  for (const std::string &type : stated.joint.types) key.add(type);
  key.add(stated.joint.same_pcie).add(stated.has_partition_spec);
  key.add(stated.partition_spec.restricted).add(stated.partition_spec.ring_bandwidth);
  return key.take();
}

}  // namespace koord::object
