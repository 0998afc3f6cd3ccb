// Files of control groups. Reads and writes only below one directory of the machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agent/cgroup_path.h"

namespace koord::agent {

// Errors by what can be done about them. Values equal those of koord_cgroup_error.
enum class CgroupError : int32_t {
  kNone = 0,
  kRetry = 1,        // busy or out of a resource; a retry may succeed
  kGone = 2,         // the group does not exist, or no longer
  kDenied = 3,       // not permitted
  kInvalid = 4,      // the kernel does not accept the value
  kUnsupported = 5,  // this kernel does not have the file
  kDrifted = 6       // accepted but not in force, or changed by another process
};
CgroupError class_of(int error_number);  // of an errno; kNone for 0
std::string_view cgroup_error_name(CgroupError error) noexcept;

inline constexpr size_t kMaxCgroupFile = size_t{64} * 1024;
inline constexpr size_t kMaxCgroupEntries = 16384;

struct WriteAndRead {
  int write_error = 0;
  int read_error = 0;  // 0 if nothing was written
};

// Paths are relative to the root and built by with_controller(). All functions return
// 0 or an errno.
class CgroupFiles {
 public:
  virtual ~CgroupFiles() = default;

  virtual int read(const std::string &path, std::string &text) = 0;
  // Makes one write. A write that takes only a part of the value is EIO.
  virtual int write(const std::string &path, std::string_view value) = 0;
  // Calls write() and, if it returns 0, read() into `text` for the same file.
  virtual WriteAndRead write_and_read(const std::string &path, std::string_view value,
                                      std::string &text);
  // Lists the names of the directories in a directory, ascending.
  virtual int list(const std::string &path, std::vector<std::string> &names) = 0;
};

// Files below directories of the machine. No symbolic link is followed, no mount point is crossed,
// and nothing above a root is reached, whatever the paths say.
class RootedFiles final : public CgroupFiles {
 public:
  // Opens `root`. For version 1, opens the directories of its controllers; cpu may be absent.
  // Throws kIo, kPermission or kNotFound with the path that could not be opened.
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

  // Behaves as on kernels without openat2.
  void open_by_component() { by_component_ = true; }

 private:
  struct Root {
    std::string prefix;  // "cpuset"; "" if all controllers are in one tree
    int fd;
  };
  int open_file(std::string_view path, int flags);  // a descriptor, or -errno
  void close_all() noexcept;

  std::vector<Root> roots_;
  bool by_component_ = false;
};

// Returns true if the path can name something below a root: relative, without "", "." and ".." as a
// part, and of bounded length.
bool is_inner_path(std::string_view path);

}  // namespace koord::agent
