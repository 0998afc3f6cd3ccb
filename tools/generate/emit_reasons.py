"""Writes the engine's refusal reasons and their names.

Their facts, in src/base/reason_facts.cc, and their sentences, in src/wording, are handwritten.
"""

from comments import text_of
from marks import made_from
from names import camel
from prose import wrapped

MARK = f"// {made_from('include/koord/refusal.h')}\n"
ENUM = """// Reasons for refusals: the numbers of koord_reason.
#pragma once

#include <cstdint>

namespace koord {

enum class Reason : int32_t {
"""
LIST = """
};
// All reasons, in order.
inline constexpr Reason kReasons[] = {
"""
LIST_END = """
};

}  // namespace koord
"""
NAMES = """// Names of the reasons.
#pragma once

#include <string_view>

#include "base/generated/reason.h"

namespace koord {

struct ReasonName {
  Reason reason;
  std::string_view ours;
  std::string_view kubelets = {};  // empty if it is the same
};
// Ascending by number.
inline constexpr ReasonName kReasonNames[] = {
"""
NAMES_END = """
};

}  // namespace koord
"""


def emit(interface, names):
    enum = names.enum_of_type("koord_reason")
    return {
        "src/base/generated/reason.h": MARK + ENUM + "\n".join(_members(enum, names)) + LIST + "\n".join(_list(enum, names)) + LIST_END,
        "src/wording/generated/reason_names.h": MARK + NAMES + "\n".join(_rows(enum, names)) + NAMES_END,
    }


def _member(enum, one, names):
    return "k" + camel(names.member(enum, one["name"]).lower())


def _members(enum, names):
    for one in enum["values"]:
        yield from wrapped(text_of(one), 100, "  // ")
        yield f"  {_member(enum, one, names)} = {one['value']},"


def _list(enum, names):
    for one in enum["values"]:
        yield f"    Reason::{_member(enum, one, names)},"


def _rows(enum, names):
    for one in sorted(enum["values"], key=lambda value: value["value"]):
        kubelets = names.reason_of_kubelet(one)
        row = f'    {{Reason::{_member(enum, one, names)}, "{names.reason(enum, one)}"'
        end = f', "{kubelets}"}},' if kubelets else "},"
        yield row + (end if len(row + end) <= 100 else end.replace(", ", ",\n     ", 1))
