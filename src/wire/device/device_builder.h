// A Device object assembled piece by piece, for callers that
// hold it in memory. It means the same as the object in JSON.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "object/devices.h"
#include "wire/object/text_store.h"

namespace koord::wire {

// Setters may throw kLimit and then change nothing. Setting a value again replaces it.
class DeviceBuilder {
 public:
  enum class Text { kType, kId, kPcie, kBusId };
  // The numeric fields of a device.
  struct Settings {
    int32_t minor = 0;
    int32_t module = -1;
    bool healthy = false;
    bool placed = false;  // socket, NUMA node, PCIe and bus id are stated
    int32_t socket = -1;
    int32_t numa_node = -1;
  };

  void clear();

  void set_name(std::string_view name) { name_ = texts_.add(name); }
  void set_label(std::string_view name, std::string_view text) { labels_.set(texts_, name, text); }
  void set_annotation(std::string_view name, std::string_view text) {
    annotations_.set(texts_, name, text);
  }
  // Returns the device's number.
  int32_t add_device(const Settings &settings);
  int32_t devices() const { return static_cast<int32_t>(devices_.size()); }
  void set_text(int32_t device, Text which, std::string_view text) {
    devices_[static_cast<size_t>(device)].texts[static_cast<size_t>(which)] = texts_.add(text);
  }
  void set_device_label(int32_t device, std::string_view name, std::string_view text) {
    add_named(device_labels_, device, name, text);
  }
  void set_resource(int32_t device, std::string_view resource, int64_t amount) {
    resources_.push_back({device, texts_.add(resource), amount});
  }
  // Returns the group's number, counted over all devices.
  int32_t add_vf_group(int32_t device);
  int32_t vf_groups() const { return static_cast<int32_t>(groups_.size()); }
  void set_vf_label(int32_t group, std::string_view name, std::string_view text) {
    add_named(group_labels_, group, name, text);
  }
  void add_vf(int32_t group, int32_t minor, std::string_view bus_id);

  // Builds the object by the rules of read_device_object.
  object::DeviceObject build(const Log &log) const;

 private:
  struct DeviceRow {
    Settings settings;
    std::array<TextRange, 4> texts;
  };
  struct LabelRow {
    int32_t of;
    TextRange name;
    TextRange text;
  };
  struct ResourceRow {
    int32_t device;
    TextRange name;
    int64_t amount;
  };
  struct VfRow {
    int32_t group;
    int32_t minor;
    TextRange bus_id;
  };

  void add_named(std::vector<LabelRow> &rows, int32_t of, std::string_view name,
                 std::string_view text);
  object::Attribute attribute(const LabelRow &row) const;
  void fill(object::DeviceInfo &out, const DeviceRow &row) const;
  std::vector<object::VfGroup> read_groups() const;
  void fill_devices(object::DeviceObject &out, const Log &log) const;

  TextStore texts_{JsonLimits{}.bytes};
  TextRange name_;
  TextMap labels_;
  TextMap annotations_;
  std::vector<DeviceRow> devices_;
  std::vector<LabelRow> device_labels_;
  std::vector<ResourceRow> resources_;
  std::vector<int32_t> groups_;  // by group: its device
  std::vector<LabelRow> group_labels_;
  std::vector<VfRow> vfs_;
};

}  // namespace koord::wire
