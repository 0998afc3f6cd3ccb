#include "traced.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <stdexcept>

namespace koord::guest {
namespace {

constexpr int kNoTracing = 99;

sock_filter statement(uint16_t code, uint32_t value) { return {code, 0, 0, value}; }
sock_filter jump_if(uint32_t number, uint8_t when_equal) {
  return {BPF_JMP | BPF_JEQ | BPF_K, when_equal, 0, number};
}

// Stops the child at writes only. Calls of another architecture do not
// occur, because the child runs our own code.
bool stop_at_writes() {
  std::array<sock_filter, 6> code{
      statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      jump_if(SYS_write, 3),
      jump_if(SYS_pwrite64, 2),
      jump_if(SYS_writev, 1),
      statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      statement(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
  };
  sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void wait_for(pid_t pid, int &status) {
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) throw std::runtime_error(std::string("waitpid: ") + std::strerror(errno));
}

}  // namespace

Traced run_traced(const std::function<int()> &work,
                  const std::function<bool(size_t)> &before_write) {
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error(std::string("fork: ") + std::strerror(errno));
  if (pid == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(kNoTracing);
    raise(SIGSTOP);
    if (!stop_at_writes()) _exit(kNoTracing);
    _exit(work());
  }
  int status = 0;
  wait_for(pid, status);
  if (WIFSTOPPED(status))
    ptrace(PTRACE_SETOPTIONS, pid, nullptr, PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL);
  Traced out;
  while (WIFSTOPPED(status)) {
    int signal = WSTOPSIG(status);
    if (status >> 8 == (SIGTRAP | (PTRACE_EVENT_SECCOMP << 8))) {
      signal = 0;
      bool go_on = false;
      try {
        go_on = before_write(out.writes);
      } catch (...) {
        kill(pid, SIGKILL);
        wait_for(pid, status);
        throw;
      }
      if (!go_on) {
        kill(pid, SIGKILL);
        wait_for(pid, status);
        out.was_killed = true;
        return out;
      }
      ++out.writes;
    } else if (signal == SIGSTOP) {
      signal = 0;
    }
    ptrace(PTRACE_CONT, pid, nullptr, signal);
    wait_for(pid, status);
  }
  if (!WIFEXITED(status)) throw std::runtime_error("the child that writes died by itself");
  out.exit_code = WEXITSTATUS(status);
  if (out.exit_code == kNoTracing) throw std::runtime_error("tracing a child is not permitted");
  return out;
}

bool can_trace() {
  try {
    size_t seen = 0;
    run_traced([] { return write(-1, "", 1) < 0 ? 0 : 1; }, [&](size_t) { return ++seen != 0; });
    return seen == 1;
  } catch (const std::exception &) {
    return false;
  }
}

}  // namespace koord::guest
