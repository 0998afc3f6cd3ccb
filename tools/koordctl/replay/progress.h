// How far a long command is, on one line of a terminal that is written over.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace koordctl {

// "[#########-----------]  45% 27/60 FGD", `width` columns of bar.
std::string progress_line(size_t done, size_t all, size_t width, std::string_view what);

class Progress {
 public:
  // Silent where `stream` is no terminal.
  Progress(std::FILE *stream, size_t all);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void show(size_t done, std::string_view what);

 private:
  std::FILE *stream_;
  size_t all_;
  size_t shown_ = 0;  // columns of the line that stands there
  bool visible_;
};

}  // namespace koordctl
