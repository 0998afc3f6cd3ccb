// API objects in the files that kubectl takes: YAML streams, JSON, Lists of either.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace koordctl {

struct Manifest {
  std::string where;  // "cluster.yaml: document 2: items[3]", leads messages about it
  std::string file;   // "cluster.yaml"
  std::string api_version, kind;
  nlohmann::json object;  // without metadata.managedFields
};

// Reads files and hands out their objects one after another, so that only one at a time is held as
// a tree. Bounded: 256 MiB for a file, 64 levels and 1,000,000 values for an object, aliases as in
// yaml.h, and 1,000,000 objects in all files.
class ManifestReader {
 public:
  using Sink = std::function<void(Manifest)>;
  explicit ManifestReader(Sink sink) : sink_(std::move(sink)) {}

  // Reads a file ("-": standard input). Throws a Failure that names it.
  void read(const std::string &path);

 private:
  friend class DocumentReader;
  Sink sink_;
  size_t objects_ = 0;
};

// The objects of one file.
std::vector<Manifest> read_manifests(const std::string &path);

// "containerd://0a1b" without its scheme, as the runtime knows the container.
std::string bare_id(const std::string &id);

}  // namespace koordctl
