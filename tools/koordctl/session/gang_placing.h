// Members of gangs, placed together or not at all.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace koordctl {

// Places a gang as the scheduler plugin does: first as many members as it lacks, at once, then the
// others one by one. Its members become placed or refused. Members whose index is not below `end`
// are not placed.
GangOutcome place_gang(Session &session, const SessionPods &pods, const Gang &gang,
                       const GangRequest &request, size_t end = SIZE_MAX);

// Places pods that wait, in the order of the files and below `end`: a gang where its first member
// stands.
void place_in_order(Session &session, const SessionPods &pods, size_t end = SIZE_MAX);

}  // namespace koordctl
