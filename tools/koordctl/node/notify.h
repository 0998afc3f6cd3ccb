// What a service tells the manager that started it, by the protocol of sd_notify(3).
#pragma once

#include <string>

namespace koordctl {

// Sends `state` ("READY=1", "STATUS=...") to the socket in NOTIFY_SOCKET; without one, or where
// nobody listens, nothing happens.
void notify(const std::string &state);

}  // namespace koordctl
