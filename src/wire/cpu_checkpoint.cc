#include "wire/cpu_checkpoint.h"

#include "base/error.h"
#include "wire/go_text.h"
#include "wire/go_writer.h"

namespace koord::wire {
namespace {

constexpr std::string_view kCpuFile = "cpu_manager_state";

using Entry = std::map<std::string, std::string>;

constexpr size_t kMaxPodCpus = size_t{1} << 20;  // over all sets

void check_count(std::string_view what, size_t count, size_t most) {
  if (count > most)
    throw Error(Status::kLimit, std::string(kCpuFile) + ": more than " + std::to_string(most) +
                                    " " + std::string(what));
}

// A whole pod's set, which kubelet parses while it decodes.
void decode_pod(GoDecoder &decoder, CpuSet &cpus) {
  decoder.custom([&](GoDecoder &entry) -> std::string {
    std::string set;
    entry.structure("state.podEntryJSON", {{"cpuSet", [&] { entry.text(set); }}});
    if (!entry.error().empty()) return "";
    const std::string problem = parse_kubelet_cpus(set, cpus);
    return problem.empty() ? "" : "failed to parse cpuset: " + problem;
  });
}

std::string struct_name(const CpuCheckpoint &checkpoint) {
  const std::string name = "CPUManagerCheckpoint";
  return checkpoint.version == 3 ? name : name + "V" + std::to_string(checkpoint.version);
}

// Decodes into what `checkpoint` already holds, as far as it goes; returns Go's error or "".
std::string decode_into(std::string_view file, CpuCheckpoint &checkpoint) {
  GoDecoder decoder(file, kCpuFile);
  const std::string type = "state." + struct_name(checkpoint);
  const auto entries = [&] {
    if (checkpoint.version == 1) {
      decoder.map(checkpoint.containers, "map[string]string",
                  [&](std::string &set) { decoder.text(set); });
    } else {
      decoder.map(checkpoint.entries, "map[string]map[string]string",
                  [&](GoMap<std::string, std::string> &pod) {
                    decoder.map(pod, "map[string]string",
                                [&](std::string &set) { decoder.text(set); });
                  });
    }
  };
  size_t sets = 0;
  size_t members = 0;  // the hashed text names every single one
  const auto pods = [&] {
    decoder.map(checkpoint.pods, "state.PodCPUAssignments", [&](CpuSet &cpus) {
      check_count("CPU sets", ++sets, kMaxCheckpointSets);
      decode_pod(decoder, cpus);
      check_count("CPUs in podEntries", members += static_cast<size_t>(cpus.count()), kMaxPodCpus);
    });
  };
  const GoDecoder::Field policy{"policyName", [&] { decoder.text(checkpoint.policy); }};
  const GoDecoder::Field cpus{"defaultCpuSet", [&] { decoder.text(checkpoint.default_cpus); }};
  const GoDecoder::Field checksum{
      "checksum", [&] { decoder.number(checkpoint.checksum, "checksum.Checksum"); }};
  if (checkpoint.version == 3) {
    decoder.structure(type, {policy, cpus, {"entries", entries}, {"podEntries", pods}, checksum});
  } else {
    decoder.structure(type, {policy, cpus, {"entries", entries}, checksum});
  }
  return decoder.error();
}

void print_text_map(std::string &out, const GoMap<std::string, std::string> &map) {
  print_map(out, map, [&](const std::string &set) { out += set; });
}

// The printed structure under the given name: files of all versions are hashed under one.
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

// ---- Reading as kubelet does -------------------------------------------------------------------

// `corrupt`: of the last version as which the file could be decoded, whether the checksum is wrong.
std::string load(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                 bool &corrupt) {
  std::string error = decode_into(file, checkpoint);
  if (!error.empty()) return error;
  corrupt = !verifies(checkpoint, reader.pod_level_resource_managers);
  return corrupt ? std::string(kCorruptCheckpoint) : "";
}

// Gives the v1 entries the names that v2 knows them by; returns kubelet's error or "".
std::string migrate(const CpuCheckpoint &from, const KubeletReader &reader, CpuCheckpoint &to) {
  to.policy = from.policy;
  to.default_cpus = from.default_cpus;
  if (!from.containers) return "";
  for (const auto &[id, set] : *from.containers) {
    const auto known = reader.containers.find(id);
    if (known == reader.containers.end())
      return "failed to migrate checkpoint from v1 to v2: containerID '" + id +
             "' not found in initial containers list";
    auto &pod = (*to.entries)[known->second.pod];
    if (!pod) pod.emplace();
    (*pod)[known->second.container] = set;
  }
  return "";
}

std::string load_v2(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                    bool &corrupt) {
  if (load(file, checkpoint, reader, corrupt).empty()) return "";
  CpuCheckpoint old(1);
  if (std::string error = load(file, old, reader, corrupt); !error.empty()) return error;
  checkpoint = CpuCheckpoint(2);
  return migrate(old, reader, checkpoint);
}

std::string load_v3(std::string_view file, CpuCheckpoint &checkpoint, const KubeletReader &reader,
                    bool &corrupt) {
  if (load(file, checkpoint, reader, corrupt).empty()) return "";
  CpuCheckpoint old(2);
  if (std::string error = load_v2(file, old, reader, corrupt); !error.empty()) return error;
  // Over what the failed attempt has left: kubelet starts from there, too.
  if (!old.policy.empty()) checkpoint.policy = old.policy;
  if (!old.default_cpus.empty()) checkpoint.default_cpus = old.default_cpus;
  if (old.entries && !old.entries->empty()) checkpoint.entries = old.entries;
  return "";
}

void parse_or_throw(const std::string &set, CpuSet &cpus, const std::string &what) {
  if (const std::string problem = parse_kubelet_cpus(set, cpus); !problem.empty())
    throw Error(Status::kInvalid, "could not parse " + what + ": " + problem);
}

}  // namespace

CpuCheckpoint::CpuCheckpoint(int file_version) : version(file_version) {
  if (version < 1 || version > 3)
    throw Error(Status::kInvalid, std::string(kCpuFile) + ": version " + std::to_string(version) +
                                      ", expected 1, 2 or 3");
  containers.emplace();
  entries.emplace();
  pods.emplace();
}

CpuCheckpoint decode_cpu_checkpoint(std::string_view file, int version) {
  CpuCheckpoint checkpoint(version);
  const std::string error = decode_into(file, checkpoint);
  if (!error.empty()) throw Error(Status::kInvalid, one_line(error));
  return checkpoint;
}

std::string hashed_text(const CpuCheckpoint &checkpoint) {
  return printed(checkpoint, "CPUManagerCheckpoint");
}

uint32_t checksum_of(const CpuCheckpoint &checkpoint) { return fnv1a(hashed_text(checkpoint)); }

bool verifies(const CpuCheckpoint &checkpoint, bool pod_level_resource_managers) {
  if (checkpoint.version < 3 && checkpoint.checksum == 0) return true;  // files before checksums
  if (checkpoint.checksum == checksum_of(checkpoint)) return true;
  // A v2 reader that knows no v3 accepts the hash under the version's own name as well.
  return checkpoint.version == 2 && !pod_level_resource_managers &&
         checkpoint.checksum == fnv1a(printed(checkpoint, struct_name(checkpoint)));
}

std::string encode(CpuCheckpoint checkpoint) {
  if (!checkpoint.containers) checkpoint.containers.emplace();
  if (!checkpoint.entries) checkpoint.entries.emplace();
  if (!checkpoint.pods) checkpoint.pods.emplace();

  std::string out = "{\"policyName\":";
  append_go_json(out, checkpoint.policy);
  out += ",\"defaultCpuSet\":";
  append_go_json(out, checkpoint.default_cpus);
  const auto write_set = [&](const std::string &set) { append_go_json(out, set); };
  if (checkpoint.version == 1) {
    if (!checkpoint.containers->empty()) {
      out += ",\"entries\":";
      write_json_map(out, checkpoint.containers, write_set);
    }
  } else if (!checkpoint.entries->empty()) {
    out += ",\"entries\":";
    write_json_map(out, checkpoint.entries,
                   [&](const auto &pod) { write_json_map(out, pod, write_set); });
  }
  if (checkpoint.version == 3 && !checkpoint.pods->empty()) {
    out += ",\"podEntries\":";
    write_json_map(out, checkpoint.pods, [&](const CpuSet &cpus) {
      out += '{';
      if (!cpus.empty()) out += "\"cpuSet\":\"" + cpus.to_string() + '"';
      out += '}';
    });
  }
  return out + ",\"checksum\":" + std::to_string(checksum_of(checkpoint)) + '}';
}

CpuCheckpoint to_checkpoint(const CpuManagerState &state, int version) {
  CpuCheckpoint checkpoint(version);
  if (version == 1)
    throw Error(
        Status::kUnsupported,
        std::string(kCpuFile) + ": version 1, expected 2 or 3: kubelet no longer writes it");
  checkpoint.policy = state.policy;
  checkpoint.default_cpus = state.default_cpus.to_string();
  for (const auto &[pod, containers] : state.entries) {
    auto &entry = (*checkpoint.entries)[pod].emplace();
    for (const auto &[container, cpus] : containers) entry[container] = cpus.to_string();
  }
  if (version == 3) checkpoint.pods = state.pods;
  checkpoint.checksum = checksum_of(checkpoint);
  return checkpoint;
}

CpuManagerState to_state(const CpuCheckpoint &checkpoint) {
  CpuManagerState state;
  state.version = checkpoint.version;
  state.policy = checkpoint.policy;
  parse_or_throw(checkpoint.default_cpus, state.default_cpus,
                 "default cpu set " + go_quote(checkpoint.default_cpus));
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
  if (checkpoint.version == 3 && checkpoint.pods) state.pods = *checkpoint.pods;
  return state;
}

CpuReadResult read_as_kubelet(std::string_view file, const KubeletReader &reader) {
  CpuReadResult result;
  CpuCheckpoint checkpoint(reader.pod_level_resource_managers ? 3 : 2);
  std::string error = reader.pod_level_resource_managers
                          ? load_v3(file, checkpoint, reader, result.corrupt)
                          : load_v2(file, checkpoint, reader, result.corrupt);
  if (error.empty() && checkpoint.policy != reader.policy)
    error = "configured policy " + go_quote(reader.policy) +
            " differs from state checkpoint policy " + go_quote(checkpoint.policy);
  if (error.empty()) {
    try {
      result.state = to_state(checkpoint);
    } catch (const Error &problem) {
      if (problem.status() != Status::kInvalid) throw;
      error = problem.what();
    }
  }
  if (!error.empty())
    result.error = "could not restore state from checkpoint: " + error +
                   ", please drain this node and delete the CPU manager checkpoint file " +
                   quoted_path(reader.directory, kCpuFile) + " before restarting Kubelet";
  return result;
}

CpuManagerState read_cpu_manager_state(std::string_view file) {
  const std::string head = std::string(kCpuFile) + ": ";
  std::string first_error;  // of the newest version the file could be
  bool decoded = false;
  for (const int version : {3, 2, 1}) {
    CpuCheckpoint checkpoint(version);
    const std::string error = decode_into(file, checkpoint);
    if (first_error.empty()) first_error = error;
    if (!error.empty()) continue;
    decoded = true;
    if (!verifies(checkpoint, false)) continue;
    if (checkpoint.policy.empty())
      throw Error(Status::kInvalid, head + "policyName: found none, expected a policy's name");
    try {
      return to_state(checkpoint);
    } catch (const Error &problem) {
      if (problem.status() != Status::kInvalid) throw;
      throw Error(Status::kInvalid, head + problem.what());
    }
  }
  if (!decoded) throw Error(Status::kInvalid, head + one_line(first_error));
  throw Error(Status::kCorrupt, head +
                                    "checksum: found one that does not match the content, "
                                    "expected that of version 1, 2 or 3");
}

}  // namespace koord::wire
