// Snapshots from a pipe: JSON documents that each end with a NUL byte.
#pragma once

#include <optional>
#include <string>

namespace koordctl {

class Feed {
 public:
  // Opens a file, such as /dev/fd/3. Throws a Failure that names it.
  explicit Feed(const std::string &path);
  ~Feed();
  Feed(const Feed &) = delete;
  Feed &operator=(const Feed &) = delete;

  int descriptor() const { return descriptor_; }
  // Reads what the pipe has, and waits if it has nothing. Returns false at its end. Throws a
  // Failure if a document is too large.
  bool read_some();
  // Removes the first complete document and returns it.
  std::optional<std::string> take();
  // Discards what was read, and its memory.
  void clear() noexcept;
  // Returns the next document; waits for it. Throws a Failure if the pipe ends before.
  std::string next();

 private:
  std::string path_;
  int descriptor_;
  std::string buffer_;
  size_t searched_ = 0;  // bytes of the buffer without a NUL byte
};

// A Status object of a feed. One with status Success precedes a snapshot and says in what it is
// incomplete; others stand in place of a snapshot that could not be read.
struct FeedStatus {
  bool is_note = false;
  std::string message;
};
// Returns nullopt for other documents.
std::optional<FeedStatus> feed_status(const std::string &document);

}  // namespace koordctl
