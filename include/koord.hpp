// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// clang-format off
// libkoord for C++20: handles with destructors, texts, spans and vectors in place of pointers and
// lengths, and exceptions. Header-only, over koord.h. Structs, numbers and semantics are those of
// koord.h.
//
// - There is a class for each handle. Immutable objects are reference-counted: a copy adds a
//   reference. Other objects are movable only. A moved-from or default-constructed object is empty:
//   calls fail with KOORD_E_INVALID.
// - A function of a handle is a method named without the prefix: koord_topology_get_info is
//   Topology::get_info. Functions that do not take the handle first are static: Topology::from_json.
//   Other functions keep their name: koord::cpu_pick.
// - Errors are thrown as koord::Error, out of memory as std::bad_alloc. A request that does not fit
//   is not an error; you get a koord_refusal.
// - Rows are returned as a std::vector, documents and texts as std::string, several results as a
//   std::tuple. The texts of rows are a std::string_view, valid as long as the object:
//   get_texts().substr(row.uid_offset, row.uid_length).
// - Arguments that are handles accept their class, and nullptr for none. Nullable arguments at the
//   end may be omitted; a context is the last argument.
// - Thread safety is that of the handle, see koord.h.
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

#ifdef KOORD_EXPERIMENTAL
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#endif

#include "koord.h"

namespace koord {
// A separate namespace, because the static library contains classes with the same names.
inline namespace cpp {

/// A failed call: the status, and the library's message, which describes the error.
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

// Takes ownership of the document.
inline std::string document_of(koord_buffer *buffer) {
  if (buffer == nullptr) return {};
  struct Unref {
    koord_buffer *buffer;
    ~Unref() { koord_buffer_unref(buffer); }
  } const unref{buffer};
  return std::string(koord_buffer_get_data(buffer), koord_buffer_get_length(buffer));
}

}  // namespace detail

/// A set of CPUs, as wide as the largest machine that the library accepts. Converts to the words that
/// calls take.
class CpuSet {
 public:
  static constexpr std::size_t kWords = KOORD_MAX_CPUS / 64;

  CpuSet() = default;
  /// Parses Linux cpu-list text: "0-3,8". Throws Error.
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
  /// Returns the CPUs, ascending.
  std::vector<std::int32_t> ids() const {
    std::vector<std::int32_t> out;
    for (std::size_t word = 0; word < kWords; ++word)
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1)
        out.push_back(static_cast<std::int32_t>(64 * word) + std::countr_zero(left));
    return out;
  }
  /// Returns "0-3,8".
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

/// Calls koord_cpu_pick with sets of CpuSet. `sets`: the available CPUs, then those that request.sets
/// names; if empty, all CPUs of the machine are available. `ref_counts`: by CPU number; if empty, all
/// are 0. request.words and the sizes of the grants are set here.
[[nodiscard]] inline koord_refusal cpu_pick(const koord_topology *topology,
    koord_cpu_request request,
    std::span<const CpuSet> sets, CpuSet &picked, std::span<koord_numa_grant> grants = {},
    std::span<const std::uint16_t> ref_counts = {}) {
  static_assert(sizeof(CpuSet) == CpuSet::kWords * sizeof(std::uint64_t));
  if (sets.size() != (sets.empty() ? 0 : 1) + static_cast<std::size_t>(std::popcount(request.sets)))
    throw Error(KOORD_E_INVALID,
        "sets: expected the available CPUs and one more for each flag of request.sets");
  if (!ref_counts.empty() && ref_counts.size() != KOORD_MAX_CPUS)
    throw Error(KOORD_E_INVALID, "ref_counts: expected KOORD_MAX_CPUS numbers");
  request.words = CpuSet::kWords;
  request.grant_stride = sizeof(koord_numa_grant);
  request.grant_count = static_cast<std::uint32_t>(grants.size());
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) {
    return koord_cpu_pick(topology, &request, sets.empty() ? nullptr : sets.data()->data(),
                          ref_counts.empty() ? nullptr : ref_counts.data(), grants.data(),
                              picked.data(), &refusal, err);
  });
  return refusal;
}
/// Picks from these CPUs.
[[nodiscard]] inline koord_refusal cpu_pick(const koord_topology *topology,
    const koord_cpu_request &request,
    const CpuSet &available, CpuSet &picked) {
  return cpu_pick(topology, request, std::span<const CpuSet>(&available, 1), picked);
}
/// Picks from all CPUs of the machine.
[[nodiscard]] inline koord_refusal cpu_pick(const koord_topology *topology,
    const koord_cpu_request &request, CpuSet &picked) {
  return cpu_pick(topology, request, std::span<const CpuSet>(), picked);
}

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
class AdjustmentRequest;
class Adjustment;
class Hook;
class Kubelet;
class Admission;
#ifdef KOORD_EXPERIMENTAL
class Plan;
class Capacity;
class DeviceReport;
class DeviceBuilder;
class DraInventory;
class DraClaims;
class DraAllocation;
class DraNodes;
class Explanation;
class KubeletReport;
class NodeBuilder;
class NrtNode;
class NrtBuilder;
class AddedObjects;
class PodBuilder;
class Preemption;
class Picture;
#endif  // KOORD_EXPERIMENTAL

/// Settings that several calls share: today the log function. Calls that take a context accept
/// NULL: no diagnostics. A handle keeps the context that it was created with, and is silent once
/// that context is freed; do not free the context while a call on the handle runs.
class Context {
 public:
  Context() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates a context without a log function. The caller owns *out. Errors: INVALID (out is NULL),
  /// NO_MEMORY.
  [[nodiscard]] static Context create();

  /// Sends diagnostics to `log`, with `user` as its first argument; NULL turns them off.
  void set_log(koord_log_fn log, void *user);

 private:
  koord_context *handle_ = nullptr;
};

/// An immutable pod, reference-counted and shared by any threads.
class Pod {
 public:
  Pod() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Reads a Pod (v1) of the API server (docs/reference/objects.md lists the fields). Unknown fields
  /// are ignored; missing requests are filled in from limits. `context` may be NULL. The caller owns
  /// *out.
  /// If claims to allocations (resource-status, device-allocated, environment) cannot be read, the
  /// pod loses that claim and nothing else: see koord_pod_get_faults. The same applies to the
  /// preferences (other annotations, labels) of a pod that is already bound; for a pod that is not
  /// bound they are INVALID.
  /// Errors: INVALID (names pod and field: not a pod, an unknown policy, a negative amount), LIMIT
  /// (over 4 MiB or 1024 containers; a sum above 2^63 - 1, unless the pod is bound), NO_MEMORY.
  [[nodiscard]] static Pod from_json(std::string_view json, const koord_context *context = nullptr);

  /// Returns properties and requests of the pod. Errors: INVALID.
  koord_pod_info get_info() const;

  /// Returns the effective request and limit of one resource ("memory", "nvidia.com/gpu") as
  /// Kubernetes computes them: the sum of app containers and sidecars or the peak of the init
  /// containers, replaced by pod-level resources, plus overhead. Milli-CPU for "cpu", bytes or units
  /// for all others; -1: not stated. `request` and `limit` are nullable. Errors: INVALID.
  std::tuple<int64_t, int64_t> get_request(std::string_view resource) const;

  /// Writes one text with a NUL into text[0..capacity). `*needed` (nullable) receives its length
  /// without the NUL, also on NO_SPACE. Errors: INVALID (unknown `which`), NO_SPACE.
  std::string get_text(koord_pod_text which) const;

  /// Writes which parts of the pod could not be read and were ignored: one line per part, which names
  /// the field and ends with a line feed; "": none. Text as in koord_pod_get_text. Errors: INVALID,
  /// NO_SPACE.
  std::string get_faults() const;

  /// Writes the CPUs that the pod states as its allocation to all of `words`; all zero: none. Errors:
  /// INVALID, NO_SPACE.
  CpuSet get_cpus() const;
  /// The same, into words that are there.
  void get_cpus(std::span<uint64_t> words) const;
#ifdef KOORD_EXPERIMENTAL

  /// Returns the pod, as koord_pod_from_json does; the builder is not changed. `context` may be NULL.
  /// The caller owns *out. Errors: INVALID (names pod and field), LIMIT (a sum of amounts above 2^63
  /// - 1, an annotation over 1 MiB), NO_MEMORY.
  [[nodiscard]] static Pod from_builder(const koord_pod_builder *builder,
      const koord_context *context = nullptr);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_pod *handle_ = nullptr;
};

/// A kubelet's configuration, its state files, what device plugins report and the containers on its
/// node: an input of koord_kubelet_new, koord_topology_to_nrt, koord_agent_set_kubelet and the
/// functions that check and repair kubelet's files. They read it and keep no reference. A setup in
/// which nothing is set means kubelet's defaults, and no files.
class KubeletSetup {
 public:
  KubeletSetup() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates a setup in which nothing is set. `context` may be NULL and may be released: the setup
  /// keeps the log function that it has now, for diagnostics about a configuration; the data that
  /// this function uses must stay valid as long as the setup. The caller owns *out. Errors: INVALID,
  /// NO_MEMORY.
  [[nodiscard]] static KubeletSetup create(const koord_context *context = nullptr);

  /// Restores the state of a new setup. Errors: INVALID.
  void reset();

  /// Sets the version of kubelet, for the calls that use the setup: how it decides, which files it
  /// reads and which it writes. Not set: DEFAULT. Errors: INVALID (an unknown number).
  void set_version(koord_kubelet_version version);

  /// Sets the configuration: a KubeletConfiguration or the response of /configz (JSON; length 0:
  /// kubelet's defaults). Fields that are odd but usable give diagnostics.
  /// Errors: INVALID (names the field), LIMIT (over 4 MiB or 2^20 values, nested deeper than 64),
  /// NO_MEMORY.
  void set_config(std::string_view kubelet_config = {});

  /// Sets the text of cpu_manager_state. It is copied; the calls that use the setup parse it and
  /// report what is wrong in it. Not set: there is no such file. Length 0: the file is empty. For
  /// koord_kubelet_check and koord_kubelet_repair_cpus an empty file is damage that stops kubelet;
  /// all other calls treat it as no file.
  /// Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
  /// for more than 2^20 values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole
  /// pods.
  void set_cpu_state(std::string_view cpu_state = {});

  /// Sets the text of memory_manager_state, likewise. For koord_kubelet_check and
  /// koord_kubelet_repair_memory an empty file is damage; koord_kubelet_new treats it as no file;
  /// other calls do not read it.
  /// Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
  /// for more than 2^20 values in maps and lists.
  void set_memory_state(std::string_view memory_state = {});

  /// Adds a device that a device plugin reports to kubelet, for koord_kubelet_new: the first call
  /// adds device 0, the next one device 1.
  ///
  /// resource    the plugin's resource: "nvidia.com/gpu".
  /// id          the plugin's name of the device, unique within the resource.
  /// numa_nodes  the nodes that it is near: bit i is row i of koord_topology_get_numa_nodes; 0: not
  ///             known.
  ///
  /// Errors: INVALID (a resource without domain, no id, a text longer than 1,024 bytes or not UTF-8,
  /// unknown flags),
  /// LIMIT (65,536 were added already), NO_MEMORY. A device that was added twice and nodes that the
  /// machine does not have are INVALID to koord_kubelet_new, devices of more than 64 resources
  /// LIMIT.
  void add_device(std::string_view resource, std::string_view id, uint64_t numa_nodes,
      koord_plugin_device_flags flags);

  /// Sets the text of kubelet_internal_checkpoint: which devices pods have, and which resources had a
  /// plugin. For koord_kubelet_new, to which a damaged one is INVALID or CORRUPT, where kubelet goes
  /// on without it; other calls do not read it. Length 0: there is no such file.
  /// Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
  /// for more than 2^20 values in maps and lists.
  void set_device_state(std::string_view device_state = {});

  /// Adds a pod that is on the node, or one container of it, for calls that check and repair files.
  ///
  /// uid   of the pod.
  /// name  of the container; name_length 0: only the pod is added.
  /// id    of the container in the runtime; id_length 0: not known. Files of version 1 identify
  ///       containers by id only. If a container is added again with an id, the last id applies.
  ///
  /// Errors: INVALID (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8),
  /// LIMIT (65,536 were added already), NO_MEMORY.
  void add_container(std::string_view uid, std::string_view name = {}, std::string_view id = {});

 private:
  koord_kubelet_setup *handle_ = nullptr;
};

/// An immutable description of one machine, reference-counted and shared by any threads.
class Topology {
 public:
  Topology() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Reads this machine through hwloc (which reads its own HWLOC_* variables; this library sets
  /// none). `context` may be NULL. The caller owns *out.
  /// Errors: INVALID (unknown flags), IO (hwloc cannot read it), NO_MEMORY.
  [[nodiscard]] static Topology discover(koord_topology_flags flags,
      const koord_context *context = nullptr);

  /// Reads a machine as koord_topology_discover does, for processes in which HWLOC_FSROOT names a
  /// directory with an exported sysfs. `root` is that directory: what hwloc does not read (isolated
  /// and nohz_full CPUs) comes from below it. koord_topology_discover reads those of this machine
  /// only.
  /// Errors: INVALID (unknown flags; no such directory), IO, NO_MEMORY.
  [[nodiscard]] static Topology discover_in(koord_topology_flags flags, std::string_view root,
      const koord_context *context = nullptr);

  /// Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
  /// Errors: INVALID (not such XML, or an impossible machine), LIMIT, NO_MEMORY.
  [[nodiscard]] static Topology from_hwloc_xml(koord_topology_flags flags, std::string_view xml,
      const koord_context *context = nullptr);

  /// Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
  /// Errors: INVALID, LIMIT (more than KOORD_MAX_CPUS), NO_MEMORY.
  [[nodiscard]] static Topology from_synthetic(std::string_view text,
      const koord_context *context = nullptr);

  /// Reads the output of koord_topology_to_json (docs/reference/topology-json.md), for a topology
  /// from any source: the result equals the original in everything that this header can return, and
  /// koord_topology_to_json writes the same bytes for it. Absent members are unknown or follow from
  /// others. Members that are derived from others must not contradict them. Unknown members are
  /// ignored, with a diagnostic to the log of `context`, which may be NULL. The caller owns *out.
  /// Errors: INVALID (names the field), LIMIT (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or
  /// devices, nested deeper than 64), NO_MEMORY.
  [[nodiscard]] static Topology from_json(std::string_view json,
      const koord_context *context = nullptr);

  /// Reads the value of the annotation node.koordinator.sh/cpu-topology,
  /// {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: `core` is
  /// lscpu's logical number. Absent numbers are 0, unknown fields are ignored. The topology has no
  /// memory, L3 groups or distances. Cores are identified by (socket, node, core): one core number in
  /// two NUMA nodes of a socket is two cores, as in Linux, and gives a warning to the log of
  /// `context`. A CPU in two NUMA nodes is INVALID.
  /// Errors: INVALID (names the entry and field), LIMIT (over 4 MiB, nested deeper than 64),
  /// NO_MEMORY.
  [[nodiscard]] static Topology from_annotation(std::string_view json,
      const koord_context *context = nullptr);

  /// Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation of
  /// koord_topology_from_annotation, and memory, huge pages and distances from its zones.
  /// Errors: INVALID, LIMIT (over 16 MiB), NO_MEMORY.
  [[nodiscard]] static Topology from_nrt(std::string_view json,
      const koord_context *context = nullptr);

  /// Builds a topology from rows, for callers without JSON. Cores are identified by (socket,
  /// numa_node, core), L3 groups by l3. `architecture` may be "" ("aarch64" enables the ARM rule of
  /// koord_cpu_pick).
  /// Errors: INVALID (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1,
  /// numa_node below 1024), LIMIT, NO_MEMORY.
  [[nodiscard]] static Topology from_rows(std::span<const koord_cpu> rows,
      std::string_view architecture = {});

  /// Returns the counts of the machine. Errors: INVALID.
  koord_topology_info get_info() const;

  /// Copies up to `capacity` rows, ascending by CPU number, `stride` bytes apart. `*count` receives
  /// the number of rows that exist, also on NO_SPACE (nothing else is written then). `rows` may be
  /// NULL if `capacity` is 0. Errors: INVALID (stride below sizeof a row), NO_SPACE. The same holds
  /// for the functions below that return rows.
  std::vector<koord_cpu> get_cpus() const;

  /// Copies the NUMA nodes, ascending by number, including those without CPUs.
  std::vector<koord_numa_node> get_numa_nodes() const;

  /// Copies the huge pages per NUMA node and size, by node, then size.
  std::vector<koord_hugepages> get_hugepages() const;

  /// Copies the NUMA distances (10 = local), row-major in the order of koord_topology_get_numa_nodes.
  /// `*count` receives the square of the number of NUMA nodes, or 0 if the machine reports no
  /// distances. The value of a pair that was not reported is 0.
  /// Errors: INVALID, NO_SPACE.
  std::vector<uint32_t> get_distances() const;

  /// Copies the PCI devices, by bus id. rows as in koord_topology_get_cpus. Errors: INVALID,
  /// NO_SPACE.
  std::vector<koord_pci_device> get_devices() const;

  /// Returns the texts of the rows, one after another. `*length` (nullable) receives the number of
  /// bytes. UTF-8, followed by a NUL that is not counted. Borrowed: valid as long as the topology.
  /// NULL has none.
  std::string_view get_texts() const;

  /// Writes one set to all of `words`. Errors: INVALID (no such kind or id), NO_SPACE.
  CpuSet get_cpuset(koord_cpuset_kind kind, int32_t id) const;
  /// The same, into words that are there.
  void get_cpuset(koord_cpuset_kind kind, int32_t id, std::span<uint64_t> words) const;

  /// Writes everything that the topology holds as one JSON document
  /// (docs/reference/topology-json.md), for people, other programs and storage;
  /// koord_topology_from_json reads it. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

  /// Writes the value of the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node
  /// are written with node 0, as koordlet does. Errors: INVALID, NO_MEMORY.
  std::string to_annotation() const;

  /// Writes a NodeResourceTopology object for `node_name` as JSON, ready for "kubectl apply -f -":
  /// label, annotations, zones with capacity, allocatable and available, distances as costs,
  /// topologyPolicies. `setup` (nullable: kubelet's defaults, nothing allocated) supplies kubelet's
  /// configuration and cpu_manager_state.
  /// Errors: INVALID (names the field; kubelet would not start: memory policy Static without
  /// reservedMemory, or more of it than the machine has), CORRUPT (cpu_manager_state: checksum),
  /// LIMIT (koord_kubelet_setup_set_cpu_state), NO_MEMORY.
  std::string to_nrt(const koord_kubelet_setup *setup, std::string_view node_name) const;
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_topology_from_nrt, from the content of the builder, which is not changed: from the
  /// annotation cpu-topology and the zones, else from the machine that was set. `context` may be
  /// NULL. The caller owns *out. Errors: as koord_topology_from_nrt.
  [[nodiscard]] static Topology from_nrt_builder(const koord_nrt_builder *builder,
      const koord_context *context = nullptr);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Draws the machine (sockets, NUMA nodes, L3 groups, cores, CPUs) and the sets of the picture.
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

/// A node as its agent knows it: machine, settings, kubelet's state and pods. Threading is as for
/// koord_kubelet: functions that take a `const koord_agent *` may run at the same time.
class Agent {
 public:
  Agent() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates the agent of a node on this machine, without pods, settings or kubelet.
  ///
  /// context  nullable; receives the diagnostics of all calls on the agent. The agent is silent once
  ///          the context is freed.
  /// options  nullable.
  ///
  /// The caller owns *out. The topology may be released afterwards. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static Agent create(const koord_topology *topology,
      const koord_agent_options *options = nullptr, const koord_context *context = nullptr);

  /// Replaces the machine, after CPUs were added or removed. A pod loses its exclusive CPUs when one
  /// of them no longer exists. The CPUs that kubelet reserves stay those of the last
  /// koord_agent_set_kubelet.
  /// Errors: INVALID (more CPUs are reserved than exist), NO_MEMORY.
  void set_topology(const koord_topology *topology);

  /// Reads the Node (v1) as JSON: its name, reservation and system QoS.
  /// Errors: INVALID (names the field; more CPUs are reserved than exist), LIMIT, NO_MEMORY.
  void set_node(std::string_view json);

  /// Sets kubelet's configuration and allocations: the configuration, cpu_manager_state,
  /// memory_manager_state, devices and kubelet_internal_checkpoint of `setup` (nullable: kubelet's
  /// defaults, nothing allocated). Pods keep their exclusive CPUs. The state of the memory manager is
  /// reported if its policy is Static, and the devices of resources of which a device states NUMA
  /// nodes; the pods in both as ended if this node does not know them. A damaged file is left out of
  /// the report, and logged.
  /// Errors: INVALID, CORRUPT (cpu_manager_state: checksum), LIMIT
  /// (koord_kubelet_setup_set_cpu_state), NO_MEMORY.
  void set_kubelet(const koord_kubelet_setup *setup = nullptr);

  /// Sets the node's Device object, as for koord_cluster_set_devices. It supplies the names of
  /// devices that were allocated to pods by minor only. Length 0: the node has no Device object.
  /// Errors: INVALID (names the field; two devices of one type and minor), LIMIT, NO_MEMORY.
  void set_devices(std::string_view json = {});

  /// Adds or updates a pod; a terminated pod is removed. The CPUs and devices that the pod claims are
  /// its own where it is entitled to them and no pod of higher precedence has them, as in
  /// koord_cluster_set_pod; koord_agent_pod.refusal says why not. Precedence: first the pods that the
  /// state of koord_agent_set_state confirms, then the pod that was bound first, then the lower uid.
  /// Errors: INVALID (no uid), LIMIT (65536 pods), NO_MEMORY.
  void set_pod(const koord_pod *pod);

  /// Removes the pod with this uid. `*known` (nullable) receives 1 if the agent knew the pod, else 0.
  /// Errors: INVALID.
  bool remove_pod(std::string_view uid);

  /// Returns the counts. Errors: INVALID.
  koord_agent_info get_info() const;

  /// Returns 64 bits that change whenever the output of koord_agent_to_nrt changes. The value is the
  /// same in any process that runs the same version of the library. Takes microseconds. Errors:
  /// INVALID.
  uint64_t get_hash() const;

  /// Writes one set to all of `words`. Errors: INVALID, NO_SPACE.
  CpuSet get_cpus(koord_agent_cpuset which) const;
  /// The same, into words that are there.
  void get_cpus(koord_agent_cpuset which, std::span<uint64_t> words) const;

  /// Copies a row for every pair of a socket and a NUMA node that have CPUs in common, ascending.
  /// rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_agent_pool> get_pools() const;

  /// Writes the part of one CPU set that lies in row `pool` of koord_agent_get_pools to all of
  /// `words`. Errors: INVALID (no such row or set), NO_SPACE.
  CpuSet get_pool_cpus(uint32_t pool, koord_agent_cpuset which) const;
  /// The same, into words that are there.
  void get_pool_cpus(uint32_t pool, koord_agent_cpuset which, std::span<uint64_t> words) const;

  /// Returns the stable name ("exclusive", "namedPools"), as in node-state.json. Static; "Unknown"
  /// for others.
  static const char * place_get_name(koord_agent_place place);

  /// Writes the value of an annotation of the NodeResourceTopology as JSON. Errors: INVALID,
  /// NO_MEMORY.
  std::string to_annotation(koord_agent_annotation which) const;

  /// Writes the NodeResourceTopology of the node as koord_topology_to_nrt does, with the node's
  /// pools, reservation, system QoS and the CPUs of pods. Errors: INVALID (koord_agent_set_node was
  /// not called; kubelet would not start, see koord_topology_to_nrt), NO_MEMORY.
  std::string to_nrt() const;

  /// Writes node-state.json, version 1 (docs/operate/node.md): where each pod runs, for hooks and
  /// tools that start after the agent. `boot_id` identifies the boot that the state belongs to;
  /// length 0: not stated. Errors: INVALID, NO_MEMORY.
  std::string to_json(std::string_view boot_id = {}) const;

  /// Returns the current state of the node: what koord_agent_to_json writes, without the file. The
  /// caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] AgentState snapshot() const;

  /// Tells the agent what was decided and applied for this node before. A pod keeps the exclusive
  /// CPUs that this state gives it and that it still claims, against claims of other pods. Call it
  /// after a restart, with the result of koord_agent_state_load, and whenever a state has been
  /// applied. Errors: INVALID, NO_MEMORY.
  void set_state(const koord_agent_state *state);
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_agent_set_devices, from the content of the builder, which is not changed. There
  /// are no diagnostics. Errors: as koord_agent_set_devices.
  void set_devices_from_builder(const koord_device_builder *builder);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_agent_set_node, from the content of the builder, which is not changed. There are
  /// no diagnostics. Errors: as koord_agent_set_node.
  void set_node_from_builder(const koord_node_builder *builder);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Computes how far BE pods are to be throttled, for both policies of koordlet
  /// (docs/operate/node.md). Pure.
  ///
  /// current  the CPUs that BE pods have now, `words` words; NULL: not known.
  /// cpus     nullable; receives the CPUs that BE pods are restricted to, `words` words.
  ///
  /// Errors: INVALID (an amount that is negative or above 2^42, a percentage above 1000), NO_SPACE,
  /// NO_MEMORY.
  koord_suppression suppress(const koord_suppress_usage &usage, const uint64_t *current = nullptr,
      std::span<uint64_t> cpus = {}) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Restricts BE pods to these CPUs of the BE pool, such as koord_agent_suppress names. Places of
  /// pods, the state and its BE pool change; koord_agent_get_cpus, reports and koord_agent_suppress
  /// have the whole pool as before. A BE pod whose NUMA nodes keep no CPUs runs on all that is left.
  /// A set without CPUs of the pool restricts nothing. Errors: INVALID, LIMIT, NO_MEMORY.
  void restrict_best_effort(std::span<const uint64_t> words);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_agent *handle_ = nullptr;
};

/// The content of a node-state.json: where each pod runs. Immutable.
class AgentState {
 public:
  AgentState() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Parses the text of a node-state.json. The caller owns *out. Errors: INVALID (names the field),
  /// UNSUPPORTED (another version), CORRUPT (it contradicts itself), LIMIT (over 16 MiB or 2^20
  /// values, 65536 pods or containers), NO_MEMORY.
  [[nodiscard]] static AgentState from_json(std::string_view json);

  /// Reads node-state.json for a process that acts on it as root. `path` must be a regular file, not
  /// a link, owned by root or by the user of this process. No other user may be able to write the
  /// file or its directory; directories above it may be sticky, as /tmp is. The caller owns *out.
  /// Errors: those of koord_agent_state_from_json, NOT_FOUND (no such file), PERMISSION (the file is
  /// not trusted, or this process may not read it), LIMIT, IO.
  [[nodiscard]] static AgentState load(std::string_view path);

  /// Replaces node-state.json atomically: a reader finds either the old or the new file, complete.
  /// `json` is the output of koord_agent_to_json. An existing file keeps its mode and owner; a new
  /// file is accessible to its owner only. Errors: those of koord_agent_state_from_json for `json`;
  /// PERMISSION (the existing file or its directory is not trusted by the rules of
  /// koord_agent_state_load, or this process may not replace it), INVALID (`path` names no file), IO
  /// (the old file is kept, unless the message says that only the directory could not be synced),
  /// NO_MEMORY.
  static void save(std::string_view path, std::string_view json);

  /// Writes one text, as koord_pod_get_text does. Errors: INVALID, NO_SPACE.
  std::string get_text(koord_agent_text which) const;

  /// Returns the counts of the node that wrote the state. Errors: INVALID.
  koord_agent_info get_info() const;

  /// Same as koord_agent_get_cpus, for the three pools and all CPUs. Errors: INVALID, NO_SPACE.
  CpuSet get_cpus(koord_agent_cpuset which) const;
  /// The same, into words that are there.
  void get_cpus(koord_agent_cpuset which, std::span<uint64_t> words) const;

  /// Copies pods, ascending by uid, each followed by those of its containers that run in a different
  /// place, ascending by name. Only rows that may have changed after generation `since` are included
  /// (0: all rows). Removed pods have no row. A state that was read from JSON does not record when
  /// its pods changed: all of them count as changed at the state's own generation. rows as in
  /// koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_agent_pod> get_pods(uint64_t since) const;

  /// Returns the texts of all rows; rows refer to them by offset and length. `*length` (nullable)
  /// receives the number of bytes; no NUL follows. Borrowed: valid as long as the state. `state` must
  /// not be NULL.
  std::string_view get_texts() const;

  /// Finds where a container runs, by the uid of its pod and its own name (length 0: the pod).
  ///
  /// row       receives the row of the container, or that of its pod where both run in the same
  ///           place.
  /// row_size  the caller's sizeof koord_agent_pod, as a stride.
  ///
  /// Errors: INVALID, NOT_FOUND (no such pod).
  [[nodiscard]] koord_agent_pod find_container(std::string_view uid, std::string_view container,
      size_t row_size) const;

  /// Writes the CPUs of row number `row` (koord_agent_pod.row) to all of `words`; all zero where
  /// cpuset.cpus is not changed. Errors: INVALID (no such row), NO_SPACE.
  CpuSet get_pod_cpus(uint32_t row) const;
  /// The same, into words that are there.
  void get_pod_cpus(uint32_t row, std::span<uint64_t> words) const;

  /// Writes the NUMA nodes of the row's memory in the same way: bit b of word w is the NUMA node with
  /// kernel number 64 * w + b.
  CpuSet get_pod_numa_nodes(uint32_t row) const;
  /// The same, into words that are there.
  void get_pod_numa_nodes(uint32_t row, std::span<uint64_t> words) const;

 private:
  koord_agent_state *handle_ = nullptr;
};

/// The path of a control group below the root of its controller (version 2: below the mount),
/// without a leading '/'. Pure: nothing is read.
class CgroupPath {
 public:
  CgroupPath() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates the path of kubepods.
  ///
  /// driver  must not be KOORD_CGROUP_DRIVER_DETECT.
  /// root    kubelet's cgroupRoot; length 0: none.
  ///
  /// The caller owns *out. Errors: INVALID (root is not up to 4 names of letters, digits, '_', '.'
  /// and '-'), NO_MEMORY.
  [[nodiscard]] static CgroupPath create(koord_cgroup_driver driver, std::string_view root = {});

  /// Changes the path to that of a pod. uid length 0: the path of the QoS class, which for Guaranteed
  /// is kubepods itself. Errors: INVALID (uid is not up to 64 of a-z, 0-9 and '-'), NO_MEMORY.
  void set_pod(koord_kube_qos qos, std::string_view uid = {});

  /// Changes the path to that of a container of the pod that was set last. id length 0: the path of
  /// the pod; `runtime` is then ignored. Errors: INVALID (no pod was set; id is not up to 128 of 0-9
  /// and a-f), NO_MEMORY.
  void set_container(koord_cgroup_runtime runtime, std::string_view id = {});

  /// Writes the path; text as in koord_pod_get_text. Errors: INVALID, NO_SPACE.
  std::string format() const;

 private:
  koord_cgroup_path *handle_ = nullptr;
};

/// The opened control groups of a machine. Calls that take this handle read and write cgroup
/// files.
class Cgroups {
 public:
  Cgroups() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Opens the control groups mounted at `mount` (length 0: /sys/fs/cgroup); for version 1 its
  /// directories cpuset and cpu. No access leaves these directories, and symbolic links in them are
  /// not followed. `root` is kubelet's cgroupRoot, length 0: none. `options` is nullable. The caller
  /// owns *out.
  /// Errors: INVALID, NOT_FOUND (no such directory, or neither kubepods.slice nor kubepods in it),
  /// PERMISSION, UNSUPPORTED (version 2 without the cpuset controller), IO, NO_MEMORY.
  [[nodiscard]] static Cgroups open(std::string_view mount = {}, std::string_view root = {},
      const koord_cgroup_options *options = nullptr);

  /// Returns driver, version and properties. Errors: INVALID.
  koord_cgroups_info get_info() const;

  /// Makes the writes of a plan in order, and verifies each by reading back the effective value. Old
  /// values are read before anything is written. Groups that no longer exist are skipped. If a write
  /// fails, the writes already made are rolled back. Write failures are reported in *out, not as a
  /// status. A plan that is already in effect causes no writes. `cgroups` must be the handle that the
  /// plan was made from, or the same control groups opened again.
  /// Errors: INVALID, NO_MEMORY (nothing was written).
  [[nodiscard]] CgroupReport apply(const koord_cgroup_plan *plan);

 private:
  koord_cgroups *handle_ = nullptr;
};

/// Names of containers by container id.
class CgroupContainers {
 public:
  CgroupContainers() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates an empty map. The caller owns *out. Errors: INVALID (out is NULL), NO_MEMORY.
  [[nodiscard]] static CgroupContainers create();

  /// Adds the name of the container with this id; name length 0: the container is the sandbox.
  /// Errors: INVALID (id is not 1 to 128 of 0-9 and a-f, or was added before; name is over
  /// 1024 bytes), LIMIT (over 16,384 containers), NO_MEMORY.
  void add(std::string_view id, std::string_view name = {});

 private:
  koord_cgroup_containers *handle_ = nullptr;
};

/// Planned writes to control groups. Immutable.
class CgroupPlan {
 public:
  CgroupPlan() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Reads the control groups and plans the writes; writes nothing.
  ///
  /// containers  nullable. Names matter only for pods whose containers run in different places;
  ///             containers of such pods that are not named here are not changed.
  ///
  /// Pods that the state does not know are not changed; on version 1 the directories above them stay
  /// large enough for them. The caller owns *out. Errors: INVALID, CONFLICT (two exclusive pods would
  /// be on one CPU; or pods of one CPU each wait for each other while exclusive pods of one CPU each
  /// hold all other CPUs), NOT_FOUND (no kubepods), CORRUPT (a file has content that the kernel would
  /// not write), LIMIT (over 16,384 groups or 8 levels), PERMISSION, UNSUPPORTED, IO, NO_MEMORY.
  [[nodiscard]] static CgroupPlan create(koord_cgroups *cgroups, const koord_agent_state *state,
      const koord_cgroup_containers *containers = nullptr);

  /// Copies the steps in their order. No steps: everything is in the desired state already. rows as
  /// in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_cgroup_step> get_steps() const;

  /// Returns the texts of the plan's steps, as koord_agent_state_get_texts does for a state.
  std::string_view get_texts() const;

  /// Writes {"steps":[{"phase","path","from","to","pod"}],"skipped":[{"path","pod","reason"}]}:
  /// "skipped" lists what is not changed and why. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

  /// Writes one line per step: what would be done. Errors: INVALID, NO_MEMORY.
  std::string to_text() const;

 private:
  koord_cgroup_plan *handle_ = nullptr;
};

/// The result of applying a plan. Immutable.
class CgroupReport {
 public:
  CgroupReport() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Returns the outcome. Errors: INVALID.
  koord_cgroup_report_info get_info() const;

  /// Copies the outcome of every step, as koord_cgroup_plan_get_steps does.
  std::vector<koord_cgroup_result> get_results() const;

  /// Returns the texts of the results, as koord_agent_state_get_texts does for a state.
  std::string_view get_texts() const;

  /// Writes
  /// {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to",
  /// "readBack","pod"}]}; the summary is one sentence that names the failed step and the cause.
  /// Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_cgroup_report *handle_ = nullptr;
};

/// The input of a merge: the NUMA nodes of one machine with their users and distances, and the
/// hints of providers for the resources of a pod or container. Create it once and use it for many
/// pods: it keeps its memory when it is reset or filled again. Calls that take it as const may run
/// at the same time; all others require exclusive access.
class NumaHints {
 public:
  NumaHints() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates hints without NUMA nodes and lists. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static NumaHints create();

  /// Copies hints. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] NumaHints clone() const;

  /// Restores the state of new hints, but keeps the memory. Errors: INVALID.
  void reset();

  /// Replaces the NUMA nodes. Set them before adding lists, because hints name NUMA nodes by row.
  /// Existing lists stay, and their hints then refer to the new rows.
  ///
  /// rows       ascending by number, `stride` bytes apart, at most KOORD_MAX_NUMA_NODES.
  /// distances  nullable without KOORD_NUMA_MERGE_PREFER_CLOSEST: `count` rows of `count` values, as
  ///            in koord_topology_get_distances. Copied.
  ///
  /// Errors: INVALID (numbers that do not ascend, an unknown use, fewer rows than hints name), LIMIT
  /// (too many), NO_MEMORY.
  void set_nodes(std::span<const koord_numa_place> rows, const uint32_t *distances = nullptr);

  /// Appends a list.
  ///
  /// name  of the resource: UTF-8 of at most 1024 bytes; two lists may have the same name.
  /// rows  its hints, `stride` bytes apart; none unless list->kind is KOORD_NUMA_HINT_KIND_HINTS. All
  ///       lists together have at most KOORD_MAX_NUMA_HINTS.
  ///
  /// Errors: INVALID (a provider number below that of the last list, hints although the kind has
  /// none, a hint for NUMA nodes that do not exist, an unknown flag or kind), LIMIT (more than
  /// KOORD_MAX_NUMA_LISTS lists, too many hints), NO_MEMORY.
  void add_list(const koord_numa_hint_list &list, std::string_view name,
      std::span<const koord_numa_hint> rows);

  /// Copies the NUMA nodes. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_numa_place> get_nodes() const;

  /// Copies the lists, in the order in which they were added. rows as in koord_topology_get_cpus.
  /// Errors: INVALID, NO_SPACE.
  std::vector<koord_numa_hint_list_info> get_lists() const;

  /// Returns the names of the lists; rows refer to them by offset and length. Borrowed: valid until
  /// `hints` is changed or freed. `*length` (nullable) receives the number of bytes. NULL if `hints`
  /// is NULL.
  std::string_view get_texts() const;

  /// Copies the hints of a list, by its row. rows as in koord_topology_get_cpus. Errors: INVALID (no
  /// such list), NO_SPACE.
  std::vector<koord_numa_hint> get_hints(uint32_t list) const;

 private:
  koord_numa_hints *handle_ = nullptr;
};

/// The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
/// (semantics: Koordinator's CPU orchestration proposal; docs/embed/cluster.md). The handle
/// synchronises itself: any thread may call any function on it at any time, even functions that
/// take a `koord_cluster *`; only koord_cluster_free requires exclusive access. No call except
/// planning locks the cluster for longer than one evaluation.
class Cluster {
 public:
  Cluster() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates an empty cluster. `context` (nullable) receives the diagnostics of all calls on the
  /// cluster, on the threads that make the calls, and concurrently when calls are concurrent. Free
  /// the context after the cluster. `args` are the arguments of Koordinator's plugins as JSON (length
  /// 0: their defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare
  /// or both in a profile, or the arguments of one of the two, here with the defaults in brackets:
  /// - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask for it are
  ///   bound to CPUs), numaTopologyAlignmentPolicy (from the proposal, for nodes that state none;
  ///   "BestEffort"), scoringStrategy (MostAllocated: pods are packed on few nodes) and
  ///   numaScoringStrategy (LeastAllocated; read under KOORD_PROFILE_UPSTREAM only), each with type
  ///   MostAllocated, LeastAllocated or BalancedAllocation and up to 64 resources with weights 1 to
  ///   100 (cpu and memory, 1 each). As upstream, the weights of scoringStrategy apply to both
  ///   strategies.
  /// - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which overrides
  ///   options.device_strategy (LeastAllocated), and weights; see docs/reference/devices.md.
  /// Errors: INVALID (names the field), UNSUPPORTED (another profile), LIMIT, NO_MEMORY.
  [[nodiscard]] static Cluster create(const koord_cluster_options *options = nullptr,
      std::string_view args = {}, const koord_context *context = nullptr);

  /// Adds or replaces the node described by a Node (v1) object of the API server
  /// (docs/reference/objects.md lists the fields). Allocations of its pods are kept. `*id` (nullable)
  /// receives the number of the node; numbers count up from 0 and are never reused.
  /// Amounts are at most 2^50, CPU 2^42 milli: a node that reports more is treated as having this
  /// much, and so does a bound pod that requests more; every call for another pod that requests more
  /// is LIMIT. Pods that wait for the node (koord_cluster_set_pod) are attached to it.
  /// Errors: INVALID (names node and field), LIMIT (over 4 MiB, more than 1024 resources of the node
  /// or 2^20 node numbers, those of removed nodes included), NO_MEMORY.
  uint32_t set_node(std::string_view json);

  /// Sets the NodeResourceTopology of a node: CPUs, NUMA nodes and kubelet's settings. It may be set
  /// before the node itself. Pods keep their allocations, even if those CPUs no longer exist. Errors:
  /// as koord_cluster_set_node; LIMIT over 16 MiB.
  uint32_t set_topology(std::string_view json);

  /// Sets the devices of a node: a Device object (scheduling.koordinator.sh/v1alpha1), named after
  /// the node, in any published spelling (docs/reference/devices.md). Devices may be GPUs, RDMA and
  /// FPGA devices and any other type. Requests for a resource that devices have are allocated from
  /// the devices; the node's own amount of that resource no longer counts. The object may be set
  /// before the node itself. Pods keep their allocations, even if those devices no longer exist or
  /// are unhealthy. Errors: as koord_cluster_set_node; also INVALID for two devices of one type and
  /// minor, LIMIT for more than 64 devices of one type, 16 resources of one type and 64 types.
  uint32_t set_devices(std::string_view json);

  /// Removes the node with its topology and pods. A node with the same name gets a new number when it
  /// is added again. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  void remove_node(std::string_view name);

  /// Removes the NodeResourceTopology of the node. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  void remove_topology(std::string_view name);

  /// Removes the Device object of the node: its devices are not allocated until the object returns;
  /// existing allocations are kept. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  void remove_devices(std::string_view name);

  /// Returns the number of an existing node. Errors: INVALID, NOT_FOUND.
  uint32_t get_node_id(std::string_view name) const;

  /// Writes the name of the node with this number, even if the node was removed; text as in
  /// koord_pod_get_text. Errors: INVALID, NOT_FOUND, NO_SPACE.
  std::string get_node_name(uint32_t node) const;

  /// Returns the names of all existing nodes in one call. For nodes that are added later, use
  /// koord_cluster_get_node_name. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] NodeNames get_node_names() const;

  /// Returns the machine of a node, NULL if its topology is unknown. The caller owns *out. Errors:
  /// INVALID, NOT_FOUND, NO_MEMORY.
  [[nodiscard]] Topology get_node_topology(uint32_t node) const;

  /// Writes one set of CPUs of a node to all of `words`. Errors: INVALID, NOT_FOUND, NO_SPACE.
  CpuSet get_node_cpus(uint32_t node, koord_cluster_cpuset which) const;
  /// The same, into words that are there.
  void get_node_cpus(uint32_t node, koord_cluster_cpuset which, std::span<uint64_t> words) const;

  /// Returns the counts. Errors: INVALID.
  koord_cluster_info get_info() const;

  /// Writes the name of the resource that koord_refusal.resource stands for; text as in
  /// koord_pod_get_text. A number stands for its resource as long as a node or pod of the cluster, or
  /// the pod of the call that returned it, mentions the resource. Later the number may be reused for
  /// another. Errors: INVALID, NOT_FOUND (no such resource in this cluster), NO_SPACE.
  std::string get_resource_name(int32_t resource) const;

  /// Writes the name of the device type that koord_refusal.device_type stands for: 0 "gpu", 1 "rdma",
  /// 2 "fpga", other numbers as long as something in the cluster is of that type; text as in
  /// koord_pod_get_text. Errors: INVALID, NOT_FOUND (no such type in this cluster), NO_SPACE.
  std::string get_device_type_name(int32_t type) const;

  /// Returns the number of a device type by its name. Errors: INVALID, NOT_FOUND (no such type).
  int32_t get_device_type(std::string_view name) const;

  /// Writes the sentence of koord_refusal_format with this cluster's names of resources and device
  /// types ("needs 4 of example.com/nic; the node has 2 available"). Use it soon after the call that
  /// returned the refusal: numbers may be reused. Errors: INVALID, NO_SPACE, NO_MEMORY.
  std::string format_refusal(const koord_refusal &refusal) const;

  /// Filter and score: judges the nodes of `query` for a pod, or all nodes if `query` is NULL. Rows
  /// ascend by node; removed nodes have no row. Verdicts are cached per shape of pod, so that only
  /// changed nodes are judged again.
  ///
  /// query  nullable.
  /// rows   as in koord_topology_get_cpus.
  /// out    never NULL; written also on NO_SPACE.
  ///
  /// Errors: INVALID, NO_SPACE, LIMIT, NO_MEMORY.
  koord_evaluation evaluate(const koord_pod *pod, const koord_query *query,
      std::span<koord_verdict> rows) const;

  /// Finds the best nodes for a pod, at most `capacity` of them: higher scores first, then lower
  /// numbers. Nodes where the pod does not fit are left out. `query` is nullable and must name no
  /// pods or nodes. Errors: INVALID, LIMIT, NO_MEMORY.
  koord_evaluation find_best(const koord_pod *pod, const koord_query *query,
      std::span<koord_verdict> rows) const;

  /// Returns the verdicts that changed after inout->generation, in no particular order, each node
  /// once. Unchanged verdicts may be included if that generation is too old, or if the pod's shape
  /// was not judged since. Pass the `*inout` of an earlier call for this pod; it is updated for the
  /// next call. `query` is nullable and must name no pods or nodes. Errors: as
  /// koord_cluster_evaluate; inout->generation is then unchanged.
  void get_changes(const koord_pod *pod, const koord_query *query, std::span<koord_verdict> rows,
      koord_evaluation &inout) const;

  /// Judges one node for a pod, with the details of a refusal. `refusal` is never NULL; `query` and
  /// `score` are nullable. Errors: INVALID, NOT_FOUND (no such node), LIMIT, NO_MEMORY.
  [[nodiscard]] std::tuple<koord_refusal, int32_t> judge(const koord_pod *pod,
      const koord_query *query, uint32_t node) const;

  /// Reserve: allocates CPUs and NUMA amounts on the node to the pod, or refuses it. A verdict holds
  /// as long as the node does not change. A pod that is already reserved on this node keeps its
  /// allocation.
  ///
  /// query    nullable; its flags, generation and affinity are read.
  /// cpus     nullable; `words` words: the CPUs that the pod owns; all zero: it shares CPUs, or was
  ///          refused.
  /// refusal  never NULL.
  ///
  /// Errors: INVALID (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names
  /// pods, nodes or reservations), NOT_FOUND (no such node), STALE (the node changed since the
  /// query's generation), CONFLICT (the pod is on another node; or koord_cluster_info.rejected),
  /// NO_SPACE (`words` is less than the machine needs), LIMIT, NO_MEMORY.
  [[nodiscard]] koord_refusal reserve(const koord_pod *pod, const koord_query *query,
      uint32_t node, std::span<uint64_t> cpus = {});

  /// Computes the NUMA hints of the node's CPUs and other resources, for a host whose topology
  /// manager has other providers, too (GetPodTopologyHints). The host adds the hints of its other
  /// providers by koord_numa_hints_add_list, and passes the result of koord_numa_merge to
  /// koord_query_set_affinity. Under KOORD_PROFILE_UPSTREAM a set of NUMA nodes is a hint if a trial
  /// allocation of the whole pod succeeds there; under KOORD_PROFILE_SPEC if the one resource
  /// suffices. The score of a hint is that of the NUMA scoring strategy, or 0.
  ///
  /// policy  the policy in force. Preferred are the fewest NUMA nodes that could hold the request if
  ///         empty; under KOORD_PROFILE_UPSTREAM all under RESTRICTED.
  /// hints   never NULL; its content is replaced by the node's NUMA nodes with their users, without
  ///         distances, and by lists by resource name, of provider 0. Unchanged on failure.
  ///
  /// Errors: INVALID, NOT_FOUND (no such node or topology), LIMIT (more than 16 NUMA nodes with the
  /// resource, KOORD_MAX_NUMA_LISTS resources, KOORD_MAX_NUMA_HINTS hints), NO_MEMORY.
  void get_hints(const koord_pod *pod, uint32_t node, koord_numa_policy policy,
      koord_numa_hints *hints) const;

  /// Removes a pod (Unreserve, or the pod was deleted): frees its allocations, or ends its wait for a
  /// node. Errors: INVALID, NOT_FOUND (it has no allocation: it was removed before or never set),
  /// NO_MEMORY.
  void remove_pod(std::string_view uid);

  /// Adds or updates a bound pod of the API server, with its claims: the allocations that it states
  /// (resource-status, device-allocated). Use it after restarts and for pods that another scheduler
  /// placed. Setting all pods in any order gives the same state.
  ///
  /// A pod that was reserved on this node keeps that allocation, whatever it claims. Claims of other
  /// pods are accepted as far as they can be valid: whole CPUs only for QoS LSE and LSR, no more than
  /// the pod requests, only devices that it requests, and nothing that belongs to a pod of higher
  /// precedence. Precedence: first pods that were reserved here, then pods whose CPUs or devices the
  /// node reports (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first
  /// (PodScheduled), then the lower uid. The order of calls never matters. A refused claim is checked
  /// again whenever the node or its pods change; apart from accepted claims the pod has the amounts
  /// that it requests. `conflicts` (nullable) receives what is refused, as
  /// koord_cluster_get_pod_conflicts. Under KOORD_PROFILE_UPSTREAM every claim is accepted, even to
  /// what other pods have.
  ///
  /// A pod without device-allocated has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names,
  /// else those of kubelet's record; else as many as it requests are set aside for it
  /// (docs/reference/devices.md).
  ///
  /// If the node does not exist, the pod waits for it: it has no allocations, does not create the
  /// node, cannot be reserved, and is attached when the first object of the node is set. At most
  /// 262,144 pods with 256 MiB of claims may wait; beyond that the call returns LIMIT: set the pod
  /// again when its node exists. A known pod is updated. A terminated pod is released. A pod that is
  /// reserved here and not bound yet keeps its allocation.
  /// Errors: INVALID (a pod without uid), NOT_FOUND (not bound or terminated, and without
  /// allocation), CONFLICT (a reservation or its owner, on another node than before), LIMIT,
  /// NO_MEMORY.
  koord_pod_conflicts set_pod(const koord_pod *pod);

  /// Returns the current conflicts of a pod: they change when other pods and the objects of the node
  /// change. Errors: INVALID, NOT_FOUND.
  [[nodiscard]] koord_pod_conflicts get_pod_conflicts(std::string_view uid) const;

  /// Returns the node on which a pod has allocations. Errors: INVALID, NOT_FOUND.
  uint32_t get_pod_node(std::string_view uid) const;

  /// Writes the CPUs that the pod owns to all of `words`; all zero: it shares CPUs. CPUs of its
  /// resource-status that are offline, or that kubelet reserves, are not included. Errors: INVALID,
  /// NOT_FOUND, NO_SPACE.
  CpuSet get_pod_cpus(std::string_view uid) const;
  /// The same, into words that are there.
  void get_pod_cpus(std::string_view uid, std::span<uint64_t> words) const;

  /// Writes the pod's allocation as the value of the annotation
  /// scheduling.koordinator.sh/resource-status: cpuset, numaNodeResources, cpuSharedPools. Errors:
  /// INVALID, NOT_FOUND, NO_MEMORY.
  std::string get_pod_status(std::string_view uid) const;

  /// Writes the pod's devices as the value of the annotation
  /// scheduling.koordinator.sh/device-allocated: by type, minor, amounts, id and virtual functions;
  /// {} if it has none. Devices that are set aside for the pod, because no source says which it has,
  /// are not included. Errors: INVALID, NOT_FOUND, NO_MEMORY.
  std::string get_pod_devices(std::string_view uid) const;

  /// Returns the present minors of the pod's devices of one type (koord_cluster_get_device_type),
  /// exclusive or shared: ascending, each once; none of devices that are gone, or if the type does not
  /// exist. `minors` may be NULL with capacity 0; `*count` receives the number of minors, also on
  /// NO_SPACE (nothing else is written then).
  /// Errors: INVALID, NOT_FOUND (no such pod), NO_SPACE, NO_MEMORY.
  std::vector<int32_t> get_pod_minors(std::string_view uid, int32_t type) const;

  /// PreBind: writes the patch to send to the API server for a reserved pod before it is bound, as a
  /// JSON merge patch (RFC 7396): {"metadata":{"annotations":{...}}}, or {} if the pod needs none.
  /// Claims of `pod` (resource-status, device-allocated) that differ from its allocation are
  /// replaced, or removed by null. The patch includes the annotation resource-spec if the pod does
  /// not state the bind policy that applied: a preferred policy from the configuration, or a required
  /// policy from the node.
  /// Errors: INVALID, NOT_FOUND, NO_MEMORY.
  std::string prebind(const koord_pod *pod, koord_prebind_flags flags) const;

  /// Writes the uids of a node's pods, each followed by a line feed. Errors: INVALID, NOT_FOUND,
  /// NO_MEMORY.
  std::string get_pods(uint32_t node) const;
#ifdef KOORD_EXPERIMENTAL

  /// Writes the allocation of a step's pod after the step, as koord_cluster_get_pod_status does; {}
  /// if it is released. Errors: INVALID (also a plan of another cluster), NOT_FOUND (its node was
  /// removed), NO_MEMORY.
  std::string get_step_status(const koord_plan *plan, size_t step) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Writes the devices of a step's pod after the step, as koord_cluster_get_pod_devices does.
  /// Errors: as koord_cluster_get_step_status.
  std::string get_step_devices(const koord_plan *plan, size_t step) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Applies a plan atomically: all of its steps, with no other change in between. If it fails,
  /// nothing changed. Only STALE is worth another attempt: make a new plan and commit that one.
  ///
  /// Errors: INVALID (a plan of another cluster), STALE (the cluster has changed since the plan was
  /// made: a node that it relies on, or the place of one of its pods), CONFLICT (nothing changed, and
  /// the plan would give more CPUs, amounts of NUMA nodes or devices than a node has; counted in
  /// koord_cluster_info.rejected, a defect of the library), LIMIT, NO_MEMORY.
  void commit(const koord_plan *plan);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Plans to resize a pod in place (docs/embed/resize.md): its CPUs after the resize contain, or are
  /// contained in, those that it owns now; a pod that shares CPUs stays on its NUMA nodes; its
  /// policies hold as for a new pod. If this is impossible the resize is refused, with
  /// KOORD_REASON_WOULD_MOVE if other CPUs or NUMA nodes would do.
  ///
  /// pod      the pod as it should become, with the uid of a pod that is on a node.
  /// query    nullable.
  /// out      receives a plan of one step, KOORD_STEP_KIND_MOVE, which the caller owns; NULL if it is
  ///          refused.
  /// refusal  never NULL.
  ///
  /// Errors: INVALID, NOT_FOUND (the pod has no allocation, or the query removes it), CONFLICT (it is
  /// a reservation or takes from one), LIMIT, NO_MEMORY.
  [[nodiscard]] std::tuple<Plan, koord_refusal> plan_resize(const koord_pod *pod,
      const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Counts for every node how many more pods like `pod` it takes, placed one after another as
  /// Reserve places them. Changes nothing. `options` and `query` are nullable. Errors: INVALID,
  /// LIMIT, NO_MEMORY.
  [[nodiscard]] Capacity get_capacity(const koord_pod *pod,
      const koord_capacity_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_cluster_set_devices, from the content of the builder, which is not changed. There
  /// are no diagnostics. Errors: as koord_cluster_set_devices.
  uint32_t set_devices_from_builder(const koord_device_builder *builder);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Judges every node, and examines closely the nearest of those that refuse: the nodes with the
  /// smallest shortage. Evictions in remedies are of pods with a lower priority than `pod` that the
  /// query does not protect with KOORD_PROTECTION_KEEP.
  ///
  /// options  nullable.
  /// query    nullable.
  ///
  /// Errors: INVALID, LIMIT, NO_MEMORY.
  [[nodiscard]] Explanation explain(const koord_pod *pod,
      const koord_explain_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Places several pods together or not at all (docs/embed/gang.md). Pods are placed shape by shape,
  /// the most demanding first: the shape for which fewer nodes have room, then the one with more
  /// GPUs, more CPU, more memory, then by uid. The first attempt places each pod on the node that is
  /// best after the earlier ones; if that fails, other combinations are tried. For pods of one shape,
  /// a refusal with KOORD_REASON_GANG_UNPLACED proves that no combination fits; for pods of several
  /// shapes, that none fits in this order. KOORD_REASON_SEARCH_LIMIT: the budget was used up before a
  /// placement was found.
  /// The budget bounds the time of a call. A trial of a pod on a node costs one unit, so do 16
  /// judgements of nodes with pods of the gang, and 256 nodes judged for a shape: 1000 pods of one
  /// shape cost about 1100 units on 10,000 nodes; hundreds of different pods need a larger budget.
  /// Several pods that request whole GPUs are placed close together, except under
  /// KOORD_PROFILE_UPSTREAM: on the fewest nodes, then with the largest sum of link scores within the
  /// pods, then between pods of one node; on each node the GPU sets of all pods are chosen together.
  ///
  /// pods     `count` of them, 1..1024, with different uids.
  /// options  nullable.
  /// query    nullable; pods that it adds (nominated pods) count, nodes that it excludes do not.
  /// out      receives the plan, which the caller owns; NULL if the gang is refused.
  /// info     never NULL; needed and best of its refusal count pods.
  ///
  /// Errors: INVALID (also a pod twice), CONFLICT (a pod is on a node already, or is bound to a node
  /// that does not exist), LIMIT, NO_MEMORY.
  [[nodiscard]] std::tuple<Plan, koord_gang_info> plan_gang(std::span<const Pod> pods,
      const koord_gang_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Makes a policy score nodes for all pods from now on: a higher score is better, and no score is
  /// below 0. The score rates the GPUs that the node has left after the pod (for BEST_FIT and
  /// DOT_PRODUCT the CPUs, too); otherwise CPUs and memory count only for which tasks fit. A pod that
  /// requests a part of one GPU gets the GPU of the node that the policy rates best. All verdicts
  /// change.
  ///
  /// `rows` is the workload. Only FGD, FGD_ALL and ROOM_LEFT read it; FGD uses its most frequent 95
  /// percent. All policies except FGD, FGD_ALL and PACKING are tuned to the current nodes: call this
  /// again when the cluster or the workload has changed substantially. The part of a GPU is its
  /// gpu-memory-ratio. The model of a node is that of its label node.koordinator.sh/gpu-model, else
  /// that of its Device object. Scores of ROOM_LEFT are far from 0 and close to each other: compare
  /// them directly, because koord_verdicts_normalize rounds them to the same value.
  /// Errors: INVALID (names the row and field; no tasks for FGD, FGD_ALL and ROOM_LEFT), LIMIT (65536
  /// rows, 4096 different rows, 63 models, 4096 kinds of nodes), NO_MEMORY.
  void set_gpu_policy(koord_gpu_policy policy, std::span<const koord_task_class> rows,
      std::string_view arena);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_cluster_set_node, from the content of the builder, which is not changed. There are
  /// no diagnostics. Errors: as koord_cluster_set_node.
  uint32_t set_node_from_builder(const koord_node_builder *builder);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_cluster_set_topology, from the content of the builder, which is not changed.
  /// Errors: as koord_cluster_set_topology.
  uint32_t set_topology_from_builder(const koord_nrt_builder *builder);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Adds the objects of a text to a cluster: one object, a List ("kubectl get -o json"), an array,
  /// or several of these after each other, in any order. Every order of the objects, and of the
  /// documents, results in the same cluster: nodes get numbers by their names.
  ///
  /// - Node, NodeResourceTopology and Device are set as by koord_cluster_set_node and its siblings.
  /// - A Pod with a node is set as by koord_cluster_set_pod; one that has ended is released. A Pod
  ///   without a node is PENDING. A Pod without metadata.uid gets "NAMESPACE/NAME" as its uid.
  /// - A Reservation that holds resources of a node is set, with its policy, and pods that name it
  ///   (annotation scheduling.koordinator.sh/reservation-allocated) are attached to it.
  /// - Deployment, ReplicaSet, StatefulSet, Job and CronJob stand for the pods of their template:
  ///   spec.replicas of them, or as many as a Job runs at once, named "web-0", "web-1". Only a
  ///   StatefulSet's pods have these names in a cluster; the others get random suffixes there. All
  ///   workloads of a text have at most 100,000 pods, and 256 MiB of pods as JSON: each workload is
  ///   expanded if it fits beside those with less JSON, and REFUSED (LIMIT) otherwise. Names and
  ///   namespaces of more than 253 bytes are INVALID. A workload is SKIPPED if another object controls
  ///   it, if it is a suspended or finished Job, and if an API server has stored it (metadata.uid) and
  ///   the text has any Pod: its own pods are then expected in the text. The pods of a DaemonSet
  ///   depend on the nodes: its kind is not used.
  /// - The devices of a ResourceClaim that is allocated are held on its node, and no pod gets them,
  ///   if a Device object of the node has them by the identity that a ResourceSlice states
  ///   (docs/reference/claims.md). Claims and slices replace those of the same name, and apply to
  ///   every Device object of the cluster, however and whenever it is set. A claim that is not
  ///   allocated holds nothing. If neither the allocation nor a slice states its node, it is that of
  ///   the claim's pods: of these only Pods of such texts count, not those of koord_cluster_set_pod.
  /// - Other kinds are SKIPPED.
  ///
  /// An object that cannot be added does not affect others: its end is found by its brackets and
  /// strings, whatever else is wrong in it. Objects that are in the text twice, by name or uid, are
  /// all REFUSED (CONFLICT); so is a workload whose pod is another object of the text, too.
  /// Objects are added one by one: calls of other threads may see some of them.
  ///
  /// Errors: INVALID (a bracket or a string does not end, or there is other text between objects:
  /// the message has line and byte), LIMIT (256 MiB of text, 1,000,000 objects, 2 GiB of memory for
  /// rows and objects), NO_MEMORY (some objects may have been added; repeat the call). Single objects
  /// are REFUSED with the errors of the calls above, with INVALID if they are no JSON, and with LIMIT
  /// beyond 4 MiB (NodeResourceTopology: 16 MiB) and 64 nested arrays and objects.
  [[nodiscard]] AddedObjects add_objects(std::string_view json);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Removes a ResourceSlice that koord_cluster_add_objects added. Errors: INVALID, NOT_FOUND,
  /// NO_MEMORY (repeat the call: some nodes may have changed).
  void remove_resource_slice(std::string_view name);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Removes a ResourceClaim that koord_cluster_add_objects added; its devices are free. `name` is
  /// "NAMESPACE/NAME". Errors: INVALID, NOT_FOUND, NO_MEMORY (repeat the call: some nodes may have
  /// changed).
  void remove_resource_claim(std::string_view name);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Writes the devices of a node that ResourceClaims hold, as the value of the annotation
  /// node.koordinator.sh/claimed-devices (docs/reference/objects.md):
  /// [{"podUID":"","containerName":"","resourceName":"","deviceIDs":[]}], "[]" if they hold none.
  /// `podUID` is "resourceclaim:UID" of the claim, the uid of the pod whose extended resources the
  /// claim serves, or "resourceclaims" if the node has more claims than are counted. `deviceIDs` are
  /// the ids of the Device object; "*" is any device of the resource, because the claim's one is not
  /// identified. Entries of the Device object's own annotation come first. `name` is the node's.
  /// Errors: INVALID, NOT_FOUND (the node has no Device object), NO_MEMORY.
  std::string get_claimed_devices(std::string_view name) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Finds on every node the pods to evict so that `pod` fits. Only pods with a lower priority
  /// (spec.priority) can be victims, unless `query` protects them with KOORD_PROTECTION_KEEP. Pods
  /// that the query adds (nominated pods) are never victims, and get the room that victims leave
  /// first. Changes nothing. `options` and `query` are nullable. Errors: INVALID, LIMIT,
  /// NO_MEMORY.
  [[nodiscard]] Preemption preempt(const koord_pod *pod,
      const koord_preempt_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Makes the plan of a row: its victims are released, then the pod is placed and gets its CPUs and
  /// NUMA amounts. `refusal` (never NULL) says why, if Reserve would refuse what the verdict
  /// promised; *out is NULL then. Errors: INVALID (a pod without uid, a row with a reason, another
  /// cluster), STALE (the node changed since), LIMIT, NO_MEMORY.
  [[nodiscard]] std::tuple<koord_refusal, Plan> plan_preemption(const koord_preemption *preemption,
      size_t row) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Plans other CPUs for those pods of a node that own CPUs. Nothing changes until the plan is
  /// committed.
  ///
  /// options  NULL: any number of pods, KOORD_REBIND_BUDGET_DEFAULT.
  /// query    nullable. Pods protected by KOORD_PROTECTION_KEEP do not move.
  /// out      the plan; release it with koord_plan_unref. It has no steps if nothing better was
  ///          found. Its steps are KOORD_STEP_KIND_MOVE, ordered so that no CPU ever has two owners.
  ///          A pod with two steps first moves out of the way, sometimes to fewer CPUs, but never to
  ///          none.
  /// info     nullable.
  ///
  /// No pod's policies are met less well than before, and the node never gets worse by
  /// koord_fragmentation. The same input gives the same plan. The budget bounds the time; no clock is
  /// used.
  ///
  /// Errors: INVALID, NOT_FOUND (the node), LIMIT, NO_MEMORY.
  [[nodiscard]] std::tuple<Plan, koord_rebind_info> plan_rebind(uint32_t node,
      const koord_rebind_options *options = nullptr, const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Plans how a pod that a node refuses fits after some of the node's pods have moved. The steps of
  /// the plan are those moves, as few as were found, and last KOORD_STEP_KIND_PLACE of the pod.
  ///
  /// pod             must have a uid and no allocation yet.
  /// options, query  as for koord_cluster_plan_rebind.
  /// out             NULL if the pod does not fit.
  /// info            never NULL; its refusal says why the pod does not fit.
  ///
  /// Errors: INVALID, NOT_FOUND (the node), CONFLICT (as for koord_cluster_plan_gang), LIMIT,
  /// NO_MEMORY.
  [[nodiscard]] std::tuple<Plan, koord_rebind_info> plan_rebind_for(const koord_pod *pod,
      uint32_t node, const koord_rebind_options *options = nullptr,
      const koord_query *query = nullptr) const;
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Turns a pod that was reserved or set into a reservation, which no longer counts as a pod of its
  /// node. An existing reservation gets the policy. koord_cluster_get_pod_status returns what is left
  /// of a reservation. Errors: INVALID, NOT_FOUND (it has no allocation), CONFLICT (it takes from a
  /// reservation itself), LIMIT, NO_MEMORY.
  void set_reservation(std::string_view uid, koord_reservation_policy policy);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_cluster_reserve for an owner, on the node of the one reservation that `query`
  /// names (koord_query_use_reservation). KOORD_REASON_RESERVATION_SHORT: under RESTRICTED too little
  /// is left. The query's affinity must be 0. Errors: as koord_cluster_reserve, NOT_FOUND (no such
  /// reservation), CONFLICT (the pod is on the node already, without the reservation).
  [[nodiscard]] koord_refusal reserve_from(const koord_pod *pod,
      const koord_query *query = nullptr, std::span<uint64_t> cpus = {});
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// After a restart: records that a pod took its allocation from a reservation on the same node.
  /// Both must have been set before, the reservation with everything that it reserved. Repeating the
  /// call has no effect. Errors: INVALID, NOT_FOUND, CONFLICT (another node or another reservation),
  /// LIMIT, NO_MEMORY.
  void attach_owner(std::string_view uid, std::string_view reservation);
#endif  // KOORD_EXPERIMENTAL

#ifdef KOORD_EXPERIMENTAL
  /// Creates a cluster from files with API objects, as "kubectl get -o json" prints them, in any
  /// order. YAML must be converted to JSON first. The other arguments are those of create(). Throws
  /// an Error for the first object that cannot be added and for a file that cannot be read (its
  /// status is NOT_FOUND, PERMISSION or IO), is empty or not JSON (INVALID), or is too large (LIMIT);
  /// what() begins with the name of the file.
  [[nodiscard]] static Cluster from_files(const std::vector<std::string> &paths,
      const koord_cluster_options *options = nullptr, std::string_view args = {},
          const koord_context *context = nullptr);

  /// Adds the objects of files, as from_files. The result has a row for each object, in the order of
  /// the files, and the pods that wait for a node. Objects that cannot be added are REFUSED there and
  /// do not affect others. Nothing is added if the files cannot be read.
  [[nodiscard]] AddedObjects add_files(const std::vector<std::string> &paths);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_cluster *handle_ = nullptr;
};

/// The names of a cluster's nodes at one moment. Immutable, counted, shared by any threads.
class NodeNames {
 public:
  NodeNames() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Copies a row for each node, by number. rows as in koord_topology_get_cpus. Errors: INVALID,
  /// NO_SPACE.
  std::vector<koord_node_name> get_rows() const;

  /// Returns the texts of the rows, as koord_topology_get_texts: valid as long as `names`.
  std::string_view get_texts() const;

 private:
  koord_node_names *handle_ = nullptr;
};

/// The conditions of a call: flags, nodes and hypothetical changes. It is an argument of a call,
/// not a state of the cluster: create it once, use it for many calls, and change it in between.
/// Setters require exclusive access.
///
/// A call refuses a query that names pods, nodes or reservations which the call does not read
/// (INVALID). Flags, the generation and the affinity have no effect on calls that do not read them:
/// one query may serve Filter, Score and Reserve.
class Query {
 public:
  Query() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates a query without conditions; it has the same meaning as NULL. The caller owns *out.
  /// Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static Query create();

  /// Copies a query, for a host that clones its own state. The caller owns *out. Errors: INVALID,
  /// NO_MEMORY.
  [[nodiscard]] Query clone() const;

  /// Restores the state of a new query. Errors: INVALID.
  void reset();

  /// Sets the flags. Errors: INVALID.
  void set_flags(koord_query_flags flags);

  /// koord_cluster_evaluate: judges the nodes from number `first` on, at most `count` numbers.
  /// Default: all nodes. Other calls refuse a query that limits them. Errors: INVALID.
  void set_nodes(uint32_t first, size_t count);

  /// koord_cluster_reserve, koord_cluster_reserve_from: the generation of the verdict that the caller
  /// relies on; 0: accept the node as it is now. Errors: INVALID.
  void set_generation(uint64_t generation);

  /// koord_cluster_reserve: the NUMA nodes that the host's own topology manager chose; bit i is row i
  /// of koord_numa_hints_get_nodes. 0: the node's NUMA policy chooses. Errors: INVALID.
  void set_affinity(uint64_t affinity);

  /// Evaluates as if the pod with this uid were removed; an unknown pod has no effect. Errors:
  /// INVALID, LIMIT (65536 pods), NO_MEMORY.
  void remove_pod(std::string_view uid);

  /// Evaluates as if the pod were on this node, where Reserve would place it. A pod that does not fit
  /// counts with its amounts of the whole node only, without CPUs, NUMA nodes or devices. If there
  /// are several, higher priorities come first, equal ones in the order of the calls. Existing
  /// allocations of the pod are kept; remove the pod first. Errors: INVALID, LIMIT, NO_MEMORY.
  void add_pod(const koord_pod *pod, uint32_t node);

  /// Protects a pod from eviction and moves. The last call per pod wins; an unknown pod has no
  /// effect. Errors: INVALID, LIMIT, NO_MEMORY.
  void protect_pod(std::string_view uid, koord_protection protection);
#ifdef KOORD_EXPERIMENTAL

  /// koord_cluster_plan_gang and koord_cluster_get_capacity: this member of the gang, or this
  /// displaced pod, is not placed on this node. An unknown node has no effect. Other calls refuse
  /// such a query. Errors: INVALID, LIMIT (2^24 pairs of pod and node), NO_MEMORY.
  void exclude_pod_node(std::string_view uid, uint32_t node);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Evaluates as if the node were drained: it takes no pods, and its pods go to other nodes. An
  /// unknown node has no effect. Only koord_cluster_get_capacity accepts a query with drained or
  /// restarted nodes; other calls return INVALID. Errors: INVALID, LIMIT (65536 restarts),
  /// NO_MEMORY.
  void drain_node(uint32_t node);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Evaluates as if the node restarted with one thread per core; its amounts shrink by the CPUs that
  /// it loses. Its pods return by priority, descending, then uid, each placed as Reserve would place
  /// it; those that no longer fit go to other nodes. Otherwise as koord_query_drain_node.
  void disable_smt(uint32_t node);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Same as koord_query_disable_smt, but the node restarts with these CPUs isolated (isolcpus): no
  /// pod can use them. Several restarts of one node count as one.
  void isolate_cpus(uint32_t node, std::span<const uint64_t> words);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// koord_cluster_plan_gang and koord_cluster_get_capacity: no pod of the gang, or no displaced pod,
  /// is placed on this node; pods that are there stay. An unknown node has no effect. Other calls
  /// refuse such a query. Errors: INVALID, LIMIT (65536 nodes), NO_MEMORY.
  void exclude_node(uint32_t node);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Lets the pod of the call take from this reservation, on the reservation's node. If there are
  /// several on one node, the first is used; an unknown reservation has no effect.
  /// koord_cluster_evaluate, koord_cluster_judge and koord_cluster_reserve_from read it; other calls
  /// refuse the query. Errors: INVALID, LIMIT, NO_MEMORY.
  void use_reservation(std::string_view reservation);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_query *handle_ = nullptr;
};

/// The container of a pod, and the stage, that a runtime asks about.
class AdjustmentRequest {
 public:
  AdjustmentRequest() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates a request for a stage; it names no pod yet. The caller owns *out. Errors: INVALID (an
  /// unknown stage), NO_MEMORY.
  [[nodiscard]] static AdjustmentRequest create(koord_hook_stage stage);

  /// Sets the pod by uid and the container by name; container length 0: the pod's sandbox. Errors:
  /// INVALID, NO_MEMORY.
  void set_container(std::string_view uid, std::string_view container = {});

  /// Sets the value of the pod's annotation resource-status as the caller knows it; length 0: not
  /// known. Its CPUs must be those that the state gives to the pod. Errors: INVALID (names the
  /// field), LIMIT, NO_MEMORY.
  void set_resource_status(std::string_view resource_status = {});

  /// Sets the directory that contains sys/, where the device nodes of RDMA devices are looked up;
  /// length 0: device nodes are not looked up. Errors: INVALID, NO_MEMORY.
  void set_sysfs_root(std::string_view sysfs_root = {});

 private:
  koord_adjustment_request *handle_ = nullptr;
};

/// The changes to a container. Immutable.
class Adjustment {
 public:
  Adjustment() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Computes the changes to a container of a pod at a stage. Pure, except for the lookups that
  /// koord_adjustment_request_set_sysfs_root enables.
  ///
  /// A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so,
  /// and the adjustment holds what the pod gets instead, if anything. The same applies if one of its
  /// devices has no name that a runtime knows (KOORD_REASON_DEVICE_UNNAMED): the pod gets everything
  /// except devices. The caller owns *out. Errors: INVALID, LIMIT, NO_MEMORY.
  [[nodiscard]] static Adjustment create(const koord_agent_state *state,
      const koord_adjustment_request *request);

  /// Returns the summary. Errors: INVALID.
  [[nodiscard]] koord_adjustment_info get_info() const;

  /// Writes the CPUs to all of `words`; all zero if they do not change. Errors: INVALID, NO_SPACE.
  CpuSet get_cpus() const;
  /// The same, into words that are there.
  void get_cpus(std::span<uint64_t> words) const;

  /// Writes the NUMA nodes in the same way: bit b of word w is NUMA node 64 * w + b.
  CpuSet get_numa_nodes() const;
  /// The same, into words that are there.
  void get_numa_nodes(std::span<uint64_t> words) const;

  /// Writes one text of a list, as koord_pod_get_text does. Errors: INVALID (no such list or item),
  /// NO_SPACE.
  std::string get_text(koord_adjustment_list list, uint32_t item) const;

  /// Writes the adjustment as JSON, with the names of the OCI runtime specification
  /// (docs/operate/hooks.md).
  /// Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_adjustment *handle_ = nullptr;
};

/// A createRuntime hook of OCI runtimes: its paths, and what it does if it cannot serve a
/// container.
class Hook {
 public:
  Hook() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Returns the name, "CreateContainer". Static; "Unknown" for others.
  static const char * stage_get_name(koord_hook_stage stage);

  /// Creates a hook with default paths. `options` is nullable. The caller owns *out. Errors: INVALID,
  /// NO_MEMORY.
  [[nodiscard]] static Hook create(const koord_hook_options *options = nullptr);

  /// Sets the path of node-state.json; the file must be trusted by the rules of
  /// koord_agent_state_load. Length 0, and the default: "/run/koord/node-state.json". Errors:
  /// INVALID, NO_MEMORY.
  void set_state_file(std::string_view state_file = {});

  /// Sets where control groups are mounted. Length 0, and the default: "/sys/fs/cgroup". Errors:
  /// INVALID, NO_MEMORY.
  void set_cgroup_root(std::string_view cgroup_root = {});

  /// Sets where proc is mounted. Length 0, and the default: "/proc". Errors: INVALID, NO_MEMORY.
  void set_proc_root(std::string_view proc_root = {});

  /// Runs the hook for a container that is about to start: reads node-state.json, finds the control
  /// groups of the container's process, checks that they belong to its pod, and writes CPUs, NUMA
  /// nodes and quota, or changes nothing.
  ///
  /// oci_state  the container state that the runtime passes on standard input.
  ///
  /// Errors: INVALID (oci_state: names the field), PERMISSION (a file is not trusted, or this process
  /// may not read it), CORRUPT, LIMIT (node-state.json; see koord_agent_state_from_json), STALE
  /// (node-state.json is of another boot), IO (a control group rejected its value: rolled back unless
  /// the message says otherwise), NOT_FOUND (no control groups, or none of this container; no such
  /// process), CONFLICT, NO_MEMORY.
  [[nodiscard]] koord_hook_result run(std::string_view oci_state) const;

 private:
  koord_hook *handle_ = nullptr;
};

/// A node as its kubelet sees it: a simulation of kubelet's admission, without a kubelet. Pods
/// arrive and leave; static CPU policy, memory manager, device manager and topology manager decide
/// as in the kubelet of the setup's version (docs/reference/kubelet.md). Functions that take a
/// `const koord_kubelet *` may run at the same time.
class Kubelet {
 public:
  Kubelet() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Reads a version as a node reports it in status.nodeInfo.kubeletVersion ("v1.37.2"), or without
  /// patch level, as the known version that answers in the same way: the oldest for older ones, the
  /// newest for newer ones. Errors: INVALID (no version of Kubernetes 1).
  static koord_kubelet_version version_parse(std::string_view text);

  /// Picks the CPUs that kubelet's static CPU policy allocates to one container, with its SMT
  /// admission checks (docs/reference/kubelet.md). Pure; uses no heap.
  ///
  /// sets   the default CPU set: CPUs that no container has exclusively, reserved CPUs included. Then
  ///        the sets that request->sets names, `words` words each.
  /// words  words of each set and of `out`.
  ///
  /// Output parameters and errors are as for koord_cpu_pick; also INVALID for options that exclude
  /// each other and for an affinity beyond the machine's NUMA nodes; LIMIT for
  /// DISTRIBUTE_CPUS_ACROSS_NUMA with more than 64 NUMA nodes that have free CPUs; more than 16 with
  /// ALIGN_BY_SOCKET under 1.37.
  [[nodiscard]] static koord_refusal pick(const koord_topology *topology,
      const koord_kubelet_request &request, std::span<const uint64_t> sets, uint64_t *out);

  /// Creates a kubelet on this machine that starts with the configuration and state files of `setup`
  /// (nullable: kubelet's defaults, no files). The memory manager needs a topology with memory; the
  /// topology manager's option prefer-closest-numa-nodes needs one with distances. The caller owns
  /// *out and may release the topology. If kubelet would not start, the message has kubelet's words.
  /// Errors: INVALID (the configuration; a state that cannot be read or is of another policy),
  /// CONFLICT (a state that does not match machine or configuration), CORRUPT (the checksum of a
  /// state is wrong), UNSUPPORTED (memory policy BestEffort),
  /// LIMIT (a state: koord_kubelet_setup_set_cpu_state; more than 16 NUMA nodes for a memory or
  /// topology manager), NO_MEMORY.
  [[nodiscard]] static Kubelet create(const koord_topology *topology,
      const koord_kubelet_setup *setup = nullptr);

  /// Copies a kubelet with its state, for what-if questions; the two are then independent.
  /// Allocations of pods are shared until they change: a copy costs 16 bytes for each. Errors:
  /// INVALID, NO_MEMORY.
  [[nodiscard]] Kubelet clone() const;

  /// Admits a pod as kubelet does: its containers get CPUs, memory and devices of plugins, or the pod
  /// is refused with kubelet's reason (koord_reason_get_name) and message
  /// (koord_kubelet_format_refusal). The pod needs a uid. A known pod keeps its allocations if it is
  /// admitted, and loses them if it is refused.
  ///
  /// admission  nullable: not wanted; receives what the containers got.
  /// refusal    never NULL; `where` is the index of the refused container, unless the pod as a whole
  ///            was refused.
  ///
  /// Errors: INVALID (a pod without uid, two containers with one name, unknown flags), LIMIT (1,024
  /// containers, 2^20 devices, amounts whose sum is too large), NO_MEMORY.
  [[nodiscard]] koord_refusal admit(const koord_pod *pod, koord_admit_flags flags,
      koord_admission *admission = nullptr);

  /// Returns what koord_kubelet_admit would answer, without changing the kubelet; the pod needs no
  /// uid. Parameters and errors are as for koord_kubelet_admit.
  [[nodiscard]] koord_refusal judge(const koord_pod *pod,
      koord_admission *admission = nullptr) const;

  /// Writes the sentence of koord_refusal_format with the names of this kubelet's resources. Errors:
  /// INVALID, NO_SPACE, NO_MEMORY.
  std::string format_refusal(const koord_refusal &refusal) const;

  /// Removes the pod with this uid and frees its allocations. `*held` (nullable) receives 1 if it had
  /// any, else 0: pods without allocations are not recorded, so an unknown pod is not an error.
  /// Allocations left by a refused pod are released with any uid.
  /// Errors: INVALID, NO_MEMORY.
  bool remove_pod(std::string_view uid);

  /// Copies the memory of a pod, by container, then kind by name ("hugepages-1Gi" before "memory").
  /// An unknown pod has none. Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_memory_block> get_memory(const koord_pod *pod) const;

  /// Writes one set to all of `words`. Errors: INVALID, NO_SPACE.
  CpuSet get_cpus(koord_kubelet_cpuset which) const;
  /// The same, into words that are there.
  void get_cpus(koord_kubelet_cpuset which, std::span<uint64_t> words) const;

  /// Writes the file cpu_manager_state (version 2, from kubelet 1.37 on version 4), or
  /// memory_manager_state (version 1, then version 3), of this kubelet, byte for byte.
  /// Errors: INVALID, NO_MEMORY.
  std::string get_cpu_state() const;

  /// Same as koord_kubelet_get_cpu_state.
  std::string get_memory_state() const;

  /// Writes the file kubelet_internal_checkpoint of this kubelet: healthy devices by resource, and
  /// what containers have, by pod, container and resource. Kubelet writes both in any order. What a
  /// plugin answered is written as koord_kubelet_setup_set_device_state read it, and empty for
  /// devices that were allocated since. Errors: INVALID, NO_MEMORY.
  std::string get_device_state() const;
#ifdef KOORD_EXPERIMENTAL

  /// Returns the name: "checksum", "pod-gone"; "unknown" for other numbers. Static.
  static const char * fault_get_name(koord_kubelet_fault fault);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Finds every fault that keeps kubelet from starting, and every fault that kubelet accepts. For
  /// memory_manager_state only kubelet's own errors are reported. flags: KOORD_REPAIR_ONLY_PRESENT.
  /// The caller owns *out.
  /// Errors: INVALID (arguments and configuration only; faults of the state files are findings),
  /// UNSUPPORTED and LIMIT as for koord_kubelet_new, NO_MEMORY.
  [[nodiscard]] static KubeletReport check(const koord_topology *topology,
      const koord_kubelet_setup *setup, koord_repair_flags flags);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Writes the text of cpu_manager_state that is closest to the given one and lets kubelet start:
  /// byte for byte the same if koord_kubelet_check finds nothing. Checksum and version are corrected.
  /// CPUs in no set join the default set; CPUs that containers have, and CPUs that no longer exist,
  /// leave it. Reserved CPUs are put into the right set. If two pods have one CPU, the one with the
  /// later uid loses it. An entry that loses CPUs is dropped unless flags say otherwise (kubelet
  /// allocates the container new CPUs when it starts). Correct entries are kept; no container gets
  /// CPUs that it did not have. `*report` (nullable) receives JSON: "changed", "changes" [{"action",
  /// "reason", "pod", "container", "cpus", "now", "message"}]. The caller owns both. flags:
  /// KOORD_REPAIR_*.
  /// Errors: INVALID (no cpu_manager_state is set: kubelet starts without one; the file cannot be
  /// read, with kubelet's message), CONFLICT (another policy; a downgrade that would lose something),
  /// UNSUPPORTED and LIMIT as for
  /// koord_kubelet_new, NO_MEMORY.
  static std::tuple<std::string, std::string> repair_cpus(const koord_topology *topology,
      const koord_kubelet_setup *setup, koord_repair_flags flags);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Repairs memory_manager_state in the same way: byte for byte the same if koord_kubelet_check
  /// finds nothing. Containers keep their memory on its NUMA nodes; what the file says about the
  /// machine is computed again from the machine, the configuration and these entries. An entry is
  /// dropped if it cannot be kept: its pod does not exist, it names NUMA nodes or kinds of memory
  /// that the machine does not have, it groups NUMA nodes differently from the entry of another pod,
  /// or it has more bytes than its NUMA nodes have left. If two pods conflict, the one with the later
  /// uid loses its entry. Kubelet allocates new memory to the container when it starts. flags:
  /// KOORD_REPAIR_* except KEEP_SHRUNK. Report and errors are as for koord_kubelet_repair_cpus.
  static std::tuple<std::string, std::string> repair_memory(const koord_topology *topology,
      const koord_kubelet_setup *setup, koord_repair_flags flags);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Gives pods the CPUs that a scheduler allocated to them (resource-status) in place of those that
  /// kubelet chose. Each container to which kubelet would give exclusive CPUs gets the requested
  /// number of its pod's CPUs: those that it has where it may keep them, else picked as the static
  /// policy picks. Init containers use the same CPUs. CPUs of a pod that no container requests stay
  /// in the default set, and the report says so. Pods without allocated CPUs are skipped. At most
  /// 65,536 pods. `*report` is as for koord_kubelet_repair_cpus. If cpu_manager_state is empty or not
  /// set, there is no file, as for koord_kubelet_new.
  /// Errors: CONFLICT (names the pod: its CPUs do not exist, are reserved, belong to another pod or
  /// are too few; kubelet does not start with the state, with kubelet's message), CORRUPT (a
  /// checksum), INVALID (a pod twice or without uid; a state that cannot be read), UNSUPPORTED and
  /// LIMIT as for koord_kubelet_new, NO_MEMORY.
  static std::tuple<std::string, std::string> replace_cpus(const koord_topology *topology,
      const koord_kubelet_setup *setup, std::span<const Pod> pods);
#endif  // KOORD_EXPERIMENTAL
#ifdef KOORD_EXPERIMENTAL

  /// Replaces a state file atomically: a reader finds either the old or the new file, complete, even
  /// after a power failure. The new file has the mode and owner of the old one, which is kept as
  /// "<path>.koord-backup" and replaces an older backup. `proc_root` is where proc is mounted (length
  /// 0: "/proc"): unless forced, nothing is written while a kubelet runs there, k3s and kubelite
  /// included. A kubelet in another PID namespace is not visible: call this in the host's namespace.
  /// Errors: INVALID (`path` is a link or not a regular file), CONFLICT (a kubelet runs), PERMISSION,
  /// IO (the old file is kept and nothing else remains, unless the message says that only the
  /// directory could not be synced), LIMIT (over 64 MiB), NO_MEMORY.
  static void write_state(std::string_view path, std::string_view text, std::string_view proc_root,
      koord_write_state_flags flags);
#endif  // KOORD_EXPERIMENTAL

 private:
  koord_kubelet *handle_ = nullptr;
};

/// The allocations of one pod, by container; koord_kubelet_admit and koord_kubelet_judge write it.
/// One handle serves any number of calls, and allocates only for a pod larger than all before. A
/// new handle has no containers.
class Admission {
 public:
  Admission() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates an admission without containers. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static Admission create();

  /// Copies a row for each container of the pod, init containers first; all zero if the pod was
  /// refused. Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_kubelet_container> get_containers() const;

  /// Writes the exclusive CPUs of a container to all of `words`: none if it shares CPUs or the pod
  /// was refused. `container` is a row of koord_admission_get_containers.
  /// Errors: INVALID (no such container), NO_SPACE.
  CpuSet get_cpus(uint32_t container) const;
  /// The same, into words that are there.
  void get_cpus(uint32_t container, std::span<uint64_t> words) const;

  /// Copies the devices of a pod's containers, by container, then by number; none if the pod was
  /// refused. Devices of an init container that a later one has, too, are listed for both. Rows as in
  /// koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_plugin_device> get_devices() const;

 private:
  koord_admission *handle_ = nullptr;
};

#ifdef KOORD_EXPERIMENTAL
/// Steps in their order, and the state of the nodes for which they were decided. Immutable. A plan
/// for a node from which a query removed pods can only be read: committing it fails with STALE.
class Plan {
 public:
  Plan() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Copies the steps of a plan. rows as in koord_topology_get_cpus; *count is written also on
  /// NO_SPACE. Errors: INVALID, NO_SPACE.
  std::vector<koord_plan_step> get_steps() const;

  /// Returns the texts of the rows, as koord_topology_get_texts: valid as long as the plan; NULL has
  /// none.
  std::string_view get_texts() const;

  /// Writes the CPUs that a step's pod owns after the step to all of `words`; all zero: it shares
  /// CPUs or was released. Errors: INVALID, NO_SPACE.
  CpuSet get_step_cpus(size_t step) const;
  /// The same, into words that are there.
  void get_step_cpus(size_t step, std::span<uint64_t> words) const;

 private:
  koord_plan *handle_ = nullptr;
};

/// Numbers of further pods that every node takes. Immutable.
class Capacity {
 public:
  Capacity() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Returns the sums. Errors: INVALID.
  koord_capacity_info get_info() const;

  /// Copies a row for every node, ascending. rows as in koord_topology_get_cpus. Errors: INVALID,
  /// NO_SPACE (*count is written).
  std::vector<koord_node_capacity> get_nodes() const;

  /// Copies a row for every reason, ascending: what is stranded on the nodes with that reason.
  /// Otherwise as koord_capacity_get_nodes.
  std::vector<koord_capacity_reason> get_reasons() const;

 private:
  koord_capacity *handle_ = nullptr;
};

/// The inputs of a report on devices. One owner. Calls that write reports may run at the same time;
/// all other calls require exclusive access.
class DeviceReport {
 public:
  DeviceReport() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates a report from the sources in `flags` and from the RDMA devices of a topology; flags 0:
  /// from the latter alone. Later calls send their diagnostics to the log function that `context`
  /// (nullable) has now. The caller owns *out.
  /// Errors: INVALID (unknown flags), NO_MEMORY.
  [[nodiscard]] static DeviceReport create(koord_device_report_flags flags,
      const koord_context *context = nullptr);

  /// With KOORD_DEVICE_REPORT_NVML: sets the path of the library, or a name that the loader looks up.
  /// Length 0, and the default: libnvidia-ml.so.1. Errors: INVALID (a path without its flag),
  /// NO_MEMORY.
  void set_nvml_library(std::string_view nvml_library = {});

  /// With KOORD_DEVICE_REPORT_SYSFS: sets the directory that contains sys/. Length 0, and the
  /// default: "/". Errors: INVALID (a path without its flag), NO_MEMORY.
  void set_sysfs_root(std::string_view sysfs_root = {});

  /// Sets the text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet
  /// allocated to pods are written to the annotation devices-checkpoints, so that they are not
  /// allocated again. Length 0, and the default: no such file.
  /// Errors: INVALID (names the field), CORRUPT (the checksum is wrong), LIMIT (over 16 MiB or 2^20
  /// values), NO_MEMORY.
  void set_checkpoint(std::string_view checkpoint = {});

  /// Sets the node's pods (a Pod, a list or an array, as JSON). The annotation leaves out pods whose
  /// devices a scheduler allocated, and terminated pods. Length 0, and the default: no pods are
  /// known.
  /// Errors: INVALID (names the field), LIMIT (over 128 MiB), NO_MEMORY.
  void set_pods(std::string_view pods = {});

  /// Writes the Device object (scheduling.koordinator.sh/v1alpha1) of a machine, ready for "kubectl
  /// apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
  /// NUMA node and PCIe switch. docs/operate/devices-report.md lists the source of each field.
  ///
  /// The sources in the report's flags are read on the machine that the program runs on, so
  /// `topology` must be that machine's. A GPU that fails is reported as unhealthy, with a warning to
  /// the report's log; other GPUs are not affected.
  /// Errors: INVALID (node_name is no DNS-1123 subdomain), IO (the library named by a path does not
  /// load; the driver does not answer), UNSUPPORTED (driver and library do not match), CORRUPT (the
  /// driver's answers are inconsistent: the message names GPU and field), LIMIT (over 64 GPUs),
  /// NO_MEMORY.
  std::string to_json(const koord_topology *topology, std::string_view node_name) const;

 private:
  koord_device_report *handle_ = nullptr;
};

/// Builds a Device object (scheduling.koordinator.sh) for callers that have it as a typed object.
/// It has every field that docs/reference/objects.md lists. A cluster or an agent reads it as it
/// reads the same object from JSON, with the same results and errors. One builder serves many
/// objects in turn: koord_device_builder_reset keeps its memory. Setters require exclusive access.
/// Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in an
/// object.
class DeviceBuilder {
 public:
  DeviceBuilder() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates the builder of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static DeviceBuilder create();

  /// Restores the state of a new builder. Errors: INVALID.
  void reset();

  /// Sets the name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 4 MiB of
  /// texts or 2^20 of them, as in all setters), NO_MEMORY.
  void set_name(std::string_view name);

  /// Sets a label of the object. Errors: INVALID, LIMIT, NO_MEMORY.
  void set_label(std::string_view key, std::string_view value);

  /// Sets an annotation of the object, with its text as Kubernetes stores it. A text that cannot be
  /// interpreted is an error of the call that takes the builder. Errors: INVALID, LIMIT,
  /// NO_MEMORY.
  void set_annotation(std::string_view key, std::string_view value);

  /// Adds a device (spec.devices). `*device` (nullable) receives its index. Errors: INVALID (unknown
  /// flags, a number out of range), LIMIT (over 4096 devices), NO_MEMORY.
  int32_t add_device(const koord_device_spec &spec);

  /// Sets one text of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY.
  void set_device_text(int32_t device, koord_device_text which, std::string_view text);

  /// Sets a label of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY.
  void set_device_label(int32_t device, std::string_view key, std::string_view value);

  /// Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes.
  /// The name must not be empty. Names published earlier are read as the current ones
  /// (docs/reference/objects.md). Errors: INVALID (no such device, a negative amount), LIMIT,
  /// NO_MEMORY.
  void set_resource(int32_t device, std::string_view name, int64_t amount);

  /// Adds a group of virtual functions (vfGroups) to a device. `*group` (nullable) receives its index
  /// among the groups of all devices. Errors: INVALID (no such device), LIMIT, NO_MEMORY.
  int32_t add_vf_group(int32_t device);

  /// Sets a label of a group of virtual functions. Errors: INVALID (no such group), LIMIT,
  /// NO_MEMORY.
  void set_vf_label(int32_t group, std::string_view key, std::string_view value);

  /// Adds a virtual function to a group; `minor` -1: none. Errors: INVALID (no such group, a number
  /// out of range), LIMIT (over 65536 in an object), NO_MEMORY.
  void add_vf(int32_t group, int32_t minor, std::string_view bus_id);

 private:
  koord_device_builder *handle_ = nullptr;
};

/// Devices that one node can use, from its ResourceSlices, and what is in use.
class DraInventory {
 public:
  DraInventory() = default;
  /// Takes ownership of a handle that another call returned.
  explicit DraInventory(koord_dra_inventory *handle) noexcept : handle_(handle) {}
  DraInventory(DraInventory &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  DraInventory &operator=(DraInventory other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DraInventory() { koord_dra_inventory_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_dra_inventory *() const noexcept { return handle_; }
  koord_dra_inventory *get() noexcept { return handle_; }
  const koord_dra_inventory *get() const noexcept { return handle_; }

  /// Allocates an inventory without devices. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static DraInventory create();

  /// Restores the state of a new inventory. Errors: INVALID.
  void reset();

  /// Appends devices. Errors: INVALID (an unknown flag, a NUMA node or root below -1), LIMIT (more
  /// than KOORD_MAX_DRA_DEVICES), NO_MEMORY.
  void add_devices(std::span<const koord_dra_device> rows);

  /// Adds taints of devices, as those of koord_dra_device.taints. A taint that a device already has
  /// changes nothing. Errors: INVALID (no such device, a number out of range), LIMIT, NO_MEMORY.
  void add_taints(std::span<const koord_dra_taint> rows);

  /// Adds values of attributes. A value that a device already has changes nothing. Only attributes
  /// that constraints name are needed. Errors: INVALID (no such device), LIMIT (too many rows, or more
  /// names than KOORD_MAX_DRA_CONSTRAINTS), NO_MEMORY.
  void add_attributes(std::span<const koord_dra_attribute> rows);

  /// Adds capacities. Errors: INVALID (no such device, a second capacity with the name, an unknown
  /// flag or policy, an amount out of range, a used amount of a device that is not SHARED and
  /// ALLOCATED), LIMIT, NO_MEMORY.
  void add_capacities(std::span<const koord_dra_capacity> rows);

  /// Adds values that the policy KOORD_DRA_POLICY_VALUES of a device's capacity permits. Errors:
  /// INVALID (no such device or capacity, an amount out of range), LIMIT, NO_MEMORY.
  void add_valid_values(std::span<const koord_dra_amount> rows);

  /// Adds shared counters (KEP-4815), each with its value before any allocation. The name of a row is
  /// the number of the counter: counters are numbered from 0 in this order. The owner is 0. Errors:
  /// INVALID (another number, an amount out of range), LIMIT, NO_MEMORY.
  void add_counters(std::span<const koord_dra_amount> rows);

  /// Adds the counters that devices consume. Errors: INVALID (no such device or counter, a second row
  /// for the same pair, an amount out of range), LIMIT, NO_MEMORY.
  void add_consumed_counters(std::span<const koord_dra_amount> rows);

 private:
  koord_dra_inventory *handle_ = nullptr;
};

/// The claims of one pod that have no allocation yet.
class DraClaims {
 public:
  DraClaims() = default;
  /// Takes ownership of a handle that another call returned.
  explicit DraClaims(koord_dra_claims *handle) noexcept : handle_(handle) {}
  DraClaims(DraClaims &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  DraClaims &operator=(DraClaims other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DraClaims() { koord_dra_claims_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_dra_claims *() const noexcept { return handle_; }
  koord_dra_claims *get() noexcept { return handle_; }
  const koord_dra_claims *get() const noexcept { return handle_; }

  /// Allocates an object without claims. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static DraClaims create();

  /// Restores the state of new claims. Errors: INVALID.
  void reset();

  /// Appends an alternative.
  ///
  /// devices  bit set of the devices of the inventory that the CEL selectors of the DeviceClass and
  ///          the request match, and that the node can use; the caller evaluates CEL. Bit b of word w
  ///          is device 64 * w + b. Copied; bits beyond the inventory's devices count as 0.
  ///
  /// Errors: INVALID (a claim or request out of order, an unknown flag, a count of 0 or with ALL, a
  /// claim that has a constraint for all of its alternatives), LIMIT (claims of more than
  /// KOORD_MAX_DRA_CLAIM_REQUESTS requests, too many alternatives or words), NO_MEMORY.
  void add_alternative(const koord_dra_alternative &alternative, std::span<const uint64_t> devices);

  /// Adds capacities that alternatives request of each device (KEP-5075). An amount is rounded up to
  /// the device's request policy. Errors: INVALID (no such alternative, a second row for the same
  /// pair, an amount out of range), LIMIT, NO_MEMORY.
  void add_amounts(std::span<const koord_dra_amount> rows);

  /// Sets the taints that an alternative tolerates. They replace those of the alternative's row.
  ///
  /// taints  bit set of the numbers of taints; bits beyond KOORD_MAX_DRA_TAINTS count as 0.
  ///
  /// Errors: INVALID (no such alternative), LIMIT (too many words), NO_MEMORY.
  void set_tolerated(uint32_t alternative, std::span<const uint64_t> taints);

  /// Appends a constraint. Add it after the alternatives of its claim.
  ///
  /// alternatives  bit set of the alternatives to which it applies; empty: all of the claim, which
  ///               gets no more alternatives then.
  ///
  /// Errors: INVALID (an unknown kind, a claim without alternatives, alternatives of another claim),
  /// LIMIT, NO_MEMORY.
  void add_constraint(const koord_dra_constraint &constraint, std::span<const uint64_t>
      alternatives);

 private:
  koord_dra_claims *handle_ = nullptr;
};

/// The devices that claims get, and the memory of the search. Make it once and use it again.
class DraAllocation {
 public:
  DraAllocation() = default;
  /// Takes ownership of a handle that another call returned.
  explicit DraAllocation(koord_dra_allocation *handle) noexcept : handle_(handle) {}
  DraAllocation(DraAllocation &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  DraAllocation &operator=(DraAllocation other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DraAllocation() { koord_dra_allocation_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_dra_allocation *() const noexcept { return handle_; }
  koord_dra_allocation *get() noexcept { return handle_; }
  const koord_dra_allocation *get() const noexcept { return handle_; }

  /// Allocates an empty allocation. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static DraAllocation create();

  /// Allocates devices of a node to all claims of a pod, or to none. Unless the steps run out, finds
  /// an allocation if there is one, and of all allocations the one with the best score, in this
  /// order: earlier alternatives of the earlier requests; fewest NUMA nodes over all claims; fewest
  /// devices without a known NUMA node; fewest PCIe roots; fewest counters and shared devices that
  /// were idle before, then fewest idle devices of the selected kinds on the NUMA nodes used, so that
  /// large requests still fit later; lowest device numbers in the order of the requests. A device
  /// without a known NUMA node or PCIe root counts as one of its own. Devices with admin access do not
  /// count. The inventory stays unchanged.
  ///
  /// options     NULL: the best allocation, 100,000 steps, no remedies.
  /// allocation  receives the devices; none unless the outcome is ALLOCATED.
  /// info        the outcome, score and reason.
  ///
  /// A refusal is not an error. The steps bound the time; no clock is used.
  ///
  /// Errors: INVALID (no alternatives, an unknown flag), LIMIT (more than 1,024 devices for all
  /// claims, counted by the largest alternative of each request), NO_MEMORY.
  koord_dra_info run(const koord_dra_inventory *inventory, const koord_dra_claims *claims,
      const koord_dra_options *options = nullptr);

  /// Copies the devices of the last run, in the order of the requests, ascending within a request.
  /// rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_dra_result> get_results() const;

  /// Copies the capacities that the results of the last run consume of shared devices; the owner is
  /// the row of koord_dra_allocation_get_results. They are the consumedCapacity of the claim's status.
  /// rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE.
  std::vector<koord_dra_amount> get_amounts() const;

 private:
  koord_dra_allocation *handle_ = nullptr;
};

/// Inventories of many nodes, and the last answers for claims on them. Not for use by several threads
/// at the same time.
class DraNodes {
 public:
  DraNodes() = default;
  /// Takes ownership of a handle that another call returned.
  explicit DraNodes(koord_dra_nodes *handle) noexcept : handle_(handle) {}
  DraNodes(DraNodes &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  DraNodes &operator=(DraNodes other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~DraNodes() { koord_dra_nodes_free(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_dra_nodes *() const noexcept { return handle_; }
  koord_dra_nodes *get() noexcept { return handle_; }
  const koord_dra_nodes *get() const noexcept { return handle_; }

  /// Allocates an object without nodes. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static DraNodes create();

  /// Sets the inventory of a node. The caller numbers nodes from 0. The devices of all nodes of one
  /// object have the same numbers, because claims name them by number: use an object for each type of
  /// node.
  ///
  /// inventory  copied; NULL: the node has none.
  ///
  /// Errors: INVALID, LIMIT (more than KOORD_MAX_DRA_NODES), NO_MEMORY.
  void set(uint32_t node, const koord_dra_inventory *inventory = nullptr);

  /// Evaluates claims on each node, as koord_dra_allocation_run does with the inventory of the node.
  /// Nodes with equal inventories are evaluated once. The answers for the last 64 combinations of
  /// claims and options are kept, or fewer if they take more than 64 MiB: only inventories that are
  /// new since then are evaluated. A node on which all claims need too many devices is UNDECIDED.
  ///
  /// options  NULL: the best allocation, 100,000 steps for each inventory. REMEDIES is refused.
  /// rows     row n receives the answer for node n. As in koord_topology_get_cpus.
  ///
  /// Errors: INVALID (also for REMEDIES), NO_MEMORY, NO_SPACE.
  std::vector<koord_dra_verdict> run(const koord_dra_claims *claims,
      const koord_dra_options *options = nullptr);

 private:
  koord_dra_nodes *handle_ = nullptr;
};

/// The result of an explanation, at one moment. Immutable; independent of its cluster.
class Explanation {
 public:
  Explanation() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Returns the counts. Errors: INVALID.
  koord_explanation_info get_info() const;

  /// Copies the best nodes where the pod fits, at most `nearest` of the options, in the order of
  /// koord_cluster_find_best. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
  /// Errors: INVALID, NO_SPACE.
  std::vector<koord_verdict> get_fits() const;

  /// Copies all nodes that refuse, in groups: the group with the most nodes first, then by reason.
  /// rows as in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID,
  /// NO_SPACE.
  std::vector<koord_refused_group> get_groups() const;

  /// Copies the nodes that refuse and have the smallest shortages, nearest first; nodes where no
  /// eviction would help come last. rows as in koord_topology_get_cpus; *count is written also on
  /// NO_SPACE. Errors: INVALID, NO_SPACE.
  std::vector<koord_near_miss> get_misses() const;

  /// Copies the steps of all remedies of all misses. rows as in koord_topology_get_cpus; *count is
  /// written also on NO_SPACE. Errors: INVALID, NO_SPACE.
  std::vector<koord_remedy_step> get_remedies() const;

  /// Returns the texts of the rows, as koord_topology_get_texts: valid as long as the explanation;
  /// NULL has none.
  std::string_view get_texts() const;

  /// Writes several lines of text for people, with names in place of numbers. Errors: INVALID,
  /// NO_MEMORY.
  std::string to_text() const;

  /// Writes everything as one line of JSON (docs/operate/explain.md). Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_explanation *handle_ = nullptr;
};

/// The findings of a check of kubelet's files. Immutable.
class KubeletReport {
 public:
  KubeletReport() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Copies the findings, those of cpu_manager_state first, in the order in which kubelet meets them;
  /// at most 2,048. No findings: nothing is wrong. Rows as in koord_topology_get_cpus. Errors:
  /// INVALID, NO_SPACE.
  std::vector<koord_kubelet_finding> get_findings() const;

  /// Writes the report as JSON: "starts", "kubelet" (kubelet's own message if it does not start),
  /// "findings" [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut".
  /// The caller owns *out. Errors: INVALID, NO_MEMORY.
  std::string to_json() const;

 private:
  koord_kubelet_report *handle_ = nullptr;
};

/// Builds a Node (v1) for callers that have it as a typed object. It has every field that
/// docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same node from
/// JSON, with the same results and errors. One builder serves many nodes in turn:
/// koord_node_builder_reset keeps its memory. Setters require exclusive access. Setting a value
/// again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a node.
class NodeBuilder {
 public:
  NodeBuilder() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates the builder of an empty node. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static NodeBuilder create();

  /// Restores the state of a new builder. Errors: INVALID.
  void reset();

  /// Sets one text. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all setters),
  /// NO_MEMORY.
  void set_text(koord_node_text which, std::string_view text);

  /// Sets a label. A value that cannot be interpreted is an error of the call that takes the builder.
  /// Errors: INVALID, LIMIT, NO_MEMORY.
  void set_label(std::string_view key, std::string_view value);

  /// Sets an annotation, with its text as Kubernetes stores it. Errors: as
  /// koord_node_builder_set_label.
  void set_annotation(std::string_view key, std::string_view value);

  /// Sets all of them at once. Errors: INVALID (unknown numbers or flags).
  void set_spec(const koord_node_spec &spec);

  /// Sets the allocatable amount of a resource (status.allocatable): milli-CPU for "cpu", bytes or
  /// units for all others. The name must not be empty. `reserved` is the part of it that pods cannot
  /// use, for hosts without the annotation reservation, which overrides it; else 0. Errors: INVALID
  /// (a negative amount), LIMIT, NO_MEMORY.
  void set_resource(std::string_view name, int64_t allocatable, int64_t reserved);

  /// Sets CPUs, for hosts without the annotation that states them: the annotation overrides them.
  /// Errors: INVALID.
  void set_cpus(koord_node_cpuset which, std::span<const uint64_t> words);

 private:
  koord_node_builder *handle_ = nullptr;
};

/// A node as NodeResourceTopologyMatch sees it: its resources, and what its NUMA zones have
/// available. Immutable, reference-counted and shared by any threads.
class NrtNode {
 public:
  NrtNode() = default;
  /// Takes ownership of a reference that another call returned.
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
  /// context  nullable; receives diagnostics.
  /// node     the Node (v1) as JSON; only its name and status.allocatable are read.
  /// nrt      its NodeResourceTopology as JSON; length 0: there is none.
  /// out      the caller owns it.
  ///
  /// Errors: INVALID (names object and field; documents of different nodes), LIMIT (document sizes as
  /// in koord_cluster_set_node and koord_topology_from_nrt; more than 1024 resources), NO_MEMORY.
  [[nodiscard]] static NrtNode from_json(std::string_view node, std::string_view nrt = {},
      const koord_context *context = nullptr);

  /// Filters a node: whether its NUMA zones let kubelet's topology manager admit a pod (semantics:
  /// filter of scheduler-plugins' NodeResourceTopologyMatch; docs/reference/nrt-match.md). A node
  /// without a NodeResourceTopology admits every pod.
  ///
  /// verdict  never NULL. koord_refusal_format gives upstream's message ("cannot align pod"); with
  ///          refusal.profile set to KOORD_PROFILE_SPEC it says what is missing and where.
  /// text     the name of the missing resource, "" if the pod passes; as in koord_pod_get_text. NULL
  ///          with capacity 0: not wanted.
  ///
  /// Errors: INVALID, NO_SPACE (nothing but *needed is written), LIMIT (more than 256 resources in
  /// the pod), NO_MEMORY.
  [[nodiscard]] std::tuple<std::string, koord_nrt_verdict> filter(const koord_pod *pod) const;

  /// Scores how well the node suits the pod, 0..100 (semantics: the plugin's score). `args` is the
  /// plugin's NodeResourceTopologyMatchArgs as JSON (length 0: its defaults): scoringStrategy.type
  /// MostAllocated, LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.
  /// Errors: INVALID (names the field; an unknown strategy), LIMIT (more than 256 resources in the
  /// pod), NO_MEMORY.
  int32_t score(const koord_pod *pod, std::string_view args = {}) const;

 private:
  koord_nrt_node *handle_ = nullptr;
};

/// Builds a NodeResourceTopology for callers that have it as a typed object. It has every field
/// that docs/reference/objects.md lists. A cluster reads it as it reads the same object from JSON,
/// with the same results and errors. One builder serves many objects in turn:
/// koord_nrt_builder_reset keeps its memory. Setters require exclusive access. Texts are UTF-8
/// without NUL, at most 16 MiB of them in an object.
class NrtBuilder {
 public:
  NrtBuilder() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates the builder of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static NrtBuilder create();

  /// Restores the state of a new builder, and releases its machine. Errors: INVALID.
  void reset();

  /// Sets the name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 16 MiB of
  /// texts or 2^20 of them, as in all setters), NO_MEMORY.
  void set_name(std::string_view name);

  /// Sets an annotation, with its text as Kubernetes stores it. Setting it again replaces it. A text
  /// that cannot be interpreted is an error of the call that takes the builder. Errors: INVALID,
  /// LIMIT, NO_MEMORY.
  void set_annotation(std::string_view key, std::string_view value);

  /// Adds an item to topologyPolicies. Errors: INVALID, LIMIT, NO_MEMORY.
  void add_policy(std::string_view policy);

  /// Adds an item to attributes. Errors: INVALID, LIMIT, NO_MEMORY.
  void add_attribute(std::string_view name, std::string_view value);

  /// Adds a zone. A `type` of length 0 is "Node". `*zone` (nullable) receives its index. Errors:
  /// INVALID, LIMIT, NO_MEMORY.
  int32_t add_zone(std::string_view name, std::string_view type = {});

  /// Adds a resource to a zone: milli-CPU for "cpu", bytes or units for all others; negative: not
  /// stated. Errors: INVALID (no such zone), LIMIT, NO_MEMORY.
  void add_resource(int32_t zone, std::string_view name, int64_t capacity, int64_t allocatable,
      int64_t available);

  /// Adds a cost to a zone: its distance to the zone `name`. Errors: INVALID (no such zone), LIMIT,
  /// NO_MEMORY.
  void add_cost(int32_t zone, std::string_view name, uint32_t value);

  /// Sets all of them at once. Errors: INVALID (unknown numbers or flags).
  void set_spec(const koord_nrt_spec &spec);

  /// Sets the machine, for hosts that have it as a topology: the annotation cpu-topology overrides
  /// it. The builder takes a reference; nodes of one kind may share a topology. NULL: its CPUs are
  /// not known. Errors: INVALID.
  void set_topology(const koord_topology *machine = nullptr);

  /// Sets CPUs, for hosts without the annotation that states them (cpu-manager-policy,
  /// pod-cpu-allocs): the annotation overrides them. Errors: INVALID.
  void set_cpus(koord_nrt_cpuset which, std::span<const uint64_t> words);

 private:
  koord_nrt_builder *handle_ = nullptr;
};

/// The objects of a text, and the result of each. Immutable, counted, shared by any threads.
class AddedObjects {
 public:
  AddedObjects() = default;
  /// Takes ownership of a reference that another call returned.
  explicit AddedObjects(koord_added_objects *handle) noexcept : handle_(handle) {}
  AddedObjects(const AddedObjects &other) noexcept
      : handle_(other.handle_ != nullptr ? koord_added_objects_ref(other.handle_) : nullptr) {}
  AddedObjects(AddedObjects &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  AddedObjects &operator=(AddedObjects other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~AddedObjects() { koord_added_objects_unref(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  operator const koord_added_objects *() const noexcept { return handle_; }
  koord_added_objects *get() noexcept { return handle_; }
  const koord_added_objects *get() const noexcept { return handle_; }

  /// Copies a row for each object, in the order of the text. rows as in koord_topology_get_cpus.
  /// Errors: INVALID, NO_SPACE.
  std::vector<koord_added_object> get_rows() const;

  /// Returns the texts of the rows, as koord_topology_get_texts: valid as long as `objects`.
  std::string_view get_texts() const;

  /// Returns the pod of a row: of a Pod, of a workload's pod, or the pod that stands for a
  /// Reservation; NULL for other rows and for a pod that could not be read. `row` counts the rows
  /// from 0. Each call makes another pod for a row of a workload's pod. The caller owns *out.
  /// Errors: INVALID, NOT_FOUND (no such row), NO_MEMORY.
  [[nodiscard]] Pod get_pod(size_t row) const;

  /// Writes the Pod object that a workload would create, for the row of such a pod. Errors: INVALID,
  /// NOT_FOUND (no such row, or not a workload's pod), NO_MEMORY.
  std::string get_pod_json(size_t row) const;

 private:
  koord_added_objects *handle_ = nullptr;
};

/// Builds a Pod (v1) for callers that have it as a typed object. It has every field that
/// docs/reference/objects.md lists. koord_pod_from_builder reads it as koord_pod_from_json reads
/// the same pod, with the same results and errors. One builder serves many pods in turn:
/// koord_pod_builder_reset keeps its memory. Setters require exclusive access. Setting a value
/// again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod.
class PodBuilder {
 public:
  PodBuilder() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates the builder of an empty pod. The caller owns *out. Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static PodBuilder create();

  /// Restores the state of a new builder. Errors: INVALID.
  void reset();

  /// Sets one text. The name must not be empty; a namespace of length 0 is "default", a node of
  /// length 0 is none. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all
  /// setters), NO_MEMORY.
  void set_text(koord_pod_text which, std::string_view text = {});

  /// Sets a label. Errors: INVALID, LIMIT, NO_MEMORY.
  void set_label(std::string_view key, std::string_view value);

  /// Sets an annotation, with its text as Kubernetes stores it. A text that cannot be interpreted is
  /// an error of koord_pod_from_builder. Errors: INVALID, LIMIT, NO_MEMORY.
  void set_annotation(std::string_view key, std::string_view value);

  /// Sets all of them at once. Errors: INVALID (unknown numbers or flags).
  void set_spec(const koord_pod_spec &spec);

  /// Adds a container, in the order of spec.containers. Add init containers and sidecars in the order
  /// of spec.initContainers, before or after the others. `*container` (nullable) receives its index
  /// in the builder. Errors: INVALID, LIMIT (over 1024 containers), NO_MEMORY.
  int32_t add_container(koord_container_kind kind, std::string_view name);

  /// Sets request and limit of one resource: milli-CPU for "cpu", bytes or units for all others;
  /// negative: not stated. The name must not be empty. `container` is an index or a
  /// koord_resource_scope. Requests that are not stated are filled in from limits. Errors: INVALID
  /// (no such container), LIMIT, NO_MEMORY.
  void set_resource(int32_t container, std::string_view name, int64_t request, int64_t limit);

  /// Sets the request or limit of one resource as a Kubernetes quantity ("1500m", "1.1Gi"), for
  /// amounts that are no whole number of bytes or units; overrides koord_pod_builder_set_resource.
  /// Amounts above 2^63 - 1 count as 2^63 - 1. `container` is an index or a koord_resource_scope.
  /// Errors: INVALID (no such container, not a quantity, a negative amount), LIMIT, NO_MEMORY.
  void set_quantity(int32_t container, koord_resource_bound bound, std::string_view name,
      std::string_view quantity);

  /// Sets an environment variable of a container whose value is written in the pod (not valueFrom).
  /// Only NVIDIA_VISIBLE_DEVICES is read (docs/reference/devices.md): others have no effect and need
  /// not be set. Errors: INVALID (no such container), LIMIT, NO_MEMORY.
  void set_env(int32_t container, std::string_view name, std::string_view value);

  /// Sets the CPUs allocated to the pod, for hosts without the annotation resource-status: an
  /// annotation that states any allocation overrides these and koord_pod_builder_set_numa_resource.
  /// Errors: INVALID.
  void set_cpus(std::span<const uint64_t> words);

  /// Sets the amount of a resource allocated to the pod on a NUMA node. Errors: INVALID (no NUMA
  /// node, a negative amount), LIMIT, NO_MEMORY.
  void set_numa_resource(int32_t numa_node, std::string_view name, int64_t amount);

 private:
  koord_pod_builder *handle_ = nullptr;
};

/// The result for every node, with the victims there. Immutable.
class Preemption {
 public:
  Preemption() = default;
  /// Takes ownership of a reference that another call returned.
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

  /// Copies a row for every node, the best first: nodes without victims, then in the order of
  /// kube-scheduler: fewest avoided, lowest highest priority, lowest sum, fewest victims; then higher
  /// score, then lower number. Nodes where no eviction helps come last, by number, with the reason
  /// that remains when all possible victims are gone. rows as in koord_topology_get_cpus. Errors:
  /// INVALID, NO_SPACE (*count is written).
  std::vector<koord_node_preemption> get_nodes() const;

  /// Copies the victims of a row, as steps that release them: by priority, descending, then uid.
  /// Otherwise as koord_plan_get_steps.
  std::vector<koord_plan_step> get_victims(size_t row) const;

  /// Returns the texts of the victims of all rows, as koord_topology_get_texts: valid as long as the
  /// preemption, which must not be NULL. The texts of one row's victims are contiguous, in their
  /// order.
  std::string_view get_texts() const;

 private:
  koord_preemption *handle_ = nullptr;
};

/// Content of a picture besides the machine: a title, and sets of CPUs with labels. One owner.
/// Calls of koord_topology_draw may use one picture at the same time; all other calls require
/// exclusive access.
class Picture {
 public:
  Picture() = default;
  /// Takes ownership of a handle that another call returned.
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

  /// Creates a picture without title and sets: it shows the machine alone. The caller owns *out.
  /// Errors: INVALID, NO_MEMORY.
  [[nodiscard]] static Picture create();

  /// Sets the title; length 0: none. Errors: INVALID, NO_MEMORY.
  void set_title(std::string_view title = {});

  /// Adds a set of CPUs and its owner: `label` is one line and may be empty. Sets are shown in the
  /// order of the calls; a CPU in several sets is shown as shared. Errors: INVALID, LIMIT (more than
  /// 64 sets), NO_MEMORY.
  void add_set(std::string_view label, std::span<const uint64_t> words);

 private:
  koord_picture *handle_ = nullptr;
};

#endif  // KOORD_EXPERIMENTAL
/// Version of the loaded library: major << 16 | minor << 8 | patch.
inline uint32_t version() {
  return koord_version();
}

/// The version as text, "0.1.0". Static, never NULL.
inline const char * version_string() {
  return koord_version_string();
}

/// Returns the stable lower-case name of a status for logs and metrics ("no-space"); "unknown" for
/// others. Static, never NULL.
inline const char * status_get_name(koord_status status) {
  return koord_status_get_name(status);
}

/// Parses a Linux CPU list ("0-3,8"; "" is empty) and writes all of `words`.
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

/// Writes the set as a CPU list (ascending, consecutive ids as ranges) with a NUL into
/// text[0..capacity). `*needed` (nullable) receives the length without the NUL, also on NO_SPACE,
/// where nothing else is written. Errors: INVALID, NO_SPACE.
inline std::string cpulist_format(std::span<const uint64_t> words) {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cpulist_format(words.data(), words.size(), text_, capacity_, needed_, err);
  });
}

/// Returns the spelling in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated");
/// "Default" for what is not stated, "Unknown" for other numbers. Static.
inline const char * bind_policy_get_name(koord_bind_policy policy) {
  return koord_bind_policy_get_name(policy);
}

/// Same as koord_bind_policy_get_name.
inline const char * exclusive_policy_get_name(koord_exclusive_policy policy) {
  return koord_exclusive_policy_get_name(policy);
}

/// Same as koord_bind_policy_get_name.
inline const char * numa_strategy_get_name(koord_numa_strategy strategy) {
  return koord_numa_strategy_get_name(strategy);
}

/// Returns the spelling in Kubernetes objects ("SingleNUMANode", "Required"); "" for what is not
/// stated, "Unknown" for other numbers. Static.
inline const char * numa_policy_get_name(koord_numa_policy policy) {
  return koord_numa_policy_get_name(policy);
}

/// Same as koord_numa_policy_get_name.
inline const char * numa_exclusive_get_name(koord_numa_exclusive exclusive) {
  return koord_numa_exclusive_get_name(exclusive);
}

/// Writes one sentence for people, with a NUL, into text[0..capacity). `*needed` (nullable)
/// receives its length without the NUL. Under a profile other than KOORD_PROFILE_SPEC it is the
/// message of the other project. koord_cluster_format_refusal also knows the names of a cluster's
/// resources and device types, koord_kubelet_format_refusal those of a kubelet's resources.
/// Errors: INVALID, NO_SPACE.
inline std::string refusal_format(const koord_refusal &refusal) {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_refusal_format(&refusal, text_, capacity_, needed_, err);
  });
}

/// Writes the refusal as one line of JSON with names in place of numbers
/// (docs/reference/refusals.md), for logs, storage and transmission. Errors: INVALID, NO_MEMORY.
inline std::string refusal_to_json(const koord_refusal &refusal) {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_refusal_to_json(&refusal, &out, err); });
  return detail::document_of(out);
}

/// Returns the stable name of a reason ("NotEnoughCPUs"); under KOORD_PROFILE_KUBELET the reason
/// that kubelet reports ("SMTAlignmentError", "UnexpectedAdmissionError"). Static; "Unknown" for
/// others.
inline const char * reason_get_name(koord_reason reason, koord_profile profile) {
  return koord_reason_get_name(reason, profile);
}

/// Returns the stable name, as in JSON ("cpu", "numaNode"). Static; "unknown" for others.
inline const char * object_kind_get_name(koord_object_kind kind) {
  return koord_object_kind_get_name(kind);
}

/// Returns the spelling in Kubernetes objects ("LSR", "Guaranteed", "koord-prod"); "" for what is
/// not stated, "Unknown" for other numbers. Static.
inline const char * qos_get_name(koord_qos qos) {
  return koord_qos_get_name(qos);
}

/// Same as koord_qos_get_name.
inline const char * kube_qos_get_name(koord_kube_qos qos) {
  return koord_kube_qos_get_name(qos);
}

/// Same as koord_qos_get_name.
inline const char * priority_class_get_name(koord_priority_class priority_class) {
  return koord_priority_class_get_name(priority_class);
}

/// Merges the hints for all resources of a pod or container into one set of NUMA nodes, and decides
/// whether the policy admits it (semantics: the topology managers of kubelet 1.36 and Koordinator
/// v1.8, and libkoord's own; docs/reference/numa.md). Pure; uses no heap with up to 8 NUMA nodes
/// and 255 hints per resource, unless text is wanted.
///
/// out   never NULL.
/// text  reason that the pod is not admitted, with a NUL; "" if it is. Under
///       KOORD_PROFILE_UPSTREAM and KOORD_PROFILE_KUBELET it is the message of Koordinator and
///       kubelet, one reason per line.
///       NULL with capacity 0: not wanted. `*needed` (nullable) receives its length without the
///       NUL.
///
/// A pod that is not admitted is not an error. KOORD_REASON_SEARCH_LIMIT: under
/// KOORD_PROFILE_UPSTREAM more than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints
/// with too many different intersections, only on machines with more than 16 NUMA nodes. Time grows
/// with the number of hints N as N log N, and under KOORD_PROFILE_KUBELET, if no set is preferred,
/// with the number of different intersections of hints.
/// Errors: INVALID (unknown policy, flag or profile; a NUMA node number that the profile does not
/// allow; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes), NO_SPACE (text; nothing
/// but *needed is written), NO_MEMORY.
inline std::tuple<std::string, koord_numa_merged> numa_merge(const koord_numa_options *options,
    const koord_numa_hints *hints) {
  koord_numa_merged out{};
  auto looped_ = detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_numa_merge(options, hints, &out, text_, capacity_, needed_, err);
  });
  return {std::move(looped_), out};
}

/// Normalises scores as the proposal does, over the nodes that passed all filters: 100 * score /
/// highest score, rounded down. Errors: INVALID.
inline void verdicts_normalize(std::span<koord_verdict> rows) {
  detail::checked([&](koord_error *err) { return koord_verdicts_normalize(rows.data(),
      sizeof(koord_verdict), rows.size(), err); });
}

/// Picks request->cpus CPUs out of the available ones (semantics: Koordinator's CPU orchestration
/// proposal; docs/reference/koordinator-policies.md). Pure: writes only its output parameters and
/// uses no heap. It uses up to 384 KiB of stack on any machine, as does koord_kubelet_pick
/// (docs/embed/abi.md has figures).
///
/// sets        consecutive sets of request->words words each: first the available CPUs, from which
///             the caller has removed those at request->max_ref_count; then the sets that
///             request->sets names, in the order of their flags. Sets that it does not name are
///             empty. NULL: all CPUs are available; request->sets is 0.
/// ref_counts  number of pods on each CPU, by CPU number, 64 * words values; read if max_ref_count
///             > 1; nullable: all 0.
/// grants      request->grant_count NUMA nodes that the topology manager chose, ascending,
///             request->grant_stride bytes apart; CPUs are picked from these nodes only. Their
///             granted_milli is written. May be NULL if there are none.
/// out         the picked CPUs, request->words words; all zero if refused. May be one of the sets.
/// refusal     never NULL; reason KOORD_REASON_NONE if granted.
///
/// CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown policy,
/// flag or profile; more grants than NUMA nodes; a grant of a NUMA node that does not exist or is
/// not above the previous one), NO_SPACE (request->words is less than koord_topology_info.words),
/// LIMIT (it is more than any machine needs).
[[nodiscard]] inline koord_refusal cpu_pick(const koord_topology *topology,
    const koord_cpu_request &request, const uint64_t *sets, const uint16_t *ref_counts,
    koord_numa_grant *grants, uint64_t *out) {
  koord_refusal refusal{};
  detail::checked([&](koord_error *err) { return koord_cpu_pick(topology, &request, sets,
      ref_counts, grants, out, &refusal, err); });
  return refusal;
}

#ifdef KOORD_EXPERIMENTAL
/// Writes the resources and labels of a node by its Device object,
/// {"resources":{...},"labels":{...}}: sums over healthy devices as quantities by name, and the
/// labels about its GPUs. `device` is the object as JSON.
/// Errors: INVALID (names the field), LIMIT (over 4 MiB; a sum over 2^63 - 1), NO_MEMORY.
inline std::string device_get_node_resources(std::string_view device,
    koord_node_resources_flags flags, const koord_context *context = nullptr) {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_device_get_node_resources(context,
      device.data(), device.size(), flags, &out, err); });
  return detail::document_of(out);
}

/// Returns the stable name of a kind ("PodCPU"). Static; "Unknown" for others.
inline const char * remedy_kind_get_name(koord_remedy_kind kind) {
  return koord_remedy_kind_get_name(kind);
}

/// Reads a RebindResource (kubernetes/crds). `node` receives the name of its node, text as in
/// koord_pod_get_text; up to 254 bytes. On errors, also on NO_SPACE, *request is not changed.
/// Errors: INVALID (names the field), LIMIT, NO_SPACE, NO_MEMORY.
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

/// Writes a JSON merge patch for the status of a RebindResource. `timestamp` is the current time as
/// in RFC 3339. `reason` has up to 1024 bytes; "" removes an earlier reason. Errors: INVALID,
/// LIMIT, NO_MEMORY.
inline std::string rebind_status_to_json(koord_rebind_phase phase, std::string_view timestamp,
    std::string_view reason = {}) {
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

#ifdef KOORD_EXPERIMENTAL
inline Pod Pod::from_builder(const koord_pod_builder *builder, const koord_context *context) {
  koord_pod *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_pod_from_builder(context, builder, &out,
      err); });
  return Pod(out);
}

#endif  // KOORD_EXPERIMENTAL
inline KubeletSetup KubeletSetup::create(const koord_context *context) {
  koord_kubelet_setup *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_new(context, &out, err); });
  return KubeletSetup(out);
}

inline void KubeletSetup::reset() {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_reset(handle_, err); });
}

inline void KubeletSetup::set_version(koord_kubelet_version version) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_set_version(handle_, version,
      err); });
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

inline void KubeletSetup::add_device(std::string_view resource, std::string_view id,
    uint64_t numa_nodes, koord_plugin_device_flags flags) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_add_device(handle_,
      resource.data(), resource.size(), id.data(), id.size(), numa_nodes, flags, err); });
}

inline void KubeletSetup::set_device_state(std::string_view device_state) {
  detail::checked([&](koord_error *err) { return koord_kubelet_setup_set_device_state(handle_,
      device_state.data(), device_state.size(), err); });
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

inline Topology Topology::discover_in(koord_topology_flags flags, std::string_view root,
    const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_discover_in(context, flags,
      root.data(), root.size(), &out, err); });
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

#ifdef KOORD_EXPERIMENTAL
inline Topology Topology::from_nrt_builder(const koord_nrt_builder *builder,
    const koord_context *context) {
  koord_topology *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_topology_from_nrt_builder(context, builder,
      &out, err); });
  return Topology(out);
}

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

inline bool Agent::remove_pod(std::string_view uid) {
  uint32_t known{};
  detail::checked([&](koord_error *err) { return koord_agent_remove_pod(handle_, uid.data(),
      uid.size(), &known, err); });
  return known != 0;
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

#ifdef KOORD_EXPERIMENTAL
inline void Agent::set_devices_from_builder(const koord_device_builder *builder) {
  detail::checked([&](koord_error *err) { return koord_agent_set_devices_from_builder(handle_,
      builder, err); });
}

inline void Agent::set_node_from_builder(const koord_node_builder *builder) {
  detail::checked([&](koord_error *err) { return koord_agent_set_node_from_builder(handle_,
      builder, err); });
}

inline koord_suppression Agent::suppress(const koord_suppress_usage &usage,
    const uint64_t *current, std::span<uint64_t> cpus) const {
  koord_suppression out = KOORD_INIT(koord_suppression);
  detail::checked([&](koord_error *err) { return koord_agent_suppress(handle_, &usage, current,
      cpus.data(), cpus.size(), &out, err); });
  return out;
}

inline void Agent::restrict_best_effort(std::span<const uint64_t> words) {
  detail::checked([&](koord_error *err) { return koord_agent_restrict_best_effort(handle_,
      words.data(), words.size(), err); });
}

#endif  // KOORD_EXPERIMENTAL
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

inline std::string Cluster::format_refusal(const koord_refusal &refusal) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_cluster_format_refusal(handle_, &refusal, text_, capacity_, needed_, err);
  });
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

#ifdef KOORD_EXPERIMENTAL
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

inline Capacity Cluster::get_capacity(const koord_pod *pod, const koord_capacity_options *options,
    const koord_query *query) const {
  koord_capacity *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_capacity(handle_, pod, options,
      query, &out, err); });
  return Capacity(out);
}

inline uint32_t Cluster::set_devices_from_builder(const koord_device_builder *builder) {
  uint32_t id{};
  detail::checked([&](koord_error *err) { return koord_cluster_set_devices_from_builder(handle_,
      builder, &id, err); });
  return id;
}

inline Explanation Cluster::explain(const koord_pod *pod, const koord_explain_options *options,
    const koord_query *query) const {
  koord_explanation *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_explain(handle_, pod, options,
      query, &out, err); });
  return Explanation(out);
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

inline AddedObjects Cluster::add_objects(std::string_view json) {
  koord_added_objects *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_add_objects(handle_, json.data(),
      json.size(), &out, err); });
  return AddedObjects(out);
}

inline void Cluster::remove_resource_slice(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_cluster_remove_resource_slice(handle_,
      name.data(), name.size(), err); });
}

inline void Cluster::remove_resource_claim(std::string_view name) {
  detail::checked([&](koord_error *err) { return koord_cluster_remove_resource_claim(handle_,
      name.data(), name.size(), err); });
}

inline std::string Cluster::get_claimed_devices(std::string_view name) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_cluster_get_claimed_devices(handle_,
      name.data(), name.size(), &out, err); });
  return detail::document_of(out);
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
inline void Query::exclude_pod_node(std::string_view uid, uint32_t node) {
  detail::checked([&](koord_error *err) { return koord_query_exclude_pod_node(handle_, uid.data(),
      uid.size(), node, err); });
}

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

inline void Query::exclude_node(uint32_t node) {
  detail::checked([&](koord_error *err) { return koord_query_exclude_node(handle_, node, err); });
}

inline void Query::use_reservation(std::string_view reservation) {
  detail::checked([&](koord_error *err) { return koord_query_use_reservation(handle_,
      reservation.data(), reservation.size(), err); });
}

#endif  // KOORD_EXPERIMENTAL
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

inline koord_kubelet_version Kubelet::version_parse(std::string_view text) {
  koord_kubelet_version out{};
  detail::checked([&](koord_error *err) { return koord_kubelet_version_parse(text.data(),
      text.size(), &out, err); });
  return out;
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

inline std::string Kubelet::format_refusal(const koord_refusal &refusal) const {
  return detail::text_of([&](char *text_, std::size_t capacity_, std::size_t *needed_,
      koord_error *err) {
    return koord_kubelet_format_refusal(handle_, &refusal, text_, capacity_, needed_, err);
  });
}

inline bool Kubelet::remove_pod(std::string_view uid) {
  uint32_t held{};
  detail::checked([&](koord_error *err) { return koord_kubelet_remove_pod(handle_, uid.data(),
      uid.size(), &held, err); });
  return held != 0;
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

inline std::string Kubelet::get_device_state() const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_kubelet_get_device_state(handle_, &out,
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

inline std::vector<koord_plugin_device> Admission::get_devices() const {
  return detail::rows_of<koord_plugin_device>([&](koord_plugin_device *rows_,
      std::size_t capacity_, std::size_t *count_, koord_error *err) {
    return koord_admission_get_devices(handle_, rows_, sizeof(koord_plugin_device), capacity_,
        count_, err);
  });
}

#ifdef KOORD_EXPERIMENTAL
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

inline DraInventory DraInventory::create() {
  koord_dra_inventory *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_dra_inventory_new(&out, err); });
  return DraInventory(out);
}

inline void DraInventory::reset() {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_reset(handle_, err); });
}

inline void DraInventory::add_devices(std::span<const koord_dra_device> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_devices(handle_,
      rows.data(), sizeof(koord_dra_device), rows.size(), err); });
}

inline void DraInventory::add_taints(std::span<const koord_dra_taint> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_taints(handle_,
      rows.data(), sizeof(koord_dra_taint), rows.size(), err); });
}

inline void DraInventory::add_attributes(std::span<const koord_dra_attribute> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_attributes(handle_,
      rows.data(), sizeof(koord_dra_attribute), rows.size(), err); });
}

inline void DraInventory::add_capacities(std::span<const koord_dra_capacity> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_capacities(handle_,
      rows.data(), sizeof(koord_dra_capacity), rows.size(), err); });
}

inline void DraInventory::add_valid_values(std::span<const koord_dra_amount> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_valid_values(handle_,
      rows.data(), sizeof(koord_dra_amount), rows.size(), err); });
}

inline void DraInventory::add_counters(std::span<const koord_dra_amount> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_counters(handle_,
      rows.data(), sizeof(koord_dra_amount), rows.size(), err); });
}

inline void DraInventory::add_consumed_counters(std::span<const koord_dra_amount> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_inventory_add_consumed_counters(handle_,
      rows.data(), sizeof(koord_dra_amount), rows.size(), err); });
}

inline DraClaims DraClaims::create() {
  koord_dra_claims *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_dra_claims_new(&out, err); });
  return DraClaims(out);
}

inline void DraClaims::reset() {
  detail::checked([&](koord_error *err) { return koord_dra_claims_reset(handle_, err); });
}

inline void DraClaims::add_alternative(const koord_dra_alternative &alternative,
    std::span<const uint64_t> devices) {
  detail::checked([&](koord_error *err) { return koord_dra_claims_add_alternative(handle_,
      &alternative, devices.data(), devices.size(), err); });
}

inline void DraClaims::add_amounts(std::span<const koord_dra_amount> rows) {
  detail::checked([&](koord_error *err) { return koord_dra_claims_add_amounts(handle_, rows.data(),
      sizeof(koord_dra_amount), rows.size(), err); });
}

inline void DraClaims::set_tolerated(uint32_t alternative, std::span<const uint64_t> taints) {
  detail::checked([&](koord_error *err) { return koord_dra_claims_set_tolerated(handle_,
      alternative, taints.data(), taints.size(), err); });
}

inline void DraClaims::add_constraint(const koord_dra_constraint &constraint,
    std::span<const uint64_t> alternatives) {
  detail::checked([&](koord_error *err) { return koord_dra_claims_add_constraint(handle_,
      &constraint, alternatives.data(), alternatives.size(), err); });
}

inline DraAllocation DraAllocation::create() {
  koord_dra_allocation *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_dra_allocation_new(&out, err); });
  return DraAllocation(out);
}

inline koord_dra_info DraAllocation::run(const koord_dra_inventory *inventory,
    const koord_dra_claims *claims, const koord_dra_options *options) {
  koord_dra_info info = KOORD_INIT(koord_dra_info);
  detail::checked([&](koord_error *err) { return koord_dra_allocation_run(handle_, inventory,
      claims, options, &info, err); });
  return info;
}

inline std::vector<koord_dra_result> DraAllocation::get_results() const {
  return detail::rows_of<koord_dra_result>([&](koord_dra_result *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_dra_allocation_get_results(handle_, rows_, sizeof(koord_dra_result), capacity_,
        count_, err);
  });
}

inline std::vector<koord_dra_amount> DraAllocation::get_amounts() const {
  return detail::rows_of<koord_dra_amount>([&](koord_dra_amount *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_dra_allocation_get_amounts(handle_, rows_, sizeof(koord_dra_amount), capacity_,
        count_, err);
  });
}

inline DraNodes DraNodes::create() {
  koord_dra_nodes *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_dra_nodes_new(&out, err); });
  return DraNodes(out);
}

inline void DraNodes::set(uint32_t node, const koord_dra_inventory *inventory) {
  detail::checked([&](koord_error *err) { return koord_dra_nodes_set(handle_, node, inventory,
      err); });
}

inline std::vector<koord_dra_verdict> DraNodes::run(const koord_dra_claims *claims,
    const koord_dra_options *options) {
  return detail::rows_of<koord_dra_verdict>([&](koord_dra_verdict *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_dra_nodes_run(handle_, claims, options, rows_, sizeof(koord_dra_verdict),
        capacity_, count_, err);
  });
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

inline std::vector<koord_added_object> AddedObjects::get_rows() const {
  return detail::rows_of<koord_added_object>([&](koord_added_object *rows_, std::size_t capacity_,
      std::size_t *count_, koord_error *err) {
    return koord_added_objects_get_rows(handle_, rows_, sizeof(koord_added_object), capacity_,
        count_, err);
  });
}

inline std::string_view AddedObjects::get_texts() const {
  if (handle_ == nullptr) return {};
  size_t length{};
  const char *texts_ = koord_added_objects_get_texts(handle_, &length);
  return {texts_, length};
}

inline Pod AddedObjects::get_pod(size_t row) const {
  koord_pod *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_added_objects_get_pod(handle_, row, &out,
      err); });
  return Pod(out);
}

inline std::string AddedObjects::get_pod_json(size_t row) const {
  koord_buffer *out = nullptr;
  detail::checked([&](koord_error *err) { return koord_added_objects_get_pod_json(handle_, row,
      &out, err); });
  return detail::document_of(out);
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

inline void PodBuilder::set_quantity(int32_t container, koord_resource_bound bound,
    std::string_view name, std::string_view quantity) {
  detail::checked([&](koord_error *err) { return koord_pod_builder_set_quantity(handle_, container,
      bound, name.data(), name.size(), quantity.data(), quantity.size(), err); });
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
#ifdef KOORD_EXPERIMENTAL
namespace detail {

// Returns the text of a file. Throws an Error if it is empty or has more than 256 MiB.
inline std::string text_of_file(const std::string &path) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  const auto fail = [&path](int error) {
    const koord_status status = error == ENOENT ? KOORD_E_NOT_FOUND : error == EACCES ? KOORD_E_PERMISSION : KOORD_E_IO;
    throw Error(status, (path + ": " + std::generic_category().message(error)).c_str());
  };
  struct Close {
    void operator()(std::FILE *file) const noexcept { std::fclose(file); }
  };
  if (path.find('\0') != std::string::npos) fail(EINVAL);
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(errno);
  std::string text;
  std::array<char, 65536> part;
  while (text.size() <= kMost) {
    const std::size_t count = std::fread(part.data(), 1, part.size(), file.get());
    if (count == 0) break;
    text.append(part.data(), count);
  }
  if (std::ferror(file.get()) != 0) fail(errno);
  if (text.size() > kMost) throw Error(KOORD_E_LIMIT,
      (path + ": the file has more than 256 MiB").c_str());
  const std::size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (text.find_first_not_of(" \t\r\n", start) == std::string::npos) {
    throw Error(KOORD_E_INVALID,
        (path + ": empty; kubectl get prints nothing if the cluster lacks one of the resource "
                                         "types: leave that type out").c_str());
  }
  return text;
}

// Adds the objects of a file to an empty cluster. Errors begin with the name of the file.
inline AddedObjects objects_of_file(const std::string &path, std::string_view text) {
  Cluster alone = Cluster::create();
  try {
    return alone.add_objects(text);
  } catch (const Error &error) {
    std::string_view message = error.what();
    if (message.starts_with("json: ")) message.remove_prefix(6);
    throw Error(error.code(), (path + ": " + std::string(message)).c_str());
  }
}

// Returns false if the text leaves a bracket or a string open, which the next file would continue.
inline bool is_closed(std::string_view text) {
  std::size_t open = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    else if (in_string) i += c == '\\' ? 1 : 0;
    else if (c == '[' || c == '{') ++open;
    else if ((c == ']' || c == '}') && open > 0) --open;
  }
  return open == 0 && !in_string;
}

inline std::vector<std::string> texts_of_files(const std::vector<std::string> &paths) {
  std::vector<std::string> texts;
  for (const std::string &path : paths) texts.push_back(text_of_file(path));
  return texts;
}

// Adds the objects of all texts at once. An invalid text is reported with the name of its file.
inline AddedObjects add_texts(Cluster &cluster, const std::vector<std::string> &paths,
    const std::vector<std::string> &texts) {
  std::string all = "[]\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!is_closed(texts[i])) (void)objects_of_file(paths[i], texts[i]);
    all.append(texts[i]).append("\n[]\n");
  }
  try {
    return cluster.add_objects(all);
  } catch (const Error &error) {
    if (error.code() == KOORD_E_INVALID || error.code() == KOORD_E_LIMIT)
      for (std::size_t i = 0; i < paths.size(); ++i) (void)objects_of_file(paths[i], texts[i]);
    throw;
  }
}

// Returns "pods.json: object 3" for the object with this index over all files.
inline std::string place_in_files(const std::vector<std::string> &paths,
    const std::vector<std::string> &texts, std::uint32_t index) {
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::vector<koord_added_object> rows = objects_of_file(paths[i], texts[i]).get_rows();
    const std::uint32_t count = rows.empty() ? 0 : rows.back().index + 1;
    if (index < before + count) return paths[i] + ": object " + std::to_string(index - before);
    before += count;
  }
  return "object " + std::to_string(index);
}

}  // namespace detail

inline Cluster Cluster::from_files(const std::vector<std::string> &paths,
    const koord_cluster_options *options,
    std::string_view args, const koord_context *context) {
  const std::vector<std::string> texts = detail::texts_of_files(paths);
  Cluster cluster = create(options, args, context);
  const AddedObjects objects = detail::add_texts(cluster, paths, texts);
  for (const koord_added_object &row : objects.get_rows()) {
    if (row.result != KOORD_ADDED_RESULT_REFUSED) continue;
    const std::string message(objects.get_texts().substr(row.message_offset, row.message_length));
    throw Error(row.status, (detail::place_in_files(paths, texts,
        row.index) + ": " + message).c_str());
  }
  return cluster;
}

inline AddedObjects Cluster::add_files(const std::vector<std::string> &paths) {
  return detail::add_texts(*this, paths, detail::texts_of_files(paths));
}
#endif  // KOORD_EXPERIMENTAL

}  // namespace cpp
}  // namespace koord

#endif  // KOORD_HPP_
