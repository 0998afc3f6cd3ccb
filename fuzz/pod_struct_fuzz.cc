// koord_pod_from_struct with rows of any numbers and any stride: refused, or a pod about which everything can
// be asked.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "bytes.h"
#include "handles.h"
#include "object_checks.h"

using namespace koord::fuzz;

namespace {

constexpr std::string_view kArena = "cpumemoryhugepages-2Mix/gpuwebdefault";

// Mostly a word of the arena.
void read_text(Bytes &in, uint32_t &offset, uint32_t &length) {
  constexpr uint32_t kWords[][2] = {{0, 3}, {3, 6}, {9, 13}, {22, 5}, {27, 3}, {30, 7}, {0, 0}};
  const size_t which = in.u8() % 16;
  if (which < std::size(kWords)) {
    offset = kWords[which][0];
    length = kWords[which][1];
  } else if (which < 15) {
    offset = in.u8() % 30;
    length = in.u8() % 8;
  } else {
    offset = in.u32();
    length = in.u32();
  }
}

int32_t read_number(Bytes &in, int32_t count) {
  return in.u8() % 16 == 0 ? static_cast<int32_t>(in.u32()) : in.u8() % count;
}

int64_t read_amount(Bytes &in) {
  switch (in.u8() % 8) {
    case 0:
      return -1;
    case 1:
      return static_cast<int64_t>(in.u64());
    case 2:
      return INT64_MAX - in.u8();
    default:
      return static_cast<int64_t>(in.u16());
  }
}

// Rows `stride` bytes apart in exactly the memory that may be read.
template <typename Row>
std::vector<unsigned char> spread(const std::vector<Row> &rows, size_t stride) {
  std::vector<unsigned char> bytes(stride * rows.size());
  for (size_t i = 0; i < rows.size() && stride > 0; ++i)
    std::memcpy(bytes.data() + i * stride, &rows[i], std::min(stride, sizeof rows[i]));
  return bytes;
}

template <typename Row>
const Row *start(const std::vector<unsigned char> &bytes) {
  return reinterpret_cast<const Row *>(bytes.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.flags = static_cast<uint32_t>(read_number(in, 2));
  spec.qos = read_number(in, 6);
  spec.priority_class = read_number(in, 5);
  spec.priority = static_cast<int32_t>(in.u16());
  spec.required_bind = read_number(in, 4);
  spec.preferred_bind = read_number(in, 4);
  spec.exclusive = read_number(in, 4);
  spec.numa_policy = read_number(in, 5);
  spec.numa_exclusive = read_number(in, 3);
  read_text(in, spec.name_offset, spec.name_length);
  read_text(in, spec.namespace_offset, spec.namespace_length);
  read_text(in, spec.uid_offset, spec.uid_length);
  read_text(in, spec.node_offset, spec.node_length);
  const size_t odd_stride = static_cast<size_t>(in.between(0, 80));
  const int odd = in.between(0, 15);  // which of the two arrays has it, if any

  std::vector<koord_container> containers(static_cast<size_t>(in.between(0, 7)));
  for (koord_container &row : containers) {
    row.kind = read_number(in, 3);
    row.reserved = 0;
    read_text(in, row.name_offset, row.name_length);
  }
  std::vector<koord_resource> resources;
  while (!in.empty() && resources.size() < 200) {
    koord_resource row{read_amount(in), read_amount(in), 0, 0, 0, 0};
    row.container = read_number(in, static_cast<int32_t>(containers.size()) + 3) - 3;
    if (row.container == KOORD_RESOURCE_SCOPE_NUMA_NODE) row.numa_node = read_number(in, 4);
    read_text(in, row.name_offset, row.name_length);
    resources.push_back(row);
  }
  const size_t container_stride = odd == 1 ? odd_stride : sizeof(koord_container);
  const size_t resource_stride = odd == 2 ? odd_stride : sizeof(koord_resource);
  const auto container_bytes = spread(containers, container_stride);
  const auto resource_bytes = spread(resources, resource_stride);
  const uint64_t word = spec.priority % 3 == 0 ? static_cast<uint64_t>(spec.priority) : 0;
  const auto pod = make<PodPtr>([&](koord_pod **out, koord_error *err) {
    return koord_pod_from_struct(&spec, kArena.data(), kArena.size(),
                                 start<koord_container>(container_bytes), container_stride,
                                 containers.size(), start<koord_resource>(resource_bytes),
                                 resource_stride, resources.size(), &word, 1, out, err);
  });
  if (pod != nullptr) check_pod(pod.get());
  return 0;
}
