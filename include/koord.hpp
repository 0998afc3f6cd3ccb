// Code generated from koord.h by tools/generate. DO NOT EDIT.
// clang-format off
// libkoord for C++20: handles that free themselves, texts, spans and vectors in place of pointers and lengths, and
// exceptions. Header-only: it calls koord.h and nothing else. Structs, numbers and semantics are those of koord.h.
//
// - A class for each handle. Those of immutable objects are counted: a copy is one more reference. Others move.
//   An object that was moved from, or made by default, is empty: calls give KOORD_E_INVALID.
// - A function of a handle is a method named without the prefix: koord_topology_get_info is Topology::get_info.
//   What takes no such handle first is static: Topology::from_json. Other functions keep their name: koord::cpu_pick.
// - Errors are thrown as koord::Error, memory that ran out as std::bad_alloc. A request that does not fit is no error:
//   look at the koord_refusal.
// - Rows come as a std::vector, documents and texts as std::string, what a call writes besides as a std::tuple. The texts
//   that rows point into are a std::string_view, as long as the object lives: get_texts().substr(row.uid_offset, row.uid_length).
// - A handle as an argument converts from its class, and nullptr is none. Nullable arguments at the end may be left out;
//   a context is the last argument.
// - Threads: as koord.h has it, for the handle behind each object.
#ifndef KOORD_HPP_
#define KOORD_HPP_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "koord.h"

namespace koord {
// Symbols of its own: the static library has classes of the same names inside.
inline namespace cpp {

/// What a call failed with: the status, and the library's message, which names what was wrong.
class Error : public std::runtime_error {
 public:
  Error(koord_status code, const char *message)
      : std::runtime_error(*message != '\0' ? message : koord_status_get_name(code)), code_(code) {}
  koord_status code() const noexcept { return code_; }

 private:
  koord_status code_;
};

namespace detail {

[[noreturn]] inline void fail(koord_status status, const koord_error &error) {
  if (status == KOORD_E_NO_MEMORY) throw std::bad_alloc();
  throw Error(status, error.message);
}

// call: koord_status(koord_error *).
template <typename Call>
void checked(Call &&call) {
  koord_error error{};
  const koord_status status = call(&error);
  if (status != KOORD_OK) fail(status, error);
}

// call: koord_status(char *text, size_t capacity, size_t *needed, koord_error *).
template <typename Call>
std::string text_of(Call &&call) {
  std::string text(256, '\0');
  for (;;) {
    koord_error error{};
    std::size_t needed = 0;
    const koord_status status = call(text.data(), text.size(), &needed, &error);
    if (status == KOORD_E_NO_SPACE && needed >= text.size()) {
      text.resize(needed + 1);
      continue;
    }
    if (status != KOORD_OK) fail(status, error);
    text.resize(needed);
    return text;
  }
}

// call: koord_status(Row *rows, size_t capacity, size_t *count, koord_error *).
template <typename Row, typename Call>
std::vector<Row> rows_of(Call &&call) {
  std::vector<Row> rows(16);
  for (;;) {
    koord_error error{};
    std::size_t count = 0;
    const koord_status status = call(rows.data(), rows.size(), &count, &error);
    if (status == KOORD_E_NO_SPACE && count > rows.size()) {
      rows.resize(count);
      continue;
    }
    if (status != KOORD_OK) fail(status, error);
    rows.resize(count);
    return rows;
  }
}

template <typename Handle, typename Object>
std::vector<const Handle *> handles_of(std::span<const Object> objects) {
  return std::vector<const Handle *>(objects.begin(), objects.end());
}

// Takes the document over.
inline std::string document_of(koord_buffer *buffer) {
  if (buffer == nullptr) return {};
  struct Unref {
    koord_buffer *buffer;
    ~Unref() { koord_buffer_unref(buffer); }
  } const unref{buffer};
  return std::string(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer));
}

}  // namespace detail

/// A set of CPUs, as wide as any machine that the library accepts; converts to the words that calls take.
class CpuSet {
 public:
  static constexpr std::size_t kWords = KOORD_MAX_CPUS / 64;

  CpuSet() = default;
  /// Of Linux cpu-list text: "0-3,8". Throws Error.
  explicit CpuSet(std::string_view list) {
    detail::checked([&](koord_error *err) {
      return koord_cpulist_parse(list.data(), list.size(), words_.data(), kWords, err);
    });
  }

  bool contains(std::size_t cpu) const noexcept {
    return cpu < KOORD_MAX_CPUS && (words_[cpu / 64] >> cpu % 64 & 1) != 0;
  }
  /// Throws std::out_of_range.
  void insert(std::size_t cpu) { words_.at(cpu / 64) |= std::uint64_t{1} << cpu % 64; }
  void erase(std::size_t cpu) { words_.at(cpu / 64) &= ~(std::uint64_t{1} << cpu % 64); }
  std::size_t count() const noexcept {
    std::size_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }
  bool empty() const noexcept { return count() == 0; }
  /// Its CPUs, ascending.
  std::vector<std::int32_t> ids() const {
    std::vector<std::int32_t> out;
    for (std::size_t word = 0; word < kWords; ++word)
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1)
        out.push_back(static_cast<std::int32_t>(64 * word) + std::countr_zero(left));
    return out;
  }
  /// "0-3,8".
  std::string to_string() const {
    return detail::text_of([&](char *text, std::size_t capacity, std::size_t *needed,
        koord_error *err) {
      return koord_cpulist_format(words_.data(), kWords, text, capacity, needed, err);
    });
  }

  CpuSet &operator|=(const CpuSet &other) noexcept { return merge(other, [](auto a,
      auto b) { return a | b; }); }
  CpuSet &operator&=(const CpuSet &other) noexcept { return merge(other, [](auto a,
      auto b) { return a & b; }); }
  CpuSet &operator-=(const CpuSet &other) noexcept { return merge(other, [](auto a,
      auto b) { return a & ~b; }); }
  friend CpuSet operator|(CpuSet a, const CpuSet &b) noexcept { return a |= b; }
  friend CpuSet operator&(CpuSet a, const CpuSet &b) noexcept { return a &= b; }
  friend CpuSet operator-(CpuSet a, const CpuSet &b) noexcept { return a -= b; }
  friend bool operator==(const CpuSet &a, const CpuSet &b) noexcept = default;

  operator std::span<std::uint64_t>() noexcept { return words_; }
  operator std::span<const std::uint64_t>() const noexcept { return words_; }
  std::uint64_t *data() noexcept { return words_.data(); }
  const std::uint64_t *data() const noexcept { return words_.data(); }
  static constexpr std::size_t size() noexcept { return kWords; }

 private:
  template <typename Merge>
  CpuSet &merge(const CpuSet &other, Merge merge) noexcept {
    for (std::size_t word = 0; word < kWords; ++word) words_[word] = merge(words_[word],
        other.words_[word]);
    return *this;
  }

  std::array<std::uint64_t, kWords> words_{};
};

class Context;
class Pod;
class KubeletSetup;
class Topology;
class Agent;
class AgentState;
class CgroupPath;
class Cgroups;
class CgroupContainers;
class CgroupPlan;
class CgroupReport;
class NumaHints;
class Cluster;
class NodeNames;
class Query;
class DeviceBuilder;
class AdjustmentRequest;
class Adjustment;
class Hook;
class Kubelet;
class Admission;
class NodeBuilder;
class NrtBuilder;
class PodBuilder;
#ifdef KOORD_EXPERIMENTAL
class Capacity;
class DeviceReport;
class Explanation;
class Plan;
class KubeletReport;
class NrtNode;
class Preemption;
class Picture;
#endif  // KOORD_EXPERIMENTAL

/// What several calls share: today the log function. Calls that take a context accept NULL:
/// silence. A handle that keeps the context it was made with is silent once that is freed; no call
/// on it may run meanwhile.
class Context {
 public:
  Context() = default;
  /// Takes over a handle that another call gave.
  explicit Context(koord_context *handle) noexcept : handle_(handle) {}
  Context(Context &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Context &operator=(Context other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Context() { koord_context_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_context *() const noexcept { return handle_; }
  koord_context *get() noexcept { return handle_; }
  const koord_context *get() const noexcept { return handle_; }

  /// Errors: INVALID (out is NULL), NO_MEMORY.
  static Context create();

  /// Sends remarks to `log` with `user` as its first argument; NULL silences.
  void set_log(koord_log_fn log, void *user);

 private:
  koord_context *handle_ = nullptr;
};

/// An immutable pod, counted and shared by any threads.
class Pod {
 public:
  Pod() = default;
  /// Takes a reference over that another call gave.
  explicit Pod(koord_pod *handle) noexcept : handle_(handle) {}
  Pod(const Pod &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_pod_ref(other.handle_) : nullptr) {}
  Pod(Pod &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Pod &operator=(Pod other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Pod() { koord_pod_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_pod *() const noexcept { return handle_; }
  koord_pod *get() noexcept { return handle_; }
  const koord_pod *get() const noexcept { return handle_; }

  /// Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields): unknown fields are
  /// ignored, missing requests filled in from limits. `context` may be NULL. The caller owns *out.
  /// Annotations of what the pod holds (resource-status, device-allocated) and an environment that cannot be read cost
  /// the pod that claim and nothing else: koord_pod_get_faults. So do wishes (other annotations, labels) of a pod that is
  /// bound already; those of one that waits are INVALID.
  /// Errors: INVALID (names pod and field: not a pod, an unknown policy, a negative amount), LIMIT (over 4
  /// MiB or 1024 containers; a sum of amounts above 2^63 - 1), NO_MEMORY.
  static Pod from_json(std::string_view json, const koord_context *context = nullptr);

  /// What the pod is and asks for. Errors: INVALID.
  koord_pod_info get_info() const;

  /// Effective request and limit of one resource ("memory", "nvidia.com/gpu") as Kubernetes computes them:
  /// app containers and sidecars together or the peak of the init containers, replaced by resources of the
  /// pod, plus overhead. Milli-CPU for "cpu", bytes or units for all others; -1: none stated. `request`
  /// and `limit` are nullable. Errors: INVALID.
  std::tuple<int64_t, int64_t> get_request(std::string_view resource) const;

  /// Writes one text with a NUL into text[0..capacity); `*needed` (nullable) receives its length without
  /// the NUL, also on NO_SPACE. Errors: INVALID (unknown `which`), NO_SPACE.
  std::string get_text(koord_pod_text which) const;

  /// What of the pod could not be read and was left aside: a line each, followed by a line feed, which names the
  /// field; "": nothing. Into text as koord_pod_get_text does. Errors: INVALID, NO_SPACE.
  std::string get_faults() const;

  /// The CPUs the pod states it was allocated, into all of `words`; none: all zero. Errors: INVALID,
  /// NO_SPACE.
  CpuSet get_cpus() const;
  /// The same, into words that are there.
  void get_cpus(std::span<uint64_t> words) const;

  /// The pod, as koord_pod_from_json makes it; the builder stays as it is. `context` may be NULL.
  /// The caller owns *out. Errors: INVALID (names pod and field), LIMIT (a sum of amounts above
  /// 2^63 - 1, an annotation over 1 MiB), NO_MEMORY.
  static Pod from_builder(const koord_pod_builder *builder, const koord_context *context = nullptr);

 private:
  koord_pod *handle_ = nullptr;
};

/// A kubelet's configuration, its state files and the containers on its node: an input of
/// koord_kubelet_new, koord_topology_to_nrt, koord_agent_set_kubelet and of the calls that check
/// and repair its files. They read it and keep nothing of it. One that nothing was set in is
/// kubelet's defaults, and no files.
class KubeletSetup {
 public:
  KubeletSetup() = default;
  /// Takes over a handle that another call gave.
  explicit KubeletSetup(koord_kubelet_setup *handle) noexcept : handle_(handle) {}
  KubeletSetup(KubeletSetup &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  KubeletSetup &operator=(KubeletSetup other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~KubeletSetup() { koord_kubelet_setup_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_kubelet_setup *() const noexcept { return handle_; }
  koord_kubelet_setup *get() noexcept { return handle_; }
  const koord_kubelet_setup *get() const noexcept { return handle_; }

  /// A setup in which nothing is set. `context` may be NULL and may be dropped: the setup keeps
  /// the log function that it has now, for remarks on a configuration; what that function uses
  /// must stay valid as long as the setup. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static KubeletSetup create(const koord_context *context = nullptr);

  /// Makes it as new. Errors: INVALID.
  void reset();

  /// The configuration: a KubeletConfiguration or the answer of /configz (JSON; length 0:
  /// kubelet's defaults). What is odd in it but usable is remarked on.
  /// Errors: INVALID (names the field), LIMIT (over 4 MiB or 2^20 values, nested deeper than 64),
  /// NO_MEMORY.
  void set_config(std::string_view kubelet_config);

  /// The text of cpu_manager_state, which is copied, and read by the calls that use it: they say
  /// what is wrong in it. Not set: there is no such file. Length 0: the file is empty. For
  /// koord_kubelet_check and koord_kubelet_repair_cpus that is damage, which stops kubelet; all
  /// others take it for no file.
  /// Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Those calls' LIMIT: 2^20
  /// values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods.
  void set_cpu_state(std::string_view cpu_state);

  /// The text of memory_manager_state, likewise: for koord_kubelet_check and
  /// koord_kubelet_repair_memory an empty file is damage, for koord_kubelet_new it is none; others
  /// do not read it.
  /// Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Those calls' LIMIT: 2^20
  /// values in maps and lists.
  void set_memory_state(std::string_view memory_state);

  /// A pod that is on the node, or one container of it: for calls that check and repair files.
  ///
  /// uid   the pod's.
  /// name  the container's; name_length 0: this is about the pod alone.
  /// id    the container's, as the runtime has it; id_length 0: not known. Files of version 1 know
  ///       nothing else of a container. The last one with an id counts.
  ///
  /// Errors: INVALID (uid is empty, an id without name, a text longer than 1,024 bytes or not
  /// UTF-8), LIMIT (65,536 are there), NO_MEMORY.
  void add_container(std::string_view uid, std::string_view name, std::string_view id);

 private:
  koord_kubelet_setup *handle_ = nullptr;
};

/// An immutable picture of one machine, counted and shared by any threads.
class Topology {
 public:
  Topology() = default;
  /// Takes a reference over that another call gave.
  explicit Topology(koord_topology *handle) noexcept : handle_(handle) {}
  Topology(const Topology &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_topology_ref(other.handle_) : nullptr) {}
  Topology(Topology &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Topology &operator=(Topology other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Topology() { koord_topology_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_topology *() const noexcept { return handle_; }
  koord_topology *get() noexcept { return handle_; }
  const koord_topology *get() const noexcept { return handle_; }

  /// Reads this machine through hwloc (which honours its own HWLOC_* variables; this library sets none).
  /// `context` may be NULL. The caller owns *out.
  /// Errors: INVALID (unknown flags), IO (hwloc cannot read it), NO_MEMORY.
  static Topology discover(koord_topology_flags flags, const koord_context *context = nullptr);

  /// Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
  /// Errors: INVALID (not such XML, or an absurd machine), LIMIT, NO_MEMORY.
  static Topology from_hwloc_xml(koord_topology_flags flags, std::string_view xml,
      const koord_context *context = nullptr);

  /// Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
  /// Errors: INVALID, LIMIT (more than KOORD_MAX_CPUS), NO_MEMORY.
  static Topology from_synthetic(std::string_view text, const koord_context *context = nullptr);

  /// Reads what koord_topology_to_json wrote (docs/topology-json.md), whatever the topology was read from: the
  /// two are equal in everything this header tells of them, and written again give the same bytes. Absent
  /// members are unknown or follow from others, which they must not contradict; those that are not known are
  /// ignored, with a remark to the log of `context`, which may be NULL. The caller owns *out.
  /// Errors: INVALID (names the field), LIMIT (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or devices,
  /// nested deeper than 64), NO_MEMORY.
  static Topology from_json(std::string_view json, const koord_context *context = nullptr);

  /// Reads the value of the annotation node.koordinator.sh/cpu-topology,
  /// {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: `core` is lscpu's
  /// logical number. Absent numbers are 0, unknown fields are ignored. It knows no memory, L3 or distances.
  /// Cores are told apart by (socket, node, core): one core number in two NUMA nodes of a socket makes two
  /// cores, as in Linux, and a warning to the log of `context`. A CPU in two NUMA nodes is INVALID.
  /// Errors: INVALID (names the entry and field), LIMIT (over 4 MiB, nested deeper than 64), NO_MEMORY.
  static Topology from_annotation(std::string_view json, const koord_context *context = nullptr);

  /// Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation above, and
  /// memory, huge pages and distances from its zones.
  /// Errors: INVALID, LIMIT (over 16 MiB), NO_MEMORY.
  static Topology from_nrt(std::string_view json, const koord_context *context = nullptr);

  /// Builds a topology from rows, for callers without JSON; cores are told apart by (socket, numa_node, core),
  /// L3 groups by l3. `architecture` may be "" ("aarch64" turns on the ARM rule of koord_cpu_pick).
  /// Errors: INVALID (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1, numa_node below
  /// 1024), LIMIT, NO_MEMORY.
  static Topology from_rows(std::span<const koord_cpu> rows, std::string_view architecture);

  /// Counts of the machine. Errors: INVALID.
  koord_topology_info get_info() const;

  /// Copies up to `capacity` rows, ascending by CPU number, `stride` bytes apart; `*count` receives how
  /// many there are, also on NO_SPACE (then nothing else is written). `rows` may be NULL when `capacity`
  /// is 0. Errors: INVALID (stride below sizeof a row), NO_SPACE. The same holds for the calls below that
  /// end in rows.
  std::vector<koord_cpu> get_cpus() const;

  /// NUMA nodes, ascending by number, those without CPUs included.
  std::vector<koord_numa_node> get_numa_nodes() const;

  /// Huge pages per NUMA node and size, by node, then size.
  std::vector<koord_hugepages> get_hugepages() const;

  /// NUMA distances (10 = local), row-major in the order of koord_topology_get_numa_nodes; `*count` receives nodes
  /// squared, or 0 when the machine reports none. A pair that was not reported is 0.
  /// Errors: INVALID, NO_SPACE.
  std::vector<uint32_t> get_distances() const;

  /// PCI devices by bus id. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_pci_device> get_devices() const;

  /// The texts of its rows, one after another; `*length` (nullable) receives how many bytes they are. UTF-8, followed
  /// by a NUL that is not counted. Borrowed: valid as long as the topology. NULL has none.
  std::string_view get_texts() const;

  /// Writes one set to `words` (all of them). Errors: INVALID (no such kind or id), NO_SPACE.
  CpuSet get_cpuset(koord_cpuset_kind kind, int32_t id) const;
  /// The same, into words that are there.
  void get_cpuset(koord_cpuset_kind kind, int32_t id, std::span<uint64_t> words) const;

  /// Everything the topology holds, as one JSON document (docs/topology-json.md), for people, for other programs
  /// and to be kept: koord_topology_from_json reads it. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

  /// The value for the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node are written
  /// with node 0, as koordlet does. Errors: INVALID, NO_MEMORY.
  std::string to_annotation() const;

  /// A NodeResourceTopology object for `node_name` as JSON, ready for "kubectl apply -f -": label,
  /// annotations, zones with capacity, allocatable and available, distances as costs,
  /// topologyPolicies. `setup` (nullable: kubelet's defaults, nothing allocated) gives
  /// configuration and cpu_manager_state.
  /// Errors: INVALID (names the field; kubelet would not start: memory policy Static without
  /// reservedMemory, or more of it than the machine has), CORRUPT (cpu_manager_state: checksum),
  /// LIMIT (koord_kubelet_setup_set_cpu_state), NO_MEMORY.
  std::string to_nrt(const koord_kubelet_setup *setup, std::string_view node_name) const;

  /// koord_topology_from_nrt of what the builder has, which stays as it is: of the annotation
  /// cpu-topology and the zones, else the machine that it was given. `context` may be NULL. The
  /// caller owns *out. Errors: as there.
  static Topology from_nrt_builder(const koord_nrt_builder *builder,
      const koord_context *context = nullptr);
#ifdef KOORD_EXPERIMENTAL

  /// Draws the machine - sockets, NUMA nodes, L3 groups, cores, CPUs - and who holds what.
  ///
  /// options  nullable.
  /// picture  nullable: the machine alone.
  ///
  /// Errors: INVALID, NO_MEMORY.
  std::string draw(const koord_picture_options *options = nullptr,
      const koord_picture *picture = nullptr) const;
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_topology *handle_ = nullptr;
};

/// A node as its agent knows it: machine, settings, kubelet's state and pods. The same threading rule as for
/// koord_kubelet: functions that take a `const koord_agent *` may run at the same time.
class Agent {
 public:
  Agent() = default;
  /// Takes over a handle that another call gave.
  explicit Agent(koord_agent *handle) noexcept : handle_(handle) {}
  Agent(Agent &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Agent &operator=(Agent other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Agent() { koord_agent_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_agent *() const noexcept { return handle_; }
  koord_agent *get() noexcept { return handle_; }
  const koord_agent *get() const noexcept { return handle_; }

  /// The agent of a node: on this machine, without pods, settings or kubelet.
  ///
  /// context  nullable; receives the diagnostics of all calls on the agent. Once it is freed the
  ///          agent is silent.
  /// options  nullable.
  ///
  /// The caller owns *out and may drop the topology. Errors: INVALID, NO_MEMORY.
  static Agent create(const koord_topology *topology, const koord_agent_options *options = nullptr,
      const koord_context *context = nullptr);

  /// The machine as it is now: CPUs came or went. A pod loses CPUs of its own when one of them is gone. CPUs that
  /// kubelet reserves stay those of the last koord_agent_set_kubelet.
  /// Errors: INVALID (more CPUs are reserved than there are), NO_MEMORY.
  void set_topology(const koord_topology *topology);

  /// The Node (v1) as JSON, for its name, reservation and system QoS.
  /// Errors: INVALID (names the field; more CPUs are reserved than there are), LIMIT, NO_MEMORY.
  void set_node(std::string_view json);

  /// What its kubelet does: configuration and cpu_manager_state of `setup` (nullable: kubelet's
  /// defaults, nothing allocated). Pods keep CPUs that they have as their own.
  /// Errors: INVALID, CORRUPT (cpu_manager_state: checksum), LIMIT
  /// (koord_kubelet_setup_set_cpu_state), NO_MEMORY.
  void set_kubelet(const koord_kubelet_setup *setup = nullptr);

  /// The node's Device object, as for koord_cluster_set_devices: what devices are called that pods were allocated by
  /// their minors only. length 0: it has none any more.
  /// Errors: INVALID (names the field; two devices of one type and minor), LIMIT, NO_MEMORY.
  void set_devices(std::string_view json);

  /// A pod came, or is like this now; one that has ended is gone. CPUs and devices that it states are its own where they
  /// are due to it and nobody has them who comes first, as in koord_cluster_set_pod: see koord_agent_pod.refusal. First
  /// come pods that koord_agent_set_state vouches for, then the pod that was bound first, then the lesser uid.
  /// Errors: INVALID (no uid), LIMIT (65536 pods), NO_MEMORY.
  void set_pod(const koord_pod *pod);

  /// The pod with this uid is gone. `*known` (nullable) receives 1 when it was there, else 0. Errors: INVALID.
  uint32_t remove_pod(std::string_view uid);

  /// Counts. Errors: INVALID.
  koord_agent_info get_info() const;

  /// 64 bits that change when what koord_agent_to_nrt writes does; the same in any process of one version of the
  /// library. Takes microseconds. Errors: INVALID.
  uint64_t get_hash() const;

  /// Writes one set to `words` (all of them). Errors: INVALID, NO_SPACE.
  CpuSet get_cpus(koord_agent_cpuset which) const;
  /// The same, into words that are there.
  void get_cpus(koord_agent_cpuset which, std::span<uint64_t> words) const;

  /// A row for every socket and NUMA node that share CPUs, ascending. rows as in
  /// koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_agent_pool> get_pools() const;

  /// The part of one set of CPUs that lies where row `pool` of koord_agent_get_pools is, into all of
  /// `words`. Errors: INVALID (no such row or set), NO_SPACE.
  CpuSet get_pool_cpus(uint32_t pool, koord_agent_cpuset which) const;
  /// The same, into words that are there.
  void get_pool_cpus(uint32_t pool, koord_agent_cpuset which, std::span<uint64_t> words) const;

  /// Stable name ("own", "namedPools"), as in node-state.json. Static; "Unknown" for others.
  static const char * place_get_name(koord_agent_place place);

  /// The value of an annotation of the NodeResourceTopology, JSON. Errors: INVALID, NO_MEMORY.
  std::string to_annotation(koord_agent_annotation which) const;

  /// The NodeResourceTopology of the node, as koord_topology_to_nrt writes it, with its pools, reservation, system QoS
  /// and CPUs of pods. Errors: INVALID (koord_agent_set_node was not called; kubelet would not start, as above),
  /// NO_MEMORY.
  std::string to_nrt() const;

  /// How far BE pods are to be narrowed, by both policies of koordlet (docs/node.md). Pure.
  ///
  /// current  CPUs that BE pods have now, `words` words; NULL: not known.
  /// cpus     (nullable) receives those that they are narrowed to, `words` words.
  ///
  /// Errors: INVALID (an amount that is negative or above 2^42, a percentage above 1000), NO_SPACE, NO_MEMORY.
  koord_suppression suppress(const koord_suppress_usage &usage, const uint64_t *current = nullptr,
      std::span<uint64_t> cpus = {}) const;

  /// node-state.json, version 1 (docs/node.md): who runs where, for hooks and tools that start after the agent.
  /// `boot_id` says which boot it is about; length 0: not said. Errors: INVALID, NO_MEMORY.
  std::string to_json(std::string_view boot_id) const;

  /// What koord_agent_to_json writes, without the file, as the node is now. The caller owns *out. Errors: INVALID,
  /// NO_MEMORY.
  AgentState snapshot() const;

  /// What an agent decided for this node before, and carried out: pods keep CPUs of their own that this state gives them
  /// and that they still claim, against claims of others. To be said after a restart, with what koord_agent_state_load
  /// reads, and whenever a state has been carried out. Errors: INVALID, NO_MEMORY.
  void set_state(const koord_agent_state *state);

  /// koord_agent_set_devices of what the builder has, which stays as it is. There are no remarks.
  /// Errors: as there.
  void set_devices_from_builder(const koord_device_builder *builder);

  /// koord_agent_set_node of what the builder has, which stays as it is. There are no remarks.
  /// Errors: as there.
  void set_node_from_builder(const koord_node_builder *builder);

 private:
  koord_agent *handle_ = nullptr;
};

/// Who runs where, as such a file holds it. Immutable.
class AgentState {
 public:
  AgentState() = default;
  /// Takes a reference over that another call gave.
  explicit AgentState(koord_agent_state *handle) noexcept : handle_(handle) {}
  AgentState(const AgentState &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_agent_state_ref(other.handle_) : nullptr) {}
  AgentState(AgentState &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  AgentState &operator=(AgentState other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~AgentState() { koord_agent_state_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_agent_state *() const noexcept { return handle_; }
  koord_agent_state *get() noexcept { return handle_; }
  const koord_agent_state *get() const noexcept { return handle_; }

  /// Errors: INVALID (names the field), UNSUPPORTED (another version), CORRUPT (it contradicts itself), LIMIT (over 16
  /// MiB or 2^20 values, 65536 pods or containers), NO_MEMORY.
  static AgentState from_json(std::string_view json);

  /// Reads node-state.json for who acts on it as root: `path` must be a regular file, no link, of root or the user of
  /// this process, that nobody else may write, and its directory as well; directories above it may be sticky ones, as /tmp
  /// is. The caller owns *out. Errors: those of koord_agent_state_from_json, NOT_FOUND (there is no such file), PERMISSION (it is
  /// not to be trusted, or not ours to read), LIMIT, IO.
  static AgentState load(std::string_view path);

  /// Replaces node-state.json in one step: whoever reads it finds the old or the new one, whole. `json` is what
  /// koord_agent_to_json wrote. Mode and owner of a file that is there stay; a new one is its owner's alone. Errors:
  /// those of koord_agent_state_from_json for `json`; PERMISSION (what is there, or its directory, is not to be trusted, as
  /// koord_agent_state_load has it, or not ours to replace), INVALID (`path` names no file), IO; the old file stands
  /// then, unless the message says that only its directory could not be synced. NO_MEMORY.
  static void save(std::string_view path, std::string_view json);

  /// As koord_pod_get_text. Errors: INVALID, NO_SPACE.
  std::string get_text(koord_agent_text which) const;

  /// As of the node that wrote it. Errors: INVALID.
  koord_agent_info get_info() const;

  /// As koord_agent_get_cpus, the three pools and all CPUs. Errors: INVALID, NO_SPACE.
  CpuSet get_cpus(koord_agent_cpuset which) const;
  /// The same, into words that are there.
  void get_cpus(koord_agent_cpuset which, std::span<uint64_t> words) const;

  /// Pods ascending by uid, each followed by its containers that run elsewhere, ascending by name;
  /// those for which anything may have changed after generation `since` (0: all of them). Pods that
  /// are gone have no row. A state that was read from JSON does not say when its pods changed: all
  /// count as of its own generation. rows as in koord_topology_get_cpus. Errors: INVALID,
  /// NO_SPACE.
  std::vector<koord_agent_pod> get_pods(uint64_t since) const;

  /// The texts of all rows, which rows name by offset and length. `*length` (nullable) receives how
  /// many bytes there are; no NUL ends them. Borrowed: valid as long as the state. `state` must not
  /// be NULL.
  std::string_view get_texts() const;

  /// Where a container runs, by the pod's uid and its name (length 0: the pod).
  ///
  /// row       the container's, or its pod's where it runs with that.
  /// row_size  the caller's sizeof koord_agent_pod, as a stride.
  ///
  /// Errors: INVALID, NOT_FOUND (no such pod).
  koord_agent_pod find_container(std::string_view uid, std::string_view container,
      size_t row_size) const;

  /// The CPUs of the row with this number, koord_agent_pod.row, into all of `words`; none where they
  /// stay as they are. Errors: INVALID (no such row), NO_SPACE.
  CpuSet get_pod_cpus(uint32_t row) const;
  /// The same, into words that are there.
  void get_pod_cpus(uint32_t row, std::span<uint64_t> words) const;

  /// The same of the NUMA nodes of its memory: bit b of word w is the NUMA node with the kernel's
  /// number 64 * w + b.
  CpuSet get_pod_numa_nodes(uint32_t row) const;
  /// The same, into words that are there.
  void get_pod_numa_nodes(uint32_t row, std::span<uint64_t> words) const;

 private:
  koord_agent_state *handle_ = nullptr;
};

/// The path of a group below its controller's root (version 2: below the mount), without '/' in
/// front. Pure: nothing is read.
class CgroupPath {
 public:
  CgroupPath() = default;
  /// Takes over a handle that another call gave.
  explicit CgroupPath(koord_cgroup_path *handle) noexcept : handle_(handle) {}
  CgroupPath(CgroupPath &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  CgroupPath &operator=(CgroupPath other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~CgroupPath() { koord_cgroup_path_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_cgroup_path *() const noexcept { return handle_; }
  koord_cgroup_path *get() noexcept { return handle_; }
  const koord_cgroup_path *get() const noexcept { return handle_; }

  /// The path of kubepods.
  ///
  /// driver  not KOORD_CGROUP_DRIVER_DETECT.
  /// root    kubelet's cgroupRoot; length 0: none.
  ///
  /// The caller owns *out. Errors: INVALID (a root other than up to 4 names of letters, digits, '_',
  /// '.' and '-'), NO_MEMORY.
  static CgroupPath create(koord_cgroup_driver driver, std::string_view root);

  /// The path becomes that of a pod. uid length 0: that of the QoS class, which for Guaranteed is
  /// kubepods itself. Errors: INVALID (a uid other than up to 64 of a-z, 0-9 and '-'), NO_MEMORY.
  void set_pod(koord_kube_qos qos, std::string_view uid);

  /// The path becomes that of a container of the pod that was set last. id length 0: that of the pod,
  /// and `runtime` is not looked at. Errors: INVALID (no pod was set; an id other than up to 128 of
  /// 0-9 and a-f), NO_MEMORY.
  void set_container(koord_cgroup_runtime runtime, std::string_view id);

  /// Writes it as koord_cpulist_format writes text. Errors: INVALID, NO_SPACE.
  std::string format() const;

 private:
  koord_cgroup_path *handle_ = nullptr;
};

/// The control groups of a machine, open. Calls that take one read and write its files.
class Cgroups {
 public:
  Cgroups() = default;
  /// Takes over a handle that another call gave.
  explicit Cgroups(koord_cgroups *handle) noexcept : handle_(handle) {}
  Cgroups(Cgroups &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Cgroups &operator=(Cgroups other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Cgroups() { koord_cgroups_close(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_cgroups *() const noexcept { return handle_; }
  koord_cgroups *get() noexcept { return handle_; }
  const koord_cgroups *get() const noexcept { return handle_; }

  /// Opens what is mounted at `mount` (length 0: /sys/fs/cgroup); of version 1 its directories cpuset and cpu.
  /// Nothing above them is ever reached, and no symbolic link in them followed. `root` is kubelet's cgroupRoot,
  /// length 0: none. `options` is nullable. The caller owns *out.
  /// Errors: INVALID, NOT_FOUND (no such directory, or neither kubepods.slice nor kubepods in it), PERMISSION,
  /// UNSUPPORTED (version 2 without the cpuset controller), IO, NO_MEMORY.
  static Cgroups open(std::string_view mount, std::string_view root,
      const koord_cgroup_options *options = nullptr);

  /// Errors: INVALID.
  koord_cgroups_info get_info() const;

  /// Makes the writes of a plan, in order, each verified by reading back what is in force. Old values are read before
  /// anything is written; groups that have ended are left out; where a write fails those made are taken back. What
  /// fails so is not a failure of the call: the report tells. A plan that is in force is done without a write.
  /// `cgroups` must be those that the plan was made from, or the same opened anew.
  /// Errors: INVALID, NO_MEMORY (nothing was written).
  CgroupReport apply(const koord_cgroup_plan *plan);

 private:
  koord_cgroups *handle_ = nullptr;
};

/// Names of containers by their ids.
class CgroupContainers {
 public:
  CgroupContainers() = default;
  /// Takes over a handle that another call gave.
  explicit CgroupContainers(koord_cgroup_containers *handle) noexcept : handle_(handle) {}
  CgroupContainers(CgroupContainers &&other) noexcept : handle_(std::exchange(other.handle_,
      nullptr)) {}
  CgroupContainers &operator=(CgroupContainers other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~CgroupContainers() { koord_cgroup_containers_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_cgroup_containers *() const noexcept { return handle_; }
  koord_cgroup_containers *get() noexcept { return handle_; }
  const koord_cgroup_containers *get() const noexcept { return handle_; }

  /// No names yet. The caller owns *out. Errors: INVALID (out is NULL), NO_MEMORY.
  static CgroupContainers create();

  /// The container with this id has this name; length 0: it is the sandbox. Errors: INVALID (an id
  /// other than 1 to 128 of 0-9 and a-f, or one that was added before; a name over 1024 bytes), LIMIT
  /// (over 16,384 containers), NO_MEMORY.
  void add(std::string_view id, std::string_view name);

 private:
  koord_cgroup_containers *handle_ = nullptr;
};

/// Writes to make, as data. Immutable.
class CgroupPlan {
 public:
  CgroupPlan() = default;
  /// Takes a reference over that another call gave.
  explicit CgroupPlan(koord_cgroup_plan *handle) noexcept : handle_(handle) {}
  CgroupPlan(const CgroupPlan &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_cgroup_plan_ref(other.handle_) : nullptr) {}
  CgroupPlan(CgroupPlan &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  CgroupPlan &operator=(CgroupPlan other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~CgroupPlan() { koord_cgroup_plan_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_cgroup_plan *() const noexcept { return handle_; }
  koord_cgroup_plan *get() noexcept { return handle_; }
  const koord_cgroup_plan *get() const noexcept { return handle_; }

  /// Reads the groups and plans; writes nothing.
  ///
  /// containers  nullable. Which containers are whose matters only for pods whose containers run in
  ///             different places: those that it does not name are left alone then.
  ///
  /// Pods that the state does not know are left alone; on version 1 the directories above them stay
  /// large enough for them. The caller owns *out. Errors: INVALID, CONFLICT (two exclusive pods are
  /// to be on one CPU, or pods of one CPU each wait for each other and exclusive pods, of one CPU
  /// each, hold all others), NOT_FOUND (no kubepods), CORRUPT (a file that the kernel would not write
  /// so), LIMIT (over 16,384 groups or 8 levels), PERMISSION, UNSUPPORTED, IO, NO_MEMORY.
  static CgroupPlan create(koord_cgroups *cgroups, const koord_agent_state *state,
      const koord_cgroup_containers *containers = nullptr);

  /// The steps in their order; none: all is as it is to be. rows as in koord_topology_get_cpus.
  /// Errors: INVALID, NO_SPACE.
  std::vector<koord_cgroup_step> get_steps() const;

  /// The texts of its steps, as koord_agent_state_get_texts has those of a state.
  std::string_view get_texts() const;

  /// Writes {"steps":[{"phase","path","from","to","pod"}],"left":[{"path","pod","why"}]}: also what is left alone and
  /// why. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

  /// Writes a line per step: what would be done. Errors: INVALID, NO_MEMORY.
  std::string to_text() const;

 private:
  koord_cgroup_plan *handle_ = nullptr;
};

/// What came of a plan. Immutable.
class CgroupReport {
 public:
  CgroupReport() = default;
  /// Takes a reference over that another call gave.
  explicit CgroupReport(koord_cgroup_report *handle) noexcept : handle_(handle) {}
  CgroupReport(const CgroupReport &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_cgroup_report_ref(other.handle_) : nullptr) {}
  CgroupReport(CgroupReport &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  CgroupReport &operator=(CgroupReport other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~CgroupReport() { koord_cgroup_report_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_cgroup_report *() const noexcept { return handle_; }
  koord_cgroup_report *get() noexcept { return handle_; }
  const koord_cgroup_report *get() const noexcept { return handle_; }

  /// Errors: INVALID.
  koord_cgroup_report_info get_info() const;

  /// As koord_cgroup_plan_get_steps.
  std::vector<koord_cgroup_result> get_results() const;

  /// The texts of its results, as koord_agent_state_get_texts has those of a state.
  std::string_view get_texts() const;

  /// Writes {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to","readBack",
  /// "pod"}]}; the summary is one sentence that names the step that failed and why. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_cgroup_report *handle_ = nullptr;
};

/// The NUMA nodes of one machine with their users and distances, and what providers say about
/// the resources of a pod or container: what a merge reads. Made once and used for many pods: it
/// keeps its memory when it is reset or filled anew. Calls that take it as const may run at the
/// same time; all others require exclusive access.
class NumaHints {
 public:
  NumaHints() = default;
  /// Takes over a handle that another call gave.
  explicit NumaHints(koord_numa_hints *handle) noexcept : handle_(handle) {}
  NumaHints(NumaHints &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  NumaHints &operator=(NumaHints other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~NumaHints() { koord_numa_hints_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_numa_hints *() const noexcept { return handle_; }
  koord_numa_hints *get() noexcept { return handle_; }
  const koord_numa_hints *get() const noexcept { return handle_; }

  /// No NUMA nodes and no lists. Errors: INVALID, NO_MEMORY.
  static NumaHints create();

  /// The same once more. Errors: INVALID, NO_MEMORY.
  NumaHints clone() const;

  /// As new, but for the memory. Errors: INVALID.
  void reset();

  /// Replaces the NUMA nodes. They come before lists, since hints name them by row; lists that are
  /// there stay, and their hints are for the new rows.
  ///
  /// rows       ascending by number, `stride` bytes apart, at most KOORD_MAX_NUMA_NODES.
  /// distances  nullable without KOORD_NUMA_MERGE_PREFER_CLOSEST: `count` rows of `count` values, as
  ///            koord_topology_get_distances has them. Copied.
  ///
  /// Errors: INVALID (numbers that do not ascend, an unknown use, fewer rows than hints name),
  /// LIMIT (too many), NO_MEMORY.
  void set_nodes(std::span<const koord_numa_place> rows, const uint32_t *distances = nullptr);

  /// Adds a list behind those that are there.
  ///
  /// name  of the resource: UTF-8 of at most 1024 bytes; two lists may have the same.
  /// rows  its hints, `stride` bytes apart; none unless list->kind is KOORD_NUMA_HINT_KIND_HINTS. All
  ///       lists together have at most KOORD_MAX_NUMA_HINTS.
  ///
  /// Errors: INVALID (a provider before that of the last list, hints that the kind does not have,
  /// a hint for NUMA nodes that are not there, an unknown flag or kind), LIMIT (more than
  /// KOORD_MAX_NUMA_LISTS lists, too many hints), NO_MEMORY.
  void add_list(const koord_numa_hint_list &list, std::string_view name,
      std::span<const koord_numa_hint> rows);

  /// The NUMA nodes. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_numa_place> get_nodes() const;

  /// The lists, in the order in which they were added. rows as in koord_topology_get_cpus. Errors:
  /// INVALID, NO_SPACE.
  std::vector<koord_numa_hint_list_info> get_lists() const;

  /// The names of the lists, which their rows name by offset and length. Borrowed: valid until
  /// `hints` is changed or freed. `*length` (nullable) receives how many bytes there are. NULL
  /// where `hints` is.
  std::string_view get_texts() const;

  /// The hints of a list, by its row. rows as in koord_topology_get_cpus. Errors: INVALID (no such
  /// list), NO_SPACE.
  std::vector<koord_numa_hint> get_hints(uint32_t list) const;

 private:
  koord_numa_hints *handle_ = nullptr;
};

/// The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler (semantics:
/// Koordinator's CPU orchestration proposal; docs/scheduling.md). It synchronises itself: every function
/// may be called on one cluster from any thread at any time, also those that take a `koord_cluster *`;
/// only koord_cluster_free requires exclusive access. No call holds it longer than one evaluation, planning aside.
class Cluster {
 public:
  Cluster() = default;
  /// Takes over a handle that another call gave.
  explicit Cluster(koord_cluster *handle) noexcept : handle_(handle) {}
  Cluster(Cluster &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Cluster &operator=(Cluster other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Cluster() { koord_cluster_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_cluster *() const noexcept { return handle_; }
  koord_cluster *get() noexcept { return handle_; }
  const koord_cluster *get() const noexcept { return handle_; }

  /// An empty cluster. `context` (nullable) receives the diagnostics of all calls on it, on the threads that make
  /// them and on several at once where they are; free it after the cluster. `args` are the arguments of Koordinator's plugins as JSON (length 0: their
  /// defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare or both in a profile, or the
  /// arguments of one of the two:
  /// - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only
  ///   pods that ask are bound), numaTopologyAlignmentPolicy (of the proposal: for nodes that state none;
  ///   "BestEffort"), scoringStrategy and numaScoringStrategy, each with type MostAllocated, LeastAllocated
  ///   or BalancedAllocation and up to 64 resources with weights 1 to 100 (cpu and memory, 1 each); as
  ///   upstream has it, the weights of scoringStrategy hold for both.
  /// - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which beats options.device_strategy,
  ///   and weights; docs/devices.md has the rest.
  /// Errors: INVALID (names the field), UNSUPPORTED (another profile), LIMIT, NO_MEMORY.
  static Cluster create(const koord_cluster_options *options, std::string_view args,
      const koord_context *context = nullptr);

  /// The node described by a Node (v1) as the API server gives it (docs/objects.md lists the fields), new or
  /// replaced; what its pods hold is kept. `*id` (nullable) receives its number: numbers count up from 0
  /// and are never reused.
  /// Amounts count up to 2^50, CPU to 2^42 milli: a node that reports more has this much, a pod that asks for
  /// more, or says it holds more, is LIMIT in every call. Pods that wait for the node (koord_cluster_set_pod) are on it
  /// from now on.
  /// Errors: INVALID (names node and field), LIMIT (over 4 MiB, more than 1024 resources of the node or
  /// 2^20 numbers given to nodes, those that are gone included), NO_MEMORY.
  uint32_t set_node(std::string_view json);

  /// Its NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the node itself.
  /// Pods keep what they hold, even if those CPUs no longer exist. Errors: as koord_cluster_set_node;
  /// LIMIT over 16 MiB.
  uint32_t set_topology(std::string_view json);

  /// Its devices: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in any spelling that
  /// has been published (docs/devices.md). GPUs, RDMA and FPGA devices and those of any other type; what asks for a
  /// resource that they have is given of them, and the node's amount of it no longer counts. It may come before the
  /// node itself. Pods keep what they hold, be it of devices that are no longer there or healthy. Errors: as
  /// koord_cluster_set_node; also INVALID for two devices of one type and minor, LIMIT for more than 64 devices of
  /// one type, 16 resources of one type and 64 types.
  uint32_t set_devices(std::string_view json);

  /// The node is gone, its topology and pods with it. A node of that name has a new number when it comes
  /// back. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  void remove_node(std::string_view name);

  /// Its NodeResourceTopology is gone. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  void remove_topology(std::string_view name);

  /// Its Device object is gone: nobody gets its devices until it comes back, and who has them keeps them. Errors:
  /// INVALID, NOT_FOUND, NO_MEMORY.
  void remove_devices(std::string_view name);

  /// The number of a node that is there. Errors: INVALID, NOT_FOUND.
  uint32_t get_node_id(std::string_view name) const;

  /// The name behind a number, also of a node that is gone; text as in koord_pod_get_text.
  /// Errors: INVALID, NOT_FOUND, NO_SPACE.
  std::string get_node_name(uint32_t node) const;

  /// The names of all nodes that are there, in one call: numbers alone are needed from then on, and names of what
  /// comes later are koord_cluster_get_node_name's. The caller owns *out. Errors: INVALID, NO_MEMORY.
  NodeNames get_node_names() const;

  /// Its machine, NULL where no topology is known; the caller owns *out. Errors: INVALID, NOT_FOUND,
  /// NO_MEMORY.
  Topology get_node_topology(uint32_t node) const;

  /// Writes one set of CPUs of a node to `words` (all of them). Errors: INVALID, NOT_FOUND, NO_SPACE.
  CpuSet get_node_cpus(uint32_t node, koord_cluster_cpuset which) const;
  /// The same, into words that are there.
  void get_node_cpus(uint32_t node, koord_cluster_cpuset which, std::span<uint64_t> words) const;

  /// Counts. Errors: INVALID.
  koord_cluster_info get_info() const;

  /// The resource that `resource` of a refusal stands for; text as in
  /// koord_pod_get_text. A number is that of its resource while a node or pod of the cluster, or the pod that was asked
  /// with, speaks of it; later it may become another's.
  /// Errors: INVALID, NOT_FOUND (no such resource in this cluster), NO_SPACE.
  std::string get_resource_name(int32_t resource) const;

  /// The type of devices that `device_type` of a refusal stands for: 0
  /// "gpu", 1 "rdma", 2 "fpga", others as long as something is of the type; text as in koord_pod_get_text. Errors: INVALID,
  /// NOT_FOUND (no such type in this cluster), NO_SPACE.
  std::string get_device_type_name(int32_t type) const;

  /// The number of a type of devices by its name: the inverse. Errors: INVALID, NOT_FOUND (no such type in this cluster).
  int32_t get_device_type(std::string_view name) const;

  /// Filter and score: judges the nodes of `query`, all of them where it is NULL, for a pod. Rows ascend by node; numbers
  /// of removed nodes have none. Verdicts are kept per shape of pod, so that only what changed is judged again.
  ///
  /// query   nullable.
  /// rows    as in koord_topology_get_cpus.
  /// out     never NULL; written also on NO_SPACE.
  ///
  /// Errors: INVALID, NO_SPACE, LIMIT, NO_MEMORY.
  koord_evaluation evaluate(const koord_pod *pod, const koord_query *query,
      std::span<koord_verdict> rows) const;

  /// The best nodes for a pod, at most `capacity` of them: higher scores first, then lower numbers. Nodes that
  /// cannot take it are left out. `query` is nullable and names no pods or nodes. Errors: INVALID, LIMIT, NO_MEMORY.
  koord_evaluation find_best(const koord_pod *pod, const koord_query *query,
      std::span<koord_verdict> rows) const;

  /// The verdicts that changed after inout->generation, in no particular order, each node once; perhaps also others, where
  /// that is too long ago or the pod's shape was not asked for since. `*inout` is that of an earlier call for this pod,
  /// and becomes the next one's. `query` is nullable and names no pods or nodes. Errors: as koord_cluster_evaluate, after
  /// which inout->generation is as it was.
  void get_changes(const koord_pod *pod, const koord_query *query, std::span<koord_verdict> rows,
      koord_evaluation &inout) const;

  /// What one node says to a pod, with the numbers behind a no. `refusal` is never NULL, `query` and
  /// `score` are nullable. Errors: INVALID, NOT_FOUND (no such node), LIMIT, NO_MEMORY.
  std::tuple<koord_refusal, int32_t> judge(const koord_pod *pod, const koord_query *query,
      uint32_t node) const;

  /// Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused; what the verdicts promised
  /// holds while the node does not change. A pod that is reserved on this node already keeps what it has.
  ///
  /// query       nullable; its flags, generation and affinity are read.
  /// cpus        (nullable) `words` words: the CPUs that the pod owns; all zero: it shares or was refused.
  /// refusal     never NULL.
  ///
  /// Errors: INVALID (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods, nodes or
  /// reservations), NOT_FOUND (no such node), STALE (the node changed since the query's generation), CONFLICT (the pod is on another node), NO_SPACE
  /// (`words` is less than the machine needs), LIMIT, NO_MEMORY.
  koord_refusal reserve(const koord_pod *pod, const koord_query *query, uint32_t node,
      std::span<uint64_t> cpus = {});

  /// What the node's CPUs and other resources say to a topology manager that hears other providers,
  /// too (GetPodTopologyHints). The host adds what its other providers say by
  /// koord_numa_hints_add_list; the answer of koord_numa_merge goes to koord_query_set_affinity.
  /// Under KOORD_PROFILE_UPSTREAM a set of NUMA nodes is a hint where a trial allocation of the whole
  /// pod succeeds there, under KOORD_PROFILE_SPEC where the one resource suffices; the score is that
  /// of the NUMA scoring strategy, or 0.
  ///
  /// policy  the NUMA policy in force: under RESTRICTED all hints are preferred.
  /// hints   never NULL; replaced by the node's NUMA nodes with their users, without distances, and
  ///         its lists by resource name, of provider 0. Where the call fails it stays as it was.
  ///
  /// Errors: INVALID, NOT_FOUND (no such node, or no topology of it), LIMIT (more than 16 NUMA
  /// nodes, KOORD_MAX_NUMA_LISTS resources or KOORD_MAX_NUMA_HINTS hints), NO_MEMORY.
  void get_hints(const koord_pod *pod, uint32_t node, koord_numa_policy policy,
      koord_numa_hints *hints) const;

  /// Unreserve, or the pod is deleted: what it held is free, or it no longer waits. Errors: INVALID, NOT_FOUND (it
  /// holds nothing: a second time, or never there), NO_MEMORY.
  void remove_pod(std::string_view uid);

  /// A pod as the API server shows it, bound to a node and with what it was allocated (resource-status, device-allocated): for
  /// restarts and for pods that others placed. A pod that was reserved on this node keeps what it got, whatever it says.
  /// Of others what they say is believed as far as it can have been given to them: whole CPUs for QoS LSE and LSR, no
  /// more than they ask for, devices that they ask for, and nothing that somebody has who comes first. First come pods that
  /// were reserved here, then those whose CPUs or devices the node reports (pod-cpu-allocs, devices-checkpoints), then the
  /// pod that was bound first (PodScheduled), then the lesser uid; never the pod that was told of first. A claim that is
  /// refused is weighed again whenever the node or its pods change; beyond it the pod holds what it asks for.
  /// `conflicts` (nullable) says what is refused: koord_cluster_get_pod_conflicts. Without device-allocated a pod has the GPUs
  /// that NVIDIA_VISIBLE_DEVICES of its containers names, else those of kubelet's record, else as many as it asks for are
  /// kept for it (docs/devices.md). Where the node is not there, the pod waits for it: it holds nothing, makes no
  /// node, cannot be reserved, and is on the node once its first object comes. 262,144 pods may wait, with 256 MiB of what
  /// they say; one more is LIMIT: give it again when its node is there. A pod that is here already
  /// is brought up to date; one that has terminated is let go; one that is reserved here and not bound yet
  /// keeps what it has. Setting all pods in any order gives the same state.
  /// Under KOORD_PROFILE_UPSTREAM whatever a pod states is believed, also what others have.
  /// Errors: INVALID (a pod without uid), NOT_FOUND (not bound or terminated, and held nothing), CONFLICT (a
  /// reservation or its owner, on another node than before), LIMIT,
  /// NO_MEMORY.
  koord_pod_conflicts set_pod(const koord_pod *pod);

  /// The same as things are now: other pods and reports may have come or gone since. Errors: INVALID, NOT_FOUND.
  koord_pod_conflicts get_pod_conflicts(std::string_view uid) const;

  /// The node that a pod holds something on. Errors: INVALID, NOT_FOUND.
  uint32_t get_pod_node(std::string_view uid) const;

  /// The CPUs it owns there, into all of `words`; all zero: it shares. Those of its resource-status that are
  /// offline or that kubelet reserves are not among them. Errors: INVALID, NOT_FOUND, NO_SPACE.
  CpuSet get_pod_cpus(std::string_view uid) const;
  /// The same, into words that are there.
  void get_pod_cpus(std::string_view uid, std::span<uint64_t> words) const;

  /// What it holds there as the value of the annotation scheduling.koordinator.sh/resource-status: cpuset,
  /// numaNodeResources, cpuSharedPools. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  std::string get_pod_status(std::string_view uid) const;

  /// What it has of devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by type, minor,
  /// amounts, id and virtual functions; {} where it has none. Devices that are kept for it as nothing tells which it has
  /// are not among them. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  std::string get_pod_devices(std::string_view uid) const;

  /// The minors of its devices of one type, as in koord_cluster_get_device_type, be they all its own or shared: ascending,
  /// each once; none where it has none of the type, or there is no such type. `minors` may be NULL with capacity 0; `*count` receives
  /// how many there are, also on NO_SPACE (then nothing else is written).
  /// Errors: INVALID, NOT_FOUND (no such pod), NO_SPACE, NO_MEMORY.
  std::vector<int32_t> get_pod_minors(std::string_view uid, int32_t type) const;

  /// PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge patch
  /// (RFC 7396): {"metadata":{"annotations":{...}}}, with {} for a pod that needs none. A claim that `pod` carries and
  /// that is not what it got is replaced, or removed by null: resource-status, device-allocated. The annotation
  /// resource-spec is part of it where the pod does not state the bind policy that was in force, be it the
  /// configuration's, preferred, or the node's, required.
  /// Errors: INVALID, NOT_FOUND, NO_MEMORY.
  std::string prebind(const koord_pod *pod, koord_prebind_flags flags) const;

  /// The uids of a node's pods, each followed by a line feed. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  std::string get_pods(uint32_t node) const;

  /// koord_cluster_set_devices of what the builder has, which stays as it is. There are no
  /// remarks. Errors: as there.
  uint32_t set_devices_from_builder(const koord_device_builder *builder);

  /// koord_cluster_set_node of what the builder has, which stays as it is. There are no remarks.
  /// Errors: as there.
  uint32_t set_node_from_builder(const koord_node_builder *builder);

  /// koord_cluster_set_topology of what the builder has, which stays as it is. There are no
  /// remarks. Errors: as there.
  uint32_t set_topology_from_builder(const koord_nrt_builder *builder);
#ifdef KOORD_EXPERIMENTAL

  /// Counts for every node the pods like `pod` that it still takes, put there one after the other as Reserve
  /// puts them. Changes nothing. `options` and `query` are nullable. Errors: INVALID, LIMIT, NO_MEMORY.
  Capacity get_capacity(const koord_pod *pod, const koord_capacity_options *options = nullptr,
      const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Asks every node, and looks closely at the nearest of those that refuse. Pods that are to leave have a lower
  /// priority than `pod`, and are none that the query protects with KOORD_PROTECTION_KEEP.
  ///
  /// options  nullable.
  /// query  nullable.
  ///
  /// Errors: INVALID, LIMIT, NO_MEMORY.
  Explanation explain(const koord_pod *pod, const koord_explain_options *options = nullptr,
      const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// What a step's pod holds after it, as koord_cluster_get_pod_status says it; {} where it is released. Errors:
  /// INVALID (also a plan of another cluster), NOT_FOUND (its node is gone), NO_MEMORY.
  std::string get_step_status(const koord_plan *plan, size_t step) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// What it has of devices after it, as koord_cluster_get_pod_devices says it. Errors: as above.
  std::string get_step_devices(const koord_plan *plan, size_t step) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Makes all changes of a plan, as if its steps were made one by one with nothing between them. Errors: INVALID
  /// (a plan of another cluster), STALE (a node that the plan relies on has changed since), CONFLICT (a pod is
  /// not where the plan expects it), LIMIT, NO_MEMORY; nothing changed then.
  void commit(const koord_plan *plan);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// A pod grows or shrinks in place (docs/resize.md): what it owns then contains, or is contained in, what it owns
  /// now, a pod that shares CPUs stays on its NUMA nodes, and its policies hold as for a new pod. Where that
  /// cannot be it is refused: KOORD_REASON_WOULD_MOVE if other CPUs or NUMA nodes would do.
  ///
  /// pod      as it is to be, with the uid of one that is on a node.
  /// query    nullable.
  /// out      receives a plan of one step, KOORD_STEP_KIND_MOVE, which the caller owns; NULL where it is refused.
  /// refusal  never NULL.
  ///
  /// Errors: INVALID, NOT_FOUND (the pod holds nothing, or is thought away), CONFLICT (it is a reservation or takes
  /// from one), LIMIT, NO_MEMORY.
  std::tuple<Plan, koord_refusal> plan_resize(const koord_pod *pod,
      const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Places several pods at once or none of them (docs/gang.md). Pods are placed shape by shape in the order of their
  /// demand: those for which fewer nodes have room first, then those with more GPUs, more CPU, more memory, then
  /// by uid. First each goes to the best node as things are by then; where that fails, other combinations are tried. For
  /// pods of one shape a refusal with KOORD_REASON_GANG_UNPLACED is a proof that no combination does; for pods of
  /// several, that none does in this order. KOORD_REASON_SEARCH_LIMIT: the budget was used up before one was found. Several
  /// pods that ask for whole GPUs are brought together then, but under KOORD_PROFILE_UPSTREAM: on the fewest nodes,
  /// there with the largest sum of link scores inside the pods, then between pods of one node; their sets are chosen
  /// at once on each node.
  ///
  /// pods        `count` of them, 1..1024, with uids that differ.
  /// options     nullable.
  /// query       nullable; nominated pods are thought there.
  /// out         receives the plan, which the caller owns; NULL where the gang is refused.
  /// info        never NULL; needed and best of its refusal count pods.
  ///
  /// Errors: INVALID (also a pod twice), CONFLICT (a pod is on a node already, or is bound to one that is not there),
  /// LIMIT, NO_MEMORY.
  std::tuple<Plan, koord_gang_info> plan_gang(std::span<const Pod> pods,
      const koord_gang_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// From here on a policy scores nodes, for all pods: higher is better, and never less than 0. The score says what
  /// the GPUs of the node are worth after the pod, CPUs and memory count only as far as they say who fits; a pod that
  /// takes a part of one GPU gets the GPU of the node that the policy thinks best. Everything is judged anew.
  /// FGD and ROOM_LEFT are made for the workload, `rows`, of which FGD takes the most frequent 95 percent; the others
  /// do not look at it. All but FGD and PACKING are made for the nodes that are there: call it again when the cluster
  /// has become another one, or the workload. A GPU's part is its gpu-memory-ratio, a node's model that of
  /// the label node.koordinator.sh/gpu-model or else of its Device object. Scores of ROOM_LEFT lie near each other and
  /// far from 0: compare them, koord_verdicts_normalize rounds them to the same value.
  /// Errors: INVALID (names the row and field; no tasks for FGD and ROOM_LEFT), LIMIT (65536 rows, 4096 of them that
  /// differ, 63 models, 4096 kinds of nodes), NO_MEMORY; all is as before then.
  void set_gpu_policy(koord_gpu_policy policy, std::span<const koord_task_class> rows,
      std::string_view arena);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Finds on every node the pods to evict so that `pod` fits. Those of a lower priority (spec.priority) may
  /// have to go, unless `query` protects them with KOORD_PROTECTION_KEEP; pods that are thought there never
  /// do, and have first call on the room that victims leave. Changes nothing. `options` and `query` are nullable.
  /// Errors: INVALID, LIMIT, NO_MEMORY.
  Preemption preempt(const koord_pod *pod, const koord_preempt_options *options = nullptr,
      const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// The plan of a row: its victims let go, then the pod comes and gets its CPUs and NUMA amounts.
  /// `refusal` (never NULL) tells where Reserve would not do what the verdict promised, *out is NULL then.
  /// Errors: INVALID (a pod without uid, a row with a reason, another cluster), STALE (the node changed
  /// since), LIMIT, NO_MEMORY.
  std::tuple<koord_refusal, Plan> plan_preemption(const koord_preemption *preemption,
      size_t row) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Plans other CPUs for the pods of a node that own CPUs; nothing changes before the plan is committed.
  ///
  /// options     NULL: any number of pods, KOORD_REBIND_BUDGET_DEFAULT.
  /// query       NULL: nothing. Pods protected by KOORD_PROTECTION_KEEP stay as they are.
  /// out         the plan, koord_plan_unref() when done; without steps where nothing better was found. Its steps
  ///             are KOORD_STEP_KIND_MOVE, ordered so that no CPU ever has two owners; a pod whose turn comes twice
  ///             first steps aside, at times to fewer CPUs, never to none.
  /// info        nullable.
  ///
  /// No policy of any pod holds less afterwards, and the node is never worse by koord_fragmentation. The same
  /// question gives the same plan. Time is bounded by the budget, not by a clock.
  ///
  /// Errors: INVALID, NOT_FOUND (the node), LIMIT, NO_MEMORY.
  std::tuple<Plan, koord_rebind_info> plan_rebind(uint32_t node,
      const koord_rebind_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's steps are those moves, as
  /// few as are found, and last KOORD_STEP_KIND_PLACE of the pod.
  ///
  /// pod         that holds nothing yet; with a uid.
  /// options, query: as above.
  /// out         NULL where it does not fit.
  /// info        never NULL; its refusal says why the pod does not fit.
  ///
  /// Errors: INVALID, NOT_FOUND (the node), CONFLICT (as for koord_cluster_plan_gang), LIMIT, NO_MEMORY.
  std::tuple<Plan, koord_rebind_info> plan_rebind_for(const koord_pod *pod, uint32_t node,
      const koord_rebind_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// A pod that was reserved or set is a reservation from now on, and does not count as a pod of its node
  /// any more; one that is a reservation already gets the policy. What is left of it is what
  /// koord_cluster_get_pod_status says. Errors: INVALID, NOT_FOUND (it holds nothing), CONFLICT (it takes from a
  /// reservation itself), LIMIT, NO_MEMORY.
  void set_reservation(std::string_view uid, koord_reservation_policy policy);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// koord_cluster_reserve for an owner, on the node of the one reservation that `query` uses
  /// (koord_query_use_reservation). KOORD_REASON_RESERVATION_SHORT: under RESTRICTED too little is left. The query's
  /// affinity must be 0. Errors: as there, NOT_FOUND (there is no such reservation), CONFLICT (the pod is here already,
  /// without it).
  koord_refusal reserve_from(const koord_pod *pod, const koord_query *query = nullptr,
      std::span<uint64_t> cpus = {});
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// After a restart: the pod, which has been set, has what it holds from this reservation, which has been
  /// set, too, with all that it reserved, and is on the same node. A second time it has no effect. Errors: INVALID,
  /// NOT_FOUND, CONFLICT (another node or another reservation), LIMIT, NO_MEMORY.
  void attach_owner(std::string_view uid, std::string_view reservation);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_cluster *handle_ = nullptr;
};

/// The names of a cluster's nodes at one moment. Immutable; counted, any threads may share it.
class NodeNames {
 public:
  NodeNames() = default;
  /// Takes a reference over that another call gave.
  explicit NodeNames(koord_node_names *handle) noexcept : handle_(handle) {}
  NodeNames(const NodeNames &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_node_names_ref(other.handle_) : nullptr) {}
  NodeNames(NodeNames &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  NodeNames &operator=(NodeNames other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~NodeNames() { koord_node_names_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_node_names *() const noexcept { return handle_; }
  koord_node_names *get() noexcept { return handle_; }
  const koord_node_names *get() const noexcept { return handle_; }

  /// A row for each node, by number. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_node_name> get_rows() const;

  /// The texts of its rows, as koord_topology_get_texts: valid as long as the names; NULL has none.
  std::string_view get_texts() const;

 private:
  koord_node_names *handle_ = nullptr;
};

/// What a call is asked under: flags, nodes, and how things might be. An argument of one call, not a state of the
/// cluster: made once, used for many calls, changed in between. A setter requires exclusive access.
///
/// A call refuses a query that names pods, nodes or reservations which it does not read (INVALID). Flags, the generation
/// and the affinity have no effect on calls that do not read them: one query may serve Filter, Score and Reserve.
class Query {
 public:
  Query() = default;
  /// Takes over a handle that another call gave.
  explicit Query(koord_query *handle) noexcept : handle_(handle) {}
  Query(Query &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Query &operator=(Query other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Query() { koord_query_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_query *() const noexcept { return handle_; }
  koord_query *get() noexcept { return handle_; }
  const koord_query *get() const noexcept { return handle_; }

  /// Asks nothing in particular, as NULL does wherever a query is taken. Errors: INVALID, NO_MEMORY.
  static Query create();

  /// The same query once more, for a host that clones its own state. Errors: INVALID, NO_MEMORY.
  Query clone() const;

  /// As new. Errors: INVALID.
  void reset();

  /// Errors: INVALID.
  void set_flags(koord_query_flags flags);

  /// koord_cluster_evaluate: node `first` and following, at most `count` numbers; as new 0 and SIZE_MAX, which is
  /// all. Other calls refuse a query that leaves nodes out. Errors: INVALID.
  void set_nodes(uint32_t first, size_t count);

  /// koord_cluster_reserve, koord_cluster_reserve_from: the generation of the verdict that is relied on; 0: whatever the
  /// node is by now. Errors: INVALID.
  void set_generation(uint64_t generation);

  /// koord_cluster_reserve: the NUMA nodes that the host's own topology manager chose, bit i being row i of
  /// koord_numa_hints_get_nodes; 0: the node's NUMA policy chooses. Errors: INVALID.
  void set_affinity(uint64_t affinity);

  /// The pod with this uid is thought to be gone; an unknown one has no effect. Errors: INVALID, LIMIT (65536
  /// pods), NO_MEMORY.
  void remove_pod(std::string_view uid);

  /// The pod is thought to be on this node, where Reserve would place it, or nowhere in particular where it
  /// does not fit. Of several, higher priorities come first, equal ones in the order of the calls. Existing allocations
  /// are kept; remove the pod first. Errors: INVALID, LIMIT, NO_MEMORY.
  void add_pod(const koord_pod *pod, uint32_t node);

  /// The last call per pod wins; it has no effect on an unknown pod. Errors: INVALID,
  /// LIMIT, NO_MEMORY.
  void protect_pod(std::string_view uid, koord_protection protection);
#ifdef KOORD_EXPERIMENTAL

  /// The node takes nobody, and its pods are to go elsewhere. An unknown one has no effect. Restarts are for
  /// koord_cluster_get_capacity only: INVALID in other calls. Errors: INVALID, LIMIT (65536 restarts), NO_MEMORY.
  void drain_node(uint32_t node);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// The node restarts with one thread of each core; the CPUs that go are gone from its amounts, too. Its pods
  /// come back by priority, descending, then uid, as Reserve would place them; those that do not fit are to
  /// go elsewhere. Otherwise as koord_query_drain_node.
  void disable_smt(uint32_t node);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// The same with CPUs that are nobody's (isolcpus). Several restarts of one node are one.
  void isolate_cpus(uint32_t node, std::span<const uint64_t> words);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// For one question: the pod that is asked about may take from this reservation, on its node; of several on one
  /// node the first counts, an unknown one has no effect. koord_cluster_evaluate, koord_cluster_judge and
  /// koord_cluster_reserve_from read it, other calls refuse it. Errors: INVALID, LIMIT, NO_MEMORY.
  void use_reservation(std::string_view reservation);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_query *handle_ = nullptr;
};

/// A Device object (scheduling.koordinator.sh) in the making, for callers that have it as a
/// typed object: every field that docs/objects.md lists. A cluster or an agent reads it as it
/// reads the same object from JSON, with the same answers and errors. It serves many objects one
/// after the other: koord_device_builder_reset keeps its memory. A setter requires exclusive
/// access. What is set again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in
/// an object.
class DeviceBuilder {
 public:
  DeviceBuilder() = default;
  /// Takes over a handle that another call gave.
  explicit DeviceBuilder(koord_device_builder *handle) noexcept : handle_(handle) {}
  DeviceBuilder(DeviceBuilder &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  DeviceBuilder &operator=(DeviceBuilder other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DeviceBuilder() { koord_device_builder_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_device_builder *() const noexcept { return handle_; }
  koord_device_builder *get() noexcept { return handle_; }
  const koord_device_builder *get() const noexcept { return handle_; }

  /// Of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static DeviceBuilder create();

  /// As new. Errors: INVALID.
  void reset();

  /// The name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 4 MiB of
  /// texts or 2^20 of them, as in all of these), NO_MEMORY.
  void set_name(std::string_view name);

  /// A label of the object. Errors: INVALID, LIMIT, NO_MEMORY.
  void set_label(std::string_view key, std::string_view value);

  /// An annotation of the object, with its text as Kubernetes keeps it. Errors: INVALID, LIMIT,
  /// NO_MEMORY; a text that means nothing is an error of the call that takes the builder.
  void set_annotation(std::string_view key, std::string_view value);

  /// One more of spec.devices. `*device` (nullable) receives its index. Errors: INVALID (unknown
  /// flags, a number out of range), LIMIT (over 4096 devices), NO_MEMORY.
  int32_t add_device(const koord_device_spec &spec);

  /// One text of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY.
  void set_device_text(int32_t device, koord_device_text which, std::string_view text);

  /// A label of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY.
  void set_device_label(int32_t device, std::string_view key, std::string_view value);

  /// What a device has of a resource, whose name must not be empty, in its unit: percent, bytes.
  /// Names that have been published before are read as today's (docs/objects.md). Errors: INVALID
  /// (no such device, a negative amount), LIMIT, NO_MEMORY.
  void set_resource(int32_t device, std::string_view name, int64_t amount);

  /// One more of a device's vfGroups. `*group` (nullable) receives its index among the groups of
  /// all devices. Errors: INVALID (no such device), LIMIT, NO_MEMORY.
  int32_t add_vf_group(int32_t device);

  /// A label of a group of virtual functions. Errors: INVALID (no such group), LIMIT, NO_MEMORY.
  void set_vf_label(int32_t group, std::string_view key, std::string_view value);

  /// One more virtual function of a group; `minor` -1: none. Errors: INVALID (no such group, a
  /// number out of range), LIMIT (over 65536 in an object), NO_MEMORY.
  void add_vf(int32_t group, int32_t minor, std::string_view bus_id);

 private:
  koord_device_builder *handle_ = nullptr;
};

/// What a runtime asks about: a container of a pod, at a stage.
class AdjustmentRequest {
 public:
  AdjustmentRequest() = default;
  /// Takes over a handle that another call gave.
  explicit AdjustmentRequest(koord_adjustment_request *handle) noexcept : handle_(handle) {}
  AdjustmentRequest(AdjustmentRequest &&other) noexcept : handle_(std::exchange(other.handle_,
      nullptr)) {}
  AdjustmentRequest &operator=(AdjustmentRequest other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~AdjustmentRequest() { koord_adjustment_request_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_adjustment_request *() const noexcept { return handle_; }
  koord_adjustment_request *get() noexcept { return handle_; }
  const koord_adjustment_request *get() const noexcept { return handle_; }

  /// The sandbox of no pod yet. The caller owns *out. Errors: INVALID (an unknown stage),
  /// NO_MEMORY.
  static AdjustmentRequest create(koord_hook_stage stage);

  /// The container with this name of the pod with this uid; container length 0: the pod's sandbox.
  /// Errors: INVALID, NO_MEMORY.
  void set_container(std::string_view uid, std::string_view container);

  /// The value of the pod's annotation resource-status, as whoever asks was told; length 0: not told.
  /// Its CPUs must be those that the state gives to the pod. Errors: INVALID (names the field),
  /// LIMIT, NO_MEMORY.
  void set_resource_status(std::string_view resource_status);

  /// The directory that holds sys/, by which the device nodes of RDMA devices are found; length 0:
  /// device nodes are not asked for. Errors: INVALID, NO_MEMORY.
  void set_sysfs_root(std::string_view sysfs_root);

 private:
  koord_adjustment_request *handle_ = nullptr;
};

/// What of a container changes. Immutable.
class Adjustment {
 public:
  Adjustment() = default;
  /// Takes a reference over that another call gave.
  explicit Adjustment(koord_adjustment *handle) noexcept : handle_(handle) {}
  Adjustment(const Adjustment &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_adjustment_ref(other.handle_) : nullptr) {}
  Adjustment(Adjustment &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Adjustment &operator=(Adjustment other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Adjustment() { koord_adjustment_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_adjustment *() const noexcept { return handle_; }
  koord_adjustment *get() noexcept { return handle_; }
  const koord_adjustment *get() const noexcept { return handle_; }

  /// What of a container of a pod changes at a stage. Pure but for what
  /// koord_adjustment_request_set_sysfs_root asks for.
  ///
  /// A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so,
  /// and the rest what it gets instead, if anything. The same holds where one of its devices cannot
  /// be named to a runtime (KOORD_REASON_DEVICE_UNNAMED): it gets all but devices. The caller owns
  /// *out. Errors: INVALID, LIMIT, NO_MEMORY.
  static Adjustment create(const koord_agent_state *state, const koord_adjustment_request *request);

  /// Errors: INVALID.
  koord_adjustment_info get_info() const;

  /// The CPUs, into all of `words`; none where they stay as they are. Errors: INVALID, NO_SPACE.
  CpuSet get_cpus() const;
  /// The same, into words that are there.
  void get_cpus(std::span<uint64_t> words) const;

  /// The same of NUMA nodes: bit b of word w is node 64 * w + b.
  CpuSet get_numa_nodes() const;
  /// The same, into words that are there.
  void get_numa_nodes(std::span<uint64_t> words) const;

  /// One text of a list, as koord_pod_get_text. Errors: INVALID (no such list or item), NO_SPACE.
  std::string get_text(koord_adjustment_list list, uint32_t item) const;

  /// All of it as JSON, in the names of the OCI runtime specification (docs/hooks.md). Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_adjustment *handle_ = nullptr;
};

/// A createRuntime hook of OCI runtimes: where it finds what it needs, and what it does where it
/// cannot serve.
class Hook {
 public:
  Hook() = default;
  /// Takes over a handle that another call gave.
  explicit Hook(koord_hook *handle) noexcept : handle_(handle) {}
  Hook(Hook &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Hook &operator=(Hook other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Hook() { koord_hook_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_hook *() const noexcept { return handle_; }
  koord_hook *get() noexcept { return handle_; }
  const koord_hook *get() const noexcept { return handle_; }

  /// "CreateContainer". Static; "Unknown" for others.
  static const char * stage_get_name(koord_hook_stage stage);

  /// `options` is nullable. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static Hook create(const koord_hook_options *options = nullptr);

  /// The path of node-state.json; to be trusted as koord_agent_state_load has it. length 0, and where
  /// it is not set: "/run/koord/node-state.json". Errors: INVALID, NO_MEMORY.
  void set_state_file(std::string_view state_file);

  /// Where control groups are mounted. length 0, and where it is not set: "/sys/fs/cgroup".
  /// Errors: INVALID, NO_MEMORY.
  void set_cgroup_root(std::string_view cgroup_root);

  /// Where proc is mounted. length 0, and where it is not set: "/proc". Errors: INVALID,
  /// NO_MEMORY.
  void set_proc_root(std::string_view proc_root);

  /// All that such a hook does for a container that is about to start: reads node-state.json, finds
  /// the control groups of the container's process, checks that they are its pod's, and writes CPUs,
  /// NUMA nodes and quota, or changes nothing.
  ///
  /// oci_state  what the runtime gives on standard input.
  ///
  /// Errors: INVALID (oci_state: names the field), PERMISSION (a file that is not to be trusted, or
  /// not ours to read), CORRUPT, LIMIT (node-state.json; see koord_agent_state_from_json), STALE (it
  /// is of another boot), IO (a control group did not take its value: rolled back unless the message
  /// says otherwise), NOT_FOUND (no control groups, or none of this container; no such process),
  /// CONFLICT, NO_MEMORY.
  koord_hook_result run(std::string_view oci_state) const;

 private:
  koord_hook *handle_ = nullptr;
};

/// A node as its kubelet sees it: a state machine of pods that arrive and go, without a kubelet. Static CPU
/// policy, memory manager and topology manager decide as in kubelet 1.36 (docs/kubelet.md).
class Kubelet {
 public:
  Kubelet() = default;
  /// Takes over a handle that another call gave.
  explicit Kubelet(koord_kubelet *handle) noexcept : handle_(handle) {}
  Kubelet(Kubelet &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Kubelet &operator=(Kubelet other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Kubelet() { koord_kubelet_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_kubelet *() const noexcept { return handle_; }
  koord_kubelet *get() noexcept { return handle_; }
  const koord_kubelet *get() const noexcept { return handle_; }

  /// What kubelet's static CPU policy gives one container (semantics: kubelet 1.36;
  /// docs/kubelet.md), its SMT admission checks included. Pure; touches no heap.
  ///
  /// sets          the default CPU set: CPUs no container has exclusively, reserved ones included.
  ///               After it those that request.sets names, each `words` after the one before.
  /// words         words of each of the sets and of `out`.
  ///
  /// Out parameters and errors as koord_cpu_pick; INVALID also for options that exclude each other
  /// and for an affinity beyond the machine's NUMA nodes; LIMIT: DISTRIBUTE_CPUS_ACROSS_NUMA with
  /// more than 64 NUMA nodes that have free CPUs.
  static koord_refusal pick(const koord_topology *topology, const koord_kubelet_request &request,
      std::span<const uint64_t> sets, uint64_t *out);

  /// A kubelet on this machine that starts with this configuration and these state files; `setup`
  /// is nullable: kubelet's defaults, no files. The memory manager needs a topology that knows
  /// memory, the topology manager's option prefer-closest-numa-nodes one that knows distances. The
  /// caller owns *out and may drop the topology. Errors, where kubelet would not start in its
  /// words: INVALID (the configuration, as kubelet says it; a state that cannot be read or is of
  /// another policy), CONFLICT (a state that does not suit machine or configuration), CORRUPT (the
  /// checksum of a state is wrong), UNSUPPORTED (feature gate PodLevelResourceManagers, memory
  /// policy BestEffort), LIMIT (a state: koord_kubelet_setup_set_cpu_state; more than 16 NUMA
  /// nodes for a memory or topology manager), NO_MEMORY.
  static Kubelet create(const koord_topology *topology, const koord_kubelet_setup *setup = nullptr);

  /// A second kubelet in the same state, for what-if questions; from then on each goes its own way. What pods
  /// hold is shared until it changes: a copy costs 16 bytes for each. Errors: INVALID, NO_MEMORY.
  Kubelet clone() const;

  /// A pod arrives: kubelet admits it, and its containers get CPUs and memory, or refuses it, with
  /// kubelet's reason (koord_reason_get_name) and message (koord_refusal_format). Needs a uid. A
  /// pod that is known already keeps what it holds when it is admitted, and loses it when it is
  /// refused.
  ///
  /// admission (nullable: not wanted) receives what its containers got.
  /// refusal   never NULL; `where` is the container that was refused, by index, unless the pod was as a whole.
  ///
  /// Errors: INVALID (a pod without uid, two containers of one name, unknown flags), LIMIT (1,024
  /// containers, amounts that add up to too much), NO_MEMORY.
  koord_refusal admit(const koord_pod *pod, koord_admit_flags flags,
      koord_admission *admission = nullptr);

  /// What koord_kubelet_admit would answer; nothing of the kubelet changes, and the pod needs no
  /// uid. Arguments and errors as there.
  koord_refusal judge(const koord_pod *pod, koord_admission *admission = nullptr) const;

  /// The pod with this uid is gone: what it held is free. `*held` (nullable) receives 1 when it held
  /// anything, else 0: pods that hold nothing leave no trace, so that an unknown pod is no error. What a
  /// refused pod was left is swept, whatever the uid.
  /// Errors: INVALID, NO_MEMORY.
  uint32_t remove_pod(std::string_view uid);

  /// The memory a pod holds, by container, then kind by name ("hugepages-1Gi" before "memory"). None for a
  /// pod that is not there. Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_memory_block> get_memory(const koord_pod *pod) const;

  /// Writes one set to `words` (all of them). Errors: INVALID, NO_SPACE.
  CpuSet get_cpus(koord_kubelet_cpuset which) const;
  /// The same, into words that are there.
  void get_cpus(koord_kubelet_cpuset which, std::span<uint64_t> words) const;

  /// The files cpu_manager_state (version 2) and memory_manager_state (version 1) of this kubelet, byte for
  /// byte. Errors: INVALID, NO_MEMORY.
  std::string get_cpu_state() const;

  /// As koord_kubelet_get_cpu_state.
  std::string get_memory_state() const;
#ifdef KOORD_EXPERIMENTAL

  /// "checksum", "pod-gone"; "unknown" for other numbers. Static.
  static const char * fault_get_name(koord_kubelet_fault fault);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Everything at which kubelet would stop when it starts, and what it would accept although it
  /// is wrong. Of memory_manager_state only kubelet's own errors are reported. flags:
  /// KOORD_REPAIR_ONLY_PRESENT. The caller owns *out.
  /// Errors: INVALID (not the state files, but the arguments and the configuration), UNSUPPORTED
  /// and LIMIT as for koord_kubelet_new, NO_MEMORY.
  static KubeletReport check(const koord_topology *topology, const koord_kubelet_setup *setup,
      koord_repair_flags flags);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// The nearest text of cpu_manager_state with which kubelet starts: byte for byte the same where
  /// koord_kubelet_check finds nothing. Checksum and version are set right; CPUs in no set join
  /// the default set, those that containers hold and those that are gone leave it; reserved CPUs
  /// come where they belong; of two pods that hold one CPU the one with the later uid loses it. An
  /// entry that loses CPUs is dropped (kubelet gives the container CPUs anew when it starts)
  /// unless flags say otherwise. Entries that are right are kept; no container is given CPUs that
  /// it did not have. `*report` (nullable) receives JSON: "changed", "changes" [{"act", "why",
  /// "pod", "container", "cpus", "now", "message"}]. The caller owns both.
  /// flags: KOORD_REPAIR_*.
  /// Errors: INVALID (no cpu_manager_state is set, with which kubelet starts; in kubelet's words:
  /// the file cannot be read), CONFLICT (another policy), UNSUPPORTED and LIMIT as for
  /// koord_kubelet_new, NO_MEMORY.
  static std::tuple<std::string, std::string> repair_cpus(const koord_topology *topology,
      const koord_kubelet_setup *setup, koord_repair_flags flags);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// The same of memory_manager_state: byte for byte the same where koord_kubelet_check finds
  /// nothing. Containers keep the memory that they have, on the NUMA nodes where they have it;
  /// what the file says of the machine is reckoned anew from the machine, the configuration and
  /// these entries. An entry is dropped where it cannot be kept: its pod is not there, it names
  /// NUMA nodes or kinds of memory that the machine does not have, groups nodes that another pod's
  /// entry has apart or otherwise, or has more bytes than its nodes have left; of two such pods
  /// the one with the later uid loses. Kubelet gives a container memory anew when it starts.
  /// flags: KOORD_REPAIR_ONLY_PRESENT, KOORD_REPAIR_MIGRATE, KOORD_REPAIR_START_OVER. Report and
  /// errors as for koord_kubelet_repair_cpus.
  static std::tuple<std::string, std::string> repair_memory(const koord_topology *topology,
      const koord_kubelet_setup *setup, koord_repair_flags flags);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those
  /// kubelet chose. Each container that kubelet would give own CPUs gets as many of its pod's as
  /// it asks for: those it has where it may keep them, else picked as the static policy picks;
  /// init containers have theirs of the same. CPUs of a pod that no container asks for stay in the
  /// default set, and the report says so. Pods without allocated CPUs are passed over. At most
  /// 65,536 pods. `*report` as for koord_kubelet_repair_cpus. An empty cpu_manager_state, and one
  /// that is not set: there is none, as for koord_kubelet_new.
  /// Errors: CONFLICT (naming the pod: its CPUs are not there, reserved, held by another pod or
  /// too few; a state that kubelet does not start with, in its words), CORRUPT (a checksum),
  /// INVALID (a pod twice or without uid; a state that cannot be read), UNSUPPORTED and LIMIT as
  /// for koord_kubelet_new, NO_MEMORY.
  static std::tuple<std::string, std::string> replace_cpus(const koord_topology *topology,
      const koord_kubelet_setup *setup, std::span<const Pod> pods);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Replaces a state file in one step: whoever reads it finds the old or the new one, whole, also after a
  /// power cut. The new file has the mode and owner of the old one, which stays as "<path>.koord-backup" in the
  /// place of an older backup. `proc_root` says where proc is mounted (length 0: "/proc"): unless forced,
  /// nothing is written while a kubelet runs there, k3s and kubelite included. Those of another PID namespace
  /// cannot be seen: call it in the host's.
  /// Errors: INVALID (`path` is a link or no regular file), CONFLICT (a kubelet runs), PERMISSION, IO; the old
  /// file stands then and nothing else is left, unless the message says that only its directory could not be
  /// synced. LIMIT (over 64 MiB), NO_MEMORY.
  static void write_state(std::string_view path, std::string_view text, std::string_view proc_root,
      koord_write_state_flags flags);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_kubelet *handle_ = nullptr;
};

/// What one pod got of a kubelet, by container: koord_kubelet_admit and koord_kubelet_judge
/// write it. One handle serves any number of calls, and pods no larger than those before cost no
/// allocation of it. New, it has no containers.
class Admission {
 public:
  Admission() = default;
  /// Takes over a handle that another call gave.
  explicit Admission(koord_admission *handle) noexcept : handle_(handle) {}
  Admission(Admission &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Admission &operator=(Admission other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Admission() { koord_admission_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_admission *() const noexcept { return handle_; }
  koord_admission *get() noexcept { return handle_; }
  const koord_admission *get() const noexcept { return handle_; }

  /// The caller owns *out. Errors: INVALID, NO_MEMORY.
  static Admission create();

  /// A row for each container of the pod, init containers first; all zero where it was refused.
  /// Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_kubelet_container> get_containers() const;

  /// Writes the CPUs that a container has for itself to `words` (all of them): none where it
  /// shares, and where the pod was refused. `container` is a row of
  /// koord_admission_get_containers.
  /// Errors: INVALID (no such container), NO_SPACE.
  CpuSet get_cpus(uint32_t container) const;
  /// The same, into words that are there.
  void get_cpus(uint32_t container, std::span<uint64_t> words) const;

 private:
  koord_admission *handle_ = nullptr;
};

/// A Node (v1) in the making, for callers that have it as a typed object: every field that
/// docs/objects.md lists. A cluster or an agent reads it as it reads the same node from JSON,
/// with the same answers and errors. It serves many nodes one after the other:
/// koord_node_builder_reset keeps its memory. A setter requires exclusive access. What is set
/// again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a node.
class NodeBuilder {
 public:
  NodeBuilder() = default;
  /// Takes over a handle that another call gave.
  explicit NodeBuilder(koord_node_builder *handle) noexcept : handle_(handle) {}
  NodeBuilder(NodeBuilder &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  NodeBuilder &operator=(NodeBuilder other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~NodeBuilder() { koord_node_builder_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_node_builder *() const noexcept { return handle_; }
  koord_node_builder *get() noexcept { return handle_; }
  const koord_node_builder *get() const noexcept { return handle_; }

  /// Of an empty node. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static NodeBuilder create();

  /// As new. Errors: INVALID.
  void reset();

  /// One text. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all of these),
  /// NO_MEMORY.
  void set_text(koord_node_text which, std::string_view text);

  /// A label. Errors: INVALID, LIMIT, NO_MEMORY; a value that means nothing is an error of the
  /// call that takes the builder.
  void set_label(std::string_view key, std::string_view value);

  /// An annotation, with its text as Kubernetes keeps it. Errors: as koord_node_builder_set_label.
  void set_annotation(std::string_view key, std::string_view value);

  /// All of them at once. Errors: INVALID (unknown numbers or flags).
  void set_spec(const koord_node_spec &spec);

  /// What is allocatable of a resource (status.allocatable), whose name must not be empty:
  /// milli-CPU for "cpu", bytes or units for all others. `reserved` of it is kept from pods: for
  /// hosts that have no annotation reservation, which replaces it; else 0. Errors: INVALID (a
  /// negative amount), LIMIT, NO_MEMORY.
  void set_resource(std::string_view name, int64_t allocatable, int64_t reserved);

  /// CPUs, for hosts that have no annotation that says them: such a one replaces them. Errors:
  /// INVALID.
  void set_cpus(koord_node_cpuset which, std::span<const uint64_t> words);

 private:
  koord_node_builder *handle_ = nullptr;
};

/// A NodeResourceTopology in the making, for callers that have it as a typed object: every field
/// that docs/objects.md lists. A cluster reads it as it reads the same object from JSON, with
/// the same answers and errors. It serves many objects one after the other:
/// koord_nrt_builder_reset keeps its memory. A setter requires exclusive access. Texts are UTF-8
/// without NUL, at most 16 MiB of them in an object.
class NrtBuilder {
 public:
  NrtBuilder() = default;
  /// Takes over a handle that another call gave.
  explicit NrtBuilder(koord_nrt_builder *handle) noexcept : handle_(handle) {}
  NrtBuilder(NrtBuilder &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  NrtBuilder &operator=(NrtBuilder other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~NrtBuilder() { koord_nrt_builder_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_nrt_builder *() const noexcept { return handle_; }
  koord_nrt_builder *get() noexcept { return handle_; }
  const koord_nrt_builder *get() const noexcept { return handle_; }

  /// Of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static NrtBuilder create();

  /// As new; a machine is given back. Errors: INVALID.
  void reset();

  /// The name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 16 MiB of
  /// texts or 2^20 of them, as in all of these), NO_MEMORY.
  void set_name(std::string_view name);

  /// An annotation, with its text as Kubernetes keeps it. One that is set again is replaced.
  /// Errors: INVALID, LIMIT, NO_MEMORY; a text that means nothing is an error of the call that
  /// takes the builder.
  void set_annotation(std::string_view key, std::string_view value);

  /// One more of topologyPolicies. Errors: INVALID, LIMIT, NO_MEMORY.
  void add_policy(std::string_view policy);

  /// One more of attributes. Errors: INVALID, LIMIT, NO_MEMORY.
  void add_attribute(std::string_view name, std::string_view value);

  /// One more of zones. A `type` of length 0 is "Node". `*zone` (nullable) receives its index.
  /// Errors: INVALID, LIMIT, NO_MEMORY.
  int32_t add_zone(std::string_view name, std::string_view type);

  /// One more of a zone's resources: milli-CPU for "cpu", bytes or units for all others; negative:
  /// not stated. Errors: INVALID (no such zone), LIMIT, NO_MEMORY.
  void add_resource(int32_t zone, std::string_view name, int64_t capacity, int64_t allocatable,
      int64_t available);

  /// One more of a zone's costs, its distance to the zone `name`. Errors: INVALID (no such zone),
  /// LIMIT, NO_MEMORY.
  void add_cost(int32_t zone, std::string_view name, uint32_t value);

  /// All of them at once. Errors: INVALID (unknown numbers or flags).
  void set_spec(const koord_nrt_spec &spec);

  /// The machine, which is shared, for hosts that have it: the annotation cpu-topology replaces
  /// it. Nodes of one kind may share one. NULL: its CPUs are not known. Errors: INVALID.
  void set_topology(const koord_topology *machine = nullptr);

  /// CPUs, for hosts that have no annotation that says them (cpu-manager-policy, pod-cpu-allocs):
  /// such a one replaces them. Errors: INVALID.
  void set_cpus(koord_nrt_cpuset which, std::span<const uint64_t> words);

 private:
  koord_nrt_builder *handle_ = nullptr;
};

/// A Pod (v1) in the making, for callers that have it as a typed object: every field that
/// docs/objects.md lists. koord_pod_from_builder reads it as koord_pod_from_json reads the same
/// pod, with the same answers and errors. It serves many pods one after the other:
/// koord_pod_builder_reset keeps its memory. A setter requires exclusive access. What is set
/// again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod.
class PodBuilder {
 public:
  PodBuilder() = default;
  /// Takes over a handle that another call gave.
  explicit PodBuilder(koord_pod_builder *handle) noexcept : handle_(handle) {}
  PodBuilder(PodBuilder &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  PodBuilder &operator=(PodBuilder other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~PodBuilder() { koord_pod_builder_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_pod_builder *() const noexcept { return handle_; }
  koord_pod_builder *get() noexcept { return handle_; }
  const koord_pod_builder *get() const noexcept { return handle_; }

  /// Of an empty pod. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static PodBuilder create();

  /// As new. Errors: INVALID.
  void reset();

  /// One text. The name must not be empty; a namespace of length 0 is "default", a node of length
  /// 0 is none. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all of these),
  /// NO_MEMORY.
  void set_text(koord_pod_text which, std::string_view text);

  /// A label. Errors: INVALID, LIMIT, NO_MEMORY.
  void set_label(std::string_view key, std::string_view value);

  /// An annotation, with its text as Kubernetes keeps it. Errors: INVALID, LIMIT, NO_MEMORY; a
  /// text that means nothing is an error of koord_pod_from_builder.
  void set_annotation(std::string_view key, std::string_view value);

  /// All of them at once. Errors: INVALID (unknown numbers or flags).
  void set_spec(const koord_pod_spec &spec);

  /// One more container, in the order of spec.containers; init containers and sidecars in that of
  /// spec.initContainers, before or after the others. `*container` (nullable) receives its index
  /// in the builder. Errors: INVALID, LIMIT (over 1024 containers), NO_MEMORY.
  int32_t add_container(koord_container_kind kind, std::string_view name);

  /// Request and limit of one resource, whose name must not be empty: milli-CPU for "cpu", bytes
  /// or units for all others; negative: not stated. `container` is an index or a
  /// koord_resource_scope. Requests that are not stated are filled in from limits. Errors: INVALID
  /// (no such container), LIMIT, NO_MEMORY.
  void set_resource(int32_t container, std::string_view name, int64_t request, int64_t limit);

  /// A variable of a container's environment, with a value that is written in the pod (not
  /// valueFrom). Only NVIDIA_VISIBLE_DEVICES counts (docs/devices.md): others have no effect and
  /// need not be set. Errors: INVALID (no such container), LIMIT, NO_MEMORY.
  void set_env(int32_t container, std::string_view name, std::string_view value);

  /// CPUs that it was allocated, for hosts that have no annotation resource-status: one that says
  /// anything replaces these and koord_pod_builder_set_numa_resource. Errors: INVALID.
  void set_cpus(std::span<const uint64_t> words);

  /// What it was allocated of a resource on a NUMA node. Errors: INVALID (no NUMA node, a negative
  /// amount), LIMIT, NO_MEMORY.
  void set_numa_resource(int32_t numa_node, std::string_view name, int64_t amount);

 private:
  koord_pod_builder *handle_ = nullptr;
};

#ifdef KOORD_EXPERIMENTAL
/// How many pods every node takes. Immutable.
class Capacity {
 public:
  Capacity() = default;
  /// Takes a reference over that another call gave.
  explicit Capacity(koord_capacity *handle) noexcept : handle_(handle) {}
  Capacity(const Capacity &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_capacity_ref(other.handle_) : nullptr) {}
  Capacity(Capacity &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Capacity &operator=(Capacity other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Capacity() { koord_capacity_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_capacity *() const noexcept { return handle_; }
  koord_capacity *get() noexcept { return handle_; }
  const koord_capacity *get() const noexcept { return handle_; }

  /// Sums. Errors: INVALID.
  koord_capacity_info get_info() const;

  /// A row for every node, ascending. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE (*count is
  /// written).
  std::vector<koord_node_capacity> get_nodes() const;

  /// What strands the rest: sums by reason, ascending. Otherwise as koord_capacity_get_nodes.
  std::vector<koord_capacity_reason> get_reasons() const;

 private:
  koord_capacity *handle_ = nullptr;
};

/// What a report on devices is made from. One owner. Reports may be written from it at the same time; all other calls
/// require exclusive access.
class DeviceReport {
 public:
  DeviceReport() = default;
  /// Takes over a handle that another call gave.
  explicit DeviceReport(koord_device_report *handle) noexcept : handle_(handle) {}
  DeviceReport(DeviceReport &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  DeviceReport &operator=(DeviceReport other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DeviceReport() { koord_device_report_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_device_report *() const noexcept { return handle_; }
  koord_device_report *get() noexcept { return handle_; }
  const koord_device_report *get() const noexcept { return handle_; }

  /// A report on what `flags` ask for and on what the topology knows, its RDMA devices; flags 0: on those alone. Remarks
  /// of later calls go to the log function that `context` (nullable) has now. The caller owns *out.
  /// Errors: INVALID (unknown flags), NO_MEMORY.
  static DeviceReport create(koord_device_report_flags flags,
      const koord_context *context = nullptr);

  /// With KOORD_DEVICE_REPORT_NVML: the library's path, or a name that the loader looks up; length 0, as without this
  /// call: libnvidia-ml.so.1. Errors: INVALID (a path without its flag), NO_MEMORY.
  void set_nvml_library(std::string_view nvml_library);

  /// With KOORD_DEVICE_REPORT_SYSFS: the directory that holds sys/; length 0, as without this call: "/".
  /// Errors: INVALID (a path without its flag), NO_MEMORY.
  void set_sysfs_root(std::string_view sysfs_root);

  /// The text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet gave to pods become the
  /// annotation devices-checkpoints, so that nobody is given them again. Length 0, as without this call: there is none.
  /// Errors: INVALID (names the field), CORRUPT (the checksum is wrong), LIMIT (over 16 MiB or 2^20 values), NO_MEMORY.
  void set_checkpoint(std::string_view checkpoint);

  /// The node's pods (a Pod, a list or an array, as JSON). Those that a scheduler gave devices to, or that have
  /// terminated, are left out of the annotation. Length 0, as without this call: none are known.
  /// Errors: INVALID (names the field), LIMIT (over 128 MiB), NO_MEMORY.
  void set_pods(std::string_view pods);

  /// Writes the Device object (scheduling.koordinator.sh/v1alpha1) of the machine of a topology, ready for
  /// "kubectl apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
  /// NUMA node and PCIe switch. docs/devices-report.md says where each field is from.
  ///
  /// What the report's flags ask for is read on the machine the program runs on, so `topology` must be that machine's. A
  /// GPU that fails is reported as unhealthy, with a warning to the report's log; the others are not affected.
  /// Errors: INVALID (node_name is no DNS-1123 subdomain), IO (the library named by a path does not load; the driver
  /// does not answer), UNSUPPORTED (driver and library do not match), CORRUPT (the driver's answers make no sense: the
  /// message names GPU and field), LIMIT (over 64 GPUs), NO_MEMORY.
  std::string to_json(const koord_topology *topology, std::string_view node_name) const;

 private:
  koord_device_report *handle_ = nullptr;
};

/// What was found at one moment. Immutable; needs its cluster no more.
class Explanation {
 public:
  Explanation() = default;
  /// Takes a reference over that another call gave.
  explicit Explanation(koord_explanation *handle) noexcept : handle_(handle) {}
  Explanation(const Explanation &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_explanation_ref(other.handle_) : nullptr) {}
  Explanation(Explanation &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Explanation &operator=(Explanation other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Explanation() { koord_explanation_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_explanation *() const noexcept { return handle_; }
  koord_explanation *get() noexcept { return handle_; }
  const koord_explanation *get() const noexcept { return handle_; }

  /// Counts. Errors: INVALID.
  koord_explanation_info get_info() const;

  /// The best of the nodes that can take the pod, at most `nearest` of the options: as koord_cluster_find_best. rows as
  /// in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE.
  std::vector<koord_verdict> get_fits() const;

  /// All nodes that refuse, in groups: that of most nodes first, then by reason. rows as in koord_topology_get_cpus;
  /// *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE.
  std::vector<koord_refused_group> get_groups() const;

  /// The nodes that refuse and lack least, the nearest first and after all others those where no eviction
  /// would help. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE.
  std::vector<koord_near_miss> get_misses() const;

  /// The steps of all remedies of all misses. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
  /// Errors: INVALID, NO_SPACE.
  std::vector<koord_remedy_step> get_remedies() const;

  /// The texts of its rows, as koord_topology_get_texts: valid as long as the explanation; NULL has none.
  std::string_view get_texts() const;

  /// For people: several lines of text, names resolved. Errors: INVALID, NO_MEMORY.
  std::string to_text() const;

  /// Everything as one line of JSON (docs/explain.md). Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_explanation *handle_ = nullptr;
};

/// Steps in their order, and the state of the nodes that they were decided on. Immutable. A plan for a node that
/// pods were thought away from is for reading: committed it is STALE.
class Plan {
 public:
  Plan() = default;
  /// Takes a reference over that another call gave.
  explicit Plan(koord_plan *handle) noexcept : handle_(handle) {}
  Plan(const Plan &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_plan_ref(other.handle_) : nullptr) {}
  Plan(Plan &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Plan &operator=(Plan other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Plan() { koord_plan_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_plan *() const noexcept { return handle_; }
  koord_plan *get() noexcept { return handle_; }
  const koord_plan *get() const noexcept { return handle_; }

  /// The steps of a plan. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
  /// Errors: INVALID, NO_SPACE.
  std::vector<koord_plan_step> get_steps() const;

  /// The texts of its rows, as koord_topology_get_texts: valid as long as the plan; NULL has none.
  std::string_view get_texts() const;

  /// The CPUs that a step's pod owns after it, into all of `words`; all zero: it shares or was released.
  /// Errors: INVALID, NO_SPACE.
  CpuSet get_step_cpus(size_t step) const;
  /// The same, into words that are there.
  void get_step_cpus(size_t step, std::span<uint64_t> words) const;

 private:
  koord_plan *handle_ = nullptr;
};

/// What a check found in kubelet's files. Immutable.
class KubeletReport {
 public:
  KubeletReport() = default;
  /// Takes a reference over that another call gave.
  explicit KubeletReport(koord_kubelet_report *handle) noexcept : handle_(handle) {}
  KubeletReport(const KubeletReport &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_kubelet_report_ref(other.handle_) : nullptr) {}
  KubeletReport(KubeletReport &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  KubeletReport &operator=(KubeletReport other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~KubeletReport() { koord_kubelet_report_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_kubelet_report *() const noexcept { return handle_; }
  koord_kubelet_report *get() noexcept { return handle_; }
  const koord_kubelet_report *get() const noexcept { return handle_; }

  /// Its findings, those of cpu_manager_state first, in the order in which kubelet meets them; at
  /// most 2,048. None: nothing is wrong. Rows as in koord_topology_get_cpus. Errors: INVALID,
  /// NO_SPACE.
  std::vector<koord_kubelet_finding> get_findings() const;

  /// The same as JSON: "starts", "kubelet" (its own words where it does not), "findings"
  /// [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut". The caller
  /// owns *out. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_kubelet_report *handle_ = nullptr;
};

/// A node as NodeResourceTopologyMatch sees it: what it has, and what its NUMA zones have left. Immutable, counted and
/// shared by any threads.
class NrtNode {
 public:
  NrtNode() = default;
  /// Takes a reference over that another call gave.
  explicit NrtNode(koord_nrt_node *handle) noexcept : handle_(handle) {}
  NrtNode(const NrtNode &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_nrt_node_ref(other.handle_) : nullptr) {}
  NrtNode(NrtNode &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  NrtNode &operator=(NrtNode other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~NrtNode() { koord_nrt_node_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_nrt_node *() const noexcept { return handle_; }
  koord_nrt_node *get() noexcept { return handle_; }
  const koord_nrt_node *get() const noexcept { return handle_; }

  /// Reads a node and its zones.
  ///
  /// context       receives remarks, nullable.
  /// node          the Node (v1) as JSON; only its name and status.allocatable count.
  /// nrt           its NodeResourceTopology as JSON; length 0: there is none.
  /// out           the caller owns it.
  ///
  /// Errors: INVALID (names object and field; documents of different nodes), LIMIT (document sizes as in
  /// koord_cluster_set_node and koord_topology_from_nrt; more than 1024 resources), NO_MEMORY.
  static NrtNode from_json(std::string_view node, std::string_view nrt,
      const koord_context *context = nullptr);

  /// Whether the NUMA zones of a node let kubelet's topology manager admit a pod (semantics: filter of
  /// scheduler-plugins' NodeResourceTopologyMatch; docs/nrt-match.md). A node without a NodeResourceTopology lets every
  /// pod pass.
  ///
  /// verdict       never NULL. The words of koord_refusal_format are upstream's ("cannot align pod"); with
  ///               refusal.profile set to KOORD_PROFILE_SPEC they say what is missing and where.
  /// text          the name of the resource that is missing, "" when the pod passes; as in koord_pod_get_text. NULL with
  ///               capacity 0: not wanted.
  ///
  /// Errors: INVALID, NO_SPACE (nothing but *needed is written), LIMIT (more than 256 resources in the
  /// pod), NO_MEMORY.
  std::tuple<std::string, koord_nrt_verdict> filter(const koord_pod *pod) const;

  /// How well the node suits the pod, 0..100 (semantics: the plugin's score). `args` is the plugin's
  /// NodeResourceTopologyMatchArgs as JSON (length 0: its defaults): scoringStrategy.type MostAllocated,
  /// LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.
  /// Errors: INVALID (names the field; an unknown strategy), LIMIT (more than 256 resources in the pod), NO_MEMORY.
  int32_t score(const koord_pod *pod, std::string_view args) const;

 private:
  koord_nrt_node *handle_ = nullptr;
};

/// What every node says, and the victims there. Immutable.
class Preemption {
 public:
  Preemption() = default;
  /// Takes a reference over that another call gave.
  explicit Preemption(koord_preemption *handle) noexcept : handle_(handle) {}
  Preemption(const Preemption &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_preemption_ref(other.handle_) : nullptr) {}
  Preemption(Preemption &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Preemption &operator=(Preemption other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Preemption() { koord_preemption_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_preemption *() const noexcept { return handle_; }
  koord_preemption *get() noexcept { return handle_; }
  const koord_preemption *get() const noexcept { return handle_; }

  /// A row for every node. The best come first: nodes without victims, then in the order of kube-scheduler:
  /// fewest avoided, lowest highest priority, lowest sum, fewest victims; then the higher score and the lower
  /// number. Nodes where no eviction helps come last, by number, with the reason that is left when all pods
  /// that may go are gone. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE (*count is written).
  std::vector<koord_node_preemption> get_nodes() const;

  /// The victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
  /// koord_plan_get_steps.
  std::vector<koord_plan_step> get_victims(size_t row) const;

  /// The texts of the victims of all rows, as koord_topology_get_texts: valid as long as the preemption, which must not
  /// be NULL. Those of one row's victims lie side by side, in their order.
  std::string_view get_texts() const;

 private:
  koord_preemption *handle_ = nullptr;
};

/// What a picture shows beside the machine: a title, and sets of CPUs with their labels. One owner. Draws may read one
/// picture at the same time; all other calls require exclusive access.
class Picture {
 public:
  Picture() = default;
  /// Takes over a handle that another call gave.
  explicit Picture(koord_picture *handle) noexcept : handle_(handle) {}
  Picture(Picture &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Picture &operator=(Picture other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Picture() { koord_picture_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_picture *() const noexcept { return handle_; }
  koord_picture *get() noexcept { return handle_; }
  const koord_picture *get() const noexcept { return handle_; }

  /// A picture of the machine alone: no title, no sets. The caller owns *out. Errors: INVALID, NO_MEMORY.
  static Picture create();

  /// Sets the headline; length 0: none. Errors: INVALID, NO_MEMORY.
  void set_title(std::string_view title);

  /// Adds the CPUs that somebody holds, and who: `label` is one line and may be empty. Sets are shown in the order of
  /// the calls, a CPU in several of them as shared. Errors: INVALID, LIMIT (more than 64 sets), NO_MEMORY.
  void add_set(std::string_view label, std::span<const uint64_t> words);

 private:
  koord_picture *handle_ = nullptr;
};

#endif  // KOORD_EXPERIMENTAL
/// Version of the library that is loaded: major << 16 | minor << 8 | patch.
inline uint32_t version() {
  return koord_version();
}

/// The same as text, "0.1.0". Static, never NULL.
inline const char * version_string() {
  return koord_version_string();
}

/// Stable lower-case name of a status for logs and metrics ("no-space"); "unknown" for others.
/// Static, never NULL.
inline const char * status_get_name(koord_status status) {
  return koord_status_get_name(status);
}

/// Parses Linux cpu-list text ("0-3,8"; "" is empty) into `words`, all of which are written.
/// Errors: INVALID (not a list: blanks, reversed ranges, empty items; an id at or above
/// KOORD_MAX_CPUS), NO_SPACE (an id does not fit in `word_count` words).
inline CpuSet cpulist_parse(std::string_view list) {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_cpulist_parse(list.data(), list.size(),
      words.data(), words.size(), err); });
  return words;
}

/// The same, into words that are there.
inline void cpulist_parse(std::string_view list, std::span<uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_cpulist_parse(list.data(), list.size(),
      words.data(), words.size(), err); });
}

/// Writes the list form (ascending, runs collapsed) with a NUL into text[0..capacity).
/// `*needed` (nullable) receives the length without the NUL, also on NO_SPACE, where nothing else is
/// written. Errors: INVALID, NO_SPACE.
inline std::string cpulist_format(std::span<const uint64_t> words) {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cpulist_format(words.data(), words.size(), text_, capacity_, needed_, err);
  });
}

/// Spellings as in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated"); "Default" for what is
/// not stated, "Unknown" for other numbers. Static.
inline const char * bind_policy_get_name(koord_bind_policy policy) {
  return koord_bind_policy_get_name(policy);
}

/// As koord_bind_policy_get_name.
inline const char * exclusive_policy_get_name(koord_exclusive_policy policy) {
  return koord_exclusive_policy_get_name(policy);
}

/// As koord_bind_policy_get_name.
inline const char * numa_strategy_get_name(koord_numa_strategy strategy) {
  return koord_numa_strategy_get_name(strategy);
}

/// The same ("SingleNUMANode", "Required"); "" for what is not stated, "Unknown" for other numbers. Static.
inline const char * numa_policy_get_name(koord_numa_policy policy) {
  return koord_numa_policy_get_name(policy);
}

/// As koord_numa_policy_get_name.
inline const char * numa_exclusive_get_name(koord_numa_exclusive exclusive) {
  return koord_numa_exclusive_get_name(exclusive);
}

/// One sentence for people, with a NUL, into text[0..capacity); `*needed` (nullable) receives its length
/// without the NUL. Under a profile other than KOORD_PROFILE_SPEC it is the peer's own text.
/// Errors: INVALID, NO_SPACE.
inline std::string refusal_format(const koord_refusal &refusal) {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_refusal_format(&refusal, text_, capacity_, needed_, err);
  });
}

/// The refusal as one line of JSON with names in place of numbers (docs/refusals.md), for logs and for what is
/// stored or sent. Errors: INVALID, NO_MEMORY.
inline std::string refusal_to_json(const koord_refusal &refusal) {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_refusal_to_json(&refusal, &out, err); });
  return detail::document_of(out);
}

/// Stable name of a reason ("NotEnoughCPUs"); under KOORD_PROFILE_KUBELET the reason kubelet reports
/// ("SMTAlignmentError", "UnexpectedAdmissionError"). Static; "Unknown" for others.
inline const char * reason_get_name(koord_reason reason, koord_profile profile) {
  return koord_reason_get_name(reason, profile);
}

/// Stable name, as in JSON ("cpu", "numaNode"). Static; "unknown" for others.
inline const char * object_kind_get_name(koord_object_kind kind) {
  return koord_object_kind_get_name(kind);
}

/// Spellings as in Kubernetes objects ("LSR", "Guaranteed", "koord-prod"); "" for what is not stated,
/// "Unknown" for other numbers. Static.
inline const char * qos_get_name(koord_qos qos) {
  return koord_qos_get_name(qos);
}

/// As koord_qos_get_name.
inline const char * kube_qos_get_name(koord_kube_qos qos) {
  return koord_kube_qos_get_name(qos);
}

/// As koord_qos_get_name.
inline const char * priority_class_get_name(koord_priority_class priority_class) {
  return koord_priority_class_get_name(priority_class);
}

/// Merges what all resources of a pod or container say about NUMA nodes into one set of nodes, and
/// says whether the policy admits it (semantics: the topology managers of kubelet 1.36 and
/// Koordinator v1.8, and libkoord's own; docs/numa.md). Pure; touches no heap with up to 8 NUMA
/// nodes and 255 hints of one resource, unless text is wanted.
///
/// out       never NULL.
/// text      why it is not admitted, with a NUL; "" when it is. Under KOORD_PROFILE_UPSTREAM and
///           KOORD_PROFILE_KUBELET the peer's own words, one reason a line. NULL with capacity 0:
///           not wanted. `*needed` (nullable) receives its length without the NUL.
///
/// A pod that is not admitted is no error. KOORD_REASON_SEARCH_LIMIT: under KOORD_PROFILE_UPSTREAM
/// more than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints that meet in too many
/// sets, on machines with more than 16 NUMA nodes only. Time grows with the number of hints N as N
/// log N, and under KOORD_PROFILE_KUBELET, where no set is preferred, with the number of sets the
/// hints meet in.
/// Errors: INVALID (unknown policy, flag or profile; a NUMA node number that the profile does
/// not have; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes), NO_SPACE (text;
/// nothing but *needed is written), NO_MEMORY.
inline std::tuple<std::string, koord_numa_merged> numa_merge(const koord_numa_options *options,
    const koord_numa_hints *hints) {
  koord_numa_merged out{};
  auto looped_ = detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_numa_merge(options, hints, &out, text_, capacity_, needed_, err);
  });
  return {std::move(looped_), out};
}

/// The proposal's normalisation over the nodes that all filters left: 100 * score / highest score, rounded
/// down. Errors: INVALID.
inline void verdicts_normalize(std::span<koord_verdict> rows) {
  detail::checked([&](koord_error *err) { return koord_verdicts_normalize(rows.data(),
      sizeof(koord_verdict), rows.size(), err); });
}

/// Picks request->cpus CPUs out of those that are available (semantics: Koordinator's CPU
/// orchestration proposal; docs/koordinator-policies.md). Pure: changes nothing but its out
/// parameters, and touches no heap; takes up to 384 KiB of stack, whatever the machine (both
/// pickers; docs/abi.md has figures).
///
/// sets        one after another, request->words words each: the CPUs that may be used,
///             request->max_ref_count respected by the caller; then those that request->sets names,
///             in the order of their flags. The others count as empty.
/// ref_counts  holders per CPU number, 64 * words values, read when max_ref_count > 1; nullable: 0.
/// grants      request->grant_count NUMA nodes that the topology manager chose, in ascending order,
///             request->grant_stride bytes apart; the CPUs come from these nodes only. Their
///             granted_milli is written. May be NULL when there are none.
/// out         the CPUs picked, request->words words; all zero when refused. It may be one of the
///             sets.
/// refusal     never NULL; reason KOORD_REASON_NONE when granted.
///
/// CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown
/// policy, flag or profile, more grants than NUMA nodes, a NUMA node in a grant that is not
/// there or not above the one before), NO_SPACE (request->words is less than
/// koord_topology_info.words), LIMIT (it is more than any machine needs).
inline koord_refusal cpu_pick(const koord_topology *topology, const koord_cpu_request &request,
    const uint64_t *sets, const uint16_t *ref_counts, koord_numa_grant *grants, uint64_t *out) {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_cpu_pick(topology, &request, sets,
      ref_counts, grants, out, &refusal, err); });
  return refusal;
}

#ifdef KOORD_EXPERIMENTAL
/// Writes what a node offers by its Device object, {"resources":{...},"labels":{...}}: sums over healthy
/// devices as quantities by name, and the labels about its GPUs. `device` is the object as JSON.
/// Errors: INVALID (names the field), LIMIT (over 4 MiB; a sum over 2^63 - 1), NO_MEMORY.
inline std::string device_get_node_resources(std::string_view device,
    koord_node_resources_flags flags, const koord_context *context = nullptr) {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_device_get_node_resources(context,
      device.data(), device.size(), flags, &out, err); });
  return detail::document_of(out);
}

/// Stable name of a kind ("PodCPU"). Static; "Unknown" for others.
inline const char * remedy_kind_get_name(koord_remedy_kind kind) {
  return koord_remedy_kind_get_name(kind);
}

/// Reads a RebindResource (packaging/crds). node: the name of its node, text as in koord_pod_get_text; up to
/// 254 bytes. On errors, NO_SPACE among them, *request is left alone. Errors: INVALID (names the field), LIMIT,
/// NO_SPACE, NO_MEMORY.
inline std::tuple<std::string, koord_rebind_request>
    rebind_request_from_json(std::string_view json, const koord_context *context = nullptr) {
  koord_rebind_request request = KOORD_INIT(koord_rebind_request);
  auto looped_ = detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_rebind_request_from_json(context, json.data(), json.size(), &request, text_,
        capacity_, needed_, err);
  });
  return {std::move(looped_), request};
}

/// A JSON merge patch for the status of a RebindResource. timestamp: the time now, as RFC 3339 has it. reason:
/// up to 1024 bytes; "" takes an earlier one away. Errors: INVALID, LIMIT, NO_MEMORY.
inline std::string rebind_status_to_json(koord_rebind_phase phase, std::string_view timestamp,
    std::string_view reason) {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_rebind_status_to_json(phase,
      timestamp.data(), timestamp.size(), reason.data(), reason.size(), &out, err); });
  return detail::document_of(out);
}

#endif  // KOORD_EXPERIMENTAL
inline Context Context::create() {
  koord_context *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_context_new(&out, err); });
  return Context(out);
}

inline void Context::set_log(koord_log_fn log, void *user) {
  koord_context_set_log(handle_, log, user);
}

inline Pod Pod::from_json(std::string_view json, const koord_context *context) {
  koord_pod *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_pod_from_json(context, json.data(),
      json.size(), &out, err); });
  return Pod(out);
}

inline koord_pod_info Pod::get_info() const {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  detail::checked([&](koord_error *err) { return koord_pod_get_info(handle_, &info, err); });
  return info;
}

inline std::tuple<int64_t, int64_t> Pod::get_request(std::string_view resource) const {
  int64_t request{};
  int64_t limit{};
  detail::checked([&](koord_error *err) { return koord_pod_get_request(handle_, resource.data(),
      resource.size(), &request, &limit, err); });
  return {request, limit};
}

inline std::string Pod::get_text(koord_pod_text which) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_pod_get_text(handle_, which, text_, capacity_, needed_, err);
  });
}

inline std::string Pod::get_faults() const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_pod_get_faults(handle_, text_, capacity_, needed_, err);
  });
}

inline CpuSet Pod::get_cpus() const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_pod_get_cpus(handle_, words.data(),
      words.size(), err); });
  return words;
}

inline void Pod::get_cpus(std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_pod_get_cpus(handle_, words.data(),
      words.size(), err); });
}

inline Pod Pod::from_builder(const koord_pod_builder *builder, const koord_context *context) {
  koord_pod *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_pod_from_builder(context, builder, &out,
      err); });
  return Pod(out);
}

inline KubeletSetup KubeletSetup::create(const koord_context *context) {
  koord_kubelet_setup *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_new(context, &out, err); });
  return KubeletSetup(out);
}

inline void KubeletSetup::reset() {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_reset(handle_, err); });
}

inline void KubeletSetup::set_config(std::string_view kubelet_config) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_set_config(handle_,
      kubelet_config.data(), kubelet_config.size(), err); });
}

inline void KubeletSetup::set_cpu_state(std::string_view cpu_state) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_set_cpu_state(handle_,
      cpu_state.data(), cpu_state.size(), err); });
}

inline void KubeletSetup::set_memory_state(std::string_view memory_state) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_set_memory_state(handle_,
      memory_state.data(), memory_state.size(), err); });
}

inline void KubeletSetup::add_container(std::string_view uid, std::string_view name,
    std::string_view id) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_add_container(handle_,
      uid.data(), uid.size(), name.data(), name.size(), id.data(), id.size(), err); });
}

inline Topology Topology::discover(koord_topology_flags flags, const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_discover(context, flags, &out,
      err); });
  return Topology(out);
}

inline Topology Topology::from_hwloc_xml(koord_topology_flags flags, std::string_view xml,
    const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_hwloc_xml(context, flags,
      xml.data(), xml.size(), &out, err); });
  return Topology(out);
}

inline Topology Topology::from_synthetic(std::string_view text, const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_synthetic(context,
      text.data(), text.size(), &out, err); });
  return Topology(out);
}

inline Topology Topology::from_json(std::string_view json, const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_json(context, json.data(),
      json.size(), &out, err); });
  return Topology(out);
}

inline Topology Topology::from_annotation(std::string_view json, const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_annotation(context,
      json.data(), json.size(), &out, err); });
  return Topology(out);
}

inline Topology Topology::from_nrt(std::string_view json, const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_nrt(context, json.data(),
      json.size(), &out, err); });
  return Topology(out);
}

inline Topology Topology::from_rows(std::span<const koord_cpu> rows,
    std::string_view architecture) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_rows(rows.data(),
      sizeof(koord_cpu), rows.size(), architecture.data(), architecture.size(), &out, err); });
  return Topology(out);
}

inline koord_topology_info Topology::get_info() const {
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  detail::checked([&](koord_error *err) { return koord_topology_get_info(handle_, &info, err); });
  return info;
}

inline std::vector<koord_cpu> Topology::get_cpus() const {
  return detail::rows_of<koord_cpu>([&](koord_cpu *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_topology_get_cpus(handle_, rows_, sizeof(koord_cpu), capacity_, count_, err);
  });
}

inline std::vector<koord_numa_node> Topology::get_numa_nodes() const {
  return detail::rows_of<koord_numa_node>([&](koord_numa_node *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_topology_get_numa_nodes(handle_, rows_, sizeof(koord_numa_node), capacity_,
        count_, err);
  });
}

inline std::vector<koord_hugepages> Topology::get_hugepages() const {
  return detail::rows_of<koord_hugepages>([&](koord_hugepages *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_topology_get_hugepages(handle_, rows_, sizeof(koord_hugepages), capacity_, count_,
        err);
  });
}

inline std::vector<uint32_t> Topology::get_distances() const {
  return detail::rows_of<uint32_t>([&](uint32_t *rows_, std::size_t capacity_, std::size_t *count_,
      koord_error *err) {
    return koord_topology_get_distances(handle_, rows_, capacity_, count_, err);
  });
}

inline std::vector<koord_pci_device> Topology::get_devices() const {
  return detail::rows_of<koord_pci_device>([&](koord_pci_device *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_topology_get_devices(handle_, rows_, sizeof(koord_pci_device), capacity_, count_,
        err);
  });
}

inline std::string_view Topology::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_topology_get_texts(handle_, &length);
  return {texts_, length};
}

inline CpuSet Topology::get_cpuset(koord_cpuset_kind kind, int32_t id) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_topology_get_cpuset(handle_, kind, id,
      words.data(), words.size(), err); });
  return words;
}

inline void Topology::get_cpuset(koord_cpuset_kind kind, int32_t id, std::span<uint64_t>
    words) const {
  detail::checked([&](koord_error *err) { return koord_topology_get_cpuset(handle_, kind, id,
      words.data(), words.size(), err); });
}

inline std::string Topology::to_json() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_to_json(handle_, &out, err); });
  return detail::document_of(out);
}

inline std::string Topology::to_annotation() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_to_annotation(handle_, &out,
      err); });
  return detail::document_of(out);
}

inline std::string Topology::to_nrt(const koord_kubelet_setup *setup,
    std::string_view node_name) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_to_nrt(handle_, setup,
      node_name.data(), node_name.size(), &out, err); });
  return detail::document_of(out);
}

inline Topology Topology::from_nrt_builder(const koord_nrt_builder *builder,
    const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_nrt_builder(context, builder,
      &out, err); });
  return Topology(out);
}

#ifdef KOORD_EXPERIMENTAL
inline std::string Topology::draw(const koord_picture_options *options,
    const koord_picture *picture) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_draw(handle_, options, picture,
      &out, err); });
  return detail::document_of(out);
}

#endif  // KOORD_EXPERIMENTAL
inline Agent Agent::create(const koord_topology *topology, const koord_agent_options *options,
    const koord_context *context) {
  koord_agent *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_new(context, topology, options, &out,
      err); });
  return Agent(out);
}

inline void Agent::set_topology(const koord_topology *topology) {
  detail::checked([&](koord_error *err) { return koord_agent_set_topology(handle_, topology,
      err); });
}

inline void Agent::set_node(std::string_view json) {
  detail::checked([&](koord_error *err) { return koord_agent_set_node(handle_, json.data(),
      json.size(), err); });
}

inline void Agent::set_kubelet(const koord_kubelet_setup *setup) {
  detail::checked([&](koord_error *err) { return koord_agent_set_kubelet(handle_, setup, err); });
}

inline void Agent::set_devices(std::string_view json) {
  detail::checked([&](koord_error *err) { return koord_agent_set_devices(handle_, json.data(),
      json.size(), err); });
}

inline void Agent::set_pod(const koord_pod *pod) {
  detail::checked([&](koord_error *err) { return koord_agent_set_pod(handle_, pod, err); });
}

inline uint32_t Agent::remove_pod(std::string_view uid) {
  uint32_t known{};
  detail::checked([&](koord_error *err) { return koord_agent_remove_pod(handle_, uid.data(),
      uid.size(), &known, err); });
  return known;
}

inline koord_agent_info Agent::get_info() const {
  koord_agent_info info = KOORD_INIT(koord_agent_info);
  detail::checked([&](koord_error *err) { return koord_agent_get_info(handle_, &info, err); });
  return info;
}

inline uint64_t Agent::get_hash() const {
  uint64_t hash{};
  detail::checked([&](koord_error *err) { return koord_agent_get_hash(handle_, &hash, err); });
  return hash;
}

inline CpuSet Agent::get_cpus(koord_agent_cpuset which) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_agent_get_cpus(handle_, which, words.data(),
      words.size(), err); });
  return words;
}

inline void Agent::get_cpus(koord_agent_cpuset which, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_agent_get_cpus(handle_, which, words.data(),
      words.size(), err); });
}

inline std::vector<koord_agent_pool> Agent::get_pools() const {
  return detail::rows_of<koord_agent_pool>([&](koord_agent_pool *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_agent_get_pools(handle_, rows_, sizeof(koord_agent_pool), capacity_, count_, err);
  });
}

inline CpuSet Agent::get_pool_cpus(uint32_t pool, koord_agent_cpuset which) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_agent_get_pool_cpus(handle_, pool, which,
      words.data(), words.size(), err); });
  return words;
}

inline void Agent::get_pool_cpus(uint32_t pool, koord_agent_cpuset which, std::span<uint64_t>
    words) const {
  detail::checked([&](koord_error *err) { return koord_agent_get_pool_cpus(handle_, pool, which,
      words.data(), words.size(), err); });
}

inline const char * Agent::place_get_name(koord_agent_place place) {
  return koord_agent_place_get_name(place);
}

inline std::string Agent::to_annotation(koord_agent_annotation which) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_to_annotation(handle_, which, &out,
      err); });
  return detail::document_of(out);
}

inline std::string Agent::to_nrt() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_to_nrt(handle_, &out, err); });
  return detail::document_of(out);
}

inline koord_suppression Agent::suppress(const koord_suppress_usage &usage,
    const uint64_t *current, std::span<uint64_t> cpus) const {
  koord_suppression out = KOORD_INIT(koord_suppression);
  detail::checked([&](koord_error *err) { return koord_agent_suppress(handle_, &usage, current,
      cpus.data(), cpus.size(), &out, err); });
  return out;
}

inline std::string Agent::to_json(std::string_view boot_id) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_to_json(handle_, boot_id.data(),
      boot_id.size(), &out, err); });
  return detail::document_of(out);
}

inline AgentState Agent::snapshot() const {
  koord_agent_state *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_snapshot(handle_, &out, err); });
  return AgentState(out);
}

inline void Agent::set_state(const koord_agent_state *state) {
  detail::checked([&](koord_error *err) { return koord_agent_set_state(handle_, state, err); });
}

inline void Agent::set_devices_from_builder(const koord_device_builder *builder) {
  detail::checked([&](koord_error *err) { return koord_agent_set_devices_from_builder(handle_,
      builder, err); });
}

inline void Agent::set_node_from_builder(const koord_node_builder *builder) {
  detail::checked([&](koord_error *err) { return koord_agent_set_node_from_builder(handle_,
      builder, err); });
}

inline AgentState AgentState::from_json(std::string_view json) {
  koord_agent_state *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_state_from_json(json.data(),
      json.size(), &out, err); });
  return AgentState(out);
}

inline AgentState AgentState::load(std::string_view path) {
  koord_agent_state *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_agent_state_load(path.data(), path.size(),
      &out, err); });
  return AgentState(out);
}

inline void AgentState::save(std::string_view path, std::string_view json) {
  detail::checked([&](koord_error *err) { return koord_agent_state_save(path.data(), path.size(),
      json.data(), json.size(), err); });
}

inline std::string AgentState::get_text(koord_agent_text which) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_agent_state_get_text(handle_, which, text_, capacity_, needed_, err);
  });
}

inline koord_agent_info AgentState::get_info() const {
  koord_agent_info info = KOORD_INIT(koord_agent_info);
  detail::checked([&](koord_error *err) { return koord_agent_state_get_info(handle_, &info,
      err); });
  return info;
}

inline CpuSet AgentState::get_cpus(koord_agent_cpuset which) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_agent_state_get_cpus(handle_, which,
      words.data(), words.size(), err); });
  return words;
}

inline void AgentState::get_cpus(koord_agent_cpuset which, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_agent_state_get_cpus(handle_, which,
      words.data(), words.size(), err); });
}

inline std::vector<koord_agent_pod> AgentState::get_pods(uint64_t since) const {
  return detail::rows_of<koord_agent_pod>([&](koord_agent_pod *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_agent_state_get_pods(handle_, since, rows_, sizeof(koord_agent_pod), capacity_,
        count_, err);
  });
}

inline std::string_view AgentState::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_agent_state_get_texts(handle_, &length);
  return {texts_, length};
}

inline koord_agent_pod AgentState::find_container(std::string_view uid, std::string_view container,
    size_t row_size) const {
  koord_agent_pod row{};
  detail::checked([&](koord_error *err) { return koord_agent_state_find_container(handle_,
      uid.data(), uid.size(), container.data(), container.size(), &row, row_size, err); });
  return row;
}

inline CpuSet AgentState::get_pod_cpus(uint32_t row) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_agent_state_get_pod_cpus(handle_, row,
      words.data(), words.size(), err); });
  return words;
}

inline void AgentState::get_pod_cpus(uint32_t row, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_agent_state_get_pod_cpus(handle_, row,
      words.data(), words.size(), err); });
}

inline CpuSet AgentState::get_pod_numa_nodes(uint32_t row) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_agent_state_get_pod_numa_nodes(handle_, row,
      words.data(), words.size(), err); });
  return words;
}

inline void AgentState::get_pod_numa_nodes(uint32_t row, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_agent_state_get_pod_numa_nodes(handle_, row,
      words.data(), words.size(), err); });
}

inline CgroupPath CgroupPath::create(koord_cgroup_driver driver, std::string_view root) {
  koord_cgroup_path *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroup_path_new(driver, root.data(),
      root.size(), &out, err); });
  return CgroupPath(out);
}

inline void CgroupPath::set_pod(koord_kube_qos qos, std::string_view uid) {
  detail::checked([&](koord_error *err) { return koord_cgroup_path_set_pod(handle_, qos,
      uid.data(), uid.size(), err); });
}

inline void CgroupPath::set_container(koord_cgroup_runtime runtime, std::string_view id) {
  detail::checked([&](koord_error *err) { return koord_cgroup_path_set_container(handle_, runtime,
      id.data(), id.size(), err); });
}

inline std::string CgroupPath::format() const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cgroup_path_format(handle_, text_, capacity_, needed_, err);
  });
}

inline Cgroups Cgroups::open(std::string_view mount, std::string_view root,
    const koord_cgroup_options *options) {
  koord_cgroups *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroups_open(mount.data(), mount.size(),
      root.data(), root.size(), options, &out, err); });
  return Cgroups(out);
}

inline koord_cgroups_info Cgroups::get_info() const {
  koord_cgroups_info info = KOORD_INIT(koord_cgroups_info);
  detail::checked([&](koord_error *err) { return koord_cgroups_get_info(handle_, &info, err); });
  return info;
}

inline CgroupReport Cgroups::apply(const koord_cgroup_plan *plan) {
  koord_cgroup_report *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroups_apply(handle_, plan, &out, err); });
  return CgroupReport(out);
}

inline CgroupContainers CgroupContainers::create() {
  koord_cgroup_containers *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroup_containers_new(&out, err); });
  return CgroupContainers(out);
}

inline void CgroupContainers::add(std::string_view id, std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_cgroup_containers_add(handle_, id.data(),
      id.size(), name.data(), name.size(), err); });
}

inline CgroupPlan CgroupPlan::create(koord_cgroups *cgroups, const koord_agent_state *state,
    const koord_cgroup_containers *containers) {
  koord_cgroup_plan *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroup_plan_new(cgroups, state, containers,
      &out, err); });
  return CgroupPlan(out);
}

inline std::vector<koord_cgroup_step> CgroupPlan::get_steps() const {
  return detail::rows_of<koord_cgroup_step>([&](koord_cgroup_step *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_cgroup_plan_get_steps(handle_, rows_, sizeof(koord_cgroup_step), capacity_,
        count_, err);
  });
}

inline std::string_view CgroupPlan::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_cgroup_plan_get_texts(handle_, &length);
  return {texts_, length};
}

inline std::string CgroupPlan::to_json() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroup_plan_to_json(handle_, &out, err); });
  return detail::document_of(out);
}

inline std::string CgroupPlan::to_text() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroup_plan_to_text(handle_, &out, err); });
  return detail::document_of(out);
}

inline koord_cgroup_report_info CgroupReport::get_info() const {
  koord_cgroup_report_info info = KOORD_INIT(koord_cgroup_report_info);
  detail::checked([&](koord_error *err) { return koord_cgroup_report_get_info(handle_, &info,
      err); });
  return info;
}

inline std::vector<koord_cgroup_result> CgroupReport::get_results() const {
  return detail::rows_of<koord_cgroup_result>([&](koord_cgroup_result *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_cgroup_report_get_results(handle_, rows_, sizeof(koord_cgroup_result), capacity_,
        count_, err);
  });
}

inline std::string_view CgroupReport::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_cgroup_report_get_texts(handle_, &length);
  return {texts_, length};
}

inline std::string CgroupReport::to_json() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cgroup_report_to_json(handle_, &out,
      err); });
  return detail::document_of(out);
}

inline NumaHints NumaHints::create() {
  koord_numa_hints *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_numa_hints_new(&out, err); });
  return NumaHints(out);
}

inline NumaHints NumaHints::clone() const {
  koord_numa_hints *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_numa_hints_clone(handle_, &out, err); });
  return NumaHints(out);
}

inline void NumaHints::reset() {
  detail::checked([&](koord_error *err) { return koord_numa_hints_reset(handle_, err); });
}

inline void NumaHints::set_nodes(std::span<const koord_numa_place> rows,
    const uint32_t *distances) {
  detail::checked([&](koord_error *err) { return koord_numa_hints_set_nodes(handle_, rows.data(),
      sizeof(koord_numa_place), rows.size(), distances, err); });
}

inline void NumaHints::add_list(const koord_numa_hint_list &list, std::string_view name,
    std::span<const koord_numa_hint> rows) {
  detail::checked([&](koord_error *err) { return koord_numa_hints_add_list(handle_, &list,
      name.data(), name.size(), rows.data(), sizeof(koord_numa_hint), rows.size(), err); });
}

inline std::vector<koord_numa_place> NumaHints::get_nodes() const {
  return detail::rows_of<koord_numa_place>([&](koord_numa_place *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_numa_hints_get_nodes(handle_, rows_, sizeof(koord_numa_place), capacity_, count_,
        err);
  });
}

inline std::vector<koord_numa_hint_list_info> NumaHints::get_lists() const {
  return detail::rows_of<koord_numa_hint_list_info>([&](koord_numa_hint_list_info *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_numa_hints_get_lists(handle_, rows_, sizeof(koord_numa_hint_list_info), capacity_,
        count_, err);
  });
}

inline std::string_view NumaHints::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_numa_hints_get_texts(handle_, &length);
  return {texts_, length};
}

inline std::vector<koord_numa_hint> NumaHints::get_hints(uint32_t list) const {
  return detail::rows_of<koord_numa_hint>([&](koord_numa_hint *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_numa_hints_get_hints(handle_, list, rows_, sizeof(koord_numa_hint), capacity_,
        count_, err);
  });
}

inline Cluster Cluster::create(const koord_cluster_options *options, std::string_view args,
    const koord_context *context) {
  koord_cluster *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_new(context, options, args.data(),
      args.size(), &out, err); });
  return Cluster(out);
}

inline uint32_t Cluster::set_node(std::string_view json) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_node(handle_, json.data(),
      json.size(), &id, err); });
  return id;
}

inline uint32_t Cluster::set_topology(std::string_view json) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_topology(handle_, json.data(),
      json.size(), &id, err); });
  return id;
}

inline uint32_t Cluster::set_devices(std::string_view json) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_devices(handle_, json.data(),
      json.size(), &id, err); });
  return id;
}

inline void Cluster::remove_node(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_cluster_remove_node(handle_, name.data(),
      name.size(), err); });
}

inline void Cluster::remove_topology(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_cluster_remove_topology(handle_,
      name.data(), name.size(), err); });
}

inline void Cluster::remove_devices(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_cluster_remove_devices(handle_, name.data(),
      name.size(), err); });
}

inline uint32_t Cluster::get_node_id(std::string_view name) const {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_get_node_id(handle_, name.data(),
      name.size(), &id, err); });
  return id;
}

inline std::string Cluster::get_node_name(uint32_t node) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cluster_get_node_name(handle_, node, text_, capacity_, needed_, err);
  });
}

inline NodeNames Cluster::get_node_names() const {
  koord_node_names *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_node_names(handle_, &out,
      err); });
  return NodeNames(out);
}

inline Topology Cluster::get_node_topology(uint32_t node) const {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_node_topology(handle_, node,
      &out, err); });
  return Topology(out);
}

inline CpuSet Cluster::get_node_cpus(uint32_t node, koord_cluster_cpuset which) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_cluster_get_node_cpus(handle_, node, which,
      words.data(), words.size(), err); });
  return words;
}

inline void Cluster::get_node_cpus(uint32_t node, koord_cluster_cpuset which, std::span<uint64_t>
    words) const {
  detail::checked([&](koord_error *err) { return koord_cluster_get_node_cpus(handle_, node, which,
      words.data(), words.size(), err); });
}

inline koord_cluster_info Cluster::get_info() const {
  koord_cluster_info info = KOORD_INIT(koord_cluster_info);
  detail::checked([&](koord_error *err) { return koord_cluster_get_info(handle_, &info, err); });
  return info;
}

inline std::string Cluster::get_resource_name(int32_t resource) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cluster_get_resource_name(handle_, resource, text_, capacity_, needed_, err);
  });
}

inline std::string Cluster::get_device_type_name(int32_t type) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cluster_get_device_type_name(handle_, type, text_, capacity_, needed_, err);
  });
}

inline int32_t Cluster::get_device_type(std::string_view name) const {
  int32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_get_device_type(handle_,
      name.data(), name.size(), &id, err); });
  return id;
}

inline koord_evaluation Cluster::evaluate(const koord_pod *pod, const koord_query *query,
    std::span<koord_verdict> rows) const {
  koord_evaluation out{};
  detail::checked([&](koord_error *err) { return koord_cluster_evaluate(handle_, pod, query,
      rows.data(), sizeof(koord_verdict), rows.size(), &out, err); });
  return out;
}

inline koord_evaluation Cluster::find_best(const koord_pod *pod, const koord_query *query,
    std::span<koord_verdict> rows) const {
  koord_evaluation out{};
  detail::checked([&](koord_error *err) { return koord_cluster_find_best(handle_, pod, query,
      rows.data(), sizeof(koord_verdict), rows.size(), &out, err); });
  return out;
}

inline void Cluster::get_changes(const koord_pod *pod, const koord_query *query,
    std::span<koord_verdict> rows, koord_evaluation &inout) const {
  detail::checked([&](koord_error *err) { return koord_cluster_get_changes(handle_, pod, query,
      rows.data(), sizeof(koord_verdict), rows.size(), &inout, err); });
}

inline std::tuple<koord_refusal, int32_t> Cluster::judge(const koord_pod *pod,
    const koord_query *query, uint32_t node) const {
  koord_refusal refusal{};
  int32_t score{};
  detail::checked([&](koord_error *err) { return koord_cluster_judge(handle_, pod, query, node,
      &refusal, &score, err); });
  return {refusal, score};
}

inline koord_refusal Cluster::reserve(const koord_pod *pod, const koord_query *query,
    uint32_t node, std::span<uint64_t> cpus) {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_cluster_reserve(handle_, pod, query, node,
      cpus.data(), cpus.size(), &refusal, err); });
  return refusal;
}

inline void Cluster::get_hints(const koord_pod *pod, uint32_t node, koord_numa_policy policy,
    koord_numa_hints *hints) const {
  detail::checked([&](koord_error *err) { return koord_cluster_get_hints(handle_, pod, node,
      policy, hints, err); });
}

inline void Cluster::remove_pod(std::string_view uid) {
  detail::checked([&](koord_error *err) { return koord_cluster_remove_pod(handle_, uid.data(),
      uid.size(), err); });
}

inline koord_pod_conflicts Cluster::set_pod(const koord_pod *pod) {
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  detail::checked([&](koord_error *err) { return koord_cluster_set_pod(handle_, pod, &conflicts,
      err); });
  return conflicts;
}

inline koord_pod_conflicts Cluster::get_pod_conflicts(std::string_view uid) const {
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  detail::checked([&](koord_error *err) { return koord_cluster_get_pod_conflicts(handle_,
      uid.data(), uid.size(), &conflicts, err); });
  return conflicts;
}

inline uint32_t Cluster::get_pod_node(std::string_view uid) const {
  uint32_t node{};
  detail::checked([&](koord_error *err) { return koord_cluster_get_pod_node(handle_, uid.data(),
      uid.size(), &node, err); });
  return node;
}

inline CpuSet Cluster::get_pod_cpus(std::string_view uid) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_cluster_get_pod_cpus(handle_, uid.data(),
      uid.size(), words.data(), words.size(), err); });
  return words;
}

inline void Cluster::get_pod_cpus(std::string_view uid, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_cluster_get_pod_cpus(handle_, uid.data(),
      uid.size(), words.data(), words.size(), err); });
}

inline std::string Cluster::get_pod_status(std::string_view uid) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_pod_status(handle_, uid.data(),
      uid.size(), &out, err); });
  return detail::document_of(out);
}

inline std::string Cluster::get_pod_devices(std::string_view uid) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_pod_devices(handle_, uid.data(),
      uid.size(), &out, err); });
  return detail::document_of(out);
}

inline std::vector<int32_t> Cluster::get_pod_minors(std::string_view uid, int32_t type) const {
  return detail::rows_of<int32_t>([&](int32_t *rows_, std::size_t capacity_, std::size_t *count_,
      koord_error *err) {
    return koord_cluster_get_pod_minors(handle_, uid.data(), uid.size(), type, rows_, capacity_,
        count_, err);
  });
}

inline std::string Cluster::prebind(const koord_pod *pod, koord_prebind_flags flags) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_prebind(handle_, pod, flags, &out,
      err); });
  return detail::document_of(out);
}

inline std::string Cluster::get_pods(uint32_t node) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_pods(handle_, node, &out,
      err); });
  return detail::document_of(out);
}

inline uint32_t Cluster::set_devices_from_builder(const koord_device_builder *builder) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_devices_from_builder(handle_,
      builder, &id, err); });
  return id;
}

inline uint32_t Cluster::set_node_from_builder(const koord_node_builder *builder) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_node_from_builder(handle_,
      builder, &id, err); });
  return id;
}

inline uint32_t Cluster::set_topology_from_builder(const koord_nrt_builder *builder) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_topology_from_builder(handle_,
      builder, &id, err); });
  return id;
}

#ifdef KOORD_EXPERIMENTAL
inline Capacity Cluster::get_capacity(const koord_pod *pod, const koord_capacity_options *options,
    const koord_query *query) const {
  koord_capacity *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_capacity(handle_, pod, options,
      query, &out, err); });
  return Capacity(out);
}

inline Explanation Cluster::explain(const koord_pod *pod, const koord_explain_options *options,
    const koord_query *query) const {
  koord_explanation *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_explain(handle_, pod, options,
      query, &out, err); });
  return Explanation(out);
}

inline std::string Cluster::get_step_status(const koord_plan *plan, size_t step) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_step_status(handle_, plan, step,
      &out, err); });
  return detail::document_of(out);
}

inline std::string Cluster::get_step_devices(const koord_plan *plan, size_t step) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_step_devices(handle_, plan,
      step, &out, err); });
  return detail::document_of(out);
}

inline void Cluster::commit(const koord_plan *plan) {
  detail::checked([&](koord_error *err) { return koord_cluster_commit(handle_, plan, err); });
}

inline std::tuple<Plan, koord_refusal> Cluster::plan_resize(const koord_pod *pod,
    const koord_query *query) const {
  koord_plan *out = nullptr;
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_cluster_plan_resize(handle_, pod, query,
      &out, &refusal, err); });
  return {Plan(out), refusal};
}

inline std::tuple<Plan, koord_gang_info> Cluster::plan_gang(std::span<const Pod> pods,
    const koord_gang_options *options, const koord_query *query) const {
  const auto pods_ = detail::handles_of<koord_pod>(pods);
  koord_plan *out = nullptr;
  koord_gang_info info = KOORD_INIT(koord_gang_info);
  detail::checked([&](koord_error *err) { return koord_cluster_plan_gang(handle_, pods_.data(),
      pods_.size(), options, query, &out, &info, err); });
  return {Plan(out), info};
}

inline void Cluster::set_gpu_policy(koord_gpu_policy policy, std::span<const koord_task_class>
    rows, std::string_view arena) {
  detail::checked([&](koord_error *err) { return koord_cluster_set_gpu_policy(handle_, policy,
      rows.data(), sizeof(koord_task_class), rows.size(), arena.data(), arena.size(), err); });
}

inline Preemption Cluster::preempt(const koord_pod *pod, const koord_preempt_options *options,
    const koord_query *query) const {
  koord_preemption *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_preempt(handle_, pod, options,
      query, &out, err); });
  return Preemption(out);
}

inline std::tuple<koord_refusal, Plan> Cluster::plan_preemption(const koord_preemption *preemption,
    size_t row) const {
  koord_refusal refusal{};
  koord_plan *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_plan_preemption(handle_, preemption,
      row, &refusal, &out, err); });
  return {refusal, Plan(out)};
}

inline std::tuple<Plan, koord_rebind_info> Cluster::plan_rebind(uint32_t node,
    const koord_rebind_options *options, const koord_query *query) const {
  koord_plan *out = nullptr;
  koord_rebind_info info = KOORD_INIT(koord_rebind_info);
  detail::checked([&](koord_error *err) { return koord_cluster_plan_rebind(handle_, node, options,
      query, &out, &info, err); });
  return {Plan(out), info};
}

inline std::tuple<Plan, koord_rebind_info> Cluster::plan_rebind_for(const koord_pod *pod,
    uint32_t node, const koord_rebind_options *options, const koord_query *query) const {
  koord_plan *out = nullptr;
  koord_rebind_info info = KOORD_INIT(koord_rebind_info);
  detail::checked([&](koord_error *err) { return koord_cluster_plan_rebind_for(handle_, pod, node,
      options, query, &out, &info, err); });
  return {Plan(out), info};
}

inline void Cluster::set_reservation(std::string_view uid, koord_reservation_policy policy) {
  detail::checked([&](koord_error *err) { return koord_cluster_set_reservation(handle_, uid.data(),
      uid.size(), policy, err); });
}

inline koord_refusal Cluster::reserve_from(const koord_pod *pod, const koord_query *query,
    std::span<uint64_t> cpus) {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_cluster_reserve_from(handle_, pod, query,
      cpus.data(), cpus.size(), &refusal, err); });
  return refusal;
}

inline void Cluster::attach_owner(std::string_view uid, std::string_view reservation) {
  detail::checked([&](koord_error *err) { return koord_cluster_attach_owner(handle_, uid.data(),
      uid.size(), reservation.data(), reservation.size(), err); });
}

#endif  // KOORD_EXPERIMENTAL
inline std::vector<koord_node_name> NodeNames::get_rows() const {
  return detail::rows_of<koord_node_name>([&](koord_node_name *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_node_names_get_rows(handle_, rows_, sizeof(koord_node_name), capacity_, count_,
        err);
  });
}

inline std::string_view NodeNames::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_node_names_get_texts(handle_, &length);
  return {texts_, length};
}

inline Query Query::create() {
  koord_query *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_query_new(&out, err); });
  return Query(out);
}

inline Query Query::clone() const {
  koord_query *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_query_clone(handle_, &out, err); });
  return Query(out);
}

inline void Query::reset() {
  detail::checked([&](koord_error *err) { return koord_query_reset(handle_, err); });
}

inline void Query::set_flags(koord_query_flags flags) {
  detail::checked([&](koord_error *err) { return koord_query_set_flags(handle_, flags, err); });
}

inline void Query::set_nodes(uint32_t first, size_t count) {
  detail::checked([&](koord_error *err) { return koord_query_set_nodes(handle_, first, count,
      err); });
}

inline void Query::set_generation(uint64_t generation) {
  detail::checked([&](koord_error *err) { return koord_query_set_generation(handle_, generation,
      err); });
}

inline void Query::set_affinity(uint64_t affinity) {
  detail::checked([&](koord_error *err) { return koord_query_set_affinity(handle_, affinity,
      err); });
}

inline void Query::remove_pod(std::string_view uid) {
  detail::checked([&](koord_error *err) { return koord_query_remove_pod(handle_, uid.data(),
      uid.size(), err); });
}

inline void Query::add_pod(const koord_pod *pod, uint32_t node) {
  detail::checked([&](koord_error *err) { return koord_query_add_pod(handle_, pod, node, err); });
}

inline void Query::protect_pod(std::string_view uid, koord_protection protection) {
  detail::checked([&](koord_error *err) { return koord_query_protect_pod(handle_, uid.data(),
      uid.size(), protection, err); });
}

#ifdef KOORD_EXPERIMENTAL
inline void Query::drain_node(uint32_t node) {
  detail::checked([&](koord_error *err) { return koord_query_drain_node(handle_, node, err); });
}

inline void Query::disable_smt(uint32_t node) {
  detail::checked([&](koord_error *err) { return koord_query_disable_smt(handle_, node, err); });
}

inline void Query::isolate_cpus(uint32_t node, std::span<const uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_query_isolate_cpus(handle_, node,
      words.data(), words.size(), err); });
}

inline void Query::use_reservation(std::string_view reservation) {
  detail::checked([&](koord_error *err) { return koord_query_use_reservation(handle_,
      reservation.data(), reservation.size(), err); });
}

#endif  // KOORD_EXPERIMENTAL
inline DeviceBuilder DeviceBuilder::create() {
  koord_device_builder *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_device_builder_new(&out, err); });
  return DeviceBuilder(out);
}

inline void DeviceBuilder::reset() {
  detail::checked([&](koord_error *err) { return koord_device_builder_reset(handle_, err); });
}

inline void DeviceBuilder::set_name(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_name(handle_,
      name.data(), name.size(), err); });
}

inline void DeviceBuilder::set_label(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_label(handle_,
      key.data(), key.size(), value.data(), value.size(), err); });
}

inline void DeviceBuilder::set_annotation(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_annotation(handle_,
      key.data(), key.size(), value.data(), value.size(), err); });
}

inline int32_t DeviceBuilder::add_device(const koord_device_spec &spec) {
  int32_t device{};
  detail::checked([&](koord_error *err) { return koord_device_builder_add_device(handle_, &spec,
      &device, err); });
  return device;
}

inline void DeviceBuilder::set_device_text(int32_t device, koord_device_text which,
    std::string_view text) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_device_text(handle_,
      device, which, text.data(), text.size(), err); });
}

inline void DeviceBuilder::set_device_label(int32_t device, std::string_view key,
    std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_device_label(handle_,
      device, key.data(), key.size(), value.data(), value.size(), err); });
}

inline void DeviceBuilder::set_resource(int32_t device, std::string_view name, int64_t amount) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_resource(handle_, device,
      name.data(), name.size(), amount, err); });
}

inline int32_t DeviceBuilder::add_vf_group(int32_t device) {
  int32_t group{};
  detail::checked([&](koord_error *err) { return koord_device_builder_add_vf_group(handle_, device,
      &group, err); });
  return group;
}

inline void DeviceBuilder::set_vf_label(int32_t group, std::string_view key,
    std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_device_builder_set_vf_label(handle_, group,
      key.data(), key.size(), value.data(), value.size(), err); });
}

inline void DeviceBuilder::add_vf(int32_t group, int32_t minor, std::string_view bus_id) {
  detail::checked([&](koord_error *err) { return koord_device_builder_add_vf(handle_, group, minor,
      bus_id.data(), bus_id.size(), err); });
}

inline AdjustmentRequest AdjustmentRequest::create(koord_hook_stage stage) {
  koord_adjustment_request *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_adjustment_request_new(stage, &out, err); });
  return AdjustmentRequest(out);
}

inline void AdjustmentRequest::set_container(std::string_view uid, std::string_view container) {
  detail::checked([&](koord_error *err) { return koord_adjustment_request_set_container(handle_,
      uid.data(), uid.size(), container.data(), container.size(), err); });
}

inline void AdjustmentRequest::set_resource_status(std::string_view resource_status) {
  detail::checked([&](koord_error *err) { return koord_adjustment_request_set_resource_status(handle_, resource_status.data(), resource_status.size(), err); });
}

inline void AdjustmentRequest::set_sysfs_root(std::string_view sysfs_root) {
  detail::checked([&](koord_error *err) { return koord_adjustment_request_set_sysfs_root(handle_,
      sysfs_root.data(), sysfs_root.size(), err); });
}

inline Adjustment Adjustment::create(const koord_agent_state *state,
    const koord_adjustment_request *request) {
  koord_adjustment *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_adjustment_new(state, request, &out,
      err); });
  return Adjustment(out);
}

inline koord_adjustment_info Adjustment::get_info() const {
  koord_adjustment_info info = KOORD_INIT(koord_adjustment_info);
  detail::checked([&](koord_error *err) { return koord_adjustment_get_info(handle_, &info, err); });
  return info;
}

inline CpuSet Adjustment::get_cpus() const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_adjustment_get_cpus(handle_, words.data(),
      words.size(), err); });
  return words;
}

inline void Adjustment::get_cpus(std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_adjustment_get_cpus(handle_, words.data(),
      words.size(), err); });
}

inline CpuSet Adjustment::get_numa_nodes() const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_adjustment_get_numa_nodes(handle_,
      words.data(), words.size(), err); });
  return words;
}

inline void Adjustment::get_numa_nodes(std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_adjustment_get_numa_nodes(handle_,
      words.data(), words.size(), err); });
}

inline std::string Adjustment::get_text(koord_adjustment_list list, uint32_t item) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_adjustment_get_text(handle_, list, item, text_, capacity_, needed_, err);
  });
}

inline std::string Adjustment::to_json() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_adjustment_to_json(handle_, &out, err); });
  return detail::document_of(out);
}

inline const char * Hook::stage_get_name(koord_hook_stage stage) {
  return koord_hook_stage_get_name(stage);
}

inline Hook Hook::create(const koord_hook_options *options) {
  koord_hook *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_hook_new(options, &out, err); });
  return Hook(out);
}

inline void Hook::set_state_file(std::string_view state_file) {
  detail::checked([&](koord_error *err) { return koord_hook_set_state_file(handle_,
      state_file.data(), state_file.size(), err); });
}

inline void Hook::set_cgroup_root(std::string_view cgroup_root) {
  detail::checked([&](koord_error *err) { return koord_hook_set_cgroup_root(handle_,
      cgroup_root.data(), cgroup_root.size(), err); });
}

inline void Hook::set_proc_root(std::string_view proc_root) {
  detail::checked([&](koord_error *err) { return koord_hook_set_proc_root(handle_,
      proc_root.data(), proc_root.size(), err); });
}

inline koord_hook_result Hook::run(std::string_view oci_state) const {
  koord_hook_result result = KOORD_INIT(koord_hook_result);
  detail::checked([&](koord_error *err) { return koord_hook_run(handle_, oci_state.data(),
      oci_state.size(), &result, err); });
  return result;
}

inline koord_refusal Kubelet::pick(const koord_topology *topology,
    const koord_kubelet_request &request, std::span<const uint64_t> sets, uint64_t *out) {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_kubelet_pick(topology, &request,
      sets.data(), sets.size(), out, &refusal, err); });
  return refusal;
}

inline Kubelet Kubelet::create(const koord_topology *topology, const koord_kubelet_setup *setup) {
  koord_kubelet *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_new(topology, setup, &out, err); });
  return Kubelet(out);
}

inline Kubelet Kubelet::clone() const {
  koord_kubelet *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_clone(handle_, &out, err); });
  return Kubelet(out);
}

inline koord_refusal Kubelet::admit(const koord_pod *pod, koord_admit_flags flags,
    koord_admission *admission) {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_kubelet_admit(handle_, pod, flags,
      admission, &refusal, err); });
  return refusal;
}

inline koord_refusal Kubelet::judge(const koord_pod *pod, koord_admission *admission) const {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_kubelet_judge(handle_, pod, admission,
      &refusal, err); });
  return refusal;
}

inline uint32_t Kubelet::remove_pod(std::string_view uid) {
  uint32_t held{};
  detail::checked([&](koord_error *err) { return koord_kubelet_remove_pod(handle_, uid.data(),
      uid.size(), &held, err); });
  return held;
}

inline std::vector<koord_memory_block> Kubelet::get_memory(const koord_pod *pod) const {
  return detail::rows_of<koord_memory_block>([&](koord_memory_block *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_kubelet_get_memory(handle_, pod, rows_, sizeof(koord_memory_block), capacity_,
        count_, err);
  });
}

inline CpuSet Kubelet::get_cpus(koord_kubelet_cpuset which) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_kubelet_get_cpus(handle_, which,
      words.data(), words.size(), err); });
  return words;
}

inline void Kubelet::get_cpus(koord_kubelet_cpuset which, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_kubelet_get_cpus(handle_, which,
      words.data(), words.size(), err); });
}

inline std::string Kubelet::get_cpu_state() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_get_cpu_state(handle_, &out,
      err); });
  return detail::document_of(out);
}

inline std::string Kubelet::get_memory_state() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_get_memory_state(handle_, &out,
      err); });
  return detail::document_of(out);
}

#ifdef KOORD_EXPERIMENTAL
inline const char * Kubelet::fault_get_name(koord_kubelet_fault fault) {
  return koord_kubelet_fault_get_name(fault);
}

inline KubeletReport Kubelet::check(const koord_topology *topology,
    const koord_kubelet_setup *setup, koord_repair_flags flags) {
  koord_kubelet_report *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_check(topology, setup, flags, &out,
      err); });
  return KubeletReport(out);
}

inline std::tuple<std::string, std::string> Kubelet::repair_cpus(const koord_topology *topology,
    const koord_kubelet_setup *setup, koord_repair_flags flags) {
  koord_buffer *out = nullptr;
  koord_buffer *report = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_repair_cpus(topology, setup, flags,
      &out, &report, err); });
  return {detail::document_of(out), detail::document_of(report)};
}

inline std::tuple<std::string, std::string> Kubelet::repair_memory(const koord_topology *topology,
    const koord_kubelet_setup *setup, koord_repair_flags flags) {
  koord_buffer *out = nullptr;
  koord_buffer *report = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_repair_memory(topology, setup,
      flags, &out, &report, err); });
  return {detail::document_of(out), detail::document_of(report)};
}

inline std::tuple<std::string, std::string> Kubelet::replace_cpus(const koord_topology *topology,
    const koord_kubelet_setup *setup, std::span<const Pod> pods) {
  const auto pods_ = detail::handles_of<koord_pod>(pods);
  koord_buffer *out = nullptr;
  koord_buffer *report = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_replace_cpus(topology, setup,
      pods_.data(), pods_.size(), &out, &report, err); });
  return {detail::document_of(out), detail::document_of(report)};
}

inline void Kubelet::write_state(std::string_view path, std::string_view text,
    std::string_view proc_root, koord_write_state_flags flags) {
  detail::checked([&](koord_error *err) { return koord_kubelet_write_state(path.data(),
      path.size(), text.data(), text.size(), proc_root.data(), proc_root.size(), flags, err); });
}

#endif  // KOORD_EXPERIMENTAL
inline Admission Admission::create() {
  koord_admission *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_admission_new(&out, err); });
  return Admission(out);
}

inline std::vector<koord_kubelet_container> Admission::get_containers() const {
  return detail::rows_of<koord_kubelet_container>([&](koord_kubelet_container *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_admission_get_containers(handle_, rows_, sizeof(koord_kubelet_container),
        capacity_, count_, err);
  });
}

inline CpuSet Admission::get_cpus(uint32_t container) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_admission_get_cpus(handle_, container,
      words.data(), words.size(), err); });
  return words;
}

inline void Admission::get_cpus(uint32_t container, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_admission_get_cpus(handle_, container,
      words.data(), words.size(), err); });
}

inline NodeBuilder NodeBuilder::create() {
  koord_node_builder *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_node_builder_new(&out, err); });
  return NodeBuilder(out);
}

inline void NodeBuilder::reset() {
  detail::checked([&](koord_error *err) { return koord_node_builder_reset(handle_, err); });
}

inline void NodeBuilder::set_text(koord_node_text which, std::string_view text) {
  detail::checked([&](koord_error *err) { return koord_node_builder_set_text(handle_, which,
      text.data(), text.size(), err); });
}

inline void NodeBuilder::set_label(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_node_builder_set_label(handle_, key.data(),
      key.size(), value.data(), value.size(), err); });
}

inline void NodeBuilder::set_annotation(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_node_builder_set_annotation(handle_,
      key.data(), key.size(), value.data(), value.size(), err); });
}

inline void NodeBuilder::set_spec(const koord_node_spec &spec) {
  detail::checked([&](koord_error *err) { return koord_node_builder_set_spec(handle_, &spec,
      err); });
}

inline void NodeBuilder::set_resource(std::string_view name, int64_t allocatable,
    int64_t reserved) {
  detail::checked([&](koord_error *err) { return koord_node_builder_set_resource(handle_,
      name.data(), name.size(), allocatable, reserved, err); });
}

inline void NodeBuilder::set_cpus(koord_node_cpuset which, std::span<const uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_node_builder_set_cpus(handle_, which,
      words.data(), words.size(), err); });
}

inline NrtBuilder NrtBuilder::create() {
  koord_nrt_builder *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_nrt_builder_new(&out, err); });
  return NrtBuilder(out);
}

inline void NrtBuilder::reset() {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_reset(handle_, err); });
}

inline void NrtBuilder::set_name(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_set_name(handle_, name.data(),
      name.size(), err); });
}

inline void NrtBuilder::set_annotation(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_set_annotation(handle_,
      key.data(), key.size(), value.data(), value.size(), err); });
}

inline void NrtBuilder::add_policy(std::string_view policy) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_add_policy(handle_,
      policy.data(), policy.size(), err); });
}

inline void NrtBuilder::add_attribute(std::string_view name, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_add_attribute(handle_,
      name.data(), name.size(), value.data(), value.size(), err); });
}

inline int32_t NrtBuilder::add_zone(std::string_view name, std::string_view type) {
  int32_t zone{};
  detail::checked([&](koord_error *err) { return koord_nrt_builder_add_zone(handle_, name.data(),
      name.size(), type.data(), type.size(), &zone, err); });
  return zone;
}

inline void NrtBuilder::add_resource(int32_t zone, std::string_view name, int64_t capacity,
    int64_t allocatable, int64_t available) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_add_resource(handle_, zone,
      name.data(), name.size(), capacity, allocatable, available, err); });
}

inline void NrtBuilder::add_cost(int32_t zone, std::string_view name, uint32_t value) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_add_cost(handle_, zone,
      name.data(), name.size(), value, err); });
}

inline void NrtBuilder::set_spec(const koord_nrt_spec &spec) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_set_spec(handle_, &spec,
      err); });
}

inline void NrtBuilder::set_topology(const koord_topology *machine) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_set_topology(handle_, machine,
      err); });
}

inline void NrtBuilder::set_cpus(koord_nrt_cpuset which, std::span<const uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_nrt_builder_set_cpus(handle_, which,
      words.data(), words.size(), err); });
}

inline PodBuilder PodBuilder::create() {
  koord_pod_builder *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_pod_builder_new(&out, err); });
  return PodBuilder(out);
}

inline void PodBuilder::reset() {
  detail::checked([&](koord_error *err) { return koord_pod_builder_reset(handle_, err); });
}

inline void PodBuilder::set_text(koord_pod_text which, std::string_view text) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_text(handle_, which,
      text.data(), text.size(), err); });
}

inline void PodBuilder::set_label(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_label(handle_, key.data(),
      key.size(), value.data(), value.size(), err); });
}

inline void PodBuilder::set_annotation(std::string_view key, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_annotation(handle_,
      key.data(), key.size(), value.data(), value.size(), err); });
}

inline void PodBuilder::set_spec(const koord_pod_spec &spec) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_spec(handle_, &spec,
      err); });
}

inline int32_t PodBuilder::add_container(koord_container_kind kind, std::string_view name) {
  int32_t container{};
  detail::checked([&](koord_error *err) { return koord_pod_builder_add_container(handle_, kind,
      name.data(), name.size(), &container, err); });
  return container;
}

inline void PodBuilder::set_resource(int32_t container, std::string_view name, int64_t request,
    int64_t limit) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_resource(handle_, container,
      name.data(), name.size(), request, limit, err); });
}

inline void PodBuilder::set_env(int32_t container, std::string_view name, std::string_view value) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_env(handle_, container,
      name.data(), name.size(), value.data(), value.size(), err); });
}

inline void PodBuilder::set_cpus(std::span<const uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_cpus(handle_, words.data(),
      words.size(), err); });
}

inline void PodBuilder::set_numa_resource(int32_t numa_node, std::string_view name,
    int64_t amount) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_numa_resource(handle_,
      numa_node, name.data(), name.size(), amount, err); });
}

#ifdef KOORD_EXPERIMENTAL
inline koord_capacity_info Capacity::get_info() const {
  koord_capacity_info info = KOORD_INIT(koord_capacity_info);
  detail::checked([&](koord_error *err) { return koord_capacity_get_info(handle_, &info, err); });
  return info;
}

inline std::vector<koord_node_capacity> Capacity::get_nodes() const {
  return detail::rows_of<koord_node_capacity>([&](koord_node_capacity *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_capacity_get_nodes(handle_, rows_, sizeof(koord_node_capacity), capacity_, count_,
        err);
  });
}

inline std::vector<koord_capacity_reason> Capacity::get_reasons() const {
  return detail::rows_of<koord_capacity_reason>([&](koord_capacity_reason *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_capacity_get_reasons(handle_, rows_, sizeof(koord_capacity_reason), capacity_,
        count_, err);
  });
}

inline DeviceReport DeviceReport::create(koord_device_report_flags flags,
    const koord_context *context) {
  koord_device_report *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_device_report_new(context, flags, &out,
      err); });
  return DeviceReport(out);
}

inline void DeviceReport::set_nvml_library(std::string_view nvml_library) {
  detail::checked([&](koord_error *err) { return koord_device_report_set_nvml_library(handle_,
      nvml_library.data(), nvml_library.size(), err); });
}

inline void DeviceReport::set_sysfs_root(std::string_view sysfs_root) {
  detail::checked([&](koord_error *err) { return koord_device_report_set_sysfs_root(handle_,
      sysfs_root.data(), sysfs_root.size(), err); });
}

inline void DeviceReport::set_checkpoint(std::string_view checkpoint) {
  detail::checked([&](koord_error *err) { return koord_device_report_set_checkpoint(handle_,
      checkpoint.data(), checkpoint.size(), err); });
}

inline void DeviceReport::set_pods(std::string_view pods) {
  detail::checked([&](koord_error *err) { return koord_device_report_set_pods(handle_, pods.data(),
      pods.size(), err); });
}

inline std::string DeviceReport::to_json(const koord_topology *topology,
    std::string_view node_name) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_device_report_to_json(handle_, topology,
      node_name.data(), node_name.size(), &out, err); });
  return detail::document_of(out);
}

inline koord_explanation_info Explanation::get_info() const {
  koord_explanation_info info = KOORD_INIT(koord_explanation_info);
  detail::checked([&](koord_error *err) { return koord_explanation_get_info(handle_, &info,
      err); });
  return info;
}

inline std::vector<koord_verdict> Explanation::get_fits() const {
  return detail::rows_of<koord_verdict>([&](koord_verdict *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_explanation_get_fits(handle_, rows_, sizeof(koord_verdict), capacity_, count_,
        err);
  });
}

inline std::vector<koord_refused_group> Explanation::get_groups() const {
  return detail::rows_of<koord_refused_group>([&](koord_refused_group *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_explanation_get_groups(handle_, rows_, sizeof(koord_refused_group), capacity_,
        count_, err);
  });
}

inline std::vector<koord_near_miss> Explanation::get_misses() const {
  return detail::rows_of<koord_near_miss>([&](koord_near_miss *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_explanation_get_misses(handle_, rows_, sizeof(koord_near_miss), capacity_, count_,
        err);
  });
}

inline std::vector<koord_remedy_step> Explanation::get_remedies() const {
  return detail::rows_of<koord_remedy_step>([&](koord_remedy_step *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_explanation_get_remedies(handle_, rows_, sizeof(koord_remedy_step), capacity_,
        count_, err);
  });
}

inline std::string_view Explanation::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_explanation_get_texts(handle_, &length);
  return {texts_, length};
}

inline std::string Explanation::to_text() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_explanation_to_text(handle_, &out, err); });
  return detail::document_of(out);
}

inline std::string Explanation::to_json() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_explanation_to_json(handle_, &out, err); });
  return detail::document_of(out);
}

inline std::vector<koord_plan_step> Plan::get_steps() const {
  return detail::rows_of<koord_plan_step>([&](koord_plan_step *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_plan_get_steps(handle_, rows_, sizeof(koord_plan_step), capacity_, count_, err);
  });
}

inline std::string_view Plan::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_plan_get_texts(handle_, &length);
  return {texts_, length};
}

inline CpuSet Plan::get_step_cpus(size_t step) const {
  CpuSet words;
  detail::checked([&](koord_error *err) { return koord_plan_get_step_cpus(handle_, step,
      words.data(), words.size(), err); });
  return words;
}

inline void Plan::get_step_cpus(size_t step, std::span<uint64_t> words) const {
  detail::checked([&](koord_error *err) { return koord_plan_get_step_cpus(handle_, step,
      words.data(), words.size(), err); });
}

inline std::vector<koord_kubelet_finding> KubeletReport::get_findings() const {
  return detail::rows_of<koord_kubelet_finding>([&](koord_kubelet_finding *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_kubelet_report_get_findings(handle_, rows_, sizeof(koord_kubelet_finding),
        capacity_, count_, err);
  });
}

inline std::string KubeletReport::to_json() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_report_to_json(handle_, &out,
      err); });
  return detail::document_of(out);
}

inline NrtNode NrtNode::from_json(std::string_view node, std::string_view nrt,
    const koord_context *context) {
  koord_nrt_node *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_nrt_node_from_json(context, node.data(),
      node.size(), nrt.data(), nrt.size(), &out, err); });
  return NrtNode(out);
}

inline std::tuple<std::string, koord_nrt_verdict> NrtNode::filter(const koord_pod *pod) const {
  koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
  auto looped_ = detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_nrt_node_filter(handle_, pod, &verdict, text_, capacity_, needed_, err);
  });
  return {std::move(looped_), verdict};
}

inline int32_t NrtNode::score(const koord_pod *pod, std::string_view args) const {
  int32_t score{};
  detail::checked([&](koord_error *err) { return koord_nrt_node_score(handle_, pod, args.data(),
      args.size(), &score, err); });
  return score;
}

inline std::vector<koord_node_preemption> Preemption::get_nodes() const {
  return detail::rows_of<koord_node_preemption>([&](koord_node_preemption *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_preemption_get_nodes(handle_, rows_, sizeof(koord_node_preemption), capacity_,
        count_, err);
  });
}

inline std::vector<koord_plan_step> Preemption::get_victims(size_t row) const {
  return detail::rows_of<koord_plan_step>([&](koord_plan_step *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_preemption_get_victims(handle_, row, rows_, sizeof(koord_plan_step), capacity_,
        count_, err);
  });
}

inline std::string_view Preemption::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_preemption_get_texts(handle_, &length);
  return {texts_, length};
}

inline Picture Picture::create() {
  koord_picture *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_picture_new(&out, err); });
  return Picture(out);
}

inline void Picture::set_title(std::string_view title) {
  detail::checked([&](koord_error *err) { return koord_picture_set_title(handle_, title.data(),
      title.size(), err); });
}

inline void Picture::add_set(std::string_view label, std::span<const uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_picture_add_set(handle_, label.data(),
      label.size(), words.data(), words.size(), err); });
}

#endif  // KOORD_EXPERIMENTAL
}  // namespace cpp
}  // namespace koord

#endif  // KOORD_HPP_
