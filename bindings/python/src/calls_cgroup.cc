// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of cgroup.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_cgroup(py::module_ &m) {
  m.def("cgroup_path_new", [](Number<koord_cgroup_driver> driver, const Text &root) {
    koord_cgroup_path *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_cgroup_path_new(driver.value, root.data(), root.size(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "driver"_a, "root"_a.none(true));
  m.def("cgroup_path_set_pod", [](const Handle<koord_cgroup_path> &path, Number<koord_kube_qos> qos, const Text &uid) {
    const Used used_path(path);
    Call call;
    call([&](koord_error *err) {
      const auto lock_path = used_path.alone();
      return koord_cgroup_path_set_pod(used_path.get(), qos.value, uid.data(), uid.size(), err);
    });
    call.end();
  }, "path"_a, "qos"_a, "uid"_a.none(true));
  m.def("cgroup_path_set_container", [](const Handle<koord_cgroup_path> &path, Number<koord_cgroup_runtime> runtime, const Text &id) {
    const Used used_path(path);
    Call call;
    call([&](koord_error *err) {
      const auto lock_path = used_path.alone();
      return koord_cgroup_path_set_container(used_path.get(), runtime.value, id.data(), id.size(), err);
    });
    call.end();
  }, "path"_a, "runtime"_a, "id"_a.none(true));
  m.def("cgroup_path_format", [](const Handle<koord_cgroup_path> &path) {
    const Used used_path(path);
    TextOut out_text;
    Call call;
    call([&](koord_error *err) {
      const auto lock_path = used_path.shared();
      return koord_cgroup_path_format(used_path.get(), out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "path"_a);
  m.def("cgroups_open", [](const Text &mount, const Text &root, const py::object &options) {
    const Packed<koord_cgroup_options> given_options(options);
    koord_cgroups *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_cgroups_open(mount.data(), mount.size(), root.data(), root.size(), given_options.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "mount"_a.none(true), "root"_a.none(true), "options"_a);
  m.def("cgroups_get_info", [](const Handle<koord_cgroups> &cgroups) {
    const Used used_cgroups(cgroups);
    koord_cgroups_info out_info = KOORD_INIT(koord_cgroups_info);
    Call call;
    call([&](koord_error *err) {
      const auto lock_cgroups = used_cgroups.shared();
      return koord_cgroups_get_info(used_cgroups.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "cgroups"_a);
  m.def("cgroup_containers_new", []() {
    koord_cgroup_containers *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_cgroup_containers_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("cgroup_containers_add", [](const Handle<koord_cgroup_containers> &containers, const Text &id, const Text &name) {
    const Used used_containers(containers);
    Call call;
    call([&](koord_error *err) {
      const auto lock_containers = used_containers.alone();
      return koord_cgroup_containers_add(used_containers.get(), id.data(), id.size(), name.data(), name.size(), err);
    });
    call.end();
  }, "containers"_a, "id"_a, "name"_a.none(true));
  m.def("cgroup_plan_new", [](const Handle<koord_cgroups> &cgroups, const Handle<koord_agent_state> &state, const Handle<koord_cgroup_containers> *containers) {
    const Used used_cgroups(cgroups);
    const Used used_state(state);
    const Used used_containers(containers);
    koord_cgroup_plan *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_containers = used_containers.shared();
      const auto lock_cgroups = used_cgroups.alone();
      return koord_cgroup_plan_new(used_cgroups.get(), used_state.get(), used_containers.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cgroups"_a, "state"_a, "containers"_a.none(true));
  m.def("cgroup_plan_get_steps", [](const Handle<koord_cgroup_plan> &plan) {
    const Used used_plan(plan);
    RowsOut<koord_cgroup_step> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_cgroup_plan_get_steps(used_plan.get(), out_rows.data(), sizeof(koord_cgroup_step), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_cgroup_plan_get_texts(used_plan.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_cgroup_step), *out_rows.count(), {{offsetof(koord_cgroup_step, path_offset), offsetof(koord_cgroup_step, path_length)}, {offsetof(koord_cgroup_step, from_offset), offsetof(koord_cgroup_step, from_length)}, {offsetof(koord_cgroup_step, to_offset), offsetof(koord_cgroup_step, to_length)}, {offsetof(koord_cgroup_step, uid_offset), offsetof(koord_cgroup_step, uid_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "plan"_a);
  m.def("cgroup_plan_to_json", [](const Handle<koord_cgroup_plan> &plan) {
    const Used used_plan(plan);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_cgroup_plan_to_json(used_plan.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "plan"_a);
  m.def("cgroup_plan_to_text", [](const Handle<koord_cgroup_plan> &plan) {
    const Used used_plan(plan);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_cgroup_plan_to_text(used_plan.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "plan"_a);
  m.def("cgroups_apply", [](const Handle<koord_cgroups> &cgroups, const Handle<koord_cgroup_plan> &plan) {
    const Used used_cgroups(cgroups);
    const Used used_plan(plan);
    koord_cgroup_report *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_cgroups = used_cgroups.alone();
      return koord_cgroups_apply(used_cgroups.get(), used_plan.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cgroups"_a, "plan"_a);
  m.def("cgroup_report_get_info", [](const Handle<koord_cgroup_report> &report) {
    const Used used_report(report);
    koord_cgroup_report_info out_info = KOORD_INIT(koord_cgroup_report_info);
    Call call;
    call([&](koord_error *err) {
      return koord_cgroup_report_get_info(used_report.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "report"_a);
  m.def("cgroup_report_get_results", [](const Handle<koord_cgroup_report> &report) {
    const Used used_report(report);
    RowsOut<koord_cgroup_result> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_cgroup_report_get_results(used_report.get(), out_rows.data(), sizeof(koord_cgroup_result), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_cgroup_report_get_texts(used_report.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_cgroup_result), *out_rows.count(), {{offsetof(koord_cgroup_result, read_offset), offsetof(koord_cgroup_result, read_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "report"_a);
  m.def("cgroup_report_to_json", [](const Handle<koord_cgroup_report> &report) {
    const Used used_report(report);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_cgroup_report_to_json(used_report.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "report"_a);
}

}  // namespace koord_python
