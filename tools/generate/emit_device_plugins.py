"""Writes the table of device plugins' resources for the engine and for Go. Its source is src/base/device_plugins.toml."""

import fnmatch
import pathlib
import tomllib

from marks import made_from
from problem import Problem

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "src/base/device_plugins.toml"
MARK = f"// {made_from('src/base/device_plugins.toml')}\n"
TYPES = ("gpu", "rdma", "fpga")
CXX = """// Resources of device plugins.
#pragma once

#include <string_view>

namespace koord {

// A resource of a device plugin.
struct DevicePlugin {
  std::string_view resource;  // "*" stands for any text
  std::string_view type;
  bool parts;  // counts parts of devices
};
inline constexpr DevicePlugin kDevicePlugins[] = {
"""
CXX_END = """};

}  // namespace koord
"""
GO = """
package objects

// DevicePlugin is a resource of a device plugin.
type DevicePlugin struct {
	Resource string // "*" stands for any text
	Type     string // of its devices in Device objects
	Vendor   string // by the label gpu-vendor; "" if any
	Core     string // percentage that the node agent reports for each device; "" if it needs a description of them
}

// DevicePlugins lists the resources of device plugins whose devices Device objects have under other names.
var DevicePlugins = []DevicePlugin{
"""


def emit(_interface, _names):
    rows = tomllib.loads(SOURCE.read_text(encoding="utf-8"))["plugin"]
    _check(rows)
    return {
        "src/base/generated/device_plugins.h": MARK + CXX + "".join(_row(row) for row in rows) + CXX_END,
        "kubernetes/objects/z_device_plugins.go": MARK + GO + "".join(_go_row(row) for row in rows) + "}\n",
    }


def _check(rows):
    for at, row in enumerate(rows):
        name = row.get("resource", "")
        if unknown := row.keys() - {"resource", "type", "vendor", "core", "parts"}:
            raise Problem(f"{SOURCE.name}: {name}: unknown member {min(unknown)}")
        if "/" not in name or "*" in name.split("/")[0]:
            raise Problem(f'{SOURCE.name}: found {name!r}, expected a resource with a group, and "*" only after it')
        if not isinstance(row.get("parts", False), bool):
            raise Problem(f"{SOURCE.name}: {name}: parts: found {row['parts']!r}, expected true or false")
        if row.get("type") not in TYPES:
            raise Problem(f"{SOURCE.name}: {name}: found type {row.get('type')!r}, expected one of {', '.join(TYPES)}")
        if any(fnmatch.fnmatchcase(name, before["resource"]) for before in rows[:at]):
            raise Problem(f"{SOURCE.name}: {name} never applies, because a row before it covers it")


def _row(row):
    return f'    {{"{row["resource"]}", "{row["type"]}", {str(row.get("parts", False)).lower()}}},\n'


def _go_row(row):
    members = {name: row.get(name.lower()) for name in ("Resource", "Type", "Vendor", "Core")}
    return "\t{" + ", ".join(f'{name}: "{value}"' for name, value in members.items() if value) + "},\n"
