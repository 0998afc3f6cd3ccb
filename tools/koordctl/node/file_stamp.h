// Detects changed files by their metadata.
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
    std::vector<std::string> files;  // changed since the last call; all of them at first
    // True also if a file was written so shortly before the last call that a later write may have
    // left its metadata unchanged.
    bool any = false;
  };
  // Must be called before the files are read.
  Changes changes();
  // Makes the next call report all files as changed, because they could not be read.
  void forget() { stamps_.clear(); }

 private:
  // Device, inode, size, and times in seconds and nanoseconds; empty if the file does not exist.
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
