// The replacement of a file in one step: who reads it finds the old or the new one, whole, whatever
// happens meanwhile.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord::agent {

// The system calls that a replacement makes; each returns as the system's does. A test puts others
// in their place.
class FileCalls {
 public:
  FileCalls() = default;
  FileCalls(const FileCalls &) = delete;
  FileCalls &operator=(const FileCalls &) = delete;
  virtual ~FileCalls() = default;

  virtual int open_at(int directory, const char *path, int flags, mode_t mode);
  virtual int stat(int file, struct stat *status);
  virtual int change_owner(int file, uid_t user, gid_t group);
  virtual int change_mode(int file, mode_t mode);
  virtual ssize_t write(int file, const void *bytes, size_t size);
  virtual int sync(int file);
  virtual int close(int file);
  virtual int link_at(int directory, const char *from, const char *to);
  virtual int rename_at(int directory, const char *from, const char *to);
  virtual int unlink_at(int directory, const char *path);
  // flock, alone and without waiting.
  virtual int lock(int file);
  // What a directory holds, at most kMaxEntries of it; nothing where it cannot be read.
  virtual std::vector<std::string> names(int directory);
  // A number that another call, here or in another process, is unlikely to draw.
  virtual uint64_t draw();

  static constexpr size_t kMaxEntries = 65536;

 private:
  uint32_t drawn_ = 0;
};

inline constexpr std::string_view kBackupSuffix = ".koord-backup";

// Replaces the file `path`, which keeps its mode and owner; where there is none it is made, for its
// owner alone. With `backup` the old file stays as `path` + kBackupSuffix, in the place of an older
// backup. The new file is on the disk before it takes the name; until then it has a random one, and
// a lock that ends with its writer. Such files without a lock are of writers that died, and are
// removed. Throws kInvalid where `path` is no regular file or a link, kPermission or kIo, naming
// the step, where the system refuses; then the old file stands and nothing else is left, unless
// only the directory could not be synced: then the new one stands, and the message says so.
void replace_file(const std::string &path, std::string_view text, bool backup, FileCalls &calls);
void replace_file(const std::string &path, std::string_view text, bool backup);

}  // namespace koord::agent
