// The files of control groups, and nothing else of the machine: what is read and written below one
// directory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/cgroup_path.h"

namespace koord::agent {

// What can be done about an error. Numbers are those of koord_cgroup_error.
enum class CgroupError : int32_t {
  kNone = 0,
  kRetry = 1,        // busy, or out of something: later it may work
  kGone = 2,         // the group does not exist, or no longer
  kDenied = 3,       // not permitted
  kInvalid = 4,      // the kernel does not take the value
  kUnsupported = 5,  // this kernel does not have the file
  kDrifted = 6       // accepted but not in force, or changed by somebody else
};
CgroupError class_of(int error_number);  // an errno, 0: kNone
std::string_view cgroup_error_name(CgroupError error) noexcept;

inline constexpr size_t kMaxCgroupFile = size_t{64} * 1024;
inline constexpr size_t kMaxCgroupEntries = 16384;

struct WriteAndRead {
  int write_error = 0;
  int read_error = 0;  // 0 where nothing was written
};

// Paths are relative to the root: with_controller() makes them. All functions return 0 or an errno.
class CgroupFiles {
 public:
  virtual ~CgroupFiles() = default;

  virtual int read(const std::string &path, std::string &text) = 0;
  // In one write; one that takes only a part of the value is EIO.
  virtual int write(const std::string &path, std::string_view value) = 0;
  // write(), and where that is 0 read() into `text`, both of one file.
  virtual WriteAndRead write_and_read(const std::string &path, std::string_view value,
                                      std::string &text);
  // Names of the directories in a directory, ascending.
  virtual int list(const std::string &path, std::vector<std::string> &names) = 0;
};

// Those below directories of the machine. No symbolic link is followed, no mount point is crossed,
// and nothing above a root is reached, whatever the paths say.
class RootedFiles final : public CgroupFiles {
 public:
  // Opens `root`. Version 1: the directories of its controllers, of which cpu may be absent.
  // Throws kIo, kPermission or kNotFound, naming what could not be opened.
  RootedFiles(const std::string &root, CgroupVersion version);
  ~RootedFiles() override;
  RootedFiles(const RootedFiles &) = delete;
  RootedFiles &operator=(const RootedFiles &) = delete;

  int read(const std::string &path, std::string &text) override;
  int write(const std::string &path, std::string_view value) override;
  // Opens the file once.
  WriteAndRead write_and_read(const std::string &path, std::string_view value,
                              std::string &text) override;
  int list(const std::string &path, std::vector<std::string> &names) override;

  // As on kernels without openat2.
  void open_by_component() { by_component_ = true; }

 private:
  struct Root {
    std::string prefix;  // "cpuset", "" where all controllers are in one tree
    int fd;
  };
  int open_file(std::string_view path, int flags);  // a descriptor, or -errno
  void close_all() noexcept;

  std::vector<Root> roots_;
  bool by_component_ = false;
};

// Whether it can name something below a root: relative, without "", "." and ".." as a part,
// bounded.
bool is_inner_path(std::string_view path);

}  // namespace koord::agent
