#include "wire/kubelet/memory_checkpoint.h"

#include "base/error.h"
#include "wire/json/go_text.h"
#include "wire/json/go_writer.h"

namespace koord::wire {
namespace {

constexpr std::string_view kMemoryStruct = "MemoryManagerCheckpoint";

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

// Returns the name of the structure in Go's errors. Version
// 2 was the newest for kubelet 1.36, version 1 for 1.35.
std::string struct_name(const MemoryCheckpoint &checkpoint, KubeletVersion kubelet) {
  const bool versioned = checkpoint.version == 1 && kubelet >= KubeletVersion::k136;
  return std::string(kMemoryStruct) + (versioned ? "V1" : "");
}

using Fields = std::vector<GoDecoder::Field>;

void add_content(Fields &fields, GoDecoder &decoder, MemoryCheckpoint &checkpoint,
                 std::string_view embedded = {}) {
  fields.push_back({"policyName", [&] { decoder.text(checkpoint.policy); }, embedded});
  fields.push_back({"machineState", [&] { decode_machine(decoder, checkpoint); }, embedded});
  fields.push_back({"entries", [&] { decode_containers(decoder, checkpoint); }, embedded});
}
void add_checksum(Fields &fields, GoDecoder &decoder, MemoryCheckpoint &checkpoint,
                  std::string_view embedded = {}) {
  fields.push_back(
      {"checksum", [&] { decoder.number(checkpoint.checksum, "checksum.Checksum"); }, embedded});
}
void add_pods(Fields &fields, GoDecoder &decoder, MemoryCheckpoint &checkpoint) {
  fields.push_back({"podEntries", [&] { decode_pods(decoder, checkpoint); }});
}

std::string decode_data(MemoryCheckpoint &checkpoint) {
  GoDecoder decoder(checkpoint.data, kMemoryFile);
  Fields fields;
  add_content(fields, decoder, checkpoint);
  add_pods(fields, decoder, checkpoint);
  decoder.structure("state.MemoryManagerCheckpointData", fields);
  return decoder.error();
}

std::string decode_version_3(std::string_view file, MemoryCheckpoint &checkpoint) {
  constexpr std::string_view kEmbedded = "MemoryManagerCheckpointV1";
  MemoryCheckpoint outer(1);
  GoDecoder decoder(file, kMemoryFile);
  Fields fields;
  add_content(fields, decoder, outer, kEmbedded);
  add_checksum(fields, decoder, outer, kEmbedded);
  fields.push_back({"data", [&] { decoder.text(checkpoint.data); }});
  fields.push_back(
      {"dataChecksum", [&] { decoder.number(checkpoint.data_checksum, "checksum.Checksum"); }});
  decoder.structure("state.MemoryManagerCheckpoint", fields);
  checkpoint.checksum = outer.checksum;
  if (!decoder.error().empty())
    return "failed to deserialize memory manager checkpoint: " + decoder.error();
  const std::string error = decode_data(checkpoint);
  return error.empty() ? "" : "failed to deserialize memory manager checkpoint data: " + error;
}

// ---- The hashed text ---------------------------------------------------------------------------

void print_number(std::string &out, std::string_view name, uint64_t value) {
  out.append(name).append(":(uint64)").append(std::to_string(value));
}

void print_ints(std::string &out, const GoList<int64_t> &list) {
  print_list(out, list, [&](int64_t value) { out += std::to_string(value); });
}

// Go's printer omits the type of the field that follows a nil pointer.
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

// Writes the content that an older kubelet reads, or all of it.
std::string content_of(const MemoryCheckpoint &checkpoint, bool all) {
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
  if (all && checkpoint.version >= 2 && !checkpoint.pods->empty()) {
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
  return out;
}

}  // namespace

MemoryCheckpoint::MemoryCheckpoint(int file_version) : version(file_version) {
  if (version < 1 || version > 3)
    throw Error(Status::kInvalid, std::string(kMemoryFile) + ": version " +
                                      std::to_string(version) + ", expected 1, 2 or 3");
  machine.emplace();
  containers.emplace();
  pods.emplace();
}

std::string decode_memory_file(std::string_view file, MemoryCheckpoint &checkpoint,
                               KubeletVersion kubelet) {
  if (checkpoint.version == 3) return decode_version_3(file, checkpoint);
  GoDecoder decoder(file, kMemoryFile);
  Fields fields;
  add_content(fields, decoder, checkpoint);
  if (checkpoint.version == 2) add_pods(fields, decoder, checkpoint);
  add_checksum(fields, decoder, checkpoint);
  decoder.structure("state." + struct_name(checkpoint, kubelet), fields);
  return decoder.error();
}

MemoryCheckpoint decode_memory_checkpoint(std::string_view file, int version) {
  MemoryCheckpoint checkpoint(version);
  const std::string error = decode_memory_file(file, checkpoint);
  if (!error.empty()) throw Error(Status::kInvalid, one_line(error));
  return checkpoint;
}

std::string hashed_text(const MemoryCheckpoint &checkpoint) {
  return printed(checkpoint, kMemoryStruct);
}

uint32_t checksum_of(const MemoryCheckpoint &checkpoint) { return fnv1a(hashed_text(checkpoint)); }

bool has_data(const MemoryCheckpoint &checkpoint) {
  return !checkpoint.data.empty() || checkpoint.data_checksum != 0;
}

bool verifies(const MemoryCheckpoint &checkpoint, KubeletVersion kubelet,
              bool pod_level_resource_managers) {
  if (checkpoint.version == 3) return checkpoint.data_checksum == data_checksum_of(checkpoint.data);
  const bool may_lack = checkpoint.version == 1 && kubelet >= KubeletVersion::k136;
  if (may_lack && checkpoint.checksum == 0) return true;  // files from before checksums
  if (checkpoint.checksum == checksum_of(checkpoint)) return true;
  // Kubelet 1.36 without its feature gate also accepts the hash under the version's own name.
  const bool may_be_own =
      checkpoint.version == 1 && kubelet == KubeletVersion::k136 && !pod_level_resource_managers;
  if (!may_be_own) return false;
  const std::string name = struct_name(checkpoint, kubelet);
  return checkpoint.checksum == fnv1a(printed(checkpoint, name));
}

bool agrees_with_version_1(const MemoryCheckpoint &checkpoint, std::string_view file) {
  MemoryCheckpoint outer(1);
  return decode_memory_file(file, outer).empty() && outer.checksum == checksum_of(outer) &&
         hashed_text(outer) == hashed_text(checkpoint);
}

std::string encode(MemoryCheckpoint checkpoint) {
  if (!checkpoint.containers) checkpoint.containers.emplace();
  if (!checkpoint.pods) checkpoint.pods.emplace();
  for (auto &[uid, pod] : *checkpoint.pods)
    // Omitted, and so read back as absent.
    if (pod.blocks && pod.blocks->empty()) pod.blocks.reset();

  std::optional<std::string> data;
  if (checkpoint.version == 3) data = content_of(checkpoint, true) + '}';
  return closed_file(content_of(checkpoint, !data), checksum_of(checkpoint), data);
}

int memory_file_version(const KubeletReader &kubelet) {
  if (kubelet.version >= KubeletVersion::k137) return 3;
  return kubelet.pod_level_resource_managers ? 2 : 1;
}

}  // namespace koord::wire
