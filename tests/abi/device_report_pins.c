/* As pins.c, of reports on devices. */
#include "pins.h"

SIZE(koord_device_report_options, 8);
FIELD(koord_device_report_options, struct_size, 0, 4);
FIELD(koord_device_report_options, flags, 4, 4);

CONSTANT(KOORD_DEVICES_NVML, 1);
CONSTANT(KOORD_DEVICES_SYSFS, 2);
CONSTANT(KOORD_NODE_RESOURCES_SHARED, 1);
