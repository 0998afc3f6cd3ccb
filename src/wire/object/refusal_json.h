// Refusals as JSON, with names in place of numbers (docs/reference/refusals.md).
#pragma once

#include "base/refusal.h"
#include "wire/json/json.h"
#include "wire/json/json_writer.h"

namespace koord::wire {

// {"reason":"CPUTaken","profile":"spec","object":"cpu","needed":3,"best":2,
//  "where":{"object":"cpu","id":4},"message":"..."}; policy, resource, deviceType and count
//  where the refusal has them.
void write_refusal(JsonWriter &out, const Refusal &refusal);
// Names that this version does not know are read as a
// refusal for an unknown reason. The message is not read.
Refusal read_refusal(const JsonValue &value);

}  // namespace koord::wire
