/* What the parts of capi_c99_test share. */
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

/* A machine of two CPUs. */
void nodes(const koord_context *context, const koord_topology *topology);
/* A cluster whose node 1 has room for the pod "u", which is not on it. */
void planners(koord_cluster *cluster, const koord_context *context, const koord_pod *pod);
/* A machine of 8 CPUs. */
void kubelets(const koord_context *context, const koord_topology *topology);
/* Need nothing. */
void cgroups(void);
void numa_merges(void);
/* Of a node with the pod "u" on CPU 0. */
void hooks(const koord_agent *node);

void devices(const koord_context *context, const koord_topology *topology);
void nrt_match(const koord_context *context);
/* Of node 1, "n". */
void cluster_devices(koord_cluster *cluster);
/* A pod of 4 CPUs that has CPU 1; the caller owns it. */
koord_pod *built_pod(const koord_context *context);
/* Of the node "n"; its number. */
uint32_t built_node(koord_cluster *cluster);
uint32_t built_topology(koord_cluster *cluster, const koord_context *context,
                        const koord_topology *machine);
uint32_t built_devices(koord_cluster *cluster);
void built_for_agent(koord_agent *agent);
