/* Part of every_function.c: calls of a node's agent. */
#include <stdio.h>
#include <string.h>

#include "every_function.h"

static void written(koord_agent *node) {
  koord_buffer *buffer = NULL;
  koord_agent_state *state = NULL;
  koord_agent_info info;
  koord_agent_pod row;
  const char *texts = NULL;
  char text[8];
  size_t count = 0, length = 0;
  uint64_t word = 0;
  OK(koord_agent_to_annotation(node, KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "\"uid\":\"u\"") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_agent_to_nrt(node, &buffer, &err));
  CHECK(strstr(koord_buffer_get_data(buffer), "NodeResourceTopology") != NULL);
  koord_buffer_unref(buffer);
  OK(koord_agent_to_json(node, "boot", KOORD_NUL, &buffer, &err));
  OK(koord_agent_state_save("every-node-state.json", KOORD_NUL, koord_buffer_get_data(buffer),
                            koord_buffer_get_length(buffer), &err));
  OK(koord_agent_state_load("every-node-state.json", KOORD_NUL, &state, &err));
  koord_agent_state_unref(state);
  CHECK(remove("every-node-state.json") == 0);
  CHECK(koord_agent_state_load("every-node-state.json", KOORD_NUL, &state, &err) ==
        KOORD_E_NOT_FOUND);
  CHECK(koord_agent_state_save("/", KOORD_NUL, "{}", 2, &err) == KOORD_E_INVALID);
  OK(koord_agent_state_from_json(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer),
                                 &state, &err));
  koord_buffer_unref(buffer);
  OK(koord_agent_state_get_text(state, KOORD_AGENT_TEXT_BOOT_ID, text, sizeof text, NULL, &err));
  CHECK(strcmp(text, "boot") == 0);
  info = KOORD_INIT(koord_agent_info);
  OK(koord_agent_state_get_info(state, &info, &err));
  CHECK(info.pods == 1);
  OK(koord_agent_state_get_cpus(state, KOORD_AGENT_CPUSET_EXCLUSIVE, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_agent_set_state(node, state, &err));
  OK(koord_agent_state_find_container(state, "u", 1, "main", 4, &row, sizeof row, &err));
  CHECK(row.place == KOORD_AGENT_PLACE_EXCLUSIVE && row.container_length == 0);
  OK(koord_agent_state_get_pods(state, 0, &row, sizeof row, 1, &count, &err));
  CHECK(count == 1 && row.place == KOORD_AGENT_PLACE_EXCLUSIVE && row.cpus == 1);
  CHECK(strcmp(koord_agent_place_get_name(row.place), "exclusive") == 0);
  texts = koord_agent_state_get_texts(state, &length);
  CHECK(length == 1 && row.uid_length == 1 && texts[row.uid_offset] == 'u');
  OK(koord_agent_state_get_pod_cpus(state, row.row, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_agent_state_get_pod_numa_nodes(state, row.row, &word, 1, &err));
  CHECK(word == 0);
  koord_agent_state_unref(state);
  koord_agent_state_unref(NULL);
}

static void suppressed(koord_agent *node) {
  const uint64_t some = 3;
  koord_suppress_usage usage;
  koord_suppression out;
  usage = KOORD_INIT(koord_suppress_usage);
  out = KOORD_INIT(koord_suppression);
  OK(koord_agent_suppress(node, &usage, NULL, NULL, 0, &out, &err));
  CHECK(out.cpus >= 1 && out.quota_us >= 2000);
  OK(koord_agent_restrict_best_effort(node, &some, 1, &err));
}

void nodes(const koord_context *context, const koord_topology *topology) {
  static const char json[] =
      "{\"metadata\":{\"name\":\"p\",\"uid\":\"u\",\"labels\":{\"koordinator.sh/"
      "qosClass\":\"LSR\"},"
      "\"annotations\":{\"scheduling.koordinator.sh/"
      "resource-status\":\"{\\\"cpuset\\\":\\\"0\\\"}\"}},"
      "\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"limits\":{\"cpu\":\"1\","
      "\"memory\":\"1Gi\"}}}]}}";
  koord_agent_options options;
  koord_agent_info info;
  koord_agent *node = NULL;
  koord_pod *pod = NULL;
  koord_agent_pool pools[8];
  uint64_t hash = 0, word = 0;
  uint32_t known = 0;
  size_t count = 0;
  options = KOORD_INIT(koord_agent_options);
  OK(koord_agent_new(context, topology, &options, &node, &err));
  OK(koord_agent_set_topology(node, topology, &err));
  built_for_agent(node);
  OK(koord_agent_set_node(node, "{\"metadata\":{\"name\":\"n\"}}", KOORD_NUL, &err));
  OK(koord_agent_set_kubelet(node, NULL, &err));
  OK(koord_agent_set_devices(node,
                             "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":"
                             "\"gpu\",\"minor\":0,\"health\":true}]}}",
                             KOORD_NUL, &err));
  OK(koord_agent_set_devices(node, NULL, 0, &err));
  OK(koord_pod_from_json(context, json, KOORD_NUL, &pod, &err));
  OK(koord_agent_set_pod(node, pod, &err));
  koord_pod_unref(pod);
  info = KOORD_INIT(koord_agent_info);
  OK(koord_agent_get_info(node, &info, &err));
  CHECK(info.pods == 1 && info.words == 1);
  OK(koord_agent_get_hash(node, &hash, &err));
  CHECK(hash != 0);
  OK(koord_agent_get_cpus(node, KOORD_AGENT_CPUSET_EXCLUSIVE, &word, 1, &err));
  CHECK(word == 1);
  OK(koord_agent_get_pools(node, pools, sizeof pools[0], 8, &count, &err));
  CHECK(count >= 1);
  OK(koord_agent_get_pool_cpus(node, 0, KOORD_AGENT_CPUSET_EXCLUSIVE, &word, 1, &err));
  CHECK(word == 1);
  written(node);
  suppressed(node);
  hooks(node);
  OK(koord_agent_remove_pod(node, "u", 1, &known, &err));
  CHECK(known == 1);
  koord_agent_free(node);
  koord_agent_free(NULL);
}
