// Spellings of enums in node-state.json.
#pragma once

#include "agent/node_state.h"
#include "object/spellings.h"

namespace koord::wire {

inline constexpr Spelling<Profile> kProfileNames[] = {{Profile::kSpec, "spec"},
                                                      {Profile::kUpstream, "upstream"}};
inline constexpr Spelling<agent::Place> kPlaceNames[] = {
    {agent::Place::kUntouched, "untouched"},   {agent::Place::kOwn, "exclusive"},
    {agent::Place::kKubelet, "kubelet"},       {agent::Place::kShared, "shared"},
    {agent::Place::kNamedPools, "namedPools"}, {agent::Place::kBestEffort, "bestEffort"},
    {agent::Place::kSystem, "system"}};

}  // namespace koord::wire
