/* Part of every_function.c: NUMA hints and their merge. */
#include <string.h>

#include "every_function.h"

void numa_merges(void) {
  koord_numa_options options;
  koord_numa_place places[2];
  koord_numa_hint hints[2];
  koord_numa_hint_list list;
  koord_numa_hint_list_info listed;
  koord_numa_hints *numa_hints = NULL, *same = NULL;
  koord_numa_merged merged;
  char text[128];
  size_t needed = 1, count = 0, length = 0;
  memset(places, 0, sizeof places);
  places[1].numa_node = 1;
  memset(hints, 0, sizeof hints);
  hints[0].nodes = 2;
  hints[1].nodes = 1;
  hints[0].flags = hints[1].flags = KOORD_NUMA_HINT_PREFERRED;
  list = KOORD_INIT(koord_numa_hint_list);
  OK(koord_numa_hints_new(&numa_hints, &err));
  OK(koord_numa_hints_set_nodes(numa_hints, places, sizeof places[0], 2, NULL, &err));
  OK(koord_numa_hints_add_list(numa_hints, &list, "cpu", 3, hints, sizeof hints[0], 2, &err));
  OK(koord_numa_hints_clone(numa_hints, &same, &err));
  OK(koord_numa_hints_reset(numa_hints, &err));
  OK(koord_numa_hints_get_nodes(numa_hints, places, sizeof places[0], 2, &count, &err));
  CHECK(count == 0);
  koord_numa_hints_free(numa_hints);
  OK(koord_numa_hints_get_nodes(same, places, sizeof places[0], 2, &count, &err));
  CHECK(count == 2 && places[1].numa_node == 1);
  OK(koord_numa_hints_get_lists(same, &listed, sizeof listed, 1, &count, &err));
  CHECK(count == 1 && listed.hint_count == 2 && listed.name_length == 3);
  CHECK(memcmp(koord_numa_hints_get_texts(same, &length) + listed.name_offset, "cpu", 3) == 0);
  CHECK(length == 3);
  OK(koord_numa_hints_get_hints(same, 0, hints, sizeof hints[0], 2, &count, &err));
  CHECK(count == 2 && hints[1].nodes == 1);
  options = KOORD_INIT(koord_numa_options);
  options.policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  OK(koord_numa_merge(&options, same, &merged, text, sizeof text, &needed, &err));
  koord_numa_hints_free(same);
  CHECK(merged.nodes == 1 && (merged.flags & KOORD_NUMA_MERGED_ADMIT) != 0);
  CHECK(text[0] == '\0' && needed == 0);
}
