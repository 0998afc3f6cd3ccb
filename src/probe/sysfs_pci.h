// Properties of PCI devices that Linux's sysfs has and hwloc lacks.
#pragma once

#include <string>
#include <vector>

namespace koord::probe {

// SR-IOV functions of a device. A physical function may have virtual ones.
struct PciFunctions {
  bool known = false;                          // sysfs has the device
  bool is_virtual = false;                     // it is a virtual function itself
  std::vector<std::string> virtual_functions;  // bus ids, ascending
};

// root: the directory with sys/ ("/" for this machine). Throws kLimit for more than 4096
// virtual functions.
PciFunctions read_pci_functions(const std::string &root, const std::string &bus_id);

// Returns the first line of a file of sysfs, or an empty string if there is none.
std::string first_line(const std::string &path);

// Returns the NUMA node that the kernel reports for a PCI device, or -1 if it reports none.
int read_numa_node(const std::string &root, const std::string &bus_id);

// Returns the character devices of an RDMA device on this bus id, by name below /dev/infiniband:
// "issm0", "umad0", "uverbs0"; ascending. Throws kLimit for more than 64.
std::vector<std::string> read_rdma_nodes(const std::string &root, const std::string &bus_id);

}  // namespace koord::probe
