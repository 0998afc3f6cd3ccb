#include "koord_cpp.h"

#include <bit>
#include <cstdio>
#include <new>

#include "koord_calls.h"
#include "kubelet_setup.h"
#include "printable.h"

namespace koordctl {
namespace {

ExitCode exit_code_of(koord_status status, ExitCode on_bad_input) {
  switch (status) {
    case KOORD_E_INVALID:
    case KOORD_E_LIMIT:
    case KOORD_E_CONFLICT:
      return on_bad_input;
    case KOORD_E_IO:
    case KOORD_E_PERMISSION:
    case KOORD_E_CORRUPT:
    case KOORD_E_UNSUPPORTED:
      return kEnvironment;
    default:
      return kInternal;
  }
}

}  // namespace

bool succeeded(koord_status status) {
  if (status == KOORD_E_NO_MEMORY) throw std::bad_alloc();
  return status == KOORD_OK;
}

void check(koord_status status, const koord_error &error, std::string_view subject,
           ExitCode on_bad_input) {
  if (succeeded(status)) return;
  const ExitCode code = exit_code_of(status, on_bad_input);
  std::string message(subject);
  if (!message.empty()) message += ": ";
  message += error.message[0] != '\0' ? error.message : koord_status_get_name(status);
  if (code == kInternal) message += " (a bug in libkoord, please report it)";
  if (status == KOORD_E_INVALID || status == KOORD_E_LIMIT || status == KOORD_E_CONFLICT)
    throw BadInput(code, message);
  throw Failure(code, message);
}

CpuSet CpuSet::parse(std::string_view list, std::string_view subject) {
  CpuSet set;
  koord_error error{};
  check(koord_cpulist_parse(list.data(), list.size(), set.data(), kWords, &error), error, subject,
        kUsage);
  return set;
}

bool CpuSet::contains(std::int32_t cpu) const {
  const auto index = static_cast<std::size_t>(cpu);
  return cpu >= 0 && index < KOORD_MAX_CPUS && (words_[index / 64] >> (index % 64) & 1) != 0;
}

void CpuSet::insert(std::int32_t cpu) {
  const auto index = static_cast<std::size_t>(cpu);
  if (cpu >= 0 && index < KOORD_MAX_CPUS) words_[index / 64] |= std::uint64_t{1} << (index % 64);
}

bool CpuSet::empty() const { return count() == 0; }

std::size_t CpuSet::count() const {
  std::size_t count = 0;
  for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

std::vector<std::int32_t> CpuSet::ids() const {
  std::vector<std::int32_t> ids;
  for (std::size_t word = 0; word < kWords; ++word) {
    for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
      ids.push_back(static_cast<std::int32_t>(word * 64) + std::countr_zero(bits));
    }
  }
  return ids;
}

std::string CpuSet::to_string() const {
  return read_text([&](char *text, std::size_t capacity, std::size_t *needed, koord_error *error) {
    return koord_cpulist_format(data(), kWords, text, capacity, needed, error);
  });
}

CpuSet &CpuSet::operator|=(const CpuSet &other) {
  for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
  return *this;
}

CpuSet &CpuSet::operator&=(const CpuSet &other) {
  for (std::size_t i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
  return *this;
}

CpuSet &CpuSet::operator-=(const CpuSet &other) {
  for (std::size_t i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
  return *this;
}

Remarks::Remarks(bool verbose) : verbose_(verbose) {
  koord_context *context = nullptr;
  koord_error error{};
  check(koord_context_new(&context, &error), error, "");
  context_.reset(context);
  koord_context_set_log(context, print, this);
}

void Remarks::print(void *user, std::int32_t level, const char *message, std::size_t length) {
  auto &self = *static_cast<Remarks *>(user);
  if (!self.verbose_ && (level < KOORD_LOG_LEVEL_WARNING || ++self.warnings_ > kWarnings + 1))
    return;
  if (self.warnings_ > kWarnings) {
    say("warning: there are more warnings, --verbose prints all");
    return;
  }
  say(std::string(level < KOORD_LOG_LEVEL_WARNING ? "note: " : "warning: ")
          .append(message, length));
}

Topology Topology::discover(const Remarks &remarks, std::uint32_t flags, std::string_view subject) {
  koord_topology *handle = nullptr;
  koord_error error{};
  check(koord_topology_discover(remarks.context(), flags, &handle, &error), error, subject);
  return Topology(handle);
}

Topology Topology::from_hwloc_xml(const Remarks &remarks, std::uint32_t flags, std::string_view xml,
                                  std::string_view subject) {
  koord_topology *handle = nullptr;
  koord_error error{};
  check(koord_topology_from_hwloc_xml(remarks.context(), flags, xml.data(), xml.size(), &handle,
                                      &error),
        error, subject);
  return Topology(handle);
}

Topology Topology::from_synthetic(const Remarks &remarks, std::string_view text,
                                  std::string_view subject) {
  koord_topology *handle = nullptr;
  koord_error error{};
  check(koord_topology_from_synthetic(remarks.context(), text.data(), text.size(), &handle, &error),
        error, subject, kUsage);
  return Topology(handle);
}

Topology Topology::from_annotation(const Remarks &remarks, std::string_view json,
                                   std::string_view subject) {
  koord_topology *handle = nullptr;
  koord_error error{};
  check(
      koord_topology_from_annotation(remarks.context(), json.data(), json.size(), &handle, &error),
      error, subject);
  return Topology(handle);
}

Topology Topology::from_json(const Remarks &remarks, std::string_view json,
                             std::string_view subject) {
  koord_topology *handle = nullptr;
  koord_error error{};
  check(koord_topology_from_json(remarks.context(), json.data(), json.size(), &handle, &error),
        error, subject);
  return Topology(handle);
}

Topology Topology::from_nrt(const Remarks &remarks, std::string_view json,
                            std::string_view subject) {
  koord_topology *handle = nullptr;
  koord_error error{};
  check(koord_topology_from_nrt(remarks.context(), json.data(), json.size(), &handle, &error),
        error, subject);
  return Topology(handle);
}

koord_topology_info Topology::info() const {
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  koord_error error{};
  check(koord_topology_get_info(get(), &info, &error), error, "");
  return info;
}

std::vector<koord_cpu> Topology::cpus() const {
  return read_rows<koord_cpu>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_topology_get_cpus(get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::vector<koord_numa_node> Topology::nodes() const {
  return read_rows<koord_numa_node>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_topology_get_numa_nodes(get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::vector<koord_hugepages> Topology::hugepages() const {
  return read_rows<koord_hugepages>([&](auto *rows, auto capacity, auto *count, auto *error) {
    return koord_topology_get_hugepages(get(), rows, sizeof *rows, capacity, count, error);
  });
}

std::vector<std::uint32_t> Topology::distances() const {
  return read_rows<std::uint32_t>([&](auto *values, auto capacity, auto *count, auto *error) {
    return koord_topology_get_distances(get(), values, capacity, count, error);
  });
}

CpuSet Topology::cpuset(koord_cpuset_kind kind, std::int32_t id) const {
  CpuSet set;
  koord_error error{};
  check(koord_topology_get_cpuset(get(), kind, id, set.data(), CpuSet::kWords, &error), error, "");
  return set;
}

std::vector<Topology::Device> Topology::devices() const {
  const auto rows =
      read_rows<koord_pci_device>([&](auto *to, auto capacity, auto *count, auto *error) {
        return koord_topology_get_devices(get(), to, sizeof *to, capacity, count, error);
      });
  const char *texts = koord_topology_get_texts(get(), nullptr);
  std::vector<Device> devices;
  devices.reserve(rows.size());
  for (const koord_pci_device &row : rows) {
    devices.push_back({lent(texts, row.bus_id_offset, row.bus_id_length),
                       lent(texts, row.names_offset, row.names_length), row});
  }
  return devices;
}

std::string Topology::to_json() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_topology_to_json(get(), &buffer, &error), error, "");
  return take(buffer);
}

std::string Topology::to_annotation() const {
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_topology_to_annotation(get(), &buffer, &error), error, "");
  return take(buffer);
}

std::string Topology::to_nrt(std::string_view node_name, std::string_view kubelet_config,
                             std::string_view cpu_state, std::string_view subject,
                             ExitCode on_bad_input) const {
  KubeletSetup setup(nullptr);
  setup.set_config(kubelet_config, subject, on_bad_input);
  setup.set_cpu_state(cpu_state, subject, on_bad_input);
  koord_buffer *buffer = nullptr;
  koord_error error{};
  check(koord_topology_to_nrt(get(), setup.get(), node_name.data(), node_name.size(), &buffer,
                              &error),
        error, subject, on_bad_input);
  return take(buffer);
}

std::string Topology::draw(const koord_picture_options &options, std::span<const NamedSet> sets,
                           std::string_view title) const {
  koord_picture *made = nullptr;
  koord_error error{};
  check(koord_picture_new(&made, &error), error, "");
  const std::unique_ptr<koord_picture, void (*)(koord_picture *)> picture(made, koord_picture_free);
  check(koord_picture_set_title(made, title.data(), title.size(), &error), error, "");
  for (const NamedSet &set : sets)
    check(koord_picture_add_set(made, set.name.data(), set.name.size(), set.cpus.data(),
                                CpuSet::kWords, &error),
          error, "");
  koord_buffer *buffer = nullptr;
  check(koord_topology_draw(get(), &options, made, &buffer, &error), error, "");
  return take(buffer);
}

std::string refusal_sentence(const koord_refusal &refusal) {
  return read_text([&](char *text, std::size_t capacity, std::size_t *needed, koord_error *error) {
    return koord_refusal_format(&refusal, text, capacity, needed, error);
  });
}

}  // namespace koordctl
