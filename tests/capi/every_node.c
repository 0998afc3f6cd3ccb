/* Part of every_function.c: what a node's agent uses. */
#include <stdio.h>
#include <string.h>

#include "every_function.h"

static void written(const koord_node *node) {
  koord_buffer *buffer = NULL;
  koord_node_state *state = NULL;
  koord_node_info info;
  koord_node_pod row;
  char text[8];
  uint64_t word = 0;
  OK(koord_node_to_annotation(node, KOORD_NODE_POD_CPU_ALLOCS, &buffer, &err));
  CHECK(strstr(koord_buffer_data(buffer), "\"uid\":\"u\"") != NULL);
  koord_buffer_free(buffer);
  OK(koord_node_nrt(node, &buffer, &err));
  CHECK(strstr(koord_buffer_data(buffer), "NodeResourceTopology") != NULL);
  koord_buffer_free(buffer);
  OK(koord_node_state_json(node, "boot", KOORD_NUL, &buffer, &err));
  OK(koord_node_state_save("every-node-state.json", KOORD_NUL, koord_buffer_data(buffer),
                           koord_buffer_size(buffer), &err));
  OK(koord_node_state_load("every-node-state.json", KOORD_NUL, &state, &err));
  koord_node_state_free(state);
  CHECK(remove("every-node-state.json") == 0);
  CHECK(koord_node_state_load("every-node-state.json", KOORD_NUL, &state, &err) ==
        KOORD_E_NOT_FOUND);
  CHECK(koord_node_state_save("/", KOORD_NUL, "{}", 2, &err) == KOORD_E_INVALID);
  OK(koord_node_state_read(koord_buffer_data(buffer), koord_buffer_size(buffer), &state, &err));
  koord_buffer_free(buffer);
  OK(koord_node_state_get_text(state, KOORD_NODE_TEXT_BOOT_ID, text, sizeof text, NULL, &err));
  CHECK(strcmp(text, "boot") == 0);
  koord_node_info_init(&info, sizeof info);
  OK(koord_node_state_get_info(state, &info, &err));
  CHECK(info.pods == 1);
  OK(koord_node_state_cpus(state, KOORD_NODE_EXCLUSIVE, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_node_state_find(state, "u", 1, "main", 4, &row, &word, 1, &err));
  CHECK(row.place == KOORD_PLACE_OWN && word == 1);
  koord_node_state_free(state);
  koord_node_state_free(NULL);
}

static void suppressed(const koord_node *node) {
  koord_suppress_usage usage;
  koord_suppression out;
  koord_suppress_usage_init(&usage, sizeof usage);
  koord_suppression_init(&out, sizeof out);
  OK(koord_node_suppress(node, &usage, NULL, NULL, 0, &out, &err));
  CHECK(out.cpus >= 1 && out.quota_us >= 2000);
}

void nodes(const koord_context *context, const koord_topology *topology) {
  static const char json[] =
      "{\"metadata\":{\"name\":\"p\",\"uid\":\"u\",\"labels\":{\"koordinator.sh/"
      "qosClass\":\"LSR\"},"
      "\"annotations\":{\"scheduling.koordinator.sh/"
      "resource-status\":\"{\\\"cpuset\\\":\\\"0\\\"}\"}},"
      "\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"limits\":{\"cpu\":\"1\","
      "\"memory\":\"1Gi\"}}}]}}";
  koord_node_options options;
  koord_node_info info;
  koord_node *node = NULL;
  koord_pod *pod = NULL;
  koord_node_pool pools[8];
  koord_node_pod row;
  uint64_t hash = 0, word = 0;
  uint32_t known = 0;
  size_t count = 0, length = 0;
  char arena[16];
  koord_node_options_init(&options, sizeof options);
  OK(koord_node_new(topology, &options, &node, &err));
  OK(koord_node_set_topology(node, topology, &err));
  OK(koord_node_set_object(node, context, "{\"metadata\":{\"name\":\"n\"}}", KOORD_NUL, &err));
  OK(koord_node_set_kubelet(node, context, "{\"cpuManagerPolicy\":\"none\"}", KOORD_NUL, NULL, 0,
                            &err));
  OK(koord_node_set_devices(node, context,
                            "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":"
                            "\"gpu\",\"minor\":0,\"health\":true}]}}",
                            KOORD_NUL, &err));
  OK(koord_node_set_devices(node, NULL, NULL, 0, &err));
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_node_set_pod(node, pod, &err));
  koord_pod_unref(pod);
  koord_node_info_init(&info, sizeof info);
  OK(koord_node_get_info(node, &info, &err));
  CHECK(info.pods == 1 && info.words == 1);
  OK(koord_node_hash(node, &hash, &err));
  CHECK(hash != 0);
  OK(koord_node_cpus(node, KOORD_NODE_EXCLUSIVE, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_node_pools(node, pools, sizeof pools[0], 8, &count, NULL, NULL, 0, &err));
  CHECK(count >= 1);
  OK(koord_node_pods(node, 0, &row, sizeof row, 1, &count, &word, 1, arena, sizeof arena, &length,
                     &err));
  CHECK(count == 1 && length == 1 && arena[0] == 'u' && row.place == KOORD_PLACE_OWN && word == 1);
  CHECK(strcmp(koord_place_name(row.place), "own") == 0);
  written(node);
  suppressed(node);
  hooks(node);
  OK(koord_node_remove_pod(node, "u", 1, &known, &err));
  CHECK(known == 1);
  koord_node_free(node);
  koord_node_free(NULL);
}
