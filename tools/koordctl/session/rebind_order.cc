#include "session/rebind_order.h"

#include <array>
#include <ctime>

#include "cli/errors.h"

namespace koordctl {
namespace {

struct Read {
  RebindOrder order;
  bool waits = false;
};

Read read_order(const Diagnostics &diagnostics, const SessionInput::Object &object) {
  const auto [node, request] = with_subject(
      object.where, [&] { return koord::rebind_request_from_json(object.json, diagnostics); });
  const bool waits =
      request.phase == KOORD_REBIND_PHASE_NONE || request.phase == KOORD_REBIND_PHASE_PENDING;
  const std::string where = object.where + ": RebindResource " + object.name;
  return {{object.name, node, where, request.deadline_seconds}, waits};
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  if (gmtime_r(&now, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
    throw Failure(kEnvironment, "the time of the system clock cannot be formatted");
  return text.data();
}

}  // namespace

std::optional<RebindOrder> find_rebind_order(const Diagnostics &diagnostics,
                                             const SessionInput &input, const std::string &node) {
  std::optional<RebindOrder> found;
  for (const SessionInput::Object &object : input.rebinds) {
    const Read read = read_order(diagnostics, object);
    if (!read.waits || (!node.empty() && read.order.node != node)) continue;
    if (found) {
      throw Failure(kUsage, read.order.where + " is pending, and so is " + found->name +
                                (node.empty() ? "; give NODE" : ", for the same node"));
    }
    found = read.order;
  }
  return found;
}

std::string rebind_status_patch(koord_rebind_phase phase, const std::string &reason) {
  return koord::rebind_status_to_json(phase, now_text(), reason);
}

}  // namespace koordctl
