#include "refusal_json.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

const char *object_name(koord_object object) {
  switch (object) {
    case KOORD_OBJECT_MACHINE:
      return "machine";
    case KOORD_OBJECT_CPU:
      return "cpu";
    case KOORD_OBJECT_CORE:
      return "core";
    case KOORD_OBJECT_L3:
      return "l3";
    case KOORD_OBJECT_NUMA_NODE:
      return "numaNode";
    case KOORD_OBJECT_SOCKET:
      return "socket";
    case KOORD_OBJECT_MILLI_CPU:
      return "milliCPU";
    case KOORD_OBJECT_POLICY:
      return "policy";
    case KOORD_OBJECT_BYTES:
      return "byte";
    case KOORD_OBJECT_UNIT:
      return "unit";
    case KOORD_OBJECT_CONTAINER:
      return "container";
    case KOORD_OBJECT_POD:
      return "pod";
    case KOORD_OBJECT_DEVICE:
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
  json["reason"] = koord_reason_name(refusal.reason, refusal.profile);
  json["object"] = object_name(refusal.object);
  json["needed"] = refusal.needed;
  json["best"] = refusal.best;
  json["where"] = where;
  json["message"] = sentence;
  return json;
}

}  // namespace koordctl
