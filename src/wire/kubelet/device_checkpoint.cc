#include "wire/kubelet/device_checkpoint.h"

#include "base/error.h"
#include "wire/json/go_text.h"
#include "wire/json/go_writer.h"
#include "wire/kubelet/checkpoint.h"

namespace koord::wire {
namespace {

constexpr std::string_view kDeviceFile = "kubelet_internal_checkpoint";

void decode_ids(GoDecoder &decoder, GoList<std::string> &ids) {
  decoder.list(ids, "[]string", [&](std::string &id) { decoder.text(id); });
}

void decode_entry(GoDecoder &decoder, PodDevices &entry) {
  const auto devices = [&] {
    decoder.map(
        entry.devices, "checkpoint.DevicesPerNUMA",
        [&](GoList<std::string> &ids) { decode_ids(decoder, ids); }, "int64");
  };
  decoder.structure("checkpoint.PodDevicesEntry",
                    {{"PodUID", [&] { decoder.text(entry.pod); }},
                     {"ContainerName", [&] { decoder.text(entry.container); }},
                     {"ResourceName", [&] { decoder.text(entry.resource); }},
                     {"DeviceIDs", devices},
                     {"AllocResp", [&] { decoder.bytes(entry.allocate_response); }}});
}

// Decodes the file as far as possible and keeps other contents
// of `checkpoint`. Returns Go's error or an empty string.
std::string decode_into(std::string_view file, DeviceCheckpoint &checkpoint) {
  GoDecoder decoder(file, kDeviceFile);
  const auto entries = [&] {
    decoder.list(checkpoint.entries, "[]checkpoint.PodDevicesEntry",
                 [&](PodDevices &entry) { decode_entry(decoder, entry); });
  };
  const auto registered = [&] {
    decoder.map(checkpoint.registered, "map[string][]string",
                [&](GoList<std::string> &ids) { decode_ids(decoder, ids); });
  };
  const auto data = [&] {
    decoder.structure("checkpoint.checkpointData",
                      {{"PodDeviceEntries", entries}, {"RegisteredDevices", registered}});
  };
  const auto checksum = [&] { decoder.number(checkpoint.checksum, "checksum.Checksum"); };
  decoder.structure("checkpoint.Data", {{"Data", data}, {"Checksum", checksum}});
  return decoder.error();
}

void print_ids(std::string &out, const GoList<std::string> &ids) {
  print_list(out, ids, [&](const std::string &id) { out += id; });
}

void write_ids(std::string &out, const GoList<std::string> &ids) {
  write_json_list(out, ids, [&](const std::string &id) { append_go_json(out, id); });
}

void write_entry(std::string &out, const PodDevices &entry) {
  out += "{\"PodUID\":";
  append_go_json(out, entry.pod);
  out += ",\"ContainerName\":";
  append_go_json(out, entry.container);
  out += ",\"ResourceName\":";
  append_go_json(out, entry.resource);
  out += ",\"DeviceIDs\":";
  write_json_map(out, entry.devices, [&](const auto &ids) { write_ids(out, ids); });
  out += ",\"AllocResp\":";
  out += entry.allocate_response ? '"' + encode_base64(*entry.allocate_response) + '"' : "null";
  out += '}';
}

}  // namespace

DeviceCheckpoint::DeviceCheckpoint() {
  entries.emplace();
  registered.emplace();
}

DeviceCheckpoint decode_device_checkpoint(std::string_view file) {
  DeviceCheckpoint checkpoint;
  const std::string error = decode_into(file, checkpoint);
  if (!error.empty()) throw Error(Status::kInvalid, one_line(error));
  return checkpoint;
}

std::string hashed_text(const DeviceCheckpoint &checkpoint) {
  std::string out = "(checkpoint.checkpointData){PodDeviceEntries:([]checkpoint.PodDevicesEntry)";
  print_list(out, checkpoint.entries, [&](const PodDevices &entry) {
    out.append("{PodUID:(string)").append(entry.pod);
    out.append(" ContainerName:(string)").append(entry.container);
    out.append(" ResourceName:(string)").append(entry.resource);
    out += " DeviceIDs:(checkpoint.DevicesPerNUMA)";
    print_map(out, entry.devices, [&](const auto &ids) { print_ids(out, ids); });
    out += " AllocResp:([]uint8)";
    print_list(out, entry.allocate_response,
               [&](char byte) { out += std::to_string(static_cast<unsigned char>(byte)); });
    out += '}';
  });
  out += " RegisteredDevices:(map[string][]string)";
  print_map(out, checkpoint.registered, [&](const auto &ids) { print_ids(out, ids); });
  return out + '}';
}

uint32_t checksum_of(const DeviceCheckpoint &checkpoint) { return fnv1a(hashed_text(checkpoint)); }

std::string encode(const DeviceCheckpoint &checkpoint) {
  std::string out = "{\"Data\":{\"PodDeviceEntries\":";
  write_json_list(out, checkpoint.entries, [&](const auto &entry) { write_entry(out, entry); });
  out += ",\"RegisteredDevices\":";
  write_json_map(out, checkpoint.registered, [&](const auto &ids) { write_ids(out, ids); });
  return out + "},\"Checksum\":" + std::to_string(checksum_of(checkpoint)) + '}';
}

DeviceCheckpoint read_device_checkpoint(std::string_view file) {
  DeviceCheckpoint checkpoint;
  const std::string head = std::string(kDeviceFile) + ": ";
  if (const std::string error = decode_into(file, checkpoint); !error.empty())
    throw Error(Status::kInvalid, head + one_line(error));
  if (const uint32_t right = checksum_of(checkpoint); checkpoint.checksum != right)
    throw Error(Status::kCorrupt, head + "checksum: found " + std::to_string(checkpoint.checksum) +
                                      ", expected " + std::to_string(right));
  return checkpoint;
}

}  // namespace koord::wire
