#include "topology_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "handles.h"
#include "probe/xml_scanner.h"
#include "wire/json/json.h"

namespace koord::fuzz {
namespace {

// What is made of larger machines takes too long to try many.
constexpr uint32_t kMaxWrittenCpus = 1024;
constexpr uint32_t kMaxDrawnCpus = 512;
constexpr size_t kMaxNrt = size_t{16} << 20;

koord_topology_info info_of(const koord_topology *topology) {
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  koord_error err{};
  check_result(koord_topology_get_info(topology, &info, &err), err);
  return info;
}

CpuSet set_of(const koord_topology *topology, koord_cpuset_kind kind, int32_t id) {
  std::vector<uint64_t> words(info_of(topology).words);
  koord_error err{};
  const koord_status status =
      koord_topology_get_cpuset(topology, kind, id, words.data(), words.size(), &err);
  FUZZ_CHECK_WITH(status == KOORD_OK, err.message);
  return CpuSet::from_words(words);
}

// Rows of a call that ends in (rows, stride, capacity, count): first how many, then exactly those.
template <typename Row, typename Call>
std::vector<Row> rows_of(Call &&call) {
  size_t count = 0;
  koord_error err{};
  const koord_status status = call(nullptr, size_t{0}, &count, &err);
  FUZZ_CHECK((status == KOORD_OK) == (count == 0));
  FUZZ_CHECK(status == KOORD_OK || status == KOORD_E_NO_SPACE);
  check_result(status, err);
  std::vector<Row> rows(count);
  if (count != 0) FUZZ_CHECK(call(rows.data(), rows.size(), &count, &err) == KOORD_OK);
  FUZZ_CHECK(count == rows.size());
  return rows;
}

std::vector<koord_cpu> cpus_of(const koord_topology *topology) {
  return rows_of<koord_cpu>([&](koord_cpu *rows, size_t n, size_t *count, koord_error *e) {
    return koord_topology_get_cpus(topology, rows, sizeof *rows, n, count, e);
  });
}

std::vector<koord_numa_node> nodes_of(const koord_topology *topology) {
  return rows_of<koord_numa_node>(
      [&](koord_numa_node *rows, size_t n, size_t *count, koord_error *e) {
        return koord_topology_get_numa_nodes(topology, rows, sizeof *rows, n, count, e);
      });
}

// The sets of `kind` numbered 0 to count - 1 share no CPU; returns all of them together.
CpuSet union_of(const koord_topology *topology, koord_cpuset_kind kind, uint32_t count) {
  CpuSet seen;
  for (uint32_t id = 0; id < count; ++id) {
    const CpuSet set = set_of(topology, kind, static_cast<int32_t>(id));
    FUZZ_CHECK(!set.intersects(seen));
    seen |= set;
  }
  return seen;
}

void check_cpu_row(const koord_cpu &row, const koord_topology_info &info) {
  FUZZ_CHECK(row.cpu >= 0 && row.cpu < KOORD_MAX_CPUS);
  FUZZ_CHECK(row.core >= 0 && row.socket >= 0 && row.numa_node >= -1 && row.kernel_core >= -1);
  FUZZ_CHECK(row.l3 >= -1 && row.l3 < static_cast<int32_t>(info.l3s));
  FUZZ_CHECK(row.core_index >= 0 && row.core_index < static_cast<int32_t>(info.cores));
  FUZZ_CHECK(row.kind >= 0);
}

void check_devices(const koord_topology *topology) {
  const CpuSet all = set_of(topology, KOORD_CPUSET_KIND_ALL, 0);
  size_t count = 0;
  koord_topology_get_devices(topology, nullptr, sizeof(koord_pci_device), 0, &count, nullptr);
  FUZZ_CHECK(count == info_of(topology).devices);
  std::vector<koord_pci_device> rows(count);
  FUZZ_CHECK(koord_topology_get_devices(topology, rows.data(), sizeof(koord_pci_device), count,
                                        &count, nullptr) == KOORD_OK);
  size_t length = 0;
  const char *texts = koord_topology_get_texts(topology, &length);
  const std::string_view arena(texts, length);
  for (size_t i = 0; i < count; ++i) {
    const auto text = [&](uint32_t offset, uint32_t length) {
      FUZZ_CHECK(offset <= arena.size() && length <= arena.size() - offset);
      return arena.substr(offset, length);
    };
    check_line(text(rows[i].bus_id_offset, rows[i].bus_id_length));
    check_text(text(rows[i].names_offset, rows[i].names_length), "");
    FUZZ_CHECK(rows[i].numa_node >= -1);
    FUZZ_CHECK(
        set_of(topology, KOORD_CPUSET_KIND_DEVICE, static_cast<int32_t>(i)).is_subset_of(all));
  }
}

void check_json(std::string_view text) {
  wire::JsonLimits limits;
  limits.bytes = text.size();
  limits.values = text.size();
  FUZZ_CHECK(wire::JsonDocument::parse(text, "document", limits).root().is_object());
}

BufferPtr json_of(const koord_topology *topology) {
  return make<BufferPtr>([&](koord_buffer **out, koord_error *err) {
    return koord_topology_to_json(topology, out, err);
  });
}

void check_json_document(const koord_topology *topology) {
  const BufferPtr json = json_of(topology);
  FUZZ_CHECK(json != nullptr);
  check_json(text_of(json));
  const auto read = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_json(checked_log(), koord_buffer_get_data(json.get()),
                                    koord_buffer_get_length(json.get()), out, err);
  });
  FUZZ_CHECK_WITH(read != nullptr, text_of(json));
  FUZZ_CHECK_WITH(text_of(json_of(read.get())) == text_of(json), text_of(json));
}

BufferPtr annotation_of(const koord_topology *topology) {
  return make<BufferPtr>([&](koord_buffer **out, koord_error *err) {
    return koord_topology_to_annotation(topology, out, err);
  });
}

BufferPtr nrt_of(const koord_topology *topology, koord_status *status) {
  return make<BufferPtr>(
      [&](koord_buffer **out, koord_error *err) {
        return koord_topology_to_nrt(topology, nullptr, "node", KOORD_NUL, out, err);
      },
      status);
}

void check_annotation(const koord_topology *topology) {
  const BufferPtr annotation = annotation_of(topology);
  FUZZ_CHECK(annotation != nullptr);
  check_json(text_of(annotation));
  const auto read = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_annotation(checked_log(), koord_buffer_get_data(annotation.get()),
                                          koord_buffer_get_length(annotation.get()), out, err);
  });
  FUZZ_CHECK(read != nullptr);
  FUZZ_CHECK(text_of(annotation_of(read.get())) == text_of(annotation));
}

TopologyPtr read_nrt(const BufferPtr &nrt) {
  auto read = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(checked_log(), koord_buffer_get_data(nrt.get()),
                                   koord_buffer_get_length(nrt.get()), out, err);
  });
  FUZZ_CHECK_WITH(read != nullptr, text_of(nrt));
  return read;
}

// Whether some NUMA node has more huge pages than memory: an object has what fits, in bytes.
bool has_too_many_pages(const koord_topology *topology) {
  const auto pages =
      rows_of<koord_hugepages>([&](koord_hugepages *rows, size_t n, size_t *count, koord_error *e) {
        return koord_topology_get_hugepages(topology, rows, sizeof *rows, n, count, e);
      });
  for (const koord_numa_node &node : nodes_of(topology)) {
    uint64_t left = node.memory_bytes;
    for (const koord_hugepages &row : pages) {
      if (row.numa_node != node.numa_node || row.pages == 0) continue;
      if (row.page_bytes > left / row.pages) return true;
      left -= row.page_bytes * row.pages;
    }
  }
  return false;
}

// What is written of a topology read from an object is what was written first. The first time, CPUs
// without a NUMA node become node 0's, and pages that the memory does not have are gone.
void check_nrt(const koord_topology *topology) {
  koord_status status = KOORD_OK;
  BufferPtr nrt = nrt_of(topology, &status);
  // Memory of 2^63 bytes and more has no quantity.
  if (nrt == nullptr) {
    FUZZ_CHECK(status == KOORD_E_INVALID || status == KOORD_E_LIMIT);
    return;
  }
  check_json(text_of(nrt));
  if (text_of(nrt).size() > kMaxNrt) return;
  const auto cpus = cpus_of(topology);
  if (has_too_many_pages(topology) ||
      std::any_of(cpus.begin(), cpus.end(), [](const auto &row) { return row.numa_node < 0; }))
    nrt = nrt_of(read_nrt(nrt).get(), &status);
  FUZZ_CHECK(nrt != nullptr);
  const BufferPtr again = nrt_of(read_nrt(nrt).get(), &status);
  FUZZ_CHECK(again != nullptr);
  FUZZ_CHECK_WITH(text_of(again) == text_of(nrt), text_of(nrt));
}

// The devices that a report finds are devices to those who read it.
void check_report(const koord_topology *topology) {
  koord_status status = KOORD_OK;
  const auto report = make<BufferPtr>(
      [&](koord_buffer **out, koord_error *err) {
        koord_device_report *made = nullptr;
        koord_status found = koord_device_report_new(checked_log(), 0, &made, err);
        if (found == KOORD_OK)
          found = koord_device_report_to_json(made, topology, "node", KOORD_NUL, out, err);
        koord_device_report_free(made);
        return found;
      },
      &status);
  if (report == nullptr) {
    FUZZ_CHECK(status == KOORD_E_LIMIT);
    return;
  }
  check_json(text_of(report));
  const auto offered = make<BufferPtr>([&](koord_buffer **out, koord_error *err) {
    return koord_device_get_node_resources(checked_log(), koord_buffer_get_data(report.get()),
                                           koord_buffer_get_length(report.get()), 0, out, err);
  });
  FUZZ_CHECK_WITH(offered != nullptr, text_of(report));
  check_json(text_of(offered));
}

void check_well_formed(std::string_view xml) {
  probe::XmlScanner scanner(xml);
  while (scanner.next() != probe::XmlScanner::Event::kEnd) {
  }
}

}  // namespace

void check_sets(const koord_topology *topology) {
  const koord_topology_info info = info_of(topology);
  const CpuSet all = set_of(topology, KOORD_CPUSET_KIND_ALL, 0);
  FUZZ_CHECK(all.count() == static_cast<int>(info.cpus) && info.cpus > 0);
  FUZZ_CHECK(!set_of(topology, KOORD_CPUSET_KIND_OFFLINE, 0).intersects(all));
  set_of(topology, KOORD_CPUSET_KIND_DISALLOWED, 0);
  FUZZ_CHECK(union_of(topology, KOORD_CPUSET_KIND_CORE, info.cores) == all);
  FUZZ_CHECK(union_of(topology, KOORD_CPUSET_KIND_L3, info.l3s).is_subset_of(all));
  CpuSet seen;
  for (const koord_numa_node &node : nodes_of(topology)) {
    const CpuSet own = set_of(topology, KOORD_CPUSET_KIND_NUMA_NODE, node.numa_node);
    const CpuSet local = set_of(topology, KOORD_CPUSET_KIND_NUMA_NODE_LOCAL, node.numa_node);
    FUZZ_CHECK(own.count() == static_cast<int>(node.cpus) && !own.intersects(seen));
    FUZZ_CHECK(own.is_subset_of(local) && local.is_subset_of(all));
    seen |= own;
  }
}

void check_rows(const koord_topology *topology) {
  const koord_topology_info info = info_of(topology);
  const std::vector<koord_cpu> rows = cpus_of(topology);
  FUZZ_CHECK(rows.size() == info.cpus);
  for (size_t i = 0; i < rows.size(); ++i) {
    check_cpu_row(rows[i], info);
    FUZZ_CHECK(i == 0 || rows[i - 1].cpu < rows[i].cpu);
    FUZZ_CHECK(set_of(topology, KOORD_CPUSET_KIND_SOCKET, rows[i].socket).contains(rows[i].cpu));
    if (rows[i].numa_node >= 0)
      FUZZ_CHECK(
          set_of(topology, KOORD_CPUSET_KIND_NUMA_NODE, rows[i].numa_node).contains(rows[i].cpu));
  }
  const std::vector<koord_numa_node> nodes = nodes_of(topology);
  FUZZ_CHECK(nodes.size() == info.numa_nodes);
  for (size_t i = 1; i < nodes.size(); ++i) FUZZ_CHECK(nodes[i - 1].numa_node < nodes[i].numa_node);
  rows_of<koord_hugepages>([&](koord_hugepages *out, size_t n, size_t *count, koord_error *e) {
    return koord_topology_get_hugepages(topology, out, sizeof *out, n, count, e);
  });
  const auto distances =
      rows_of<uint32_t>([&](uint32_t *out, size_t n, size_t *count, koord_error *e) {
        return koord_topology_get_distances(topology, out, n, count, e);
      });
  FUZZ_CHECK(distances.empty() || distances.size() == nodes.size() * nodes.size());
  check_devices(topology);

  // The rows say all there is to say about CPUs.
  const auto copy = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(), "", 0, out, err);
  });
  FUZZ_CHECK(copy != nullptr);
  const std::vector<koord_cpu> copied = cpus_of(copy.get());
  FUZZ_CHECK(copied.size() == rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    FUZZ_CHECK(copied[i].cpu == rows[i].cpu && copied[i].core == rows[i].core &&
               copied[i].socket == rows[i].socket && copied[i].numa_node == rows[i].numa_node &&
               copied[i].l3 == rows[i].l3 && copied[i].core_index == rows[i].core_index &&
               copied[i].kernel_core == rows[i].kernel_core && copied[i].kind == rows[i].kind);
}

void check_documents(const koord_topology *topology) {
  check_json_document(topology);
  check_annotation(topology);
  check_nrt(topology);
  check_report(topology);
}

void check_pictures(const koord_topology *topology) {
  koord_picture_options options = KOORD_INIT(koord_picture_options);
  options.flags = KOORD_PICTURE_DEVICES;
  for (const koord_picture_format format : {KOORD_PICTURE_FORMAT_TEXT, KOORD_PICTURE_FORMAT_SVG}) {
    options.format = format;
    const auto picture = make<BufferPtr>([&](koord_buffer **out, koord_error *err) {
      return koord_topology_draw(topology, &options, nullptr, out, err);
    });
    FUZZ_CHECK(picture != nullptr);
    check_text(text_of(picture), "\n");
    if (format == KOORD_PICTURE_FORMAT_SVG) check_well_formed(text_of(picture));
  }
}

void check_topology(const koord_topology *topology) {
  check_rows(topology);
  check_sets(topology);
  const uint32_t cpus = info_of(topology).cpus;
  if (cpus <= kMaxWrittenCpus) check_documents(topology);
  if (cpus <= kMaxDrawnCpus) check_pictures(topology);
}

}  // namespace koord::fuzz
