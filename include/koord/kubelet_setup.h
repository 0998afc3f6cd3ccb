/* What a kubelet is configured with, and what it finds when it starts.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_KUBELET_SETUP_H_
#define KOORD_KUBELET_SETUP_H_

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A kubelet's configuration, its state files and the containers on its node: an input of
 *  koord_kubelet_new, koord_topology_to_nrt, koord_agent_set_kubelet and of the calls that check
 *  and repair its files. They read it and keep nothing of it. One that nothing was set in is
 *  kubelet's defaults, and no files. */
typedef struct koord_kubelet_setup koord_kubelet_setup;

/** A setup in which nothing is set. `context` may be NULL and may be dropped: the setup keeps
 *  the log function that it has now, for remarks on a configuration; what that function uses
 *  must stay valid as long as the setup. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_new(KOORD_NULLABLE const koord_context *context,
                                               koord_kubelet_setup **out, koord_error *err);
KOORD_API void koord_kubelet_setup_free(koord_kubelet_setup *setup);
/** Makes it as new. Errors: INVALID. */
KOORD_API koord_status koord_kubelet_setup_reset(koord_kubelet_setup *setup, koord_error *err);

/** The configuration: a KubeletConfiguration or the answer of /configz (JSON; length 0:
 *  kubelet's defaults). What is odd in it but usable is remarked on.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB or 2^20 values, nested deeper than 64),
 *  NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_set_config(koord_kubelet_setup *setup,
                                                      KOORD_DOCUMENT const char *kubelet_config,
                                                      size_t length, koord_error *err);
/** The text of cpu_manager_state, which is copied, and read by the calls that use it: they say
 *  what is wrong in it. Not set: there is no such file. Length 0: the file is empty. For
 *  koord_kubelet_check and koord_kubelet_repair_cpus that is damage, which stops kubelet; all
 *  others take it for no file.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Those calls' LIMIT: 2^20
 *  values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods. */
KOORD_API koord_status koord_kubelet_setup_set_cpu_state(koord_kubelet_setup *setup,
                                                         KOORD_DOCUMENT const char *cpu_state,
                                                         size_t length, koord_error *err);
/** The text of memory_manager_state, likewise: for koord_kubelet_check and
 *  koord_kubelet_repair_memory an empty file is damage, for koord_kubelet_new it is none; others
 *  do not read it.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Those calls' LIMIT: 2^20
 *  values in maps and lists. */
KOORD_API koord_status koord_kubelet_setup_set_memory_state(koord_kubelet_setup *setup,
                                                            KOORD_DOCUMENT const char *memory_state,
                                                            size_t length, koord_error *err);
/** A pod that is on the node, or one container of it: for calls that check and repair files.
 *
 *  uid   the pod's.
 *  name  the container's; name_length 0: this is about the pod alone.
 *  id    the container's, as the runtime has it; id_length 0: not known. Files of version 1 know
 *        nothing else of a container. The last one with an id counts.
 *
 *  Errors: INVALID (uid is empty, an id without name, a text longer than 1,024 bytes or not
 *  UTF-8), LIMIT (65,536 are there), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_add_container(koord_kubelet_setup *setup,
                                                         const char *uid, size_t uid_length,
                                                         const char *name, size_t name_length,
                                                         const char *id, size_t id_length,
                                                         koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_KUBELET_SETUP_H_ */
