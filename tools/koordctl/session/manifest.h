// API objects in the files that kubectl takes: YAML streams, JSON, Lists of either.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace koordctl {

struct Manifest {
  std::string where;  // "cluster.yaml: document 2: items[3]", leads messages about it
  std::string api_version, kind;
  nlohmann::json object;
};

// Adds the objects of a file ("-": standard input) in their order. Bounded: JSON of 64 MiB, 64
// levels and 4,000,000 values, YAML as in yaml.h, and 100,000 objects in `out`.
void read_manifests(const std::string &path, std::vector<Manifest> &out);

// "containerd://0a1b" without its scheme, as the runtime knows the container.
std::string bare_id(const std::string &id);

}  // namespace koordctl
