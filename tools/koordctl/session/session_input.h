// The input objects of a simulated session, by kind. All commands read files this way.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session/gang_input.h"
#include "session/node_filters.h"
#include "session/plugin_args.h"

namespace koordctl {

struct SessionInput {
  static constexpr size_t kMaxDoubts = 1000;
  using Object = InputObject;
  std::vector<Object> nodes, topologies, devices, reservations;
  std::vector<Object> slices, claims;  // ResourceSlices, ResourceClaims ("namespace/name")
  std::vector<NodeTraits> traits;      // of the nodes, in order
  // RebindResource for commands that use it; also counted as skipped
  std::vector<Object> rebinds;
  std::vector<Object> pods;         // the name is "namespace/name"; the JSON has a uid
  std::vector<Gang> gangs;          // gangs named by pods, in the order of their first members
  std::optional<Object> plugin;     // arguments of Koordinator's plugins
  std::optional<Object> nrt_match;  // arguments of NodeResourceTopologyMatch
  std::map<std::string, size_t> skipped;  // numbers of objects of other kinds

  std::vector<std::string> notes;  // about objects in two files, and gang groups
  // Warnings about keys and values of objects that have no effect, are misspelt or that the API
  // server refuses, at most kMaxDoubts.
  std::vector<std::string> doubts;
  size_t doubts_left_out = 0;        // number of further ones
  bool doubts_incomplete = false;    // an object may have more than kMaxObjectDoubts
  std::vector<std::string> ignored;  // messages about objects that cannot be read
  // Pods of the files request exclusive CPUs, GPUs by number, or devices that only Device objects
  // describe.
  bool wants_cpus = false, wants_gpus = false, wants_devices = false;

  // Reads the files and sorts their objects. Throws a Failure if two of a kind share a name, or if
  // an object has none.
  explicit SessionInput(const std::vector<std::string> &files);
  // Reads a text in place of a file. Messages call it `name`.
  SessionInput(const std::string &name, std::string text);

  // Sets wants_cpus, wants_gpus and wants_devices if the pod does and has not ended.
  void add_wants(const nlohmann::json &pod);
  // Returns true if the allocatable amounts of a Node have devices that Device objects describe.
  bool lists_devices() const;

  // Returns "2 Service, 1 Deployment", or "" if nothing was skipped.
  std::string skipped_text() const;
};

}  // namespace koordctl
