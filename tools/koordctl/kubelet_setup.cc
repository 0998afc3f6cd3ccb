#include "kubelet_setup.h"

namespace koordctl {

KubeletSetup::KubeletSetup(const koord_context *context) {
  koord_kubelet_setup *setup = nullptr;
  koord_error error{};
  check(koord_kubelet_setup_new(context, &setup, &error), error, "");
  handle_.reset(setup);
}

void KubeletSetup::set_config(std::string_view config, std::string_view subject,
                              ExitCode on_bad_input) {
  koord_error error{};
  check(koord_kubelet_setup_set_config(handle_.get(), config.data(), config.size(), &error), error,
        subject, on_bad_input);
}

void KubeletSetup::set_cpu_state(std::string_view text, std::string_view subject,
                                 ExitCode on_bad_input) {
  koord_error error{};
  check(koord_kubelet_setup_set_cpu_state(handle_.get(), text.data(), text.size(), &error), error,
        subject, on_bad_input);
}

void KubeletSetup::set_memory_state(std::string_view text, std::string_view subject) {
  koord_error error{};
  check(koord_kubelet_setup_set_memory_state(handle_.get(), text.data(), text.size(), &error),
        error, subject);
}

void KubeletSetup::add_container(std::string_view uid, std::string_view name, std::string_view id,
                                 std::string_view subject) {
  koord_error error{};
  check(koord_kubelet_setup_add_container(handle_.get(), uid.data(), uid.size(), name.data(),
                                          name.size(), id.data(), id.size(), &error),
        error, subject);
}

}  // namespace koordctl
