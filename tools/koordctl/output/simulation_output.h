// The result of a session as tables, JSON and pictures.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "output/picture.h"
#include "session/simulation.h"

namespace koordctl {

// Returns a pod's devices by type, and as text with types and minors: "gpu 0-1, rdma 2".
nlohmann::ordered_json devices_of(const PodResult &pod);
std::string devices_text(const PodResult &pod);
// Returns "namespace" and "name" of a pod, from "namespace/name".
nlohmann::ordered_json pod_reference(const std::string &name);
// Returns the name without its namespace if that is "default".
std::string short_pod_name(const std::string &name);
const char *profile_name(koord_profile profile);

// Cells of a pod in tables.
struct PodCells {
  std::string qos, cpu, cpus, numa, devices;
};
// Returns those of each pod, in order.
std::vector<PodCells> pod_cells(const SessionResult &result);

std::string session_table(const SessionResult &result, bool wide, bool with_header);
std::string session_json(const SessionResult &result);

// Returns the holders of a node's CPUs and devices, the indices of pods among them by name, and a
// headline.
std::vector<NamedSet> node_sets(const SessionResult &result, const NodeResult &node);
std::map<std::string, size_t> node_holders(const SessionResult &result, const NodeResult &node);
std::string node_title(const NodeResult &node);
// Returns the picture of a node with its devices as SVG.
std::string node_svg(const SessionResult &result, const NodeResult &node,
                     const PictureOptions &options);

}  // namespace koordctl
