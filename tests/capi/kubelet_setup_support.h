// Configurations and files with which kubelets of tests start.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "capi/capi_support.h"

namespace koord::testing {

struct ReleaseKubelet {
  void operator()(koord_kubelet_setup *setup) const { koord_kubelet_setup_free(setup); }
  void operator()(koord_kubelet *kubelet) const { koord_kubelet_free(kubelet); }
  void operator()(koord_admission *admission) const { koord_admission_free(admission); }
  void operator()(koord_kubelet_report *report) const { koord_kubelet_report_unref(report); }
};
using SetupPtr = std::unique_ptr<koord_kubelet_setup, ReleaseKubelet>;
using KubeletPtr = std::unique_ptr<koord_kubelet, ReleaseKubelet>;
using AdmissionPtr = std::unique_ptr<koord_admission, ReleaseKubelet>;
using ReportPtr = std::unique_ptr<koord_kubelet_report, ReleaseKubelet>;

using MaybeFile = std::optional<std::string_view>;  // nullopt if the file does not exist

// Returns the first status that is not KOORD_OK, in which case `out` is empty.
inline koord_status make_setup(std::string_view config, MaybeFile cpu_state, MaybeFile memory_state,
                               SetupPtr &out, koord_error *err) {
  koord_kubelet_setup *made = nullptr;
  koord_status status = koord_kubelet_setup_new(nullptr, &made, err);
  out.reset(made);
  if (status == KOORD_OK)
    status = koord_kubelet_setup_set_config(made, config.data(), config.size(), err);
  if (status == KOORD_OK && cpu_state)
    status = koord_kubelet_setup_set_cpu_state(made, cpu_state->data(), cpu_state->size(), err);
  if (status == KOORD_OK && memory_state)
    status =
        koord_kubelet_setup_set_memory_state(made, memory_state->data(), memory_state->size(), err);
  if (status != KOORD_OK) out.reset();
  return status;
}

inline SetupPtr setup_of(std::string_view config, MaybeFile cpu_state = {},
                         MaybeFile memory_state = {}) {
  SetupPtr out;
  koord_error err{};
  EXPECT_EQ(make_setup(config, cpu_state, memory_state, out, &err), KOORD_OK) << err.message;
  return out;
}

// Adds a running pod, or one container of it.
inline koord_status add_container(koord_kubelet_setup *setup, std::string_view uid,
                                  std::string_view name = "", std::string_view id = "",
                                  koord_error *err = nullptr) {
  return koord_kubelet_setup_add_container(setup, uid.data(), uid.size(), name.data(), name.size(),
                                           id.data(), id.size(), err);
}

inline AdmissionPtr new_admission() {
  koord_admission *made = nullptr;
  EXPECT_EQ(koord_admission_new(&made, nullptr), KOORD_OK);
  return AdmissionPtr(made);
}

}  // namespace koord::testing
