/* Declarations shared by the parts of capi_c99_test. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "koord.h"

extern koord_error err;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition, \
              err.message);                                                           \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)
#define OK(call) CHECK((call) == KOORD_OK)

/* For a machine with two CPUs. */
void nodes(const koord_context *context, const koord_topology *topology);
/* For a cluster whose node 1 has room for the pod "u", which is not on it. */
void planners(koord_cluster *cluster, const koord_context *context, const koord_pod *pod);
/* For a machine with 8 CPUs. */
void kubelets(const koord_context *context, const koord_topology *topology);
/* Without inputs. */
void cgroups(void);
void numa_merges(void);
void dra(void);
/* For a node with the pod "u" on CPU 0. */
void hooks(const koord_agent *node);

void devices(const koord_context *context, const koord_topology *topology);
void nrt_match(const koord_context *context);
/* For node 1, "n". */
void cluster_devices(koord_cluster *cluster);
/* Returns a pod with 4 CPUs that holds CPU 1; the caller owns it. */
koord_pod *built_pod(const koord_context *context);
/* Sets the node "n" and returns its number. */
uint32_t built_node(koord_cluster *cluster);
uint32_t built_topology(koord_cluster *cluster, const koord_context *context,
                        const koord_topology *machine);
uint32_t built_devices(koord_cluster *cluster);
void built_for_agent(koord_agent *agent);
