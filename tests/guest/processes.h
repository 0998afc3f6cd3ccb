// Processes that sleep, as the processes of containers.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace koord::guest {

// Starts one and calls back to have it moved before it goes on; then it has as many tasks as said:
// two are threads of one process, three a process, a thread and a child.
pid_t start_sleeper(size_t tasks, const std::vector<std::string> &procs_files);
// Kills what is in the group and waits until the kernel has let go of the directory.
void remove_group(const std::string &directory);
void kill_all(const std::string &directory);
// Ended children are taken note of.
void reap();

}  // namespace koord::guest
