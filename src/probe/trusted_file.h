// Files that decide what runs as root where: whoever may write them could decide that.
#pragma once

#include <cstddef>
#include <string>

namespace koord::probe {

// The text of a regular file that nobody but its owner may write, who is root or the user of this
// process. The same holds of its directory; in those above it others may write where they are
// sticky, as /tmp is. Symbolic links as the last part are not followed. Throws kNotFound (no such
// file or directory), kPermission (it is not to be trusted, or not ours to read), kLimit (more than
// `limit` bytes), kIo; each names the file.
std::string read_trusted_file(const std::string &path, size_t limit);

// The same conditions for a file that is about to be replaced, whatever is in it; none there is
// fine. Without its directory it is kIo.
void check_trusted_file(const std::string &path);

// The same of a file whose owner does not matter: one that the kernel writes.
std::string read_kernel_file(const std::string &path, size_t limit);

}  // namespace koord::probe
