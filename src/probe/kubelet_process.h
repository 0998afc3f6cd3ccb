// Whether a kubelet runs on this machine.
#pragma once

#include <string>

namespace koord::probe {

// The lowest number of a process that is a kubelet, by its name or its program, or 0. Programs with
// a kubelet inside (k3s, kubelite) count. `proc_root` is where proc is mounted, "/proc"; processes
// of other PID namespaces cannot be seen. Throws kIo where it cannot be read.
int find_kubelet(const std::string &proc_root);

}  // namespace koord::probe
