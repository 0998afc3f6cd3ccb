// The exit of a program: an exit code and, unless it succeeded, one message for users.
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
  kUsage = 2,        // usage error
  kEnvironment = 3,  // a file or the machine cannot be read, or is invalid
  kInternal = 4      // a bug
};

class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string &message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// Out of memory. what() is a message for users and needs no memory.
class MemoryFailure : public std::bad_alloc {};

// libkoord rejected a document.
class BadInput : public Failure {
 public:
  using Failure::Failure;
};

// Throws a Failure about an invalid file or machine: "where: what".
[[noreturn]] inline void fail(const std::string &where, const std::string &what) {
  throw Failure(kEnvironment, where + ": " + what);
}
// Throws a Failure about a failed system call: "what: No such file or directory". Out of memory is
// not an error of a file, and is thrown as std::bad_alloc.
[[noreturn]] inline void fail_with_errno(const std::string &what) {
  if (errno == ENOMEM) throw std::bad_alloc();
  fail(what, std::strerror(errno));
}

}  // namespace koordctl
