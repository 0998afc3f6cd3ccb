/* As pins.c, of containers on their way. */
#include "pins.h"

SIZE(koord_hook_stage, 4);
SIZE(koord_adjustment_list, 4);
SIZE(koord_hook_choice, 4);
SIZE(koord_hook_outcome, 4);

SIZE(koord_adjustment_info, 64);
FIELD(koord_adjustment_info, struct_size, 0, 4);
FIELD(koord_adjustment_info, flags, 4, 4);
FIELD(koord_adjustment_info, refusal, 8, 40);
FIELD(koord_adjustment_info, changes, 48, 4);
FIELD(koord_adjustment_info, env, 52, 4);
FIELD(koord_adjustment_info, cdi_devices, 56, 4);
FIELD(koord_adjustment_info, device_nodes, 60, 4);

SIZE(koord_hook_options, 16);
FIELD(koord_hook_options, struct_size, 0, 4);
FIELD(koord_hook_options, flags, 4, 4);
FIELD(koord_hook_options, without_state, 8, 4);
FIELD(koord_hook_options, refused, 12, 4);

SIZE(koord_hook_result, 56);
FIELD(koord_hook_result, struct_size, 0, 4);
FIELD(koord_hook_result, flags, 4, 4);
FIELD(koord_hook_result, refusal, 8, 40);
FIELD(koord_hook_result, outcome, 48, 4);
FIELD(koord_hook_result, writes, 52, 4);

CONSTANT(KOORD_HOOK_RUN_POD_SANDBOX, 1);
CONSTANT(KOORD_HOOK_CREATE_CONTAINER, 2);
CONSTANT(KOORD_HOOK_START_CONTAINER, 3);
CONSTANT(KOORD_HOOK_UPDATE_CONTAINER, 4);
CONSTANT(KOORD_ADJUST_CPUS, 1);
CONSTANT(KOORD_ADJUST_MEMORY_NODES, 2);
CONSTANT(KOORD_ADJUST_UNLIMITED, 4);
CONSTANT(KOORD_ADJUSTMENT_ENV, 0);
CONSTANT(KOORD_ADJUSTMENT_CDI_DEVICES, 1);
CONSTANT(KOORD_ADJUSTMENT_DEVICE_NODES, 2);
CONSTANT(KOORD_HOOK_REFUSE, 0);
CONSTANT(KOORD_HOOK_LEAVE, 1);
CONSTANT(KOORD_HOOK_NOT_OURS, 0);
CONSTANT(KOORD_HOOK_DONE, 1);
CONSTANT(KOORD_HOOK_LEFT, 2);
CONSTANT(KOORD_HOOK_REFUSED, 3);
CONSTANT(KOORD_REASON_POD_UNKNOWN, 107);
CONSTANT(KOORD_REASON_STATE_DISAGREES, 108);
CONSTANT(KOORD_REASON_NOT_THE_PODS, 109);
