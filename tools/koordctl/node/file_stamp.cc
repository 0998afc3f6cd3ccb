#include "node/file_stamp.h"

#include <sys/stat.h>

#include <ctime>

namespace koordctl {
namespace {

// The coarsest timestamps of file systems, in seconds.
constexpr std::time_t kCoarse = 2;

}  // namespace

FileStamps::Seen FileStamps::look(const std::string &file) {
  struct stat facts;
  if (stat(file.c_str(), &facts) != 0) return {{}, true};
  const std::time_t age = std::time(nullptr) - facts.st_mtim.tv_sec;
  return {
      {static_cast<int64_t>(facts.st_dev), static_cast<int64_t>(facts.st_ino), facts.st_size,
       facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec},
      age > kCoarse || age < 0};
}

FileStamps::Changes FileStamps::changes() {
  Changes out;
  for (const std::string &file : files_) {
    Seen now = look(file);
    const auto before = stamps_.find(file);
    if (before == stamps_.end() || before->second.stamp != now.stamp) {
      out.files.push_back(file);
      out.any = true;
    } else if (!before->second.is_settled) {
      out.any = true;
    }
    stamps_[file] = std::move(now);
  }
  return out;
}

}  // namespace koordctl
