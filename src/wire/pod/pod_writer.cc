#include "wire/pod/pod_writer.h"

#include "wire/json/json_writer.h"
#include "wire/pod/device_annotations.h"

namespace koord::wire {

std::string pod_patch(const PodResult &result, Shape shape) {
  JsonWriter out;
  out.begin_object().key("metadata").begin_object().key("annotations").begin_object();
  if (result.spec) out.member(kResourceSpecAnnotation, to_annotation(*result.spec, shape));
  if (result.status)
    out.member(kResourceStatusAnnotation, to_annotation(*result.status, shape));
  else if (result.removes_status)
    out.key(kResourceStatusAnnotation).null();
  if (!result.devices.empty())
    out.member(kDeviceAllocatedAnnotation, to_annotation(result.devices));
  else if (result.removes_devices)
    out.key(kDeviceAllocatedAnnotation).null();
  out.end_object().end_object().end_object();
  return out.take();
}

}  // namespace koord::wire
