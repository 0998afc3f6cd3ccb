// Finds a running kubelet on this machine.
#pragma once

#include <string>

namespace koord::probe {

// Returns the lowest id of a process that is a kubelet, by its name or its program, or 0 if there
// is none. Programs that contain a kubelet (k3s, kubelite) count. proc_root: mount point of proc,
// "/proc". Processes of other PID namespaces are not visible. Throws kIo if it cannot be read.
int find_kubelet(const std::string &proc_root);

}  // namespace koord::probe
