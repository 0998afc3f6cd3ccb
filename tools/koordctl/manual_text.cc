#include "cli/manual.h"

namespace koordctl {
namespace {

constexpr const char *kDescription =
    R"(koordctl reads the topology of a machine and picks CPUs on it exactly as Koordinator or kubelet
would. Without options it reads this machine; with
.B \-\-from
it reads another one.
.PP
.B \-\-from
recognises by content: XML that lstopo(1) of hwloc 2 wrote; a NodeResourceTopology object, or the value of
its annotation node.koordinator.sh/cpu\-topology, as JSON or YAML; a directory with an exported sysfs (the
directory holds sys/, or one directory that does). Files are read up to 64 MiB, YAML up to 4 MiB;
files of API objects up to 256 MiB.
.PP
.B koordctl devices
reports GPUs and RDMA devices: on this machine it queries NVIDIA's driver library, if it is
installed.
.PP
.B koordctl simulate
schedules pods on the nodes of a cluster, which it reads from files in the format of kubectl(1);
.B koordctl explain
says why these nodes refuse a pod, and what would make it fit.
.B koordctl gang
places the pods of gangs at once, or none of them.
.B koordctl rebind
plans other CPUs for the pods of one node.
.B koordctl preempt
says which pods to evict so that a pod fits,
.B koordctl capacity
how many more pods fit, and
.B koordctl resize
whether a pod can grow on its node.
.PP
.B koordctl top
shows in the terminal which pods run where, on this machine or in a cluster of files, and reads its input again every
few seconds. Key ? lists the keys, and q ends it. Without a terminal it prints once.
.PP
.B koordctl kubelet admit
says which CPUs and memory a kubelet would give to the containers of pods, or why it would refuse a pod. The kubelet
is described by files.
.PP
.B koordctl node
decides which CPUs the pods of a node run on, from files with these pods;
.B apply
writes the result to control groups, and to the file that koord\-oci\-hook(8) reads. Only this command, and
.B kubelet\-state
with
.BR \-\-write ,
change anything on a machine.
.PP
.B koordctl node kubelet\-state
checks and repairs the files in which kubelet records the CPUs and memory of containers. A fault in them may keep
kubelet from starting.
.PP
CPU sets are lists in the format of Linux: 0\-3,8.
)";

constexpr const char *kExitStatus = R"(.TP
0
Done.
.TP
1
A request was refused: it does not fit under its policy.
.TP
2
The command line is invalid.
.TP
3
A file or the machine cannot be read, or is invalid.
.TP
4
Internal error.
)";

constexpr const char *kFiles = R"(.TP
.I /run/koord/node\-state.json
Which CPUs the pods of this node run on, written by
.B koordctl node apply
and
.BR koord\-agent (8).
)";

constexpr const char *kEnvironment = R"(.TP
.B NO_COLOR
If it is not empty, pictures have no colour, except with
.BR "\-\-color always" .
.TP
.B TERM
The type of the terminal for
.BR "koordctl top" ;
with dumb it prints once.
.TP
.B LC_ALL, LC_CTYPE, LANG
A locale without UTF\-8 makes text pictures ASCII.
.TP
.B HWLOC_*
Read by hwloc when it reads this machine; see hwloc(7). For a sysfs directory koordctl sets its own values.
)";

constexpr const char *kSeeAlso =
    "koord\\-replay(1), koord\\-oci\\-hook(8), lstopo(1), lscpu(1), numactl(8), hwloc(7), "
    "cgroups(7)\n";

}  // namespace

constinit const ManualText kManual = {kDescription, kExitStatus, kFiles, kEnvironment, kSeeAlso};

}  // namespace koordctl
