#include "render/drawing.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "render/device_text.h"
#include "render/label.h"
#include "render/parts.h"

namespace koord::render {
namespace {

constexpr size_t kMaxTitle = 120;
constexpr size_t kMaxModel = 48;
constexpr size_t kListed = 64;  // devices, memories and remarks of one region
constexpr size_t kListedRuns = 16;

// Formats ids that may be too large for a CpuSet: "0-3,8", or "0-3,8 and 12 more".
std::string id_list(const std::vector<int> &ids) {
  std::string text;
  size_t runs = 0;
  for (size_t i = 0; i < ids.size();) {
    size_t end = i + 1;
    while (end < ids.size() && ids[end] == ids[end - 1] + 1) ++end;
    if (++runs > kListedRuns) return text + " and " + std::to_string(ids.size() - i) + " more";
    if (i > 0) text += ',';
    text += std::to_string(ids[i]);
    if (end - i > 1) text += "-" + std::to_string(ids[end - 1]);
    i = end;
  }
  return text;
}

class DrawingBuilder {
 public:
  DrawingBuilder(const Topology &topology, const Holding &holding, const PictureOptions &options)
      : topology_(topology), holding_(holding), options_(options), parts_(topology) {
    for (const Topology::NumaNode &node : topology.nodes()) knows_memory_ |= node.memory_bytes > 0;
    for (const Topology::Cpu &cpu : topology.cpus()) kinds_.push_back(cpu.kind);
    std::sort(kinds_.begin(), kinds_.end());
    kinds_.erase(std::unique(kinds_.begin(), kinds_.end()), kinds_.end());
  }

  Drawing build(std::string_view title) {
    Drawing drawing;
    drawing.title = clean_label(title, kMaxTitle, options_.ascii);
    drawing.summary = summary();
    drawing.numbering = numbering();
    place_memories();
    if (options_.devices) place_devices();
    for (const auto &[outer, parts] : parts_.by_outer())
      drawing.machine.inner.push_back(outer_region(outer, parts));
    append(drawing.machine, machine_extra_);
    const auto remarks = machine_remarks();
    drawing.machine.remarks.insert(drawing.machine.remarks.end(), remarks.begin(), remarks.end());
    cap(drawing.machine);
    return drawing;
  }

 private:
  std::string usage(const CpuSet &cpus) const {
    const auto total = static_cast<size_t>(cpus.count());
    if (!holding_.has_holders()) return counted(total, "CPU");
    return std::to_string(holding_.free_among(cpus)) + "/" + std::to_string(total) + " CPUs free";
  }

  void add_node(std::vector<std::string> &headline, int node) const {
    if (topology_.nodes().empty()) return;
    headline.push_back(parts_.node_name(node));
    if (node == kNoNode || !knows_memory_) return;
    const uint64_t bytes = topology_.nodes()[static_cast<size_t>(node)].memory_bytes;
    headline.push_back(bytes == 0 ? "no memory" : memory_text(bytes));
  }

  static void append(Region &to, const Region &from) {
    to.memories.insert(to.memories.end(), from.memories.begin(), from.memories.end());
    to.devices.insert(to.devices.end(), from.devices.begin(), from.devices.end());
    to.remarks.insert(to.remarks.end(), from.remarks.begin(), from.remarks.end());
  }

  Region outer_region(int outer, const std::vector<size_t> &parts) {
    Region region;
    const Part &first = parts_.all()[parts.front()];
    const bool merged = parts.size() == 1;
    if (merged || !parts_.nodes_outside())
      region.headline.push_back(parts_.socket_name(first.socket));
    if (merged || parts_.nodes_outside()) add_node(region.headline, first.node);
    CpuSet cpus;
    for (const size_t i : parts) cpus |= parts_.all()[i].cpus;
    region.headline.push_back(usage(cpus));
    if (merged) {
      fill(region, parts.front());
    } else {
      for (const size_t i : parts) {
        Region inner;
        const Part &part = parts_.all()[i];
        if (parts_.nodes_outside())
          inner.headline.push_back(parts_.socket_name(part.socket));
        else
          add_node(inner.headline, part.node);
        inner.headline.push_back(usage(part.cpus));
        fill(inner, i);
        cap(inner);
        region.inner.push_back(std::move(inner));
      }
    }
    append(region, outer_extra_[outer]);
    cap(region);
    return region;
  }

  // Adds the cores of a part and the remarks about it.
  void fill(Region &region, size_t index) {
    const Part &part = parts_.all()[index];
    std::map<std::string, std::vector<int>> continued;  // other parts -> L3 groups
    int last = kNoNode;
    for (const auto &[key, cores] : part.clusters) {
      region.clusters.push_back(CoreGroup{cluster_name(key.first, -key.second), cores});
      if (key.first == kNoNode || key.first == last) continue;
      last = key.first;
      const std::string others = parts_.others(parts_.by_l3().at(last), index);
      if (!others.empty()) continued[others].push_back(last);
    }
    for (const auto &[where, l3s] : continued)
      region.remarks.push_back("L3 " + id_list(l3s) + " also in " + where);
    if (parts_.nodes_outside()) {
      const std::string others = parts_.others(parts_.by_socket().at(part.socket), index);
      if (!others.empty())
        region.remarks.push_back(parts_.socket_name(part.socket) + " also in " + others);
    }
    append(region, part_extra_[index]);
  }

  std::string cluster_name(int l3, int kind) const {
    std::string name = l3 == kNoNode ? "" : "L3 " + std::to_string(l3);
    if (kinds_.size() < 2) return name;
    if (!name.empty()) name += ' ';
    if (kinds_.size() > 2) return name + "kind " + std::to_string(kind);
    return name + (kind == kinds_.front() ? 'E' : 'P');
  }

  Region &extra_for(const CpuSet &cpus) {
    const Parts::Home home = parts_.home_of(cpus);
    if (home.part >= 0) return part_extra_[static_cast<size_t>(home.part)];
    return home.outer >= 0 ? outer_extra_[home.outer] : machine_extra_;
  }

  // Adds memory without CPUs to the smallest region with all CPUs that it is local to.
  void place_memories() {
    for (const Topology::NumaNode &node : topology_.nodes()) {
      if (!node.cpus.empty()) continue;
      const std::string size = node.memory_bytes > 0 ? memory_text(node.memory_bytes) : "no memory";
      extra_for(node.local_cpus)
          .memories.push_back("NUMA " + std::to_string(node.id) + ": " + size +
                              (node.memory_bytes > 0 ? ", memory only" : ", no CPUs") +
                              nearest_text(node.id));
    }
  }

  // Returns ", distance 17 to NUMA 0" for the nearest NUMA node with CPUs, or "" if it is unknown.
  std::string nearest_text(int from) const {
    const Distances &distances = topology_.distances();
    const auto &ids = distances.node_ids;
    const auto row = std::find(ids.begin(), ids.end(), from);
    if (!distances.known() || row == ids.end()) return "";
    const size_t start = static_cast<size_t>(row - ids.begin()) * ids.size();
    int nearest = -1;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < ids.size(); ++i) {
      const int node = topology_.node_index(ids[i]);
      if (node < 0 || topology_.nodes()[static_cast<size_t>(node)].cpus.empty()) continue;
      if (distances.values[start + i] >= least) continue;
      least = distances.values[start + i];
      nearest = ids[i];
    }
    if (nearest < 0) return "";
    return ", distance " + std::to_string(least) + " to NUMA " + std::to_string(nearest);
  }

  void place_devices() {
    for (const PciDevice &device : topology_.devices()) {
      CpuSet cpus = device.cpus & topology_.all_cpus();
      std::vector<int> near;
      for (const int id : device.node_ids) {
        const int node = topology_.node_index(id);
        if (node < 0) continue;
        near.push_back(id);
        if (near.size() == 1 && cpus.empty())
          cpus = topology_.nodes()[static_cast<size_t>(node)].local_cpus;
      }
      Region &region = extra_for(cpus);
      if (region.devices.size() > kListed) {  // only the count matters from here on
        region.devices.emplace_back();
        continue;
      }
      std::string text = device_text(device, options_.ascii);
      std::sort(near.begin(), near.end());
      near.erase(std::unique(near.begin(), near.end()), near.end());
      if (&region == &machine_extra_ && !near.empty()) text += ", near NUMA " + id_list(near);
      region.devices.push_back(std::move(text));
    }
  }

  // Bounds lists that an unusual machine could make very long.
  static void cap(Region &region) {
    for (auto *list : {&region.memories, &region.devices, &region.remarks}) {
      if (list->size() <= kListed) continue;
      const size_t more = list->size() - kListed;
      list->resize(kListed);
      list->push_back("and " + std::to_string(more) + " more");
    }
  }

  std::vector<std::string> machine_remarks() const {
    std::vector<std::string> remarks;
    std::vector<int> empty;
    for (const Topology::Socket &socket : topology_.sockets())
      if (socket.cpus.empty()) empty.push_back(socket.id);
    if (!empty.empty())
      remarks.push_back((empty.size() == 1 ? "socket without CPUs: " : "sockets without CPUs: ") +
                        id_list(empty));
    size_t empty_l3s = 0;
    for (const Topology::L3 &l3 : topology_.l3s()) empty_l3s += l3.cpus.empty() ? 1 : 0;
    if (empty_l3s > 0) remarks.push_back(counted(empty_l3s, "L3 group") + " without CPUs");
    if (!topology_.offline().empty())
      remarks.push_back("offline CPUs: " + topology_.offline().to_string());
    const CpuSet barred = topology_.disallowed() & topology_.all_cpus();
    if (!barred.empty() && !holding_.has_holders())
      remarks.push_back("CPUs not allowed here: " + barred.to_string());
    const auto &odd = holding_.remarks();
    remarks.insert(remarks.end(), odd.begin(), odd.end());
    return remarks;
  }

  std::vector<std::string> summary() const {
    size_t l3s = 0;
    for (const Topology::L3 &l3 : topology_.l3s()) l3s += l3.cpus.empty() ? 0 : 1;
    std::vector<std::string> parts = {counted(topology_.sockets().size(), "socket"),
                                      counted(topology_.nodes().size(), "NUMA node")};
    if (l3s > 0) parts.push_back(counted(l3s, "L3 group"));
    parts.push_back(counted(topology_.cores().size(), "core"));
    parts.push_back(counted(topology_.cpus().size(), "CPU"));
    if (topology_.smt_width() > 1) parts.push_back("SMT " + smt_text());
    const MachineFacts &facts = topology_.facts();
    std::string model = clean_label(facts.cpu_model, kMaxModel, options_.ascii);
    if (model.empty()) model = clean_label(facts.architecture, kMaxModel, options_.ascii);
    if (!model.empty()) parts.push_back(std::move(model));
    return parts;
  }

  // Returns "2", or "1-2" if cores differ: hybrid machines, siblings offline.
  std::string smt_text() const {
    auto least = static_cast<uint32_t>(topology_.smt_width());
    for (const Topology::Core &core : topology_.cores()) least = std::min(least, core.threads);
    const std::string most = std::to_string(topology_.smt_width());
    return std::cmp_equal(least, topology_.smt_width()) ? most : std::to_string(least) + "-" + most;
  }

  std::string numbering() const {
    if (topology_.smt_width() == 1) return "";
    std::vector<int> strides;  // of the widest cores, while they agree
    bool agree = topology_.smt_width() <= 8;
    for (const Topology::Core &core : topology_.cores()) {
      if (!agree) break;
      if (static_cast<int>(core.threads) < topology_.smt_width()) continue;
      std::vector<int> own;
      for (const int cpu : topology_.threads(core))
        own.push_back(cpu - topology_.threads(core).front());
      if (strides.empty()) strides = own;
      agree = strides == own;
    }
    if (!agree) return "";
    // More than four numbers at even steps are shown as the first two and the last.
    bool even = strides.size() > 4;
    for (size_t i = 1; i < strides.size(); ++i)
      even = even && strides[i] == static_cast<int>(i) * strides[1];
    std::string text = "threads of a core: n";
    for (size_t i = 1; i < strides.size(); ++i) {
      if (even && i == 2) text += ", ...";
      if (!even || i == 1 || i + 1 == strides.size()) text += ", n+" + std::to_string(strides[i]);
    }
    return text;
  }

  const Topology &topology_;
  const Holding &holding_;
  const PictureOptions &options_;
  const Parts parts_;
  bool knows_memory_ = false;
  std::vector<int> kinds_;  // ascending
  // Additions to a part, an outer region and the machine, collected before these are built.
  std::map<size_t, Region> part_extra_;
  std::map<int, Region> outer_extra_;
  Region machine_extra_;
};

}  // namespace

Drawing build_drawing(const Topology &topology, const Holding &holding, std::string_view title,
                      const PictureOptions &options) {
  return DrawingBuilder(topology, holding, options).build(title);
}

std::string counted(size_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text += noun;
  return count == 1 ? text : text + "s";
}

std::string memory_text(uint64_t bytes) {
  static constexpr std::array<std::string_view, 7> kUnits = {"B",   "KiB", "MiB", "GiB",
                                                             "TiB", "PiB", "EiB"};
  size_t unit = 0;
  uint64_t scale = 1;
  // Converts to `parts` of the unit, rounded. The remainder is below 2^60, so times ten it fits.
  const auto rounded = [&](uint64_t parts) {
    return bytes / scale * parts + (bytes % scale * parts + scale / 2) / scale;
  };
  while (unit + 1 < kUnits.size() && rounded(1) >= 1024) {
    scale *= 1024;
    ++unit;
  }
  const uint64_t tenths = rounded(10);
  std::string text = std::to_string(rounded(1));
  if (unit > 0 && tenths < 100)
    text = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  return text.append(" ").append(kUnits[unit]);
}

}  // namespace koord::render
