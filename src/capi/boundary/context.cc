// Buffers, and contexts with their log functions.
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "koord.h"

using namespace koord::capi;

const char *koord_buffer_get_data(const koord_buffer *buffer) {
  return buffer != nullptr ? buffer->bytes.c_str() : "";
}

size_t koord_buffer_get_length(const koord_buffer *buffer) {
  return buffer != nullptr ? buffer->bytes.size() : 0;
}

koord_buffer *koord_buffer_ref(const koord_buffer *buffer) { return add_reference(buffer); }
void koord_buffer_unref(koord_buffer *buffer) { drop_reference(buffer); }

koord_status koord_context_new(koord_context **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_context{};
  });
}

void koord_context_free(koord_context *context) {
  if (context != nullptr) *context->log = {};
  delete context;
}

void koord_context_set_log(koord_context *context, koord_log_fn log, void *user) {
  if (context != nullptr) *context->log = {log, user};
}
