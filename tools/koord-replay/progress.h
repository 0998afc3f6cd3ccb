// Progress of a long command, on one terminal line that is overwritten.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace koordctl {

// Returns "[#########-----------]  45% 27/60 FGD" with a bar of `width` columns.
std::string progress_line(size_t done, size_t all, size_t width, std::string_view what);

class Progress {
 public:
  // Prints nothing if `stream` is not a terminal.
  Progress(std::FILE *stream, size_t all);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void show(size_t done, std::string_view what);

 private:
  std::FILE *stream_;
  size_t all_;
  size_t shown_ = 0;  // length of the printed line, in columns
  bool visible_;
};

}  // namespace koordctl
