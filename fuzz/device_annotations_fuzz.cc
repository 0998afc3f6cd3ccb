// The annotations by which pods ask for devices and have them: leads are refused or within their
// bounds, what is allocated is written in a form that reads to the same.
#include <string>
#include <vector>

#include "base/error.h"
#include "check.h"
#include "object_checks.h"
#include "wire/pod/device_annotations.h"

using namespace koord::fuzz;
namespace object = koord::object;
namespace wire = koord::wire;

namespace {

std::vector<object::AllocatedDevice> read_allocated(std::string_view json) {
  return wire::read_device_allocated(json, "allocated", kCheckedLog);
}

bool same(const object::AllocatedDevice &a, const object::AllocatedDevice &b) {
  const auto same_amount = [](const object::Amount &x, const object::Amount &y) {
    return x.resource == y.resource && x.value == y.value;
  };
  const auto same_vf = [](const object::VirtualFunction &x, const object::VirtualFunction &y) {
    return x.minor == y.minor && x.bus_id == y.bus_id;
  };
  return a.type == b.type && a.minor == b.minor && a.id == b.id &&
         a.share_template == b.share_template &&
         std::equal(a.resources.begin(), a.resources.end(), b.resources.begin(), b.resources.end(),
                    same_amount) &&
         std::equal(a.vfs.begin(), a.vfs.end(), b.vfs.begin(), b.vfs.end(), same_vf);
}

void check_allocated(std::string_view json) {
  const auto devices = read_allocated(json);
  for (const object::AllocatedDevice &device : devices) {
    FUZZ_CHECK(device.minor >= 0);
    check_amounts(device.resources);
  }
  const std::string text = wire::to_annotation(devices);
  check_text(text, "\x7f");                 // JSON has nothing against DEL
  const auto again = read_allocated(text);  // an Error thrown here ends the program, as it should
  FUZZ_CHECK_WITH(std::equal(devices.begin(), devices.end(), again.begin(), again.end(), same),
                  text);
  FUZZ_CHECK_WITH(wire::to_annotation(again) == text, text);
}

void check_hints(std::string_view json) {
  const auto hints = wire::read_device_hints(json, "hints");
  FUZZ_CHECK(hints.size() <= 64);
  for (size_t i = 0; i < hints.size(); ++i) {
    if (i > 0) FUZZ_CHECK(hints[i - 1].type < hints[i].type);
    (void)matches(hints[i].selector, {{"type", "a"}});
    if (!hints[i].selects_vfs) FUZZ_CHECK(hints[i].vf_selector.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view json(reinterpret_cast<const char *>(data), size);
  if (reads([](std::string_view text) { (void)read_allocated(text); }, json)) check_allocated(json);
  reads(check_hints, json);
  reads([](std::string_view text) { (void)wire::read_joint_devices(text, "joint"); }, json);
  reads(
      [](std::string_view text) {
        FUZZ_CHECK(wire::read_partition_spec(text, "spec").ring_bandwidth >= 0);
      },
      json);
  return 0;
}
