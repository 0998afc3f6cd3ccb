// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of hook.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_hook(py::module_ &m) {
  m.def("hook_stage_get_name", [](Number<koord_hook_stage> stage) {
    return koord_hook_stage_get_name(stage.value);
  }, "stage"_a);
  m.def("adjustment_request_new", [](Number<koord_hook_stage> stage) {
    koord_adjustment_request *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_adjustment_request_new(stage.value, &out_out, err);
    });
    return call.give(owned(out_out));
  }, "stage"_a);
  m.def("adjustment_request_set_container", [](const Handle<koord_adjustment_request> &request, const Text &uid, const Text &container) {
    const Used used_request(request);
    Call call;
    call([&](koord_error *err) {
      const auto lock_request = used_request.alone();
      return koord_adjustment_request_set_container(used_request.get(), uid.data(), uid.size(), container.data(), container.size(), err);
    });
    call.end();
  }, "request"_a, "uid"_a, "container"_a.none(true));
  m.def("adjustment_request_set_resource_status", [](const Handle<koord_adjustment_request> &request, const Text &resource_status) {
    const Used used_request(request);
    Call call;
    call([&](koord_error *err) {
      const auto lock_request = used_request.alone();
      return koord_adjustment_request_set_resource_status(used_request.get(), resource_status.data(), resource_status.size(), err);
    });
    call.end();
  }, "request"_a, "resource_status"_a.none(true));
  m.def("adjustment_request_set_sysfs_root", [](const Handle<koord_adjustment_request> &request, const Text &sysfs_root) {
    const Used used_request(request);
    Call call;
    call([&](koord_error *err) {
      const auto lock_request = used_request.alone();
      return koord_adjustment_request_set_sysfs_root(used_request.get(), sysfs_root.data(), sysfs_root.size(), err);
    });
    call.end();
  }, "request"_a, "sysfs_root"_a.none(true));
  m.def("adjustment_new", [](const Handle<koord_agent_state> &state, const Handle<koord_adjustment_request> &request) {
    const Used used_state(state);
    const Used used_request(request);
    koord_adjustment *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_request = used_request.shared();
      return koord_adjustment_new(used_state.get(), used_request.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "state"_a, "request"_a);
  m.def("adjustment_get_info", [](const Handle<koord_adjustment> &adjustment) {
    const Used used_adjustment(adjustment);
    koord_adjustment_info out_info = KOORD_INIT(koord_adjustment_info);
    Call call;
    call([&](koord_error *err) {
      return koord_adjustment_get_info(used_adjustment.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "adjustment"_a);
  m.def("adjustment_get_cpus", [](const Handle<koord_adjustment> &adjustment) {
    const Used used_adjustment(adjustment);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_adjustment_get_cpus(used_adjustment.get(), out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "adjustment"_a);
  m.def("adjustment_get_numa_nodes", [](const Handle<koord_adjustment> &adjustment) {
    const Used used_adjustment(adjustment);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_adjustment_get_numa_nodes(used_adjustment.get(), out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "adjustment"_a);
  m.def("adjustment_get_text", [](const Handle<koord_adjustment> &adjustment, Number<koord_adjustment_list> list, Number<uint32_t> item) {
    const Used used_adjustment(adjustment);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      return koord_adjustment_get_text(used_adjustment.get(), list.value, item.value, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "adjustment"_a, "list"_a, "item"_a);
  m.def("adjustment_to_json", [](const Handle<koord_adjustment> &adjustment) {
    const Used used_adjustment(adjustment);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_adjustment_to_json(used_adjustment.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "adjustment"_a);
  m.def("hook_new", [](const py::object &options) {
    const Packed<koord_hook_options> given_options(options);
    koord_hook *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_hook_new(given_options.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "options"_a);
  m.def("hook_set_state_file", [](const Handle<koord_hook> &hook, const Text &state_file) {
    const Used used_hook(hook);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hook = used_hook.alone();
      return koord_hook_set_state_file(used_hook.get(), state_file.data(), state_file.size(), err);
    });
    call.end();
  }, "hook"_a, "state_file"_a.none(true));
  m.def("hook_set_cgroup_root", [](const Handle<koord_hook> &hook, const Text &cgroup_root) {
    const Used used_hook(hook);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hook = used_hook.alone();
      return koord_hook_set_cgroup_root(used_hook.get(), cgroup_root.data(), cgroup_root.size(), err);
    });
    call.end();
  }, "hook"_a, "cgroup_root"_a.none(true));
  m.def("hook_set_proc_root", [](const Handle<koord_hook> &hook, const Text &proc_root) {
    const Used used_hook(hook);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hook = used_hook.alone();
      return koord_hook_set_proc_root(used_hook.get(), proc_root.data(), proc_root.size(), err);
    });
    call.end();
  }, "hook"_a, "proc_root"_a.none(true));
  m.def("hook_run", [](const Handle<koord_hook> &hook, const Text &oci_state) {
    const Used used_hook(hook);
    koord_hook_result out_result = KOORD_INIT(koord_hook_result);
    Call call;
    call([&](koord_error *err) {
      const auto lock_hook = used_hook.shared();
      return koord_hook_run(used_hook.get(), oci_state.data(), oci_state.size(), &out_result, err);
    });
    return call.give(row_of(out_result));
  }, "hook"_a, "oci_state"_a);
}

}  // namespace koord_python
