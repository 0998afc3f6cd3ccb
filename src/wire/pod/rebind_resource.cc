#include "wire/pod/rebind_resource.h"

#include "base/error.h"
#include "wire/json/json_writer.h"
#include "wire/object/api_object.h"
#include "wire/object/rfc3339.h"

namespace koord::wire {
namespace {

constexpr ApiKind kRebind{"RebindResource", "scheduling.koordinator.sh/v1alpha1",
                          "scheduling.koordinator.sh/", false};
constexpr Spelling<RebindAction> kActions[] = {{RebindAction::kCpu, "RebindCPU"}};
constexpr Spelling<RebindPhase> kPhases[] = {{RebindPhase::kNone, ""},
                                             {RebindPhase::kPending, "Pending"},
                                             {RebindPhase::kSucceed, "Succeed"},
                                             {RebindPhase::kFailed, "Failed"},
                                             {RebindPhase::kUnknown, "Unknown"}};

RebindResource rebind_from(const ApiObject &object) {
  RebindResource out;
  const JsonValue spec = object.root().at("spec");
  const JsonValue node = spec.at("nodeName");
  out.node = node.as_string();
  if (out.node.empty() || out.node.size() > RebindResource::kLongestNode)
    node.fail_expected("a name of 1 to " + std::to_string(RebindResource::kLongestNode) + " bytes");
  out.action = read_spelled(spec.at("rebindAction"), kActions);
  out.deadline = spec.int_or("deadlineInSeconds", 1, RebindResource::kLongestDeadline,
                             RebindResource::kDeadline);
  if (const auto status = object.root().find("status"))
    if (const auto phase = status->find("phase")) out.phase = read_spelled(*phase, kPhases);
  return out;
}

}  // namespace

RebindResource read_rebind_resource(std::string_view json, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, kRebind.kind);
  return read_object(document.root(), kRebind, log, rebind_from);
}

std::string rebind_status_patch(RebindPhase phase, std::string_view time, std::string_view reason) {
  if (!is_rfc3339(time))
    throw Error(Status::kInvalid, "timestamp: found " + in_quotes(time) +
                                      ", expected an RFC 3339 time such as 2022-05-30T18:00:00Z");
  if (reason.size() > kLongestReason)
    throw Error(Status::kLimit, "reason: has " + std::to_string(reason.size()) +
                                    " bytes, the limit is " + std::to_string(kLongestReason));
  JsonWriter out;
  out.begin_object().key("status").begin_object();
  out.member("updateTimestamp", time);
  out.member("phase", find_value(kPhases, phase)->text);
  out.key("reason");
  if (reason.empty())
    out.null();
  else
    out.value(reason);
  out.end_object().end_object();
  return out.take();
}

}  // namespace koord::wire
