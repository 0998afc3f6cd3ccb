// Places the members of gangs together or not at all.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace koordctl {

// Places a gang by the rules of the scheduler plugin: first as many members as it lacks, at once,
// then the others one by one. Its members become placed or refused. Members with an index of `end`
// or more are not placed.
GangOutcome place_gang(Session &session, const SessionPods &pods, const Gang &gang,
                       const GangRequest &request, size_t end = SIZE_MAX);

// Places waiting pods in file order, up to index `end`. A gang is placed at its first member.
void place_in_order(Session &session, const SessionPods &pods, size_t end = SIZE_MAX);

}  // namespace koordctl
