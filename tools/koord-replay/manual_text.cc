#include "cli/manual.h"

namespace koordctl {
namespace {

constexpr const char *kDescription =
    R"(koord\-replay reads the nodes and pods of a recorded GPU cluster from CSV files. Pods arrive one after another;
each is placed by a policy, or dropped if it fits on no node. Pods never leave. The program shows how many GPUs are
in use at each level of demand: the GPUs that pods have requested so far, in percent of the cluster's GPUs.
.PP
The nodes file has the columns sn, cpu_milli, memory_mib, gpu and model. The pods file has the columns name,
cpu_milli, memory_mib, num_gpu, gpu_milli and, if pods require GPU models, gpu_spec ("A|B"). The arrivals file has
lines "seed:place,place,...", with indexes of pods in their file, from 0. Without it all pods arrive in random
order; then pods chosen at random arrive again.
.PP
All placements go through libkoord. koord\-replay keeps its own accounts, and ends with an error if a pod would get
the resources of another one.
)";

constexpr const char *kExitStatus = R"(.TP
0
Done.
.TP
2
The command line is invalid.
.TP
3
A file cannot be read, or is invalid.
.TP
4
Internal error.
)";

constexpr const char *kFiles = R"(.TP
.I fgd\-expected\-summary.csv
Published figures beside the pods file, unless
.B \-\-published
names others.
)";

}  // namespace

constinit const ManualText kManual = {kDescription, kExitStatus, kFiles, "", "koordctl(1)\n"};

}  // namespace koordctl
