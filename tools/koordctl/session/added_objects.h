// Objects that libkoord adds to a cluster, with the result of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct AddedRow {
  koord_added_result result;
  koord_status status;
  std::string name;
  std::string message;
  koord::Pod pod;  // of a pod

  // Throws the failure of an object if it is refused: BadInput if the object is at fault.
  void check(std::string_view where) const;
};

std::vector<AddedRow> rows_of(const koord::AddedObjects &objects);

// Adds API objects, each a JSON text that is not a workload. Returns a row for each.
std::vector<AddedRow> add_objects(koord::Cluster &cluster,
                                  const std::vector<const std::string *> &texts);

}  // namespace koordctl
