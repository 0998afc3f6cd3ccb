// The I/O objects of an hwloc export: bridges, PCI devices and their operating system names.
#pragma once

#include "probe/xml_scanner.h"
#include "probe/xml_writer.h"

namespace koord::probe {

// Each writes the attributes of the <object> that was just opened, after its type. They throw
// kInvalid with the attribute.
void write_pci_attributes(const XmlScanner &in, XmlWriter &out);
void write_os_device_attributes(const XmlScanner &in, XmlWriter &out);

// Writes the whole opening tag of a bridge. Writes nothing and returns false if the bridge does not
// state what it connects; its devices then move up.
bool open_bridge(const XmlScanner &in, XmlWriter &out);

// Returns true for an <info> of an OS device that is kept: the state of a port ("Port1State").
bool is_port_state(std::string_view name);

}  // namespace koord::probe
