// Status notifications to the service manager, by the protocol of sd_notify(3).
#pragma once

#include <string>

namespace koordctl {

// Sends `state` ("READY=1", "STATUS=...") to the socket in NOTIFY_SOCKET. Does nothing if the
// variable is not set or nobody listens.
void notify(const std::string &state);

}  // namespace koordctl
