#include "processes.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "files.h"

namespace koord::guest {
namespace {

[[noreturn]] void sleep_for_ever() {
  for (;;) pause();
}

[[noreturn]] void be_sleeper(int talk, size_t tasks) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  char byte = 0;
  if (read(talk, &byte, 1) != 1) _exit(1);
  if (tasks > 2 && fork() == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sleep_for_ever();
  }
  if (tasks > 1) std::thread(sleep_for_ever).detach();
  if (write(talk, "", 1) != 1) _exit(1);
  close(talk);
  sleep_for_ever();
}

}  // namespace

pid_t start_sleeper(size_t tasks, const std::vector<std::string> &procs_files) {
  int talk[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) != 0)
    throw std::runtime_error(std::string("socketpair: ") + std::strerror(errno));
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (pid == 0) {
    close(talk[1]);
    be_sleeper(talk[0], tasks);
  }
  close(talk[0]);
  bool is_moved = true;
  std::string why;
  for (const std::string &file : procs_files)
    if (is_moved && !put(file, std::to_string(pid))) {
      is_moved = false;
      why = file + ": " + std::strerror(errno);
    }
  char byte = 0;
  const bool is_ready = is_moved && write(talk[1], "", 1) == 1 && read(talk[1], &byte, 1) == 1;
  close(talk[1]);
  if (is_ready) return pid;
  kill(pid, SIGKILL);
  throw std::runtime_error(is_moved ? "a process ended before it began" : why);
}

void reap() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

void kill_all(const std::string &directory) {
  if (!exists(directory)) return;
  for (const std::string &pid : read_lines(directory + "/cgroup.procs"))
    if (const int number = std::stoi(pid); number > 1) kill(number, SIGKILL);
}

void remove_group(const std::string &directory) {
  for (int tries = 0; rmdir(directory.c_str()) != 0; ++tries) {
    if (errno == ENOENT) return;
    if (tries == 2000) throw std::runtime_error("rmdir " + directory + ": " + std::strerror(errno));
    kill_all(directory);
    reap();
    usleep(1000);
  }
}

}  // namespace koord::guest
