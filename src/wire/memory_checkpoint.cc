#include "wire/memory_checkpoint.h"

#include "base/error.h"
#include "wire/go_text.h"
#include "wire/go_writer.h"

namespace koord::wire {
namespace {

constexpr std::string_view kMemoryFile = "memory_manager_state";

// ---- Decoding ----------------------------------------------------------------------------------

void decode_table(GoDecoder &decoder, MemoryTable &table) {
  decoder.structure("state.MemoryTable",
                    {{"total", [&] { decoder.number(table.total); }},
                     {"systemReserved", [&] { decoder.number(table.system_reserved); }},
                     {"allocatable", [&] { decoder.number(table.allocatable); }},
                     {"reserved", [&] { decoder.number(table.reserved); }},
                     {"free", [&] { decoder.number(table.free); }}});
}

void decode_ints(GoDecoder &decoder, GoList<int64_t> &list) {
  decoder.list(list, "[]int", [&](int64_t &value) { decoder.number(value); });
}

void decode_memory(GoDecoder &decoder, GoMap<std::string, std::optional<MemoryTable>> &memory) {
  decoder.map(memory, "map[v1.ResourceName]*state.MemoryTable",
              [&](std::optional<MemoryTable> &table) {
                decoder.pointer(table, [&](MemoryTable &row) { decode_table(decoder, row); });
              });
}

void decode_node(GoDecoder &decoder, MemoryNode &node) {
  decoder.structure("state.NUMANodeState",
                    {{"numberOfAssignments", [&] { decoder.number(node.assignments); }},
                     {"memoryMap", [&] { decode_memory(decoder, node.memory); }},
                     {"cells", [&] { decode_ints(decoder, node.cells); }}});
}

void decode_blocks(GoDecoder &decoder, GoList<MemoryBlock> &blocks) {
  decoder.list(blocks, "[]state.Block", [&](MemoryBlock &block) {
    decoder.structure("state.Block",
                      {{"numaAffinity", [&] { decode_ints(decoder, block.nodes); }},
                       {"type", [&] { decoder.text(block.kind, "v1.ResourceName"); }},
                       {"size", [&] { decoder.number(block.size); }}});
  });
}

void decode_machine(GoDecoder &decoder, MemoryCheckpoint &checkpoint) {
  decoder.map(checkpoint.machine, "state.NUMANodeMap", [&](std::optional<MemoryNode> &node) {
    decoder.pointer(node, [&](MemoryNode &state) { decode_node(decoder, state); });
  });
}

void decode_containers(GoDecoder &decoder, MemoryCheckpoint &checkpoint) {
  decoder.map(checkpoint.containers, "state.ContainerMemoryAssignments",
              [&](GoMap<std::string, GoList<MemoryBlock>> &pod) {
                decoder.map(pod, "map[string][]state.Block",
                            [&](GoList<MemoryBlock> &blocks) { decode_blocks(decoder, blocks); });
              });
}

void decode_pods(GoDecoder &decoder, MemoryCheckpoint &checkpoint) {
  decoder.map(checkpoint.pods, "state.PodMemoryAssignments", [&](MemoryPod &pod) {
    decoder.structure("state.PodEntry",
                      {{"memoryBlocks", [&] { decode_blocks(decoder, pod.blocks); }}});
  });
}

std::string struct_name(const MemoryCheckpoint &checkpoint) {
  return checkpoint.version == 1 ? "MemoryManagerCheckpointV1" : "MemoryManagerCheckpoint";
}

// Decodes into what `checkpoint` already holds, as far as it goes; returns Go's error or "".
std::string decode_into(std::string_view file, MemoryCheckpoint &checkpoint) {
  GoDecoder decoder(file, kMemoryFile);
  const std::string type = "state." + struct_name(checkpoint);
  const GoDecoder::Field policy{"policyName", [&] { decoder.text(checkpoint.policy); }};
  const GoDecoder::Field machine{"machineState", [&] { decode_machine(decoder, checkpoint); }};
  const GoDecoder::Field entries{"entries", [&] { decode_containers(decoder, checkpoint); }};
  const GoDecoder::Field pods{"podEntries", [&] { decode_pods(decoder, checkpoint); }};
  const GoDecoder::Field checksum{
      "checksum", [&] { decoder.number(checkpoint.checksum, "checksum.Checksum"); }};
  if (checkpoint.version == 2) {
    decoder.structure(type, {policy, machine, entries, pods, checksum});
  } else {
    decoder.structure(type, {policy, machine, entries, checksum});
  }
  return decoder.error();
}

// ---- The hashed text ---------------------------------------------------------------------------

void print_number(std::string &out, std::string_view name, uint64_t value) {
  out.append(name).append(":(uint64)").append(std::to_string(value));
}

void print_ints(std::string &out, const GoList<int64_t> &list) {
  print_list(out, list, [&](int64_t value) { out += std::to_string(value); });
}

// The printer leaves out the type of the field that follows a nil pointer.
template <typename Map>
bool ends_in_nil(const Map &map) {
  return map && !map->empty() && !map->rbegin()->second;
}

void print_table(std::string &out, const std::optional<MemoryTable> &table) {
  if (!table) {
    out += "<nil>";
    return;
  }
  out += "<*>{";
  print_number(out, "TotalMemSize", table->total);
  print_number(out, " SystemReserved", table->system_reserved);
  print_number(out, " Allocatable", table->allocatable);
  print_number(out, " Reserved", table->reserved);
  print_number(out, " Free", table->free);
  out += '}';
}

void print_node(std::string &out, const std::optional<MemoryNode> &node) {
  if (!node) {
    out += "<nil>";
    return;
  }
  out += "<*>{NumberOfAssignments:(int)" + std::to_string(node->assignments);
  out += " MemoryMap:(map[v1.ResourceName]*state.MemoryTable)";
  print_map(out, node->memory, [&](const auto &table) { print_table(out, table); });
  out += ends_in_nil(node->memory) ? " Cells:" : " Cells:([]int)";
  print_ints(out, node->cells);
  out += '}';
}

void print_blocks(std::string &out, const GoList<MemoryBlock> &blocks) {
  print_list(out, blocks, [&](const MemoryBlock &block) {
    out += "{NUMAAffinity:([]int)";
    print_ints(out, block.nodes);
    out.append(" Type:(v1.ResourceName)").append(block.kind);
    print_number(out, " Size", block.size);
    out += '}';
  });
}

std::string printed(const MemoryCheckpoint &checkpoint, std::string_view name) {
  std::string out = "(*state.";
  out.append(name).append("){PolicyName:(string)").append(checkpoint.policy);
  out += " MachineState:(state.NUMANodeMap)";
  print_map(out, checkpoint.machine, [&](const auto &node) { print_node(out, node); });
  out += " Entries:";
  if (!ends_in_nil(checkpoint.machine)) out += "(state.ContainerMemoryAssignments)";
  print_map(out, checkpoint.containers, [&](const auto &pod) {
    print_map(out, pod, [&](const auto &blocks) { print_blocks(out, blocks); });
  });
  if (checkpoint.version == 2) {
    out += " PodEntries:(state.PodMemoryAssignments)";
    print_map(out, checkpoint.pods, [&](const MemoryPod &pod) {
      out += "{MemoryBlocks:([]state.Block)";
      print_blocks(out, pod.blocks);
      out += '}';
    });
  }
  return out + " Checksum:(checksum.Checksum)0}";
}

// ---- The file ----------------------------------------------------------------------------------

void write_number(std::string &out, std::string_view key, uint64_t value) {
  out.append(key).append(std::to_string(value));
}

void write_ints(std::string &out, const GoList<int64_t> &list) {
  write_json_list(out, list, [&](int64_t value) { out += std::to_string(value); });
}

void write_table(std::string &out, const std::optional<MemoryTable> &table) {
  if (!table) {
    out += "null";
    return;
  }
  write_number(out, "{\"total\":", table->total);
  write_number(out, ",\"systemReserved\":", table->system_reserved);
  write_number(out, ",\"allocatable\":", table->allocatable);
  write_number(out, ",\"reserved\":", table->reserved);
  write_number(out, ",\"free\":", table->free);
  out += '}';
}

void write_node(std::string &out, const std::optional<MemoryNode> &node) {
  if (!node) {
    out += "null";
    return;
  }
  out += "{\"numberOfAssignments\":" + std::to_string(node->assignments) + ",\"memoryMap\":";
  write_json_map(out, node->memory, [&](const auto &table) { write_table(out, table); });
  out += ",\"cells\":";
  write_ints(out, node->cells);
  out += '}';
}

void write_blocks(std::string &out, const GoList<MemoryBlock> &blocks) {
  write_json_list(out, blocks, [&](const MemoryBlock &block) {
    out += "{\"numaAffinity\":";
    write_ints(out, block.nodes);
    out += ",\"type\":";
    append_go_json(out, block.kind);
    write_number(out, ",\"size\":", block.size);
    out += '}';
  });
}

// ---- Reading as kubelet does -------------------------------------------------------------------

// `corrupt`: of the last version as which the file could be decoded, whether the checksum is wrong.
std::string load(std::string_view file, MemoryCheckpoint &checkpoint, const KubeletReader &reader,
                 bool &corrupt) {
  std::string error = decode_into(file, checkpoint);
  if (!error.empty()) return error;
  corrupt = !verifies(checkpoint, reader.pod_level_resource_managers);
  return corrupt ? std::string(kCorruptCheckpoint) : "";
}

std::string load_v2(std::string_view file, MemoryCheckpoint &checkpoint,
                    const KubeletReader &reader, bool &corrupt) {
  if (load(file, checkpoint, reader, corrupt).empty()) return "";
  MemoryCheckpoint old(1);
  if (std::string error = load(file, old, reader, corrupt); !error.empty()) return error;
  // Over what the failed attempt has left: kubelet starts from there, too.
  if (!old.policy.empty()) checkpoint.policy = old.policy;
  if (old.machine) checkpoint.machine = old.machine;
  if (old.containers && !old.containers->empty()) checkpoint.containers = old.containers;
  return "";
}

}  // namespace

MemoryCheckpoint::MemoryCheckpoint(int file_version) : version(file_version) {
  if (version != 1 && version != 2)
    throw Error(Status::kInvalid, std::string(kMemoryFile) + ": version " +
                                      std::to_string(version) + ", expected 1 or 2");
  machine.emplace();
  containers.emplace();
  pods.emplace();
}

MemoryCheckpoint decode_memory_checkpoint(std::string_view file, int version) {
  MemoryCheckpoint checkpoint(version);
  const std::string error = decode_into(file, checkpoint);
  if (!error.empty()) throw Error(Status::kInvalid, one_line(error));
  return checkpoint;
}

std::string hashed_text(const MemoryCheckpoint &checkpoint) {
  return printed(checkpoint, "MemoryManagerCheckpoint");
}

uint32_t checksum_of(const MemoryCheckpoint &checkpoint) { return fnv1a(hashed_text(checkpoint)); }

bool verifies(const MemoryCheckpoint &checkpoint, bool pod_level_resource_managers) {
  if (checkpoint.version == 1 && checkpoint.checksum == 0) return true;  // before checksums
  if (checkpoint.checksum == checksum_of(checkpoint)) return true;
  // A v1 reader that knows no v2 accepts the hash under the version's own name as well.
  return checkpoint.version == 1 && !pod_level_resource_managers &&
         checkpoint.checksum == fnv1a(printed(checkpoint, struct_name(checkpoint)));
}

std::string encode(MemoryCheckpoint checkpoint) {
  if (!checkpoint.containers) checkpoint.containers.emplace();
  if (!checkpoint.pods) checkpoint.pods.emplace();
  for (auto &[uid, pod] : *checkpoint.pods)
    if (pod.blocks && pod.blocks->empty()) pod.blocks.reset();  // left out, so read back as absent

  std::string out = "{\"policyName\":";
  append_go_json(out, checkpoint.policy);
  out += ",\"machineState\":";
  write_json_map(out, checkpoint.machine, [&](const auto &node) { write_node(out, node); });
  if (!checkpoint.containers->empty()) {
    out += ",\"entries\":";
    write_json_map(out, checkpoint.containers, [&](const auto &pod) {
      write_json_map(out, pod, [&](const auto &blocks) { write_blocks(out, blocks); });
    });
  }
  if (checkpoint.version == 2 && !checkpoint.pods->empty()) {
    out += ",\"podEntries\":";
    write_json_map(out, checkpoint.pods, [&](const MemoryPod &pod) {
      out += '{';
      if (pod.blocks) {
        out += "\"memoryBlocks\":";
        write_blocks(out, pod.blocks);
      }
      out += '}';
    });
  }
  return out + ",\"checksum\":" + std::to_string(checksum_of(checkpoint)) + '}';
}

MemoryReadResult read_memory_as_kubelet(std::string_view file, const KubeletReader &reader) {
  MemoryReadResult result;
  result.checkpoint = MemoryCheckpoint(reader.pod_level_resource_managers ? 2 : 1);
  std::string error = reader.pod_level_resource_managers
                          ? load_v2(file, result.checkpoint, reader, result.corrupt)
                          : load(file, result.checkpoint, reader, result.corrupt);
  if (error.empty() && result.checkpoint.policy != reader.policy)
    error = "[memorymanager] configured policy " + go_quote(reader.policy) +
            " differs from state checkpoint policy " + go_quote(result.checkpoint.policy);
  if (!error.empty())
    result.error = "could not restore state from checkpoint: " + error +
                   ", please drain this node and delete the memory manager checkpoint file " +
                   quoted_path(reader.directory, kMemoryFile) + " before restarting Kubelet";
  return result;
}

}  // namespace koord::wire
