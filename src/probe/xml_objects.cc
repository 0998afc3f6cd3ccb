// Copies the object tree of an hwloc export and checks what hwloc's importer assumes.
#include <algorithm>
#include <climits>
#include <vector>

#include "base/error.h"
#include "probe/xml_devices.h"
#include "probe/xml_parts.h"
#include "topology/topology.h"

namespace koord::probe {
namespace {

using Event = XmlScanner::Event;

enum class Kind {
  kMachine,
  kNormal,
  kCache,
  kPu,
  kNumaNode,
  kMemoryCache,
  kPci,
  kOsDevice,
  kBridge,
  kSkipped
};

struct Type {
  std::string_view name;
  Kind kind;
  int cache_depth = 0;
  bool instruction_cache = false;
};

constexpr Type kTypes[] = {
    {"Machine", Kind::kMachine},
    {"Package", Kind::kNormal},
    {"Die", Kind::kNormal},
    {"Group", Kind::kNormal},
    {"Core", Kind::kNormal},
    {"PU", Kind::kPu},
    {"L1Cache", Kind::kCache, 1},
    {"L2Cache", Kind::kCache, 2},
    {"L3Cache", Kind::kCache, 3},
    {"L4Cache", Kind::kCache, 4},
    {"L5Cache", Kind::kCache, 5},
    {"L1iCache", Kind::kCache, 1, true},
    {"L2iCache", Kind::kCache, 2, true},
    {"L3iCache", Kind::kCache, 3, true},
    {"NUMANode", Kind::kNumaNode},
    {"MemCache", Kind::kMemoryCache},
    {"Bridge", Kind::kBridge},
    {"PCIDev", Kind::kPci},
    {"OSDev", Kind::kOsDevice},
    {"Misc", Kind::kSkipped},
};

// Limits that no machine reaches and that keep hwloc's lists and levels affordable.
constexpr size_t kMaxXmlObjects = 131072;
constexpr size_t kMaxXmlDevices = 16384;
constexpr size_t kMaxWithoutCpus = 1024;
constexpr uint64_t kUnknownIndex = UINT32_MAX;

struct Sets {
  CpuSet cpus, complete_cpus, nodes, complete_nodes;
};

// An <object> that is open in the input.
struct Frame {
  Type type;
  bool written = false;  // it also has a tag in the output
  bool has_children = false;
  Sets sets;            // empty for devices, which have none
  CpuSet taken;         // CPUs of the children so far
  int last_first = -1;  // lowest CPU of the last child
};

class ObjectCopier {
 public:
  ObjectCopier(XmlScanner &in, XmlWriter &out) : in_(in), out_(out) {}

  XmlMachine run() {
    open_object();
    while (!frames_.empty()) {
      if (in_.next() == Event::kClose) {
        if (frames_.back().written) out_.close("object");
        frames_.pop_back();
      } else if (in_.name() == "object") {
        open_object();
      } else {
        property();
      }
    }
    if (machine_.cpus.empty()) in_.fail("no object of type PU");
    if (machine_.nodes.empty()) in_.fail("no object of type NUMANode");
    return std::move(machine_);
  }

 private:
  [[noreturn]] void fail(const Type &type, const std::string &what) const {
    in_.fail("object " + std::string(type.name) + ": " + what);
  }

  Type read_type() const {
    const std::string_view name = in_.attribute("type").value_or("");
    for (const Type &type : kTypes)
      if (type.name == name) return type;
    in_.fail("object type " + in_quotes(name) + " is unknown");
  }

  void open_object() {
    const Type type = read_type();
    if (frames_.empty() != (type.kind == Kind::kMachine))
      fail(type, frames_.empty() ? "expected Machine as the root" : "only the root may be one");
    if (++objects_ > kMaxXmlObjects)
      throw Error(Status::kLimit,
                  "hwloc XML: more than " + std::to_string(kMaxXmlObjects) + " objects");
    if (!frames_.empty()) frames_.back().has_children = true;
    Frame frame;
    frame.type = type;
    if (is_device(type.kind))
      open_device(frame);
    else
      open_placed(frame);
    frames_.push_back(std::move(frame));
  }

  static bool is_device(Kind kind) {
    return kind == Kind::kBridge || kind == Kind::kPci || kind == Kind::kOsDevice ||
           kind == Kind::kSkipped;
  }

  void open_device(Frame &frame) {
    const Frame &parent = frames_.back();
    const Kind kind = frame.type.kind;
    if (parent.type.kind == Kind::kNumaNode || parent.type.kind == Kind::kMemoryCache ||
        parent.type.kind == Kind::kPu) {
      if (frame.type.name != "Misc")
        fail(frame.type, "is below a " + std::string(parent.type.name));
    }
    const auto is_below = [&](Kind above) {
      return std::any_of(frames_.begin(), frames_.end(), [above](const Frame &outer) {
        return outer.type.kind == above && outer.written;
      });
    };
    if (kind == Kind::kSkipped || (kind == Kind::kOsDevice && !is_below(Kind::kPci))) return;
    if (kind == Kind::kBridge) {
      if (is_below(Kind::kPci) || is_below(Kind::kOsDevice)) return;  // no bus leads there
      frame.written = open_bridge(in_, out_);
    } else {
      out_.open("object");
      out_.attribute("type", frame.type.name);
      if (kind == Kind::kPci)
        write_pci_attributes(in_, out_);
      else
        write_os_device_attributes(in_, out_);
      out_.end_open();
      frame.written = true;
    }
    if (frame.written && ++devices_ > kMaxXmlDevices)
      throw Error(Status::kLimit,
                  "hwloc XML: more than " + std::to_string(kMaxXmlDevices) + " devices");
  }

  void open_placed(Frame &frame) {
    const Type &type = frame.type;
    Sets &sets = frame.sets;
    sets.cpus = required_set(type, "cpuset", CpuSet::kCapacity);
    sets.complete_cpus = required_set(type, "complete_cpuset", CpuSet::kCapacity);
    sets.nodes = required_set(type, "nodeset", Topology::kMaxNodes);
    sets.complete_nodes = required_set(type, "complete_nodeset", Topology::kMaxNodes);
    if (!sets.cpus.is_subset_of(sets.complete_cpus)) fail(type, "cpuset exceeds complete_cpuset");
    if (!sets.nodes.is_subset_of(sets.complete_nodes))
      fail(type, "nodeset exceeds complete_nodeset");
    if (!frames_.empty()) check_parent(frame, frames_.back());

    const uint64_t index = number_attribute(in_, "os_index").value_or(kUnknownIndex);
    if (type.kind == Kind::kPu) note_pu(frame, index);
    if (type.kind == Kind::kNumaNode) note_node(frame, index);
    if (index >= INT_MAX && index != kUnknownIndex)
      fail(type, "os_index " + std::to_string(index) + " is too large");

    out_.open("object");
    out_.attribute("type", type.name);
    if (index != kUnknownIndex) out_.attribute("os_index", index);
    out_.attribute("cpuset", sets.cpus);
    out_.attribute("complete_cpuset", sets.complete_cpus);
    out_.attribute("nodeset", sets.nodes);
    out_.attribute("complete_nodeset", sets.complete_nodes);
    if (type.kind == Kind::kMachine) write_allowed(sets);
    if (type.kind == Kind::kCache) {
      out_.attribute("depth", static_cast<uint64_t>(type.cache_depth));
      out_.attribute("cache_type", uint64_t{type.instruction_cache ? 2u : 0u});
    }
    if (const auto memory = bytes_attribute(type.name, "local_memory");
        memory && type.kind == Kind::kNumaNode)
      out_.attribute("local_memory", *memory);
    if (type.kind == Kind::kNumaNode)
      if (const auto memory = in_.text_attribute("subtype"))
        out_.attribute("subtype", clean_text(*memory));
    out_.end_open();
    frame.written = true;
  }

  // Limits byte counts to int64_t, because hwloc and others add and print them.
  std::optional<uint64_t> bytes_attribute(std::string_view of, std::string_view name) const {
    const auto bytes = number_attribute(in_, name);
    if (bytes.value_or(0) > INT64_MAX)
      in_.fail(std::string(of) + ": " + std::string(name) + " " + std::to_string(*bytes) +
               " is more than 2^63 - 1 bytes");
    return bytes;
  }

  CpuSet required_set(const Type &type, std::string_view name, int limit) const {
    const auto set = set_attribute(in_, name, limit);
    if (!set) fail(type, std::string(name) + " is missing");
    return *set;
  }

  void write_allowed(const Sets &sets) {
    const auto cpus = set_attribute(in_, "allowed_cpuset", CpuSet::kCapacity);
    const auto nodes = set_attribute(in_, "allowed_nodeset", Topology::kMaxNodes);
    out_.attribute("allowed_cpuset", cpus ? *cpus & sets.cpus : sets.cpus);
    out_.attribute("allowed_nodeset", nodes ? *nodes & sets.nodes : sets.nodes);
  }

  void check_parent(const Frame &frame, Frame &parent) {
    const Type &type = frame.type;
    const bool is_memory = type.kind == Kind::kNumaNode || type.kind == Kind::kMemoryCache;
    const std::string above(parent.type.name);
    switch (parent.type.kind) {
      case Kind::kMachine:
      case Kind::kNormal:
      case Kind::kCache:
        break;
      case Kind::kPu:
      case Kind::kMemoryCache:
        if (is_memory) break;
        [[fallthrough]];
      default:
        fail(type, "is below a " + above);
    }
    const Sets &outer = parent.sets;
    if (!frame.sets.cpus.is_subset_of(outer.cpus))
      fail(type, "cpuset exceeds that of its " + above);
    if (!frame.sets.complete_cpus.is_subset_of(outer.complete_cpus))
      fail(type, "complete_cpuset exceeds that of its " + above);
    if (!frame.sets.nodes.is_subset_of(outer.nodes))
      fail(type, "nodeset exceeds that of its " + above);
    if (!frame.sets.complete_nodes.is_subset_of(outer.complete_nodes))
      fail(type, "complete_nodeset exceeds that of its " + above);
    if (is_memory) return;
    if (frame.sets.complete_cpus.intersects(parent.taken))
      fail(type, "complete_cpuset overlaps that of a sibling");
    parent.taken |= frame.sets.complete_cpus;
    const int first = frame.sets.complete_cpus.first();
    const int key = first < 0 ? INT_MAX : first;  // hwloc requires objects without CPUs last
    if (key < parent.last_first) fail(type, "comes after a sibling with higher CPUs");
    parent.last_first = key;
    if (first < 0 && ++without_cpus_ > kMaxWithoutCpus) fail(type, "too many objects without CPUs");
  }

  void note_pu(const Frame &frame, uint64_t index) {
    if (index >= CpuSet::kCapacity)
      throw Error(Status::kLimit, "hwloc XML: PU os_index " + std::to_string(index) +
                                      " is at or above " + std::to_string(CpuSet::kCapacity));
    const int cpu = static_cast<int>(index);
    if (!(frame.sets.complete_cpus == CpuSet{cpu}))
      fail(frame.type, "complete_cpuset is not the CPU of os_index " + std::to_string(cpu));
    machine_.cpus.add(cpu);
  }

  void note_node(const Frame &frame, uint64_t index) {
    if (index >= Topology::kMaxNodes)
      throw Error(Status::kLimit, "hwloc XML: NUMANode os_index " + std::to_string(index) +
                                      " is at or above " + std::to_string(Topology::kMaxNodes));
    const int node = static_cast<int>(index);
    if (!(frame.sets.nodes == CpuSet{node}) || !(frame.sets.complete_nodes == CpuSet{node}))
      fail(frame.type, "nodeset is not the node of os_index " + std::to_string(node));
    if (machine_.nodes.contains(node))
      fail(frame.type, "NUMA node " + std::to_string(node) + " is listed twice");
    machine_.nodes.add(node);
    if (const auto gp = number_attribute(in_, "gp_index")) machine_.node_of_gp.emplace(*gp, node);
  }

  static bool is_kept(const Frame &frame, std::string_view info) {
    if (frame.type.kind == Kind::kOsDevice) return is_port_state(info);
    if (frame.type.kind == Kind::kNumaNode) return info == "DAXDevice";
    return (info == "Architecture" || info == "CPUModel" || info == "CPUVendor") &&
           (frame.type.name == "Machine" || frame.type.name == "Package");
  }

  // Copies <info>, <page_type> and other properties in front of the children.
  void property() {
    const Frame &frame = frames_.back();
    const bool in_front = frame.written && !frame.has_children;
    if (in_.name() == "page_type" && frame.type.kind == Kind::kNumaNode && in_front) {
      if (++page_types_ > kMaxXmlObjects) in_.fail("too many page types");
      out_.open("page_type");
      out_.attribute("size", bytes_attribute("page_type", "size").value_or(0));
      out_.attribute("count", number_attribute(in_, "count").value_or(0));
      out_.end_empty();
    }
    const std::string_view info = in_.attribute("name").value_or("");
    if (in_.name() == "info" && in_front && is_kept(frame, info)) {
      out_.open("info");
      out_.attribute("name", info);
      out_.attribute("value", clean_text(in_.text_attribute("value").value_or("")));
      out_.end_empty();
    }
    in_.skip();
  }

  XmlScanner &in_;
  XmlWriter &out_;
  XmlMachine machine_;
  std::vector<Frame> frames_;
  size_t objects_ = 0;
  size_t devices_ = 0;
  size_t without_cpus_ = 0;
  size_t page_types_ = 0;
};

}  // namespace

XmlMachine copy_objects(XmlScanner &in, XmlWriter &out) { return ObjectCopier(in, out).run(); }

}  // namespace koord::probe
