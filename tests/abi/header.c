/* Includes koord.h first and alone, and uses it as a first program would. Also compiled as C++. */
#include "koord.h"

int header_compiles(void);
int header_compiles(void) {
  koord_error err;
  koord_cpu_request request;
  koord_kubelet_request kubelet_request;
  koord_numa_options numa_options;
  koord_topology_info info;
  koord_topology *topology = NULL;
  koord_status status;
  request = KOORD_INIT(koord_cpu_request);
  kubelet_request = KOORD_INIT(koord_kubelet_request);
  numa_options = KOORD_INIT(koord_numa_options);
  info = KOORD_INIT(koord_topology_info);
  status = koord_topology_from_synthetic(NULL, "pu:2", KOORD_NUL, &topology, &err);
  koord_topology_unref(topology);
  return status == KOORD_OK && request.struct_size + kubelet_request.struct_size +
                                       numa_options.struct_size + info.struct_size !=
                                   0
             ? 0
             : 1;
}
