/* libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions. They hold for every function unless its comment says otherwise:
 *
 * - A call that can fail returns koord_status and takes a koord_error as its last parameter. The
 *   caller owns the koord_error; it may be NULL, and is written only on failure. A failed call
 *   changes nothing and sets its `out` handle to NULL.
 * - A request that does not fit is not a failure: the call returns KOORD_OK and fills a
 *   koord_refusal.
 * - Release a handle with its _free or _close function (it has one owner), or with its _unref
 *   function (it is immutable and reference-counted, for any thread). All of them accept NULL.
 * - Any function may be called from any thread. Functions that take a `const X *` may run at the
 *   same time on one X; all others except _unref require exclusive access. The library starts no
 *   thread, keeps no global state, prints nothing and reads no environment variable (hwloc reads
 *   its own during discovery). It is safe to fork between calls.
 * - Public structs hold no pointers and grow only at their end. Zero is the default of every field.
 *   Set up a struct that starts with `struct_size` by KOORD_INIT, or as `{sizeof x}` with all other
 *   fields zero. Fields that the loaded library does not know must be zero.
 *   An array of rows comes with a stride: the caller's sizeof of one row, at most 4096.
 * - Input strings are (pointer, length) pairs of UTF-8 without NUL inside. KOORD_NUL as the length
 *   means that the string is NUL-terminated.
 * - KOORD_NUL is valid only as the length of such a string. As the length of an array or arena, or
 *   as a stride, it is refused, and so is any other number that no array in memory can have,
 *   whatever the pointer: INVALID, or LIMIT where the function has a lower bound.
 * - CPU sets are arrays of 64-bit words: bit b of word w is CPU 64 * w + b. CPU ids are below
 *   KOORD_MAX_CPUS. koord_topology_info.words is the number of words that a machine needs; more
 *   words are accepted.
 * - Enumerations may grow. Treat an unknown status as KOORD_E_INTERNAL, and expect reasons and
 *   objects that only a newer library defines.
 */
#ifndef KOORD_H_
#define KOORD_H_

#include "koord/agent.h"
#include "koord/base.h"
#include "koord/cgroup.h"
#include "koord/cluster.h"
#include "koord/cpu.h"
#include "koord/hook.h"
#include "koord/kubelet.h"
#include "koord/kubelet_setup.h"
#include "koord/numa.h"
#include "koord/pod.h"
#include "koord/policy.h"
#include "koord/refusal.h"
#include "koord/topology.h"

/* Experimental headers: they may still change (docs/embed/abi.md). */
#ifdef KOORD_EXPERIMENTAL
#include "koord/experimental/capacity.h"
#include "koord/experimental/device.h"
#include "koord/experimental/device_builder.h"
#include "koord/experimental/dra.h"
#include "koord/experimental/explanation.h"
#include "koord/experimental/gang.h"
#include "koord/experimental/gpu.h"
#include "koord/experimental/kubelet_files.h"
#include "koord/experimental/node_builder.h"
#include "koord/experimental/nrt.h"
#include "koord/experimental/nrt_builder.h"
#include "koord/experimental/objects.h"
#include "koord/experimental/plan.h"
#include "koord/experimental/pod_builder.h"
#include "koord/experimental/preemption.h"
#include "koord/experimental/rebind.h"
#include "koord/experimental/render.h"
#include "koord/experimental/reservation.h"
#include "koord/experimental/suppress.h"
#endif

#endif /* KOORD_H_ */
