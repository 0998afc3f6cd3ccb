#include "wire/kubelet/cpu_checkpoint.h"

#include "base/error.h"
#include "wire/json/go_text.h"
#include "wire/json/go_writer.h"

namespace koord::wire {
namespace {

constexpr std::string_view kCpuStruct = "CPUManagerCheckpoint";

using Entry = std::map<std::string, std::string>;

constexpr size_t kMaxPodCpus = size_t{1} << 20;  // over all sets

void check_count(std::string_view what, size_t count, size_t most) {
  if (count > most)
    throw Error(Status::kLimit, std::string(kCpuFile) + ": more than " + std::to_string(most) +
                                    " " + std::string(what));
}

// Decodes a whole pod's set. Kubelet parses it while it decodes.
void decode_pod(GoDecoder &decoder, CpuSet &cpus) {
  decoder.custom([&](GoDecoder &entry) -> std::string {
    std::string set;
    entry.structure("state.podEntryJSON", {{"cpuSet", [&] { entry.text(set); }}});
    if (!entry.error().empty()) return "";
    const std::string problem = parse_kubelet_cpus(set, cpus);
    return problem.empty() ? "" : "failed to parse cpuset: " + problem;
  });
}

std::string own_name(const CpuCheckpoint &checkpoint) {
  return std::string(kCpuStruct) + "V" + std::to_string(checkpoint.version);
}
// Returns the name of the structure in Go's errors. Version 3 was the newest for kubelet 1.36.
std::string struct_name(const CpuCheckpoint &checkpoint) {
  return checkpoint.version >= 3 ? std::string(kCpuStruct) : own_name(checkpoint);
}

using Fields = std::vector<GoDecoder::Field>;

// Decodes the content of a checkpoint, field by field.
class Content {
 public:
  Content(GoDecoder &decoder, CpuCheckpoint &checkpoint)
      : decoder_(decoder), checkpoint_(checkpoint) {}

  void texts(Fields &fields, std::string_view embedded = {}) {
    fields.push_back({"policyName", [this] { decoder_.text(checkpoint_.policy); }, embedded});
    fields.push_back(
        {"defaultCpuSet", [this] { decoder_.text(checkpoint_.default_cpus); }, embedded});
    fields.push_back({"entries", [this] { decode_entries(); }, embedded});
  }
  void checksum(Fields &fields, std::string_view embedded = {}) {
    fields.push_back({"checksum",
                      [this] { decoder_.number(checkpoint_.checksum, "checksum.Checksum"); },
                      embedded});
  }
  void pods(Fields &fields) {
    fields.push_back({"podEntries", [this] { decode_pods(); }});
  }
  void baselines(Fields &fields) {
    fields.push_back({"baselines", [this] { decode_baselines(); }});
  }

 private:
  void decode_entries() {
    if (checkpoint_.version == 1) {
      decoder_.map(checkpoint_.containers, "map[string]string",
                   [&](std::string &set) { decoder_.text(set); });
      return;
    }
    decoder_.map(checkpoint_.entries, "map[string]map[string]string",
                 [&](GoMap<std::string, std::string> &pod) {
                   decoder_.map(pod, "map[string]string",
                                [&](std::string &set) { decoder_.text(set); });
                 });
  }
  void decode_pods() {
    decoder_.map(checkpoint_.pods, "state.PodCPUAssignments", [&](CpuSet &cpus) {
      check_count("CPU sets", ++sets_, kMaxCheckpointSets);
      decode_pod(decoder_, cpus);
      check_count("CPUs in podEntries", members_ += static_cast<size_t>(cpus.count()), kMaxPodCpus);
    });
  }
  void decode_baselines() {
    decoder_.map(
        checkpoint_.baselines, "map[string]map[string]state.ContainerCPUs",
        [&](GoMap<std::string, std::string> &pod) {
          decoder_.map(pod, "map[string]state.ContainerCPUs", [&](std::string &set) {
            decoder_.structure("state.ContainerCPUs", {{"baseline", [&] { decoder_.text(set); }}});
          });
        });
  }

  GoDecoder &decoder_;
  CpuCheckpoint &checkpoint_;
  size_t sets_ = 0;
  size_t members_ = 0;  // number of CPUs, because the hashed text lists every one
};

std::string decode_data(CpuCheckpoint &checkpoint) {
  GoDecoder decoder(checkpoint.data, kCpuFile);
  Content content(decoder, checkpoint);
  Fields fields;
  content.texts(fields);
  content.pods(fields);
  content.baselines(fields);
  decoder.structure("state.CPUManagerCheckpointData", fields);
  return decoder.error();
}

std::string decode_version_4(std::string_view file, CpuCheckpoint &checkpoint) {
  constexpr std::string_view kEmbedded = "CPUManagerCheckpointV2";
  CpuCheckpoint outer(2);
  GoDecoder decoder(file, kCpuFile);
  Content content(decoder, outer);
  Fields fields;
  content.texts(fields, kEmbedded);
  content.checksum(fields, kEmbedded);
  fields.push_back({"data", [&] { decoder.text(checkpoint.data); }});
  fields.push_back(
      {"dataChecksum", [&] { decoder.number(checkpoint.data_checksum, "checksum.Checksum"); }});
  decoder.structure("state.CPUManagerCheckpoint", fields);
  checkpoint.checksum = outer.checksum;
  if (!decoder.error().empty())
    return "failed to deserialize cpu manager checkpoint: " + decoder.error();
  const std::string error = decode_data(checkpoint);
  return error.empty() ? "" : "failed to deserialize cpu manager checkpoint data: " + error;
}

void print_text_map(std::string &out, const GoMap<std::string, std::string> &map) {
  print_map(out, map, [&](const std::string &set) { out += set; });
}

// Prints the structure under the given name. Files of all versions are hashed under one name.
std::string printed(const CpuCheckpoint &checkpoint, std::string_view name) {
  std::string out = "(*state.";
  out.append(name).append("){PolicyName:(string)").append(checkpoint.policy);
  out.append(" DefaultCPUSet:(string)").append(checkpoint.default_cpus);
  if (checkpoint.version == 1) {
    out += " Entries:(map[string]string)";
    print_text_map(out, checkpoint.containers);
  } else {
    out += " Entries:(map[string]map[string]string)";
    print_map(out, checkpoint.entries, [&](const auto &pod) { print_text_map(out, pod); });
  }
  if (checkpoint.version == 3) {
    out += " PodEntries:(state.PodCPUAssignments)";
    print_map(out, checkpoint.pods, [&](const CpuSet &cpus) {
      out += "{CPUSet:(cpuset.CPUSet){elems:(map[int]struct {})map[";
      bool first = true;
      cpus.for_each([&](int cpu) {
        if (!first) out += ' ';
        first = false;
        out += std::to_string(cpu) + ":{}";
      });
      out += "]}}";
    });
  }
  return out + " Checksum:(checksum.Checksum)0}";
}

// ---- Writing -----------------------------------------------------------------------------------

void write_set(std::string &out, const std::string &set) { append_go_json(out, set); }

void write_entries(std::string &out, const CpuCheckpoint &checkpoint) {
  const auto write = [&](const std::string &set) { write_set(out, set); };
  if (checkpoint.version == 1) {
    if (checkpoint.containers->empty()) return;
    out += ",\"entries\":";
    write_json_map(out, checkpoint.containers, write);
  } else if (!checkpoint.entries->empty()) {
    out += ",\"entries\":";
    write_json_map(out, checkpoint.entries,
                   [&](const auto &pod) { write_json_map(out, pod, write); });
  }
}

void write_pods(std::string &out, const CpuCheckpoint &checkpoint) {
  if (checkpoint.pods->empty()) return;
  out += ",\"podEntries\":";
  write_json_map(out, checkpoint.pods, [&](const CpuSet &cpus) {
    out += '{';
    if (!cpus.empty()) out += "\"cpuSet\":\"" + cpus.to_string() + '"';
    out += '}';
  });
}

void write_baselines(std::string &out, const CpuCheckpoint &checkpoint) {
  if (checkpoint.baselines->empty()) return;
  out += ",\"baselines\":";
  write_json_map(out, checkpoint.baselines, [&](const auto &pod) {
    write_json_map(out, pod, [&](const std::string &set) {
      out += "{\"baseline\":";
      write_set(out, set);
      out += '}';
    });
  });
}

// Writes the content that an older kubelet reads, or all of it.
std::string content_of(const CpuCheckpoint &checkpoint, bool all) {
  std::string out = "{\"policyName\":";
  append_go_json(out, checkpoint.policy);
  out += ",\"defaultCpuSet\":";
  append_go_json(out, checkpoint.default_cpus);
  write_entries(out, checkpoint);
  if (all && checkpoint.version >= 3) write_pods(out, checkpoint);
  if (all && checkpoint.version >= 4) write_baselines(out, checkpoint);
  return out;
}

void parse_or_throw(const std::string &set, CpuSet &cpus, const std::string &what) {
  if (const std::string problem = parse_kubelet_cpus(set, cpus); !problem.empty())
    throw Error(Status::kInvalid, "could not parse " + what + ": " + problem);
}

}  // namespace

CpuCheckpoint::CpuCheckpoint(int file_version) : version(file_version) {
  if (version < 1 || version > 4)
    throw Error(Status::kInvalid, std::string(kCpuFile) + ": version " + std::to_string(version) +
                                      ", expected 1 to 4");
  containers.emplace();
  entries.emplace();
  pods.emplace();
  baselines.emplace();
}

std::string decode_cpu_file(std::string_view file, CpuCheckpoint &checkpoint) {
  if (checkpoint.version == 4) return decode_version_4(file, checkpoint);
  GoDecoder decoder(file, kCpuFile);
  Content content(decoder, checkpoint);
  Fields fields;
  content.texts(fields);
  if (checkpoint.version == 3) content.pods(fields);
  content.checksum(fields);
  decoder.structure("state." + struct_name(checkpoint), fields);
  return decoder.error();
}

bool has_data(const CpuCheckpoint &checkpoint) {
  return !checkpoint.data.empty() || checkpoint.data_checksum != 0;
}

CpuCheckpoint decode_cpu_checkpoint(std::string_view file, int version) {
  CpuCheckpoint checkpoint(version);
  const std::string error = decode_cpu_file(file, checkpoint);
  if (!error.empty()) throw Error(Status::kInvalid, one_line(error));
  return checkpoint;
}

std::string hashed_text(const CpuCheckpoint &checkpoint) { return printed(checkpoint, kCpuStruct); }

uint32_t checksum_of(const CpuCheckpoint &checkpoint) { return fnv1a(hashed_text(checkpoint)); }

bool verifies(const CpuCheckpoint &checkpoint, KubeletVersion kubelet,
              bool pod_level_resource_managers) {
  if (checkpoint.version == 4) return checkpoint.data_checksum == data_checksum_of(checkpoint.data);
  // Files from before checksums.
  if (checkpoint.version < 3 && checkpoint.checksum == 0) return true;
  if (checkpoint.checksum == checksum_of(checkpoint)) return true;
  // Some kubelets also accept the hash under the version's own name.
  const bool may_be_own = (checkpoint.version == 2 && kubelet >= KubeletVersion::k136 &&
                           !pod_level_resource_managers) ||
                          (checkpoint.version == 3 && kubelet >= KubeletVersion::k137);
  if (!may_be_own) return false;
  const std::string name = own_name(checkpoint);
  return checkpoint.checksum == fnv1a(printed(checkpoint, name));
}

bool agrees_with_version_2(const CpuCheckpoint &checkpoint, std::string_view file) {
  CpuCheckpoint outer(2);
  return decode_cpu_file(file, outer).empty() && outer.checksum == checksum_of(outer) &&
         hashed_text(outer) == hashed_text(checkpoint);
}

std::string encode(CpuCheckpoint checkpoint) {
  if (!checkpoint.containers) checkpoint.containers.emplace();
  if (!checkpoint.entries) checkpoint.entries.emplace();
  if (!checkpoint.pods) checkpoint.pods.emplace();
  if (!checkpoint.baselines) checkpoint.baselines.emplace();

  std::optional<std::string> data;
  if (checkpoint.version == 4) data = content_of(checkpoint, true) + '}';
  return closed_file(content_of(checkpoint, !data), checksum_of(checkpoint), data);
}

int cpu_file_version(const KubeletReader &kubelet) {
  if (kubelet.version >= KubeletVersion::k137) return 4;
  return kubelet.pod_level_resource_managers ? 3 : 2;
}

CpuCheckpoint to_checkpoint(const CpuManagerState &state, int version) {
  CpuCheckpoint checkpoint(version);
  if (version == 1)
    throw Error(
        Status::kUnsupported,
        std::string(kCpuFile) + ": version 1, expected 2 to 4: kubelet no longer writes it");
  checkpoint.policy = state.policy;
  checkpoint.default_cpus = state.default_cpus.to_string();
  for (const auto &[pod, containers] : state.entries) {
    auto &entry = (*checkpoint.entries)[pod].emplace();
    for (const auto &[container, cpus] : containers) entry[container] = cpus.to_string();
  }
  if (version >= 3) checkpoint.pods = state.pods;
  checkpoint.checksum = checksum_of(checkpoint);
  return checkpoint;
}

CpuManagerState to_state(const CpuCheckpoint &checkpoint) {
  CpuManagerState state;
  state.version = checkpoint.version;
  state.policy = checkpoint.policy;
  parse_or_throw(checkpoint.default_cpus, state.default_cpus,
                 (checkpoint.version == 4 ? "default CPU set " : "default cpu set ") +
                     go_quote(checkpoint.default_cpus));
  size_t sets = 0;
  const auto add = [&](const std::string &pod, const Entry &containers) {
    auto &entry = state.entries[pod];
    for (const auto &[container, set] : containers) {
      check_count("CPU sets", ++sets, kMaxCheckpointSets);
      parse_or_throw(set, entry[container],
                     "cpuset " + go_quote(set) + " for container " + go_quote(container) +
                         " in pod " + go_quote(pod));
    }
  };
  if (checkpoint.version == 1) {
    if (checkpoint.containers && !checkpoint.containers->empty()) add("", *checkpoint.containers);
  } else if (checkpoint.entries) {
    for (const auto &[pod, containers] : *checkpoint.entries)
      add(pod, containers.value_or(Entry()));
  }
  if (checkpoint.version >= 3 && checkpoint.pods) state.pods = *checkpoint.pods;
  return state;
}

}  // namespace koord::wire
