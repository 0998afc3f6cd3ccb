// Reads files that determine what runs as root. Anyone who can write them could
// determine that, too.
#pragma once

#include <cstddef>
#include <string>

namespace koord::probe {

// Returns the text of a regular file that only its owner can write. The owner is root or the user
// of this process. The directory must satisfy the same conditions. Directories above it may be
// writable by others if they are sticky, like /tmp. A symbolic link as the last part is not
// followed. Throws kNotFound (no such file or directory), kPermission (not trusted, or not
// readable), kLimit (more than `limit` bytes), kIo; each with the name of the file.
std::string read_trusted_file(const std::string &path, size_t limit);

// Checks the same conditions for a file that is about to be replaced, regardless of its contents. A
// missing file is accepted. A missing directory is kIo.
void check_trusted_file(const std::string &path);

// Reads a file that the kernel writes, regardless of its owner.
std::string read_kernel_file(const std::string &path, size_t limit);

}  // namespace koord::probe
