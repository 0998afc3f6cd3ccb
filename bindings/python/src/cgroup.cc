// Control groups.
#include <pybind11/stl.h>

#include "bridge.h"

namespace koord_python {

void add_cgroup(py::module_ &m) {
  m.def(
      "cgroup_path",
      [](Number<int32_t> driver, const Text &root, Number<int32_t> qos, const Text &uid,
         Number<int32_t> runtime, const Text &id) {
        koord_cgroup_path *made = nullptr;
        call([&](koord_error *err) {
          return koord_cgroup_path_new(driver.value, root.data(), root.size(), &made, err);
        });
        const Temporary<koord_cgroup_path, koord_cgroup_path_free> path(made);
        call([&](koord_error *err) {
          return koord_cgroup_path_set_pod(made, qos.value, uid.data(), uid.size(), err);
        });
        call([&](koord_error *err) {
          return koord_cgroup_path_set_container(made, runtime.value, id.data(), id.size(), err);
        });
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_cgroup_path_format(made, text, capacity, needed, err);
        });
      },
      "driver"_a, "root"_a, "qos"_a, "uid"_a, "runtime"_a, "id"_a);
  m.def(
      "cgroups_open",
      [](const py::dict &options, const Text &mount, const Text &root) {
        koord_cgroup_options options_ = KOORD_INIT(koord_cgroup_options);
        fill(options_, options);
        koord_cgroups *out = nullptr;
        call([&](koord_error *err) {
          return koord_cgroups_open(mount.data(), mount.size(), root.data(), root.size(), &options_,
                                    &out, err);
        });
        return owned(out);
      },
      "options"_a, "mount"_a, "root"_a);
  m.def(
      "cgroups_get_info",
      [](const Handle<koord_cgroups> &cgroups) {
        const Used used_cgroups(cgroups);
        koord_cgroups_info info = KOORD_INIT(koord_cgroups_info);
        call([&](koord_error *err) {
          const auto lock = used_cgroups.shared();
          return koord_cgroups_get_info(used_cgroups.get(), &info, err);
        });
        return to_dict(info);
      },
      "cgroups"_a);
  m.def(
      "cgroup_plan_get_steps",
      [](const Handle<koord_cgroup_plan> &plan) {
        const Used used_plan(plan);
        size_t length = 0;
        const char *texts = koord_cgroup_plan_get_texts(used_plan.get(), &length);
        return rows_and_texts<koord_cgroup_step>(
            [&](koord_cgroup_step *rows, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              return koord_cgroup_plan_get_steps(used_plan.get(), rows, stride, capacity, count,
                                                 err);
            },
            texts, length);
      },
      "plan"_a);
  m.def(
      "cgroup_plan_to_json",
      [](const Handle<koord_cgroup_plan> &plan) {
        const Used used_plan(plan);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cgroup_plan_to_json(used_plan.get(), &out, err);
        });
        return to_document(out);
      },
      "plan"_a);
  m.def(
      "cgroup_plan_to_text",
      [](const Handle<koord_cgroup_plan> &plan) {
        const Used used_plan(plan);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cgroup_plan_to_text(used_plan.get(), &out, err);
        });
        return to_document(out);
      },
      "plan"_a);
  m.def(
      "cgroups_apply",
      [](const Handle<koord_cgroups> &cgroups, const Handle<koord_cgroup_plan> &plan) {
        const Used used_cgroups(cgroups);
        const Used used_plan(plan);
        koord_cgroup_report *out = nullptr;
        call([&](koord_error *err) {
          const auto lock = used_cgroups.alone();
          return koord_cgroups_apply(used_cgroups.get(), used_plan.get(), &out, err);
        });
        return owned(out);
      },
      "cgroups"_a, "plan"_a);
  m.def(
      "cgroup_report_get_info",
      [](const Handle<koord_cgroup_report> &report) {
        const Used used_report(report);
        koord_cgroup_report_info info = KOORD_INIT(koord_cgroup_report_info);
        call([&](koord_error *err) {
          return koord_cgroup_report_get_info(used_report.get(), &info, err);
        });
        return to_dict(info);
      },
      "report"_a);
  m.def(
      "cgroup_report_get_results",
      [](const Handle<koord_cgroup_report> &report) {
        const Used used_report(report);
        size_t length = 0;
        const char *texts = koord_cgroup_report_get_texts(used_report.get(), &length);
        return rows_and_texts<koord_cgroup_result>(
            [&](koord_cgroup_result *rows, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              return koord_cgroup_report_get_results(used_report.get(), rows, stride, capacity,
                                                     count, err);
            },
            texts, length);
      },
      "report"_a);
  m.def(
      "cgroup_report_to_json",
      [](const Handle<koord_cgroup_report> &report) {
        const Used used_report(report);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cgroup_report_to_json(used_report.get(), &out, err);
        });
        return to_document(out);
      },
      "report"_a);
  m.def(
      "cgroup_plan_new",
      [](const Handle<koord_cgroups> &cgroups, const Handle<koord_agent_state> &state,
         const std::vector<std::pair<Text, Text>> &containers) {
        const Used used_cgroups(cgroups);
        const Used used_state(state);
        koord_cgroup_containers *made = nullptr;
        call([&](koord_error *err) { return koord_cgroup_containers_new(&made, err); });
        const Temporary<koord_cgroup_containers, koord_cgroup_containers_free> names(made);
        koord_cgroup_plan *out = nullptr;
        call([&](koord_error *err) {
          for (const auto &[id, name] : containers)
            if (const koord_status status = koord_cgroup_containers_add(
                    made, id.data(), id.size(), name.data(), name.size(), err);
                status != KOORD_OK)
              return status;
          const auto lock = used_cgroups.alone();
          return koord_cgroup_plan_new(used_cgroups.get(), used_state.get(), made, &out, err);
        });
        return owned(out);
      },
      "cgroups"_a, "state"_a, "containers"_a);
}

}  // namespace koord_python
