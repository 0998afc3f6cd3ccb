// Every machine of the test data, written as JSON and read
// again, loses nothing that koord.h exposes.
#include <algorithm>
#include <filesystem>

#include "capi/capi_support.h"
#include "support/shared_data.h"

namespace koord::testing {
namespace {

BufferPtr json_of(const koord_topology *topology) {
  koord_buffer *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_to_json(topology, &out, &err), KOORD_OK) << err.message;
  return BufferPtr(out);
}

// Returns all rows of a call, as bytes.
template <typename Row, typename Call>
std::string all_rows(Call &&call) {
  size_t count = 0;
  call(nullptr, size_t{0}, &count);
  std::vector<Row> rows(count);
  EXPECT_EQ(call(rows.data(), count, &count), KOORD_OK);
  return {reinterpret_cast<const char *>(rows.data()), count * sizeof(Row)};
}

std::string all_devices(const koord_topology *topology) {
  size_t count = 0;
  koord_topology_get_devices(topology, nullptr, sizeof(koord_pci_device), 0, &count, nullptr);
  std::vector<koord_pci_device> rows(count);
  EXPECT_EQ(koord_topology_get_devices(topology, rows.data(), sizeof(koord_pci_device), count,
                                       &count, nullptr),
            KOORD_OK);
  size_t length = 0;
  const char *texts = koord_topology_get_texts(topology, &length);
  return std::string(reinterpret_cast<const char *>(rows.data()), count * sizeof rows[0]) +
         std::string(texts, length);
}

std::string whole_set(const koord_topology *topology, koord_cpuset_kind kind, uint32_t id) {
  uint64_t words[KOORD_MAX_CPUS / 64];
  const koord_status status = koord_topology_get_cpuset(topology, kind, static_cast<int32_t>(id),
                                                        words, std::size(words), nullptr);
  return status == KOORD_OK ? std::string(reinterpret_cast<const char *>(words), sizeof words) : "";
}

// Returns the results of all queries in koord.h.
std::vector<std::string> answers_of(const koord_topology *topology) {
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  EXPECT_EQ(koord_topology_get_info(topology, &info, nullptr), KOORD_OK);
  std::vector<std::string> out = {std::string(reinterpret_cast<const char *>(&info), sizeof info)};
  out.push_back(all_rows<koord_cpu>([&](koord_cpu *rows, size_t capacity, size_t *count) {
    return koord_topology_get_cpus(topology, rows, sizeof *rows, capacity, count, nullptr);
  }));
  out.push_back(all_rows<koord_numa_node>([&](koord_numa_node *rows, size_t capacity,
                                              size_t *count) {
    return koord_topology_get_numa_nodes(topology, rows, sizeof *rows, capacity, count, nullptr);
  }));
  out.push_back(
      all_rows<koord_hugepages>([&](koord_hugepages *rows, size_t capacity, size_t *count) {
        return koord_topology_get_hugepages(topology, rows, sizeof *rows, capacity, count, nullptr);
      }));
  out.push_back(all_rows<uint32_t>([&](uint32_t *values, size_t capacity, size_t *count) {
    return koord_topology_get_distances(topology, values, capacity, count, nullptr);
  }));
  out.push_back(all_devices(topology));
  const uint32_t ids = 1 + std::max({info.cores, info.l3s, info.devices, 1024u});
  for (koord_cpuset_kind kind = KOORD_CPUSET_KIND_ALL; kind <= KOORD_CPUSET_KIND_DEVICE; ++kind)
    for (uint32_t id = 0; id < ids; ++id) {
      out.push_back(whole_set(topology, kind, id));
      if (kind <= KOORD_CPUSET_KIND_DISALLOWED) break;  // the id is ignored
    }
  koord_buffer *buffer = nullptr;
  EXPECT_EQ(koord_topology_to_annotation(topology, &buffer, nullptr), KOORD_OK);
  out.push_back(text_of(BufferPtr(buffer).get()));
  EXPECT_EQ(koord_topology_to_nrt(topology, nullptr, "n", 1, &buffer, nullptr), KOORD_OK);
  out.push_back(text_of(BufferPtr(buffer).get()));
  koord_device_report *report = nullptr;
  EXPECT_EQ(koord_device_report_new(nullptr, 0, &report, nullptr), KOORD_OK);
  EXPECT_EQ(koord_device_report_to_json(report, topology, "n", 1, &buffer, nullptr), KOORD_OK);
  koord_device_report_free(report);
  out.push_back(text_of(BufferPtr(buffer).get()));
  return out;
}

void expect_to_come_back(const TopologyPtr &topology, const std::string &name) {
  ASSERT_NE(topology, nullptr) << name;
  const BufferPtr json = json_of(topology.get());
  koord_topology *read = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_topology_from_json(nullptr, koord_buffer_get_data(json.get()),
                                     koord_buffer_get_length(json.get()), &read, &err),
            KOORD_OK)
      << name << ": " << err.message;
  const TopologyPtr again(read);
  EXPECT_EQ(text_of(json_of(read).get()), text_of(json.get())) << name;
  EXPECT_TRUE(answers_of(read) == answers_of(topology.get())) << name;
}

TopologyPtr from_xml(const std::string &path, uint32_t flags) {
  const std::string xml = read_file(path);
  koord_topology *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_from_hwloc_xml(nullptr, flags, xml.data(), xml.size(), &out, &err),
            KOORD_OK)
      << path << ": " << err.message;
  return TopologyPtr(out);
}

int machines_in(const std::string &directory) {
  int found = 0;
  for (const auto &entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() != ".xml") continue;
    ++found;
    for (const uint32_t flags : {0u, uint32_t{KOORD_TOPOLOGY_ONLY_ALLOWED}})
      expect_to_come_back(from_xml(entry.path(), flags), entry.path().filename());
  }
  return found;
}

TEST(FromJson, EveryMachineOfTheProjectComesBack) {
  EXPECT_GE(machines_in(KOORD_SOURCE_DIR "/tests/data/machines"), 3);
  EXPECT_GE(machines_in(KOORD_SOURCE_DIR "/examples"), 1);
}

TEST(FromJson, EverySharedMachineComesBack) {
  KOORD_NEED_SHARED(shared);
  EXPECT_GE(machines_in(shared + "/machines"), 17);
}

TEST(FromJson, EverySourceComesBack) {
  koord_topology *out = nullptr;
  for (const uint32_t flags : {0u, uint32_t{KOORD_TOPOLOGY_ONLY_ALLOWED}}) {
    ASSERT_EQ(koord_topology_discover(nullptr, flags, &out, nullptr), KOORD_OK);
    expect_to_come_back(TopologyPtr(out), "this machine");
  }
  for (const char *text : {"pu:1", "pack:2 numa:2 l3:2 core:3 pu:2", "numa:4 core:2 pu:8"})
    expect_to_come_back(synthetic(text), text);
  expect_to_come_back(from_rows(machine_rows(2, 4, 2), "an architecture\n\xc3\xa9"), "rows");
  ASSERT_EQ(koord_topology_from_annotation(
                nullptr, R"({"detail":[{"id":9,"core":4,"node":3},{"id":3,"core":4}]})", KOORD_NUL,
                &out, nullptr),
            KOORD_OK);
  expect_to_come_back(TopologyPtr(out), "an annotation");
  const TopologyPtr server = from_xml(KOORD_SOURCE_DIR "/examples/two-socket-server.xml", 0);
  koord_buffer *nrt = nullptr;
  ASSERT_EQ(koord_topology_to_nrt(server.get(), nullptr, "n", 1, &nrt, nullptr), KOORD_OK);
  const BufferPtr owner(nrt);
  ASSERT_EQ(koord_topology_from_nrt(nullptr, koord_buffer_get_data(nrt), KOORD_NUL, &out, nullptr),
            KOORD_OK);
  expect_to_come_back(TopologyPtr(out), "a NodeResourceTopology");
}

TEST(FromJson, NamesTheArgumentOrField) {
  koord_topology *out = reinterpret_cast<koord_topology *>(0x10);
  EXPECT_FAILS(koord_topology_from_json(nullptr, nullptr, 5, &out, &err), KOORD_E_INVALID,
               "json: is NULL");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(koord_topology_from_json(nullptr, "{}", 2, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_topology_from_json(nullptr, "{}", 2, &out, &err), KOORD_E_INVALID,
               "Topology.apiVersion: missing");
  EXPECT_FAILS(koord_topology_from_json(nullptr, R"({"detail":[{"id":0}]})", KOORD_NUL, &out, &err),
               KOORD_E_INVALID, "Topology.apiVersion");
  const std::string large((size_t{64} << 20) + 1, ' ');
  EXPECT_FAILS(koord_topology_from_json(nullptr, large.data(), large.size(), &out, &err),
               KOORD_E_LIMIT, "67108865 bytes");
}

}  // namespace
}  // namespace koord::testing
