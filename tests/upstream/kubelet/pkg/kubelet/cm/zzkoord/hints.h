/* Rows for the C entry points in hints.cc. Sets of NUMA nodes: bit i is node i. All calls return -1
 * on errors. */
#ifndef ZZ_HINTS_H_
#define ZZ_HINTS_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zz_hint {
  uint64_t nodes;
  int32_t preferred;
} zz_hint;

/* Accounts of the memory manager. Amounts: one row of kinds for each node. */
typedef struct zz_memory {
  size_t nodes, kinds;
  const uint64_t *page_bytes; /* by kind; 0: memory */
  const uint64_t *allocatable;
  uint64_t *reserved, *free;
  int64_t *assignments; /* by node */
  uint64_t *groups;     /* by node */
} zz_memory;

/* An amount of one kind of memory, for a request without nodes. */
typedef struct zz_block {
  uint64_t nodes, page_bytes, bytes;
} zz_block;

typedef struct zz_cpu {
  int32_t cpu, core, socket, node;
  int32_t available, reusable;
} zz_cpu;

typedef struct zz_device {
  uint64_t nodes;
  int32_t available, reusable;
} zz_device;

/* Return the number of hints. `out` has room for all sets of nodes. */
int zz_memory_hints(const zz_memory *memory, size_t reusable_count, const zz_block *reusable,
                    size_t request_count, const zz_block *requests, zz_hint *out);
int zz_cpu_hints(size_t cpu_count, const zz_cpu *cpus, int wanted, int align_by_socket,
                 zz_hint *out);
int zz_device_hints(size_t device_count, const zz_device *devices, uint64_t nodes, int64_t units,
                    zz_hint *out);

/* Returns 1 if the memory manager must not allocate from these nodes. */
int zz_memory_breaks_groups(const zz_memory *memory, uint64_t nodes);
/* Takes the block's bytes from its nodes. */
int zz_memory_book(zz_memory *memory, zz_block block);

#ifdef __cplusplus
}
#endif
#endif /* ZZ_HINTS_H_ */
