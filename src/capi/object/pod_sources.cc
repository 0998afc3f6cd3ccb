// Sources and lifetime of pods.
#include <utility>

#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "object/pod_request.h"
#include "wire/pod/pod_reader.h"

using namespace koord::capi;
namespace object = koord::object;

koord_pod::koord_pod(object::PodObject pod) : object(std::move(pod)), totals(totals_of(object)) {}

koord_pod *koord_pod_ref(const koord_pod *pod) { return add_reference(pod); }
void koord_pod_unref(koord_pod *pod) { drop_reference(pod); }

koord_status koord_pod_from_json(const koord_context *context, const char *json, size_t length,
                                 koord_pod **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_pod(koord::wire::read_pod(document(json, length, "json"), log_of(context),
                                               koord::wire::Faults::kKeep));
  });
}
