/* Of explanations: see pins.c. */
#include "pins.h"

SIZE(koord_scope, 4);
SIZE(koord_remedy_kind, 4);

SIZE(koord_explain_options, 16);
FIELD(koord_explain_options, struct_size, 0, 4);
FIELD(koord_explain_options, flags, 4, 4);
FIELD(koord_explain_options, nearest, 8, 4);
FIELD(koord_explain_options, tries, 12, 4);

SIZE(koord_explanation_info, 40);
FIELD(koord_explanation_info, struct_size, 0, 4);
FIELD(koord_explanation_info, flags, 4, 4);
FIELD(koord_explanation_info, generation, 8, 8);
FIELD(koord_explanation_info, nodes, 16, 4);
FIELD(koord_explanation_info, fitting, 20, 4);
FIELD(koord_explanation_info, groups, 24, 4);
FIELD(koord_explanation_info, misses, 28, 4);
FIELD(koord_explanation_info, gave_up, 32, 4);
FIELD(koord_explanation_info, reserved, 36, 4);

SIZE(koord_bound, 32);
FIELD(koord_bound, needed, 0, 8);
FIELD(koord_bound, best, 8, 8);
FIELD(koord_bound, scope, 16, 4);
FIELD(koord_bound, object, 20, 4);
FIELD(koord_bound, where, 24, 4);
FIELD(koord_bound, resource, 28, 4);

SIZE(koord_refused_group, 96);
FIELD(koord_refused_group, refusal, 0, 40);
FIELD(koord_refused_group, bound, 40, 32);
FIELD(koord_refused_group, least, 72, 8);
FIELD(koord_refused_group, most, 80, 8);
FIELD(koord_refused_group, nodes, 88, 4);
FIELD(koord_refused_group, nearest, 92, 4);

SIZE(koord_near_miss, 88);
FIELD(koord_near_miss, refusal, 0, 40);
FIELD(koord_near_miss, bound, 40, 32);
FIELD(koord_near_miss, node, 72, 4);
FIELD(koord_near_miss, flags, 76, 4);
FIELD(koord_near_miss, missing, 80, 4);
FIELD(koord_near_miss, remedies, 84, 4);

SIZE(koord_remedy_step, 40);
FIELD(koord_remedy_step, before, 0, 8);
FIELD(koord_remedy_step, after, 8, 8);
FIELD(koord_remedy_step, miss, 16, 4);
FIELD(koord_remedy_step, remedy, 20, 4);
FIELD(koord_remedy_step, kind, 24, 4);
FIELD(koord_remedy_step, priority, 28, 4);
FIELD(koord_remedy_step, uid_offset, 32, 4);
FIELD(koord_remedy_step, uid_length, 36, 4);

CONSTANT(KOORD_SCOPE_NONE, 0);
CONSTANT(KOORD_SCOPE_NODE, 1);
CONSTANT(KOORD_SCOPE_NUMA_NODE, 2);
CONSTANT(KOORD_SCOPE_NUMA_NODES, 3);
CONSTANT(KOORD_SCOPE_DEVICE, 4);
CONSTANT(KOORD_SCOPE_PLACE, 5);
CONSTANT(KOORD_REMEDY_PREFER_BIND, 0);
CONSTANT(KOORD_REMEDY_REQUIRED_BIND, 1);
CONSTANT(KOORD_REMEDY_PREFERRED_BIND, 2);
CONSTANT(KOORD_REMEDY_POD_EXCLUSIVE, 3);
CONSTANT(KOORD_REMEDY_POD_NUMA, 4);
CONSTANT(KOORD_REMEDY_NUMA_EXCLUSIVE, 5);
CONSTANT(KOORD_REMEDY_POD_CPU, 6);
CONSTANT(KOORD_REMEDY_POD_CPU_LIMIT, 7);
CONSTANT(KOORD_REMEDY_NODE_SCHEDULABLE, 8);
CONSTANT(KOORD_REMEDY_NODE_BIND, 9);
CONSTANT(KOORD_REMEDY_NODE_NUMA, 10);
CONSTANT(KOORD_REMEDY_EVICT, 11);
CONSTANT(KOORD_REMEDY_REBIND, 12);
CONSTANT(KOORD_REMEDY_DEVICE_SCOPE, 13);
CONSTANT(KOORD_REMEDY_DEVICE_EXCLUSIVE, 14);
CONSTANT(KOORD_REMEDY_DEVICE_SELECTOR, 15);
CONSTANT(KOORD_REMEDY_VIRTUAL_FUNCTIONS, 16);
CONSTANT(KOORD_REMEDY_JOINT_DEVICES, 17);
CONSTANT(KOORD_REMEDY_POD_PARTITION, 18);
CONSTANT(KOORD_REMEDY_POD_DEVICES, 19);
CONSTANT(KOORD_REMEDY_NODE_PARTITION, 20);
