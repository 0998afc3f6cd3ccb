#include "output/device_table.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "cli/table.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr const char *kLinks = "node.koordinator.sh/gpu-links";
constexpr const char *kMig = "node.koordinator.sh/mig-instances";

std::string number(const Json &object, const char *name) {
  const int value = object.value(name, -1);
  return value < 0 ? "" : std::to_string(value);
}

size_t functions_of(const Json &device) {
  size_t count = 0;
  for (const Json &group : device.value("vfGroups", Json::array())) count += group["vfs"].size();
  return count;
}

bool is_split(const Json &device) {
  return device.value("labels", Json::object()).contains("node.koordinator.sh/gpu-mig");
}

std::string devices_of(const Json &devices, bool headers) {
  Table table({"TYPE", "MINOR", "HEALTHY", "NUMA", "PCIE", "BUS ID", "MEMORY", "VFS", "ID"});
  for (const Json &device : devices) {
    const Json place = device.value("topology", Json::object());
    const Json resources = device.value("resources", Json::object());
    const size_t functions = functions_of(device);
    table.add({device["type"], number(device, "minor"), device["health"] ? "yes" : "no",
               number(place, "nodeID"), place.value("pcieID", ""), place.value("busID", ""),
               is_split(device) ? "MIG" : resources.value("koordinator.sh/gpu-memory", ""),
               functions == 0 ? "" : std::to_string(functions), device.value("id", "")});
  }
  return table.to_string(headers);
}

// Returns the abbreviation used by nvidia-smi.
std::string distance_sign(const std::string &distance) {
  static const std::map<std::string, std::string> kSigns = {
      {"SameBoard", "PSB"},  {"SingleSwitch", "PIX"}, {"MultiSwitch", "PXB"},
      {"HostBridge", "PHB"}, {"SameCPU", "NODE"},     {"CrossCPU", "SYS"}};
  const auto sign = kSigns.find(distance);
  return sign == kSigns.end() ? "" : sign->second;
}

class LinkMatrix {
 public:
  LinkMatrix(const Json &devices, const Json &links) {
    for (const Json &device : devices)
      if (device["type"] == "gpu") minors_.push_back(device["minor"]);
    for (const Json &link : links) {
      const Json &minors = link["minors"];
      if (minors.size() == 1)
        switches_[minors[0]] = link["switchLinks"];
      else
        pairs_[{minors[0], minors[1]}] = link;
    }
  }

  std::string to_string(bool headers) const {
    std::vector<std::string> header = {"GPU"};
    for (const int minor : minors_) header.push_back(std::to_string(minor));
    Table table(header);
    for (const int first : minors_) {
      std::vector<std::string> row = {std::to_string(first)};
      for (const int second : minors_) row.push_back(cell(first, second));
      table.add(row);
    }
    return table.to_string(headers);
  }

 private:
  std::string cell(int first, int second) const {
    if (first == second) return "X";
    const auto pair = pairs_.find(std::minmax(first, second));
    int links = pair == pairs_.end() ? 0 : pair->second.value("nvlinks", 0);
    const auto one = switches_.find(first), other = switches_.find(second);
    if (one != switches_.end() && other != switches_.end())
      links += std::min(one->second, other->second);
    if (links > 0) return "NV" + std::to_string(links);
    return pair == pairs_.end() ? "" : distance_sign(pair->second.value("pci", ""));
  }

  std::vector<int> minors_;
  std::map<std::pair<int, int>, Json> pairs_;
  std::map<int, int> switches_;
};

// Returns the instances of GPUs in MIG mode.
std::string instances_of(const Json &gpus, bool headers) {
  Table table({"GPU", "PROFILE", "GI", "CI", "PLACEMENT", "ID"});
  for (const Json &gpu : gpus)
    for (const Json &instance : gpu["instances"])
      table.add({number(gpu, "minor"), instance["profile"], number(instance, "gi"),
                 number(instance, "ci"), instance.value("placement", ""), instance["uuid"]});
  return table.to_string(headers);
}

}  // namespace

std::string device_table(std::string_view device_json, bool headers) {
  const Json object = Json::parse(device_json);
  const Json &devices = object["spec"]["devices"];
  std::string text = devices_of(devices, headers);
  const Json annotations = object["metadata"].value("annotations", Json::object());
  if (annotations.contains(kMig)) {
    const Json gpus = Json::parse(annotations[kMig].get<std::string>());
    text += (headers ? "\n" : "") + instances_of(gpus, headers);
  }
  if (annotations.contains(kLinks)) {
    const Json links = Json::parse(annotations[kLinks].get<std::string>());
    text += (headers ? "\n" : "") + LinkMatrix(devices, links).to_string(headers);
  }
  return text;
}

}  // namespace koordctl
