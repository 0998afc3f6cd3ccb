"""The engine's reasons of refusal and their names. Their sentences are written by hand, in src/base."""

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
NAMES = """#include "base/profile_rules.h"
#include "base/refusal.h"

namespace koord {

std::string_view reason_name(Reason reason, Profile profile) noexcept {
  const bool kubelet = rules_of(profile).wording == Wording::kKubelet;
  switch (reason) {
"""
END = """  }
  return "Unknown";
}

}  // namespace koord
"""


def emit(interface, names):
    enum = names.enum_of_type("koord_reason")
    return {
        "src/base/reason.h": CXX + ENUM + "\n".join(_members(enum, names)) + "\n};\n\n}  // namespace koord\n",
        "src/base/reason_name.cc": CXX + NAMES + "\n".join(_cases(enum, names)) + "\n" + END,
    }


def _member(enum, one, names):
    return "k" + camel(names.member(enum, one["name"]).lower())


def _members(enum, names):
    for one in enum["values"]:
        yield from wrapped(text_of(one), 100, "  // ")
        yield f"  {_member(enum, one, names)} = {one['value']},"


def _cases(enum, names):
    for one in enum["values"]:
        text = f'"{names.reason(enum, one)}"'
        kubelets = names.reason_of_kubelet(one)
        yield f"    case Reason::{_member(enum, one, names)}:"
        yield f'      return {f"""kubelet ? "{kubelets}" : {text}""" if kubelets else text};'
