#include "wire/node/cpu_topology.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.h"
#include "wire/json/json.h"

namespace koord::wire {
namespace {

constexpr size_t kMaxBytes = size_t{4} << 20;
constexpr size_t kMaxNesting = 64;

struct Field {
  std::string_view name;
  int64_t TopologySpec::Cpu::*member;
  int64_t high;
};
constexpr std::array kFields{
    Field{"id", &TopologySpec::Cpu::id, CpuSet::kCapacity - 1},
    Field{"core", &TopologySpec::Cpu::core, INT32_MAX - 1},
    Field{"socket", &TopologySpec::Cpu::socket, INT32_MAX - 1},
    Field{"node", &TopologySpec::Cpu::node, Topology::kMaxNodes - 1},
};

// Converts parser events directly to CPUs. The annotation is read during a cold start, where
// building a document first would cost more than everything else.
class CpuTopologyReader {
 public:
  explicit CpuTopologyReader(std::string_view what) : what_(what) { entry_of_.fill(-1); }

  TopologySpec take() {
    TopologySpec spec;
    spec.cpus = std::move(cpus_);
    return spec;
  }

  // null leaves a field unchanged.
  bool null() { return position() == Position::kDetail ? unexpected("null") : true; }
  bool boolean(bool value) { return unexpected(value ? "true" : "false"); }
  bool number_integer(int64_t value) { return number(value); }
  bool number_unsigned(uint64_t value) {
    return number(static_cast<int64_t>(std::min<uint64_t>(value, INT64_MAX)));
  }
  bool number_float(double, const std::string &text) { return unexpected(text); }
  bool string(const std::string &value) { return unexpected(koord::in_quotes(value)); }
  bool binary(nlohmann::json::binary_t &) { return false; }  // never sent for JSON text

  bool start_object(size_t) {
    switch (position()) {
      case Position::kTop:
      case Position::kSkipped:
        break;
      case Position::kDetail:
        cpu_ = TopologySpec::Cpu{};
        cpu_.node = 0;
        break;
      default:
        return unexpected("an object");
    }
    return enter();
  }
  bool end_object() {
    --depth_;
    if (depth_ == kInDetail && in_detail_) finish_cpu();
    return true;
  }
  bool start_array(size_t) {
    if (position() == Position::kDetailValue) {
      // If "detail" occurs twice, the last member counts.
      cpus_.clear();
      entry_of_.fill(-1);
    } else if (position() != Position::kSkipped) {
      return unexpected("an array");
    }
    return enter();
  }
  bool end_array() {
    --depth_;
    return true;
  }
  bool key(const std::string &name) {
    if (depth_ == kInTop) in_detail_ = name == "detail";
    if (depth_ == kInCpu && in_detail_) {
      const auto *field = std::find_if(kFields.begin(), kFields.end(),
                                       [&](const Field &f) { return f.name == name; });
      field_ = field == kFields.end() ? nullptr : field;
    }
    return true;
  }
  bool parse_error(size_t offset, const std::string &token, const nlohmann::json::exception &) {
    fail_json_syntax(what_, offset, token);
  }

 private:
  static constexpr size_t kInTop = 1;     // inside {}
  static constexpr size_t kInDetail = 2;  // inside {"detail": []}
  static constexpr size_t kInCpu = 3;     // inside {"detail": [{}]}

  // The position of the value that the current event announces.
  enum class Position { kTop, kDetailValue, kDetail, kField, kSkipped };
  Position position() const {
    if (depth_ == 0) return Position::kTop;
    if (!in_detail_) return Position::kSkipped;
    if (depth_ == kInTop) return Position::kDetailValue;
    if (depth_ == kInDetail) return Position::kDetail;
    return depth_ == kInCpu && field_ != nullptr ? Position::kField : Position::kSkipped;
  }

  bool enter() {
    if (++depth_ > kMaxNesting)
      throw Error(Status::kLimit, std::string(what_) + ": nested deeper than " +
                                      std::to_string(kMaxNesting) + " levels");
    return true;
  }

  bool number(int64_t value) {
    const Position at = position();
    if (at == Position::kSkipped) return true;
    if (at != Position::kField || value < 0 || value > field_->high)
      return unexpected(std::to_string(value));
    cpu_.*field_->member = value;
    return true;
  }

  // Reports a value of the wrong type or out of range, unless it is in an ignored member.
  bool unexpected(const std::string &found) const {
    switch (position()) {
      case Position::kSkipped:
        return true;
      case Position::kTop:
        fail("", found, "an object with the member \"detail\"");
      case Position::kDetailValue:
        fail("detail", found, "an array");
      case Position::kDetail:
        fail(entry(cpus_.size()), found, "an object");
      case Position::kField:
        break;
    }
    fail(entry(cpus_.size()) + '.' + std::string(field_->name), found,
         "a whole number in 0.." + std::to_string(field_->high));
  }

  [[noreturn]] void fail(const std::string &field, const std::string &found,
                         const std::string &expected) const {
    throw Error(Status::kInvalid, std::string(what_) + (field.empty() ? "" : ": ") + field +
                                      ": found " + found + ", expected " + expected);
  }

  static std::string entry(size_t index) { return "detail[" + std::to_string(index) + ']'; }

  void finish_cpu() {
    int32_t &earlier = entry_of_[static_cast<size_t>(cpu_.id)];
    if (earlier >= 0) {
      const auto first = static_cast<size_t>(earlier);
      const std::string cpu = "CPU " + std::to_string(cpu_.id);
      const std::string here = std::string(what_) + ": " + entry(cpus_.size());
      if (cpus_[first].node != cpu_.node)
        throw Error(Status::kInvalid,
                    here + ".node: " + cpu + " is in NUMA node " + std::to_string(cpu_.node) +
                        ", but in " + std::to_string(cpus_[first].node) + " at " + entry(first));
      throw Error(Status::kInvalid, here + ".id: " + cpu + " was listed at " + entry(first));
    }
    earlier = static_cast<int32_t>(cpus_.size());
    cpus_.push_back(cpu_);
  }

  std::string_view what_;
  size_t depth_ = 0;
  bool in_detail_ = false;        // inside the value of the member "detail"
  const Field *field_ = nullptr;  // the field of an entry whose value comes next
  TopologySpec::Cpu cpu_;
  std::vector<TopologySpec::Cpu> cpus_;
  std::array<int32_t, CpuSet::kCapacity> entry_of_;  // by CPU id: its entry, or -1
};

void append_field(std::string &out, std::string_view name, int value) {
  std::array<char, 12> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out += name;
  out.append(digits.data(), end);
}

}  // namespace

TopologySpec read_cpu_topology(std::string_view json, std::string_view what) {
  check_json_text(json, what, kMaxBytes);
  CpuTopologyReader reader(what);
  nlohmann::json::sax_parse(json, &reader);
  TopologySpec spec = reader.take();
  if (spec.cpus.empty())
    throw Error(Status::kInvalid, std::string(what) + ": detail: lists no CPU");
  return spec;
}

std::shared_ptr<const Topology> topology_from_annotation(std::string_view json, const Log &log) {
  auto topology = Topology::build(read_cpu_topology(json, "cpu-topology"));
  log_cpu_topology(*topology, log);
  return topology;
}

std::string to_annotation(const Topology &topology) {
  std::string out = "{\"detail\":[";
  out.reserve(out.size() + topology.cpus().size() * 48);
  for (const Topology::Cpu &cpu : topology.cpus()) {
    if (out.back() != '[') out += ',';
    append_field(out, "{\"id\":", cpu.id);
    append_field(out, ",\"core\":", topology.cores()[cpu.core].id);
    append_field(out, ",\"socket\":", topology.sockets()[cpu.socket].id);
    append_field(out, ",\"node\":", cpu.node < 0 ? 0 : topology.nodes()[cpu.node].id);
    out += '}';
  }
  return out += "]}";
}

void log_cpu_topology(const Topology &topology, const Log &log) {
  if (log.function == nullptr) return;
  std::vector<std::pair<int32_t, int32_t>> seen;
  for (const Topology::Core &core : topology.cores()) seen.emplace_back(core.socket, core.id);
  std::sort(seen.begin(), seen.end());
  const auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (twice != seen.end())
    log.warn("cpu-topology: core " + std::to_string(twice->second) + " of socket " +
             std::to_string(topology.sockets()[twice->first].id) +
             " has CPUs in several NUMA nodes; each part is treated as a separate core");
}

}  // namespace koord::wire
