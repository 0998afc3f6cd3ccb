// The part of koord.h that koordctl uses, with destructors and exceptions.
#ifndef KOORDCTL_KOORD_CPP_H_
#define KOORDCTL_KOORD_CPP_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "failure.h"
#include "koord.h"

namespace koordctl {

// Whether it is KOORD_OK. Memory that ran out is thrown: it says nothing of what was read.
bool succeeded(koord_status status);

// Throws a Failure unless `status` is KOORD_OK. Bad input ends with `on_bad_input`: kUsage when it
// came from the command line, kEnvironment when it came from a file. `subject` (may be empty) leads
// the message: the option or the file.
void check(koord_status status, const koord_error &error, std::string_view subject,
           ExitCode on_bad_input = kEnvironment);

// A set of CPU numbers, wide enough for any machine libkoord accepts.
class CpuSet {
 public:
  static constexpr std::size_t kWords = KOORD_MAX_CPUS / 64;

  CpuSet() : words_{} {}
  // `subject` names the option in the usage error of a malformed list.
  static CpuSet parse(std::string_view list, std::string_view subject);

  bool contains(std::int32_t cpu) const;
  void insert(std::int32_t cpu);
  bool empty() const;
  std::size_t count() const;
  std::vector<std::int32_t> ids() const;  // ascending
  std::string to_string() const;          // "0-3,8"

  CpuSet &operator|=(const CpuSet &other);
  CpuSet &operator&=(const CpuSet &other);
  CpuSet &operator-=(const CpuSet &other);
  friend CpuSet operator|(CpuSet a, const CpuSet &b) { return a |= b; }
  friend CpuSet operator&(CpuSet a, const CpuSet &b) { return a &= b; }
  friend CpuSet operator-(CpuSet a, const CpuSet &b) { return a -= b; }

  std::uint64_t *data() { return words_.data(); }
  const std::uint64_t *data() const { return words_.data(); }

 private:
  std::array<std::uint64_t, kWords> words_;
};

// Where remarks of the library go: standard error, the first warnings always, the rest when
// `verbose`.
class Remarks {
 public:
  explicit Remarks(bool verbose);
  Remarks(const Remarks &) = delete;  // libkoord keeps a pointer into it
  Remarks &operator=(const Remarks &) = delete;
  const koord_context *context() const { return context_.get(); }

 private:
  struct Free {
    void operator()(koord_context *context) const { koord_context_free(context); }
  };
  static void print(void *user, std::int32_t level, const char *message, std::size_t length);

  static constexpr std::size_t kWarnings = 20;  // an input may deserve one per line
  bool verbose_;
  std::size_t warnings_ = 0;
  std::unique_ptr<koord_context, Free> context_;
};

struct NamedSet {
  std::string name;
  CpuSet cpus;
};

class Topology {
 public:
  // `subject`: the directory that stands for this machine, "" for itself.
  static Topology discover(const Remarks &remarks, std::uint32_t flags,
                           std::string_view subject = "");
  static Topology from_hwloc_xml(const Remarks &remarks, std::uint32_t flags, std::string_view xml,
                                 std::string_view subject);
  static Topology from_synthetic(const Remarks &remarks, std::string_view text,
                                 std::string_view subject);
  static Topology from_json(const Remarks &remarks, std::string_view json,
                            std::string_view subject);
  static Topology from_annotation(const Remarks &remarks, std::string_view json,
                                  std::string_view subject);
  static Topology from_nrt(const Remarks &remarks, std::string_view json, std::string_view subject);

  // Owns a handle that another call of libkoord gave.
  static Topology adopt(koord_topology *handle) { return Topology(handle); }

  const koord_topology *get() const { return handle_.get(); }
  koord_topology_info info() const;
  std::vector<koord_cpu> cpus() const;
  std::vector<koord_numa_node> nodes() const;
  std::vector<koord_hugepages> hugepages() const;
  std::vector<std::uint32_t> distances() const;  // empty, or nodes squared
  CpuSet cpuset(koord_cpuset_kind kind, std::int32_t id = 0) const;

  struct Device {
    std::string bus_id;
    std::string names;
    koord_pci_device row;
  };
  std::vector<Device> devices() const;

  std::string to_json() const;
  std::string to_annotation() const;
  // `subject` and `on_bad_input` as check() has them.
  std::string to_nrt(std::string_view node_name, std::string_view kubelet_config,
                     std::string_view cpu_state, std::string_view subject,
                     ExitCode on_bad_input) const;
  std::string draw(const koord_picture_options &options, std::span<const NamedSet> sets,
                   std::string_view title) const;

 private:
  struct Unref {
    void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
  };
  explicit Topology(koord_topology *handle) : handle_(handle) {}
  std::unique_ptr<koord_topology, Unref> handle_;
};

std::string refusal_sentence(const koord_refusal &refusal);

}  // namespace koordctl

#endif  // KOORDCTL_KOORD_CPP_H_
