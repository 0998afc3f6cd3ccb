// What a simulated session starts from: the objects of the files, by kind.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "session/gang_input.h"
#include "session/manifest.h"

namespace koordctl {

struct SessionInput {
  struct Object {
    std::string where;  // leads messages about it
    std::string name;
    std::string json;
  };
  std::vector<Object> nodes, topologies, devices;
  std::vector<Object> rebinds;      // RebindResource, for those who ask: counted as skipped, too
  std::vector<Object> pods;         // the name is "namespace/name"; the JSON has a uid
  std::vector<Gang> gangs;          // that pods name, in the order of their first members
  std::optional<Object> plugin;     // arguments of Koordinator's plugins
  std::optional<Object> nrt_match;  // arguments of NodeResourceTopologyMatch
  std::map<std::string, size_t> skipped;  // how many of which other kinds

  // Sorts the objects; throws a Failure when two of a kind share a name, or an object has none.
  explicit SessionInput(std::vector<Manifest> manifests);

  // "2 Service, 1 Deployment"; "" when nothing was skipped.
  std::string skipped_text() const;
};

}  // namespace koordctl
