/* Plans, gangs, reservations and RebindResource: compiles only while layouts and constants are what they were, as pins.c. */
#include "pins.h"

SIZE(koord_rebind_action, 4);
SIZE(koord_rebind_phase, 4);

SIZE(koord_protection, 4);
SIZE(koord_step_kind, 4);
SIZE(koord_reservation_policy, 4);

SIZE(koord_step, 24);
FIELD(koord_step, node, 0, 4);
FIELD(koord_step, kind, 4, 4);
FIELD(koord_step, priority, 8, 4);
FIELD(koord_step, uid_offset, 12, 4);
FIELD(koord_step, uid_length, 16, 4);
FIELD(koord_step, zero, 20, 4);

SIZE(koord_gang_options, 24);
FIELD(koord_gang_options, struct_size, 0, 4);
FIELD(koord_gang_options, flags, 4, 4);
FIELD(koord_gang_options, work, 8, 8);
FIELD(koord_gang_options, max_nodes, 16, 4);
FIELD(koord_gang_options, zero, 20, 4);

SIZE(koord_gang_info, 32);
FIELD(koord_gang_info, struct_size, 0, 4);
FIELD(koord_gang_info, flags, 4, 4);
FIELD(koord_gang_info, work, 8, 8);
FIELD(koord_gang_info, placed, 16, 4);
FIELD(koord_gang_info, nodes, 20, 4);
FIELD(koord_gang_info, blocked, 24, 4);
FIELD(koord_gang_info, zero, 28, 4);

CONSTANT(KOORD_PROTECTION_NONE, 0);
CONSTANT(KOORD_PROTECTION_AVOID, 1);
CONSTANT(KOORD_PROTECTION_KEEP, 2);

CONSTANT(KOORD_STEP_RELEASE, 0);
CONSTANT(KOORD_STEP_PLACE, 1);
CONSTANT(KOORD_STEP_MOVE, 2);

CONSTANT(KOORD_RESERVATION_DEFAULT, 0);
CONSTANT(KOORD_RESERVATION_ALIGNED, 1);
CONSTANT(KOORD_RESERVATION_RESTRICTED, 2);

CONSTANT(KOORD_RESIZE_MAY_MOVE, 2);

CONSTANT(KOORD_REASON_GANG_UNPLACED, 60);
CONSTANT(KOORD_REASON_RESERVATION_SHORT, 61);
CONSTANT(KOORD_REASON_WOULD_MOVE, 62);
CONSTANT(KOORD_OBJECT_POD, 11);

SIZE(koord_fragmentation, 40);
FIELD(koord_fragmentation, contested, 0, 4);
FIELD(koord_fragmentation, extra_numa, 4, 4);
FIELD(koord_fragmentation, extra_sockets, 8, 4);
FIELD(koord_fragmentation, unmet_pods, 12, 4);
FIELD(koord_fragmentation, stranded, 16, 4);
FIELD(koord_fragmentation, largest_block, 20, 4);
FIELD(koord_fragmentation, free_cpus, 24, 4);
FIELD(koord_fragmentation, free_cores, 28, 4);
FIELD(koord_fragmentation, percent, 32, 4);
FIELD(koord_fragmentation, zero, 36, 4);

SIZE(koord_rebind_options, 16);
FIELD(koord_rebind_options, struct_size, 0, 4);
FIELD(koord_rebind_options, flags, 4, 4);
FIELD(koord_rebind_options, max_moved, 8, 4);
FIELD(koord_rebind_options, work, 12, 4);

SIZE(koord_rebind_info, 104);
FIELD(koord_rebind_info, struct_size, 0, 4);
FIELD(koord_rebind_info, flags, 4, 4);
FIELD(koord_rebind_info, reason, 8, 4);
FIELD(koord_rebind_info, moved, 12, 4);
FIELD(koord_rebind_info, work, 16, 4);
FIELD(koord_rebind_info, out_of_work, 20, 4);
FIELD(koord_rebind_info, before, 24, 40);
FIELD(koord_rebind_info, after, 64, 40);

SIZE(koord_rebind_request, 24);
FIELD(koord_rebind_request, struct_size, 0, 4);
FIELD(koord_rebind_request, flags, 4, 4);
FIELD(koord_rebind_request, action, 8, 4);
FIELD(koord_rebind_request, phase, 12, 4);
FIELD(koord_rebind_request, deadline_seconds, 16, 8);

CONSTANT(KOORD_REBIND_NO_NEW_CROSSING, 1);
CONSTANT(KOORD_REBIND_WORK, 1000);
CONSTANT(KOORD_REBIND_MOST_WORK, 1000000);
CONSTANT(KOORD_REBIND_CPU, 1);
CONSTANT(KOORD_REBIND_NONE, 0);
CONSTANT(KOORD_REBIND_PENDING, 1);
CONSTANT(KOORD_REBIND_SUCCEED, 2);
CONSTANT(KOORD_REBIND_FAILED, 3);
CONSTANT(KOORD_REBIND_UNKNOWN, 4);
