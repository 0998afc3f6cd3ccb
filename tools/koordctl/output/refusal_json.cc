#include "output/refusal_json.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

}  // namespace

nlohmann::ordered_json refusal_json(const koord_refusal &refusal, const std::string &sentence,
                                    koord_profile names) {
  OrderedJson where;
  where["object"] = koord_object_kind_get_name(refusal.where_object);
  if (refusal.where >= 0) where["id"] = refusal.where;
  OrderedJson json;
  json["reason"] = koord_reason_get_name(refusal.reason, names);
  json["object"] = koord_object_kind_get_name(refusal.object);
  json["needed"] = refusal.needed;
  json["best"] = refusal.best;
  json["where"] = where;
  json["message"] = sentence;
  return json;
}

}  // namespace koordctl
