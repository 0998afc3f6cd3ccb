// Copies the elements of an hwloc export that follow the object tree: NUMA distances, memory
// attributes, CPU kinds.
#include <algorithm>
#include <charconv>
#include <vector>

#include "base/error.h"
#include "probe/xml_parts.h"
#include "topology/topology.h"

namespace koord::probe {
namespace {

using Event = XmlScanner::Event;

constexpr uint64_t kFromOsOrUser = 1 | 2;  // bits of hwloc_distances_kind_e
constexpr uint64_t kMeansLatency = 4;
constexpr int kMaxKinds = 256;
constexpr int kMaxKindInfos = 32;

// Appends the numbers of `text`, separated by blanks, to `out`. Refuses more than `limit`.
void read_numbers(const XmlScanner &in, std::string_view text, size_t limit,
                  std::vector<uint64_t> &out) {
  const char *at = text.data();
  const char *const end = at + text.size();
  for (;;) {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
    if (at == end) return;
    uint64_t value = 0;
    const auto [next, status] = std::from_chars(at, end, value);
    if (status != std::errc())
      in.fail("distances2: " + in_quotes({at, static_cast<size_t>(end - at)}, 20) +
              " is not a number");
    if (out.size() == limit)
      in.fail("distances2: more than the " + std::to_string(limit) + " numbers announced");
    out.push_back(value);
    at = next;
  }
}

struct Matrix {
  std::vector<uint64_t> indexes;
  std::vector<uint64_t> values;
};

Matrix read_matrix(XmlScanner &in, size_t count) {
  Matrix matrix;
  while (in.next() == Event::kOpen) {
    const bool indexes = in.name() == "indexes";
    if (!indexes && in.name() != "u64values")
      in.fail("distances2: <" + std::string(in.name()) + "> is unknown");
    if (in.next() != Event::kClose) in.fail("distances2: an element inside of a list of numbers");
    read_numbers(in, in.content(), indexes ? count : count * count,
                 indexes ? matrix.indexes : matrix.values);
  }
  if (matrix.indexes.size() != count || matrix.values.size() != count * count)
    in.fail("distances2: " + std::to_string(matrix.indexes.size()) + " indexes and " +
            std::to_string(matrix.values.size()) + " values for nbobjs " + std::to_string(count));
  return matrix;
}

// Returns the rows of NUMA nodes that exist, and converts their indexes to node ids.
std::vector<size_t> known_rows(const XmlScanner &in, std::vector<uint64_t> &indexes, bool gp,
                               const XmlMachine &machine) {
  std::vector<size_t> rows;
  CpuSet seen;
  for (size_t i = 0; i < indexes.size(); ++i) {
    if (gp) {
      const auto node = machine.node_of_gp.find(indexes[i]);
      if (node == machine.node_of_gp.end()) continue;
      indexes[i] = static_cast<uint64_t>(node->second);
    }
    if (indexes[i] >= Topology::kMaxNodes) continue;
    const int node = static_cast<int>(indexes[i]);
    if (!machine.nodes.contains(node)) continue;
    if (seen.contains(node))
      in.fail("distances2: NUMA node " + std::to_string(node) + " is listed twice");
    seen.add(node);
    rows.push_back(i);
  }
  return rows;
}

void write_list(XmlWriter &out, std::string_view tag, const std::vector<uint64_t> &numbers) {
  std::string text;
  for (const uint64_t number : numbers) (text += std::to_string(number)) += ' ';
  out.open(tag);
  out.attribute("length", text.size());
  out.raw(">");
  out.raw(text);
  out.close(tag);
}

}  // namespace

void copy_distances(XmlScanner &in, XmlWriter &out, const XmlMachine &machine, const Log &log) {
  const std::string name = clean_text(in.attribute("name").value_or(""), 64);
  const auto ignore = [&](const char *why) {
    log.write(LogLevel::kInfo, "hwloc XML: the matrix " + in_quotes(name) + " is ignored: " + why);
    in.skip();
  };
  const uint64_t kind = number_attribute(in, "kind").value_or(0);
  if (in.attribute("type").value_or("") != "NUMANode" || (kind & kMeansLatency) == 0)
    return ignore("it holds no latencies between NUMA nodes");
  const uint64_t count = number_attribute(in, "nbobjs").value_or(0);
  if (count > Topology::kMaxNodes)
    in.fail("distances2: nbobjs is " + std::to_string(count) + ", at most " +
            std::to_string(Topology::kMaxNodes) + " are supported");
  if (count < 2) return ignore("it compares fewer than two nodes");
  const std::string indexing(in.attribute("indexing").value_or(""));
  if (indexing != "os" && indexing != "gp")
    in.fail("distances2: indexing is " + in_quotes(indexing) + ", expected \"os\" or \"gp\"");

  Matrix matrix = read_matrix(in, static_cast<size_t>(count));
  const std::vector<size_t> kept = known_rows(in, matrix.indexes, indexing == "gp", machine);
  if (kept.size() < matrix.indexes.size())
    log.warn("hwloc XML: the matrix " + in_quotes(name) + " names NUMA nodes that do not exist");
  if (kept.size() < 2) return;
  Matrix part;
  for (const size_t row : kept) {
    part.indexes.push_back(matrix.indexes[row]);
    for (const size_t column : kept) part.values.push_back(matrix.values[row * count + column]);
  }
  out.open("distances2");
  out.attribute("type", "NUMANode");
  out.attribute("nbobjs", kept.size());
  out.attribute("kind", kind & (kFromOsOrUser | kMeansLatency));
  if (!name.empty()) out.attribute("name", name);
  out.attribute("indexing", "os");
  out.end_open();
  write_list(out, "indexes", part.indexes);
  write_list(out, "u64values", part.values);
  out.close("distances2");
}

void read_initiators(XmlScanner &in, const XmlMachine &machine, MemoryInitiators &initiators) {
  const std::string name = clean_text(in.attribute("name").value_or(""), 64);
  if (name != "Bandwidth" && name != "Latency") return in.skip();
  while (in.next() == Event::kOpen) {
    const auto target = number_attribute(in, "target_obj_gp_index");
    const auto cpus = set_attribute(in, "initiator_cpuset", CpuSet::kCapacity);
    const auto node = machine.node_of_gp.find(target.value_or(0));
    if (target && cpus && node != machine.node_of_gp.end()) initiators[node->second] |= *cpus;
    in.skip();
  }
}

void copy_cpu_kind(XmlScanner &in, XmlWriter &out, const XmlMachine &machine, XmlKinds &kinds) {
  const auto listed = set_attribute(in, "cpuset", CpuSet::kCapacity);
  if (!listed) in.fail("cpukind: it has no cpuset");
  const CpuSet cpus = *listed & machine.cpus;  // exports keep offline CPUs in their kinds
  if (cpus.intersects(kinds.cpus)) in.fail("cpukind: its cpuset overlaps that of another kind");
  kinds.cpus |= cpus;
  if (cpus.empty()) return in.skip();
  if (++kinds.count > kMaxKinds) in.fail("more than " + std::to_string(kMaxKinds) + " cpukinds");
  out.open("cpukind");
  out.attribute("cpuset", cpus);
  if (const auto efficiency = number_attribute(in, "forced_efficiency"))
    out.attribute("forced_efficiency", std::min<uint64_t>(*efficiency, 1 << 20));
  out.end_open();
  int infos = 0;
  while (in.next() == Event::kOpen) {
    const auto name = in.text_attribute("name");
    const auto value = in.text_attribute("value");
    if (in.name() == "info" && name && value && ++infos <= kMaxKindInfos) {
      out.open("info");
      out.attribute("name", clean_text(*name, 64));
      out.attribute("value", clean_text(*value, 64));
      out.end_empty();
    }
    in.skip();
  }
  out.close("cpukind");
}

}  // namespace koord::probe
