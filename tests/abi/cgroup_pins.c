/* As pins.c, of control groups. */
#include "pins.h"

SIZE(koord_cgroup_driver, 4);
SIZE(koord_cgroup_version, 4);
SIZE(koord_cgroup_runtime, 4);
SIZE(koord_cgroup_file, 4);
SIZE(koord_cgroup_phase, 4);
SIZE(koord_cgroup_kind, 4);
SIZE(koord_cgroup_outcome, 4);
SIZE(koord_cgroup_error, 4);
SIZE(koord_cgroup_step_state, 4);

SIZE(koord_cgroup_options, 16);
FIELD(koord_cgroup_options, struct_size, 0, 4);
FIELD(koord_cgroup_options, flags, 4, 4);
FIELD(koord_cgroup_options, driver, 8, 4);
FIELD(koord_cgroup_options, version, 12, 4);

SIZE(koord_cgroups_info, 20);
FIELD(koord_cgroups_info, struct_size, 0, 4);
FIELD(koord_cgroups_info, flags, 4, 4);
FIELD(koord_cgroups_info, traits, 8, 4);
FIELD(koord_cgroups_info, driver, 12, 4);
FIELD(koord_cgroups_info, version, 16, 4);

SIZE(koord_cgroup_container, 16);
FIELD(koord_cgroup_container, id_offset, 0, 4);
FIELD(koord_cgroup_container, id_length, 4, 4);
FIELD(koord_cgroup_container, name_offset, 8, 4);
FIELD(koord_cgroup_container, name_length, 12, 4);

SIZE(koord_cgroup_step, 48);
FIELD(koord_cgroup_step, phase, 0, 4);
FIELD(koord_cgroup_step, file, 4, 4);
FIELD(koord_cgroup_step, kind, 8, 4);
FIELD(koord_cgroup_step, path_offset, 12, 4);
FIELD(koord_cgroup_step, path_length, 16, 4);
FIELD(koord_cgroup_step, from_offset, 20, 4);
FIELD(koord_cgroup_step, from_length, 24, 4);
FIELD(koord_cgroup_step, to_offset, 28, 4);
FIELD(koord_cgroup_step, to_length, 32, 4);
FIELD(koord_cgroup_step, uid_offset, 36, 4);
FIELD(koord_cgroup_step, uid_length, 40, 4);
FIELD(koord_cgroup_step, zero, 44, 4);

SIZE(koord_cgroup_report_info, 40);
FIELD(koord_cgroup_report_info, struct_size, 0, 4);
FIELD(koord_cgroup_report_info, flags, 4, 4);
FIELD(koord_cgroup_report_info, writes, 8, 8);
FIELD(koord_cgroup_report_info, failed_step, 16, 8);
FIELD(koord_cgroup_report_info, failed_undo, 24, 8);
FIELD(koord_cgroup_report_info, outcome, 32, 4);
FIELD(koord_cgroup_report_info, error, 36, 4);

SIZE(koord_cgroup_result, 24);
FIELD(koord_cgroup_result, state, 0, 4);
FIELD(koord_cgroup_result, error, 4, 4);
FIELD(koord_cgroup_result, error_number, 8, 4);
FIELD(koord_cgroup_result, read_offset, 12, 4);
FIELD(koord_cgroup_result, read_length, 16, 4);
FIELD(koord_cgroup_result, zero, 20, 4);

CONSTANT(KOORD_CGROUP_DRIVER_DETECT, 0);
CONSTANT(KOORD_CGROUP_DRIVER_CGROUPFS, 1);
CONSTANT(KOORD_CGROUP_DRIVER_SYSTEMD, 2);
CONSTANT(KOORD_CGROUP_VERSION_DETECT, 0);
CONSTANT(KOORD_CGROUP_VERSION_1, 1);
CONSTANT(KOORD_CGROUP_VERSION_2, 2);
CONSTANT(KOORD_CGROUP_RUNTIME_CONTAINERD, 1);
CONSTANT(KOORD_CGROUP_RUNTIME_DOCKER, 2);
CONSTANT(KOORD_CGROUP_RUNTIME_CRIO, 3);
CONSTANT(KOORD_CGROUP_RUNTIME_POUCH, 4);
CONSTANT(KOORD_CGROUPS_HYBRID, 1);
CONSTANT(KOORD_CGROUP_CPUS, 1);
CONSTANT(KOORD_CGROUP_MEMS, 2);
CONSTANT(KOORD_CGROUP_QUOTA, 3);
CONSTANT(KOORD_CGROUP_SHRINK, 1);
CONSTANT(KOORD_CGROUP_GROW_PARENT, 2);
CONSTANT(KOORD_CGROUP_MOVE, 3);
CONSTANT(KOORD_CGROUP_PARK, 4);
CONSTANT(KOORD_CGROUP_SETTLE_PARENT, 5);
CONSTANT(KOORD_CGROUP_LIFT, 6);
CONSTANT(KOORD_CGROUP_ROOT, 1);
CONSTANT(KOORD_CGROUP_QOS, 2);
CONSTANT(KOORD_CGROUP_POD, 3);
CONSTANT(KOORD_CGROUP_CONTAINER, 4);
CONSTANT(KOORD_CGROUP_NESTED, 5);
CONSTANT(KOORD_CGROUP_OTHER, 6);
CONSTANT(KOORD_CGROUP_DONE, 0);
CONSTANT(KOORD_CGROUP_UNDONE, 1);
CONSTANT(KOORD_CGROUP_PARTIAL, 2);
CONSTANT(KOORD_CGROUP_STALE, 3);
CONSTANT(KOORD_CGROUP_E_NONE, 0);
CONSTANT(KOORD_CGROUP_E_RETRY, 1);
CONSTANT(KOORD_CGROUP_E_GONE, 2);
CONSTANT(KOORD_CGROUP_E_DENIED, 3);
CONSTANT(KOORD_CGROUP_E_INVALID, 4);
CONSTANT(KOORD_CGROUP_E_UNSUPPORTED, 5);
CONSTANT(KOORD_CGROUP_E_DRIFTED, 6);
CONSTANT(KOORD_CGROUP_NOT_MADE, 0);
CONSTANT(KOORD_CGROUP_MADE, 1);
CONSTANT(KOORD_CGROUP_GONE, 2);
CONSTANT(KOORD_CGROUP_FAILED, 3);
CONSTANT(KOORD_CGROUP_TAKEN_BACK, 4);
CONSTANT(KOORD_CGROUP_STUCK, 5);
