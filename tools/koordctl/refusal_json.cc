#include "refusal_json.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

const char *object_name(koord_object_kind object) {
  switch (object) {
    case KOORD_OBJECT_KIND_MACHINE:
      return "machine";
    case KOORD_OBJECT_KIND_CPU:
      return "cpu";
    case KOORD_OBJECT_KIND_CORE:
      return "core";
    case KOORD_OBJECT_KIND_L3:
      return "l3";
    case KOORD_OBJECT_KIND_NUMA_NODE:
      return "numaNode";
    case KOORD_OBJECT_KIND_SOCKET:
      return "socket";
    case KOORD_OBJECT_KIND_MILLI_CPU:
      return "milliCPU";
    case KOORD_OBJECT_KIND_POLICY:
      return "policy";
    case KOORD_OBJECT_KIND_BYTES:
      return "byte";
    case KOORD_OBJECT_KIND_UNIT:
      return "unit";
    case KOORD_OBJECT_KIND_CONTAINER:
      return "container";
    case KOORD_OBJECT_KIND_POD:
      return "pod";
    case KOORD_OBJECT_KIND_DEVICE:
      return "device";
    default:
      return "unknown";
  }
}

}  // namespace

nlohmann::ordered_json refusal_json(const koord_refusal &refusal, const std::string &sentence) {
  OrderedJson where;
  where["object"] = object_name(refusal.where_object);
  if (refusal.where >= 0) where["id"] = refusal.where;
  OrderedJson json;
  json["reason"] = koord_reason_get_name(refusal.reason, refusal.profile);
  json["object"] = object_name(refusal.object);
  json["needed"] = refusal.needed;
  json["best"] = refusal.best;
  json["where"] = where;
  json["message"] = sentence;
  return json;
}

}  // namespace koordctl
