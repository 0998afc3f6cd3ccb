#include "log.h"

#include <koord.h>

#include "_cgo_export.h"

static void forward(void *context, int32_t level, const char *message, size_t length) {
  koordGoRemark((uintptr_t)context, level, (char *)message, length);
}

void go_forward_remarks(uintptr_t context, int wanted) {
  koord_context_set_log((koord_context *)context, wanted ? forward : NULL, (void *)context);
}
