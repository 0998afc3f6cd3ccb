// Refusals as text.
#include "capi/boundary/refusals.h"

#include "base/refusal.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "koord.h"
#include "wire/object/refusal_json.h"
#include "wording/sentence.h"

using namespace koord::capi;

koord_status koord_refusal_format(const koord_refusal *refusal, char *text, size_t capacity,
                                  size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(refusal, "refusal");
    write_text(koord::to_sentence(from_c(*refusal)), text, capacity, needed);
  });
}

koord_status koord_refusal_to_json(const koord_refusal *refusal, koord_buffer **out,
                                   koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(refusal, "refusal");
    koord::wire::JsonWriter json;
    koord::wire::write_refusal(json, from_c(*refusal));
    *out = new_buffer(json.take());
  });
}

const char *koord_object_kind_get_name(koord_object_kind kind) {
  return koord::object_name(static_cast<koord::Object>(kind)).data();  // as below
}

const char *koord_reason_get_name(koord_reason reason, koord_profile profile) {
  return koord::reason_name(static_cast<koord::Reason>(reason),
                            static_cast<koord::Profile>(profile))
      .data();  // views of string literals
}
