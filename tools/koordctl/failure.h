// How koordctl ends: an exit code and, unless all went well, one message for people.
#ifndef KOORDCTL_FAILURE_H_
#define KOORDCTL_FAILURE_H_

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

}  // namespace koordctl

#endif  // KOORDCTL_FAILURE_H_
