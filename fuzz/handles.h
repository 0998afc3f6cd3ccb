// The handles of koord.h with owners.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "check.h"
#include "koord.h"

namespace koord::fuzz {

struct Release {
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
  void operator()(koord_buffer *buffer) const { koord_buffer_unref(buffer); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  void operator()(koord_kubelet_setup *setup) const { koord_kubelet_setup_free(setup); }
};
using TopologyPtr = std::unique_ptr<koord_topology, Release>;
using PodPtr = std::unique_ptr<koord_pod, Release>;
using BufferPtr = std::unique_ptr<koord_buffer, Release>;
using SetupPtr = std::unique_ptr<koord_kubelet_setup, Release>;

inline std::string_view text_of(const BufferPtr &buffer) {
  return {koord_buffer_get_data(buffer.get()), koord_buffer_get_length(buffer.get())};
}

// Runs a call that makes a handle, call(&out, &err), and holds it to check_result. nullptr where it
// fails; its status, if wanted, is left in `status`.
template <typename Owner, typename Call>
Owner make(Call &&call, koord_status *status = nullptr) {
  auto *out = reinterpret_cast<typename Owner::pointer>(&status);  // must be written in any case
  koord_error err{};
  const koord_status result = call(&out, &err);
  check_result(result, err);
  FUZZ_CHECK((result == KOORD_OK) == (out != nullptr));
  if (status != nullptr) *status = result;
  return Owner(out);
}

// A kubelet's setup; nullptr where its configuration, its CPU state or its memory state is refused.
// State files that are nullptr are not there.
inline SetupPtr make_setup(std::string_view config, const std::string_view *cpus,
                           const std::string_view *memory) {
  auto setup = make<SetupPtr>([](koord_kubelet_setup **out, koord_error *err) {
    return koord_kubelet_setup_new(checked_log(), out, err);
  });
  const auto set = [&](auto *call, const std::string_view *text) {
    if (setup == nullptr || text == nullptr) return;
    koord_error err{};
    const koord_status status = call(setup.get(), text->data(), text->size(), &err);
    check_result(status, err);
    if (status != KOORD_OK) setup.reset();
  };
  set(&koord_kubelet_setup_set_config, &config);
  set(&koord_kubelet_setup_set_cpu_state, cpus);
  set(&koord_kubelet_setup_set_memory_state, memory);
  return setup;
}
inline void add_present(const SetupPtr &setup, std::string_view uid, std::string_view name = "",
                        std::string_view id = "") {
  FUZZ_CHECK(koord_kubelet_setup_add_container(setup.get(), uid.data(), uid.size(), name.data(),
                                               name.size(), id.data(), id.size(),
                                               nullptr) == KOORD_OK);
}
// What a check finds in its files; false where it fails.
inline bool check_files(const koord_topology *topology, const SetupPtr &setup, uint32_t flags,
                        std::vector<koord_kubelet_finding> &found) {
  koord_kubelet_report *report = nullptr;
  koord_error err{};
  const koord_status status = koord_kubelet_check(topology, setup.get(), flags, &report, &err);
  check_result(status, err);
  FUZZ_CHECK((status == KOORD_OK) == (report != nullptr));
  if (report == nullptr) return false;
  size_t count = 0;
  found.resize(2048);
  FUZZ_CHECK(koord_kubelet_report_get_findings(report, found.data(), sizeof found[0], found.size(),
                                               &count, &err) == KOORD_OK);
  found.resize(count);
  koord_buffer *json = nullptr;
  FUZZ_CHECK(koord_kubelet_report_to_json(report, &json, &err) == KOORD_OK);
  koord_buffer_unref(json);
  koord_kubelet_report_unref(report);
  return true;
}

}  // namespace koord::fuzz
