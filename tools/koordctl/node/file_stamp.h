// Whether files are as they were, by what the file system says of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace koordctl {

class FileStamps {
 public:
  explicit FileStamps(std::vector<std::string> files) : files_(std::move(files)) {}

  struct Changes {
    std::vector<std::string> files;  // that are not as at the last look; at first all of them
    // Also where one was written so shortly before that look that a later write may not show.
    bool any = false;
  };
  // To be called before the files are read.
  Changes changes();
  // The next look finds all of them changed: they could not be read.
  void forget() { stamps_.clear(); }

 private:
  // Device, inode, size, and times in seconds and nanoseconds; none: there is no such file.
  using Stamp = std::vector<int64_t>;
  struct Seen {
    Stamp stamp;
    bool is_settled = false;
  };
  static Seen look(const std::string &file);

  std::vector<std::string> files_;
  std::map<std::string, Seen> stamps_;
};

}  // namespace koordctl
