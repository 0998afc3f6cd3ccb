// How koordctl ends: an exit code and, unless all went well, one message for people.
#pragma once

#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

namespace koordctl {

enum ExitCode : int {
  kOk = 0,
  kRefused = 1,      // a request does not fit under its policy
  kUsage = 2,        // the command line makes no sense
  kEnvironment = 3,  // a file or the machine cannot be read, or holds nonsense
  kInternal = 4      // a bug
};

class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string &message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// A document that libkoord refuses.
class BadInput : public Failure {
 public:
  using Failure::Failure;
};

// A file or the machine is not as it must be: "where: what".
[[noreturn]] inline void fail(const std::string &where, const std::string &what) {
  throw Failure(kEnvironment, where + ": " + what);
}
// A system call did not do it: "what: No such file or directory". Memory that ran out says nothing
// of a file.
[[noreturn]] inline void fail_with_errno(const std::string &what) {
  if (errno == ENOMEM) throw std::bad_alloc();
  fail(what, std::strerror(errno));
}

}  // namespace koordctl
