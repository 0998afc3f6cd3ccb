/* Plans and RebindResource: compiles only while layouts and constants are what they were, as pins.c. */
#include "pins.h"

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
