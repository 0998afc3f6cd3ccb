/* libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions, which hold for every function unless it says otherwise:
 *
 * - Calls that can fail return koord_status and take a nullable, caller-owned koord_error last; it is
 *   written only on failure. On failure nothing is changed, and an `out` handle is set to NULL.
 * - A request that does not fit is not a failure: the call returns KOORD_OK and fills a koord_refusal.
 * - Handles end with _free or _close (one owner), or with _unref (immutable, counted: any thread). All accept NULL.
 * - Any function may be called from any thread. Functions that take a `const X *` may run at the same
 *   time on one X; all others but _unref require exclusive access. The library starts no thread, keeps no global
 *   state, prints nothing, reads no environment variable (discovery: hwloc reads its own) and is safe
 *   to fork between calls.
 * - Structs that cross hold no pointers and grow only at their end. Zero is the default of every field.
 *   Structs that start with `struct_size` are set up by KOORD_INIT, or as `{sizeof x}` with all else zero;
 *   fields that a library does not know must be zero.
 *   Arrays of rows come with a stride: the caller's sizeof of one row, at most 4096.
 * - Strings go in as (pointer, length); KOORD_NUL as length means NUL-terminated. UTF-8, no NUL inside.
 * - KOORD_NUL is a length of such texts alone: of arrays and arenas, and as a stride, it and any other number that no
 *   array in memory can have are refused (INVALID, or LIMIT where the function has a lower bound), whatever the pointer.
 * - CPU sets are arrays of 64-bit words: bit b of word w is CPU 64 * w + b. Ids are below
 *   KOORD_MAX_CPUS. koord_topology_info.words says how many words a machine needs; more are accepted.
 * - Sets of numbers may grow: treat an unknown status as KOORD_E_INTERNAL, and expect reasons and
 *   objects that a newer library knows.
 */
#ifndef KOORD_H_
#define KOORD_H_

#include "koord/agent.h"
#include "koord/base.h"
#include "koord/cgroup.h"
#include "koord/cluster.h"
#include "koord/cpu.h"
#include "koord/device_builder.h"
#include "koord/hook.h"
#include "koord/kubelet.h"
#include "koord/kubelet_setup.h"
#include "koord/node_builder.h"
#include "koord/nrt_builder.h"
#include "koord/numa.h"
#include "koord/pod.h"
#include "koord/pod_builder.h"
#include "koord/policy.h"
#include "koord/refusal.h"
#include "koord/topology.h"

/* What may still change, docs/abi.md. */
#ifdef KOORD_EXPERIMENTAL
#include "koord/capacity.h"
#include "koord/device.h"
#include "koord/explanation.h"
#include "koord/gang.h"
#include "koord/gpu.h"
#include "koord/kubelet_files.h"
#include "koord/nrt.h"
#include "koord/plan.h"
#include "koord/preemption.h"
#include "koord/rebind.h"
#include "koord/render.h"
#include "koord/reservation.h"
#endif

#endif /* KOORD_H_ */
