// Arguments of scheduler plugins in the files.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "session/manifest.h"

namespace koordctl {

// An object of the files in the form that libkoord takes.
struct InputObject {
  std::string where;  // prefix of messages
  std::string name;
  std::string json;
};

// The arguments of Koordinator's plugins and of NodeResourceTopologyMatch, separately or in a
// profile of a scheduler's configuration.
class PluginArgs {
 public:
  static bool are_in(const Manifest &manifest);
  // Returns true for the object in which upstream stores the partition sizes of device models.
  static bool has_templates(const Manifest &manifest);

  // Both throw a Failure for objects that may occur only once.
  void add(const Manifest &manifest);
  void add_templates(const Manifest &manifest);

  // Returns the arguments for koord_nrt_node_score.
  std::optional<InputObject> take_nrt_match();
  // Returns the arguments for koord_cluster_new, or nullopt for the plugins' defaults.
  std::optional<InputObject> take();

 private:
  using Json = nlohmann::json;
  struct Args {
    std::string where;
    std::string plugin;
    Json value;
  };

  void add_config(const std::string &where, const Json &config);
  void set(std::optional<Args> &out, const std::string &where, Json value);

  std::optional<Args> numa_, devices_, nrt_match_, templates_;
};

}  // namespace koordctl
