/* Imitates NVIDIA's management library on the machine named by the variable KOORD_FAKE_NVML, and
 * counts its initializations and shutdowns. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAKE __attribute__((visibility("default")))

enum {
  SUCCESS = 0,
  INVALID_ARGUMENT = 2,
  NOT_SUPPORTED = 3,
  NO_PERMISSION = 4,
  NOT_FOUND = 6,
  DRIVER_NOT_LOADED = 9,
  GPU_IS_LOST = 15,
  VERSION_MISMATCH = 18,
  UNKNOWN = 999
};
enum { LINKS = 36, MOST = 64 };

typedef struct {
  unsigned long long total, free, used;
} memory_info;
typedef struct {
  char bus_id_legacy[16];
  unsigned domain, bus, device, pci_device_id, pci_subsystem_id;
  char bus_id[32];
} pci_info;

static int inits, shutdowns;
static unsigned long long calls;

FAKE int fake_nvml_inits(void) { return inits; }
FAKE int fake_nvml_shutdowns(void) { return shutdowns; }
FAKE unsigned long long fake_nvml_calls(void) { return calls; }

static int is(const char *scenario) {
  const char *played = getenv("KOORD_FAKE_NVML");
  return strcmp(played == NULL ? "" : played, scenario) == 0;
}

static unsigned gpus(void) {
  if (is("none")) return 0;
  if (is("count")) return 65;
  if (is("count-wild")) return UINT32_MAX;
  if (is("most")) return MOST;
  if (is("pcie4")) return 4;
  if (is("pascal2") || is("pascal2-gone")) return 2;
  return 8;
}

/* A handle is an index plus one. */
static unsigned index_of(void *device) { return (unsigned)(uintptr_t)device - 1; }

static unsigned minor_of(unsigned gpu) {
  if (is("same-minor") && gpu == 5) return 2;
  if (is("shuffled")) return gpus() - 1 - gpu;
  return gpu;
}

static unsigned bus_of(unsigned gpu) {
  if (is("same-bus") && gpu == 5) gpu = 2;
  if (is("pascal2") || is("pascal2-gone")) return gpu == 0 ? 0x04 : 0x07;
  return is("most") ? 0x40 + gpu : 0x1b + 0x10 * gpu;
}

static int has_switches(void) { return is("nvswitch8") || is("nvswitch8-old"); }

/* Returns the NVLinks between two GPUs: two rings of four, with two links between opposite GPUs, and two
 * links between the rings. */
static unsigned links_between(unsigned a, unsigned b) {
  if (has_switches() || is("pcie4") || is("most") || a == b) return 0;
  if (gpus() == 2) return 4;
  if (is("one-sided") && a != 0) return 0;
  if (a / 4 == b / 4) return (a ^ b) == 3 ? 2 : 1;
  return (a ^ b) == 4 ? 2 : 0;
}

/* Returns the GPU at the other end of a link, or -1 if the link is down. */
static int remote_gpu(unsigned gpu, unsigned link) {
  for (unsigned other = 0, next = 0; other < gpus(); ++other) {
    next += links_between(gpu, other);
    if (link < next) return (int)other;
  }
  return -1;
}

static int is_lost(unsigned gpu) { return is("lost") && gpu == 3; }

static void fill_endless(char *text, unsigned size) { memset(text, 'x', size); }

static void write_bus_id(char *text, size_t size, unsigned bus) {
  snprintf(text, size, "00000000:%02X:00.0", bus);
}

FAKE int nvmlInit_v2(void) {
  ++inits;
  if (is("unloaded")) return DRIVER_NOT_LOADED;
  if (is("mismatch")) return VERSION_MISMATCH;
  if (is("denied")) return NO_PERMISSION;
  return SUCCESS;
}

FAKE int nvmlShutdown(void) {
  ++shutdowns;
  return SUCCESS;
}

FAKE int nvmlSystemGetDriverVersion(char *text, unsigned size) {
  ++calls;
  if (is("versionless")) return UNKNOWN;
  if (is("endless-version"))
    fill_endless(text, size);
  else
    snprintf(text, size, "%s", is("odd-version") ? "5\x01\xff,\"" : "570.124.06");
  return SUCCESS;
}

FAKE int nvmlDeviceGetCount_v2(unsigned *count) {
  ++calls;
  *count = gpus();
  return is("count-fails") ? UNKNOWN : SUCCESS;
}

FAKE int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device) {
  ++calls;
  *device = (void *)(uintptr_t)(index + 1);
  if ((is("gone") && index == 3) || (is("pascal2-gone") && index == 1)) return GPU_IS_LOST;
  if (is("gone-two") && (index == 3 || index == 6)) return UNKNOWN;
  if (is("null") && index == 3) *device = NULL;
  return index < gpus() ? SUCCESS : INVALID_ARGUMENT;
}

/* Instances of a GPU in MIG mode have handles of their own, above those of GPUs. */
enum { INSTANCES = 7, FIRST_INSTANCE = 1000 };

/* The names of profiles on one model. All models have eight memory slices: a profile of one slice
 * starts at 0 to 6, of two at even slices, of four at 0 and 4. */
typedef struct {
  const char *scenario, *model, *one, *media, *twice, *two, *three, *four, *seven;
} geometry;

static const geometry geometries[] = {
    {"mig-a100-40", "NVIDIA A100-SXM4-40GB", "1g.5gb", "1g.5gb+me", "1g.10gb", "2g.10gb", "3g.20gb",
     "4g.20gb", "7g.40gb"},
    {"mig-a100-80", "NVIDIA A100-SXM4-80GB", "1g.10gb", "1g.10gb+me", "1g.20gb", "2g.20gb",
     "3g.40gb", "4g.40gb", "7g.80gb"},
    {"mig-h100-80", "NVIDIA H100 80GB HBM3", "1g.10gb", "1g.10gb+me", "1g.20gb", "2g.20gb",
     "3g.40gb", "4g.40gb", "7g.80gb"},
    {"mig-gb200", "NVIDIA GB200", "1g.23gb", "1g.23gb+me", "1g.47gb", "2g.47gb", "3g.93gb",
     "4g.93gb", "7g.186gb"},
};

/* Variants of mig-a100-80 whose driver does not report everything, or contradicts itself. */
static const char *const variants[] = {"mig-unprivileged", "mig-overlap", "mig-wild-gi",
                                       "mig-wild-placement"};

static const geometry *geometry_of(void) {
  for (size_t i = 0; i < sizeof geometries / sizeof *geometries; ++i)
    if (is(geometries[i].scenario)) return &geometries[i];
  for (size_t i = 0; i < sizeof variants / sizeof *variants; ++i)
    if (is(variants[i])) return &geometries[1];
  return NULL;
}

typedef struct {
  const char *profile; /* NULL: no instance */
  unsigned gi, ci, start, size;
} mig_instance;

/* GPU 0 has seven instances, GPU 1 four of different profiles, GPU 2 one, and GPU 3 one GPU instance
 * with two compute instances beside others. */
static mig_instance instance_of(unsigned instance) {
  const geometry *g = geometry_of();
  const unsigned gpu = instance / INSTANCES, index = instance % INSTANCES;
  mig_instance out = {NULL, 0, 0, 0, 0};
  if (g == NULL) return out;
  if (gpu == 0) {
    const mig_instance small = {g->one, 7 + index, 0, index, 1};
    out = small;
  } else if (gpu == 1 && index < 4) {
    const mig_instance mixed[] = {{g->three, 2, 0, 4, 4},
                                  {g->two, 3, 0, 0, 2},
                                  {g->one, 9, 0, 2, 1},
                                  {g->media, 10, 0, 3, 1}};
    out = mixed[index];
  } else if (gpu == 2 && index == 0) {
    const mig_instance whole = {g->seven, 0, 0, 0, 8};
    out = whole;
  } else if (gpu == 3 && index < 4) {
    static char half[32];
    snprintf(half, sizeof half, "2c.%s", g->four);
    const mig_instance shared[] = {
        {half, 1, 0, 0, 4}, {half, 1, 1, 0, 4}, {g->twice, 13, 0, 6, 2}, {g->one, 11, 0, 4, 1}};
    out = shared[index];
  }
  if (is("mig-overlap") && gpu == 1 && index == 3) out.start = 2;
  if (is("mig-wild-gi") && gpu == 1 && index == 3) out.gi = UINT32_MAX;
  if (is("mig-wild-placement") && gpu == 1 && index == 3) out.start = UINT32_MAX;
  return out;
}

static int is_mig(void) {
  return geometry_of() != NULL || is("mig") || is("mig-old") || is("mig-bad") || is("mig-same");
}

static void write_instance_id(unsigned instance, char *text, unsigned size) {
  const unsigned gpu = instance / INSTANCES, index = instance % INSTANCES;
  if (is("mig-bad"))
    snprintf(text, size, "MIG-1,all");
  else if (is("mig-old"))
    snprintf(text, size, "MIG-GPU-%08x-1111-2222-3333-444444444444/%u/0", gpu, index + 1);
  else
    snprintf(text, size, "MIG-%08x-1111-2222-3333-%012x", gpu, is("mig-same") ? 1 : 9 - index);
}

FAKE int nvmlDeviceGetUUID(void *device, char *text, unsigned size) {
  const unsigned gpu = index_of(device);
  ++calls;
  if (gpu >= FIRST_INSTANCE) {
    write_instance_id(gpu - FIRST_INSTANCE, text, size);
    return SUCCESS;
  }
  if (is("endless-uuid") && gpu == 2)
    fill_endless(text, size);
  else if (is("bad-uuid") && gpu == 2)
    snprintf(text, size, "GPU-1,all\n");
  else
    snprintf(text, size, "GPU-%08x-1111-2222-3333-444444444444",
             is("same-uuid") && gpu == 5 ? 2 : gpu);
  return SUCCESS;
}

FAKE int nvmlDeviceGetMinorNumber(void *device, unsigned *minor) {
  ++calls;
  *minor = is("minor") && index_of(device) == 1 ? 4096 : minor_of(index_of(device));
  if (is("minor-lost") && index_of(device) == 1) return GPU_IS_LOST;
  return is("wsl") || (is("minorless") && index_of(device) == 1) ? NOT_SUPPORTED : SUCCESS;
}

FAKE int nvmlDeviceGetMemoryInfo(void *device, memory_info *memory) {
  const unsigned gpu = index_of(device);
  ++calls;
  if (is_lost(gpu)) return GPU_IS_LOST;
  if (is("middle") && gpu == 4) return UNKNOWN;
  if (is("integrated")) return NOT_SUPPORTED;
  memory->total = is("mixed") && gpu == 7 ? 42949672960ULL : 85899345920ULL;
  if (is("huge-memory") && gpu == 1) memory->total = UINT64_MAX;
  if (is("no-memory") && gpu == 1) memory->total = 0;
  return SUCCESS;
}

FAKE int nvmlDeviceGetName(void *device, char *text, unsigned size) {
  const unsigned gpu = index_of(device);
  ++calls;
  const char *model = is("mixed") && gpu == 7 ? "NVIDIA A100-PCIE-40GB"
                      : geometry_of() != NULL ? geometry_of()->model
                                              : "NVIDIA A100 SXM4 80GB";
  if (is("endless-name") && gpu == 2)
    fill_endless(text, size);
  else if (gpu >= FIRST_INSTANCE && geometry_of() != NULL)
    snprintf(text, size, "%s MIG %s", model, instance_of(gpu - FIRST_INSTANCE).profile);
  else
    snprintf(text, size, "%s", model);
  return SUCCESS;
}

FAKE int nvmlDeviceGetPciInfo_v3(void *device, pci_info *pci) {
  const unsigned gpu = index_of(device);
  ++calls;
  memset(pci, 0, sizeof *pci);
  pci->bus = bus_of(gpu);
  pci->pci_device_id = 0x20b210de;
  write_bus_id(pci->bus_id, sizeof pci->bus_id, pci->bus);
  if (is("bad-bus") && gpu == 2) snprintf(pci->bus_id, sizeof pci->bus_id, "../../etc");
  if (is("endless-bus") && gpu == 2) fill_endless(pci->bus_id, sizeof pci->bus_id);
  return SUCCESS;
}

FAKE int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending) {
  ++calls;
  if (!is_mig()) return NOT_SUPPORTED;
  *current = *pending = index_of(device) < (geometry_of() != NULL ? 4 : 1);
  return SUCCESS;
}

FAKE int nvmlDeviceGetMaxMigDeviceCount(void *device, unsigned *count) {
  (void)device;
  ++calls;
  *count = INSTANCES;
  return SUCCESS;
}

/* Without a geometry the first and the fourth of the seven possible instances exist. */
FAKE int nvmlDeviceGetMigDeviceHandleByIndex(void *device, unsigned index, void **instance) {
  const unsigned number = index_of(device) * INSTANCES + index;
  ++calls;
  if (geometry_of() != NULL ? index >= INSTANCES || instance_of(number).profile == NULL
                            : index % 3 != 0 || index > 3)
    return NOT_FOUND;
  *instance = (void *)(uintptr_t)(FIRST_INSTANCE + number + 1);
  return SUCCESS;
}

FAKE int nvmlDeviceGetGpuInstanceId(void *device, unsigned *id) {
  ++calls;
  if (geometry_of() == NULL) return NOT_SUPPORTED;
  *id = instance_of(index_of(device) - FIRST_INSTANCE).gi;
  return SUCCESS;
}

FAKE int nvmlDeviceGetComputeInstanceId(void *device, unsigned *id) {
  ++calls;
  if (geometry_of() == NULL) return NOT_SUPPORTED;
  *id = instance_of(index_of(device) - FIRST_INSTANCE).ci;
  return SUCCESS;
}

FAKE int nvmlDeviceGetGpuInstanceById(void *device, unsigned id, void **gpu_instance) {
  ++calls;
  if (is("mig-unprivileged")) return NO_PERMISSION;
  for (unsigned index = 0; index < INSTANCES; ++index) {
    const unsigned number = index_of(device) * INSTANCES + index;
    if (instance_of(number).profile == NULL || instance_of(number).gi != id) continue;
    *gpu_instance = (void *)(uintptr_t)(FIRST_INSTANCE + number + 1);
    return SUCCESS;
  }
  return NOT_FOUND;
}

typedef struct {
  void *device;
  unsigned id, profile_id, start, size;
} gpu_instance_info;

FAKE int nvmlGpuInstanceGetInfo(void *gpu_instance, gpu_instance_info *info) {
  const mig_instance instance = instance_of(index_of(gpu_instance) - FIRST_INSTANCE);
  ++calls;
  memset(info, 0, sizeof *info);
  info->id = instance.gi;
  info->start = instance.start;
  info->size = instance.size;
  return SUCCESS;
}

FAKE int nvmlDeviceGetTopologyCommonAncestor(void *first, void *second, unsigned *level) {
  const unsigned a = index_of(first), b = index_of(second);
  ++calls;
  if (is_lost(a) || is_lost(b)) return GPU_IS_LOST;
  if (is("most")) return NOT_SUPPORTED;
  *level = a / 2 == b / 2 ? 10 : a / 4 == b / 4 ? 30 : 50;
  if (is("odd-level")) *level = 17;
  return SUCCESS;
}

FAKE int nvmlDeviceGetNvLinkState(void *device, unsigned link, unsigned *active) {
  const unsigned gpu = index_of(device);
  ++calls;
  if (is_lost(gpu)) return GPU_IS_LOST;
  if (is("pcie4")) return NOT_SUPPORTED;
  if (link >= LINKS) return INVALID_ARGUMENT;
  *active = is("most") ? 1 : has_switches() ? link < 18 : remote_gpu(gpu, link) >= 0;
  return SUCCESS;
}

FAKE int nvmlDeviceGetNvLinkRemotePciInfo_v2(void *device, unsigned link, pci_info *pci) {
  ++calls;
  memset(pci, 0, sizeof *pci);
  pci->pci_device_id = has_switches() ? 0x22a310de : 0x20b210de;
  pci->bus = has_switches() ? 0x05 + link / 5 : 0;
  if (is("most")) {
    fill_endless(pci->bus_id, sizeof pci->bus_id);
    return SUCCESS;
  }
  if (!has_switches()) {
    const int other = remote_gpu(index_of(device), link);
    if (other < 0) return NOT_SUPPORTED;
    pci->bus = bus_of((unsigned)other);
  }
  write_bus_id(pci->bus_id, sizeof pci->bus_id, pci->bus);
  return SUCCESS;
}

FAKE int nvmlDeviceGetNvLinkRemoteDeviceType(void *device, unsigned link, unsigned *type) {
  (void)device;
  (void)link;
  ++calls;
  if (is("nvswitch8-old")) return NOT_SUPPORTED;
  *type = has_switches() ? 2 : 0;
  return SUCCESS;
}
