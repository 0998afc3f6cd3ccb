// Where remarks of the library go: standard error.
#ifndef KOORDCTL_REMARKS_H_
#define KOORDCTL_REMARKS_H_

#include <cstddef>
#include <cstdint>

#include "koord.hpp"

namespace koordctl {

// A context for calls of the library: the first warnings are printed always, the rest when `verbose`.
class Remarks {
 public:
  explicit Remarks(bool verbose);
  Remarks(const Remarks &) = delete;  // libkoord keeps a pointer into it
  Remarks &operator=(const Remarks &) = delete;
  operator const koord_context *() const { return context_; }

 private:
  static void print(void *user, std::int32_t level, const char *message, std::size_t length);

  static constexpr std::size_t kWarnings = 20;  // an input may deserve one per line
  bool verbose_;
  std::size_t warnings_ = 0;
  koord::Context context_;
};

}  // namespace koordctl

#endif  // KOORDCTL_REMARKS_H_
