// Reads API objects from files in kubectl's formats: YAML streams, JSON, Lists of either.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace koordctl {

struct Manifest {
  std::string where;  // "cluster.yaml: document 2: items[3]", prefix of messages
  std::string file;   // "cluster.yaml"
  std::string api_version, kind;
  nlohmann::json object;  // without metadata.managedFields
};

// Reads files and passes on their objects one by one, so that only one is in memory as a tree.
// Limits: 256 MiB per file, 64 levels and 1,000,000 values per object, aliases as in yaml.h, and
// 1,000,000 objects in all files.
class ManifestReader {
 public:
  using Sink = std::function<void(Manifest)>;
  explicit ManifestReader(Sink sink) : sink_(std::move(sink)) {}

  // Reads a file, or standard input for "-". Throws a Failure that names it.
  void read(const std::string &path);
  // Reads a text with the contents of a file. Messages call it `name`.
  void read_text(const std::string &name, std::string text);

 private:
  friend class DocumentReader;
  void read_json(const std::string &name, std::string_view text);
  Sink sink_;
  size_t objects_ = 0;
};

// Returns the objects of one file.
std::vector<Manifest> read_manifests(const std::string &path);

// Returns the fault of files with this number of objects and no Pod.
std::string no_pods_among(size_t objects);

// Returns the runtime's id: "containerd://0a1b" without its scheme.
std::string bare_id(const std::string &id);

}  // namespace koordctl
