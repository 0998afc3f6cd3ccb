/* An old caller: compiled against the header of the baseline, linked with the library of today. It calls at least one
 * function of every part of koord.h and looks at what comes back, through structs and rows of the sizes that it was
 * compiled with. */
#include "old_caller.h"

koord_error err;

int intact(const unsigned char *guard) {
  int i;
  for (i = 0; i < kGuard; ++i)
    if (guard[i] != kPattern) return 0;
  return 1;
}

static int remarks;
static void remark(void *user, int32_t level, const char *message, size_t length) {
  CHECK(user == &remarks && level >= KOORD_LOG_LEVEL_INFO && message != NULL && length > 0);
  ++remarks;
}

/* Two sockets of two cores of two threads. */
static koord_topology *rows(void) {
  koord_cpu row[8];
  koord_topology *topology = NULL;
  int i;
  memset(row, 0, sizeof row);
  for (i = 0; i < 8; ++i) {
    row[i].cpu = i;
    row[i].core = i / 2;
    row[i].socket = row[i].numa_node = row[i].l3 = i / 4;
    row[i].kernel_core = -1;
  }
  OK(koord_topology_from_rows(row, sizeof row[0], 8, "x86_64", KOORD_NUL, &topology, &err));
  return topology;
}

int main(void) {
  static const char odd[] = "{\"detail\":[{\"id\":0,\"node\":0},{\"id\":1,\"node\":1}]}";
  koord_context *context = NULL;
  koord_topology *topology = NULL, *strange = NULL;

  CHECK(koord_version() >> 16 == KOORD_VERSION_MAJOR);
  CHECK((koord_version() & 0xFFFF) >= (KOORD_VERSION_MINOR << 8 | KOORD_VERSION_PATCH));
  CHECK(koord_version_string()[0] != '\0');
  CHECK(strcmp(koord_status_get_name(KOORD_E_STALE), "stale") == 0);
  CHECK(koord_topology_from_synthetic(NULL, "nonsense", KOORD_NUL, &strange, &err) ==
        KOORD_E_INVALID);
  CHECK(strange == NULL && err.code == KOORD_E_INVALID && err.message[0] != '\0');

  OK(koord_context_new(&context, &err));
  koord_context_set_log(context, remark, &remarks);
  OK(koord_topology_from_annotation(context, odd, KOORD_NUL, &strange, &err));
  CHECK(remarks == 1);
  koord_topology_unref(strange);

  topology = rows();
  machine(context, topology);
  kubelet(context, topology);
  cluster(context, topology);
  node(context, topology);
  koord_topology_unref(topology);
  koord_context_free(context);
  puts("old_caller: every part of the interface answers as it did");
  return 0;
}
