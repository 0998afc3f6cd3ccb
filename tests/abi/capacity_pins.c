/* As pins.c, of capacity. */
#include "pins.h"

SIZE(koord_capacity_options, 12);
FIELD(koord_capacity_options, struct_size, 0, 4);
FIELD(koord_capacity_options, flags, 4, 4);
FIELD(koord_capacity_options, most, 8, 4);

SIZE(koord_capacity_info, 32);
FIELD(koord_capacity_info, struct_size, 0, 4);
FIELD(koord_capacity_info, flags, 4, 4);
FIELD(koord_capacity_info, pods, 8, 8);
FIELD(koord_capacity_info, displaced, 16, 8);
FIELD(koord_capacity_info, unplaced, 24, 8);

SIZE(koord_capacity_row, 32);
FIELD(koord_capacity_row, left_milli, 0, 8);
FIELD(koord_capacity_row, left_memory, 8, 8);
FIELD(koord_capacity_row, node, 16, 4);
FIELD(koord_capacity_row, pods, 20, 4);
FIELD(koord_capacity_row, reason, 24, 4);
FIELD(koord_capacity_row, flags, 28, 4);

SIZE(koord_capacity_reason, 32);
FIELD(koord_capacity_reason, left_milli, 0, 8);
FIELD(koord_capacity_reason, left_memory, 8, 8);
FIELD(koord_capacity_reason, pods, 16, 8);
FIELD(koord_capacity_reason, reason, 24, 4);
FIELD(koord_capacity_reason, nodes, 28, 4);

CONSTANT(KOORD_CAPACITY_UNRESOLVABLE, 1);
