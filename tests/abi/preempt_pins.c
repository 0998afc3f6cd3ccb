/* As pins.c, of preemption. */
#include "pins.h"

SIZE(koord_preempt_options, 16);
FIELD(koord_preempt_options, struct_size, 0, 4);
FIELD(koord_preempt_options, flags, 4, 4);
FIELD(koord_preempt_options, work, 8, 8);

SIZE(koord_preemption_row, 40);
FIELD(koord_preemption_row, priority_sum, 0, 8);
FIELD(koord_preemption_row, node, 8, 4);
FIELD(koord_preemption_row, reason, 12, 4);
FIELD(koord_preemption_row, score, 16, 4);
FIELD(koord_preemption_row, flags, 20, 4);
FIELD(koord_preemption_row, highest_priority, 24, 4);
FIELD(koord_preemption_row, victims, 28, 4);
FIELD(koord_preemption_row, avoided, 32, 4);
FIELD(koord_preemption_row, zero, 36, 4);

CONSTANT(KOORD_PREEMPT_LEAST_IMPORTANT, 2);

CONSTANT(KOORD_PREEMPTION_UNRESOLVABLE, 1);
CONSTANT(KOORD_PREEMPTION_UNPROVEN, 2);
