// What a kubelet is configured with, and what it finds when it starts: koord.h's handle with an owner.
#ifndef KOORDCTL_KUBELET_SETUP_H_
#define KOORDCTL_KUBELET_SETUP_H_

#include <memory>
#include <string_view>

#include "koord_cpp.h"

namespace koordctl {

class KubeletSetup {
 public:
  // Remarks go where those of `context` go; nullptr: nowhere.
  explicit KubeletSetup(const koord_context *context);

  // `subject` and `on_bad_input` as check() has them.
  void set_config(std::string_view config, std::string_view subject,
                  ExitCode on_bad_input = kEnvironment);
  void set_cpu_state(std::string_view text, std::string_view subject,
                     ExitCode on_bad_input = kEnvironment);
  void set_memory_state(std::string_view text, std::string_view subject);
  void add_container(std::string_view uid, std::string_view name, std::string_view id,
                     std::string_view subject);

  const koord_kubelet_setup *get() const { return handle_.get(); }

 private:
  struct Free {
    void operator()(koord_kubelet_setup *setup) const { koord_kubelet_setup_free(setup); }
  };
  std::unique_ptr<koord_kubelet_setup, Free> handle_;
};

}  // namespace koordctl

#endif  // KOORDCTL_KUBELET_SETUP_H_
