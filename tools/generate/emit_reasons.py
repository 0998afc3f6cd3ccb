"""The engine's reasons of refusal and their names. Their sentences are written by hand, in src/wording."""

from comments import text_of
from marks import CXX
from names import camel
from prose import wrapped

ENUM = """// Why a request was refused: the numbers of koord_reason.
#pragma once

#include <cstdint>

namespace koord {

enum class Reason : int32_t {
"""
NAMES = """#include <algorithm>

#include "base/profile_rules.h"
#include "wording/sentence.h"

namespace koord {
namespace {

struct Name {
  Reason reason;
  std::string_view ours;
  std::string_view kubelets = {};  // where it has another one
};
// Ascending by number.
constexpr Name kNames[] = {
"""
END = """};

}  // namespace

std::string_view reason_name(Reason reason, Profile profile) noexcept {
  const auto *at = std::ranges::lower_bound(kNames, reason, {}, &Name::reason);
  if (at == std::end(kNames) || at->reason != reason) return "Unknown";
  const bool kubelet = rules_of(profile).wording == Wording::kKubelet && !at->kubelets.empty();
  return kubelet ? at->kubelets : at->ours;
}

}  // namespace koord
"""


def emit(interface, names):
    enum = names.enum_of_type("koord_reason")
    return {
        "src/base/reason.h": CXX + ENUM + "\n".join(_members(enum, names)) + "\n};\n\n}  // namespace koord\n",
        "src/wording/reason_name.cc": CXX + NAMES + "\n".join(_rows(enum, names)) + "\n" + END,
    }


def _member(enum, one, names):
    return "k" + camel(names.member(enum, one["name"]).lower())


def _members(enum, names):
    for one in enum["values"]:
        yield from wrapped(text_of(one), 100, "  // ")
        yield f"  {_member(enum, one, names)} = {one['value']},"


def _rows(enum, names):
    for one in sorted(enum["values"], key=lambda value: value["value"]):
        kubelets = names.reason_of_kubelet(one)
        row = f'    {{Reason::{_member(enum, one, names)}, "{names.reason(enum, one)}"'
        end = f', "{kubelets}"}},' if kubelets else "},"
        yield row + (end if len(row + end) <= 100 else end.replace(", ", ",\n     ", 1))
