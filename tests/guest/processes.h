// Sleeping processes that stand for the processes of containers.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace koord::guest {

// Starts a process with `tasks` tasks and writes its pid to `procs_files` before it continues. Two
// tasks are two threads of one process; three are a process, a thread and a child.
pid_t start_sleeper(size_t tasks, const std::vector<std::string> &procs_files);
// Kills all processes of the group and waits until the kernel allows its directory to be removed.
void remove_group(const std::string &directory);
void kill_all(const std::string &directory);
// Reaps ended children.
void reap();

}  // namespace koord::guest
