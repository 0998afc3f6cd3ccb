// koord_topology_from_rows with rows of any numbers and any stride: refused, or a machine about
// which everything can be asked.
#include <algorithm>
#include <cstring>
#include <vector>

#include "bytes.h"
#include "handles.h"
#include "topology_checks.h"

using namespace koord::fuzz;

namespace {

// Mostly small, so that CPUs meet on cores, nodes and sockets.
int32_t read_number(Bytes &in, int32_t usual) {
  switch (in.u8() % 16) {
    case 0:
      return -1;
    case 1:
      return static_cast<int32_t>(in.u32());
    case 2:
      return static_cast<int32_t>(in.u16());
    case 3:
      return INT32_MAX - in.u8() % 3;
    case 4:
      return in.u8();
    default:
      return usual;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  const size_t stride =
      in.between(0, 7) == 1 ? static_cast<size_t>(in.between(0, 80)) : sizeof(koord_cpu);
  const int smt = in.between(1, 8);
  const int cores = in.between(1, 16);
  std::vector<koord_cpu> rows;
  while (!in.empty() && rows.size() < 600) {
    const auto i = static_cast<int32_t>(rows.size());
    koord_cpu row{i, i / smt, i / smt / cores / 2, i / smt / cores, i / smt / cores, 0, -1, 0};
    const uint8_t changed = in.u8();
    const auto change = [&](int bit, int32_t &field) {
      if ((changed >> bit & 1) != 0) field = read_number(in, field);
    };
    change(0, row.cpu);
    change(1, row.core);
    change(2, row.socket);
    change(3, row.numa_node);
    change(4, row.l3);
    change(5, row.kernel_core);
    change(6, row.kind);
    rows.push_back(row);
  }
  std::vector<unsigned char> bytes(stride * rows.size());  // exactly what may be read
  for (size_t i = 0; i < rows.size() && stride > 0; ++i)
    std::memcpy(bytes.data() + i * stride, &rows[i], std::min(stride, sizeof rows[i]));
  const auto machine = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_rows(reinterpret_cast<const koord_cpu *>(bytes.data()), stride,
                                    rows.size(), "aarch64", KOORD_NUL, out, err);
  });
  if (machine != nullptr) check_topology(machine.get());
  return 0;
}
