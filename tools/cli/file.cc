#include "cli/file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "cli/failure.h"

namespace koordctl {
namespace {

struct Close {
  void operator()(std::FILE *file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

}  // namespace

std::string shown_name(const std::string &path) { return path == "-" ? "standard input" : path; }

std::string read_file(const std::string &path, size_t limit) {
  const std::string name = shown_name(path);
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "re"));
  if (!file) fail_with_errno("cannot read " + name);
  const auto check = [&](size_t bytes) {
    if (bytes > limit)
      throw Failure(kEnvironment, name + ": larger than " + std::to_string(limit >> 20) + " MiB");
  };
  std::string text;
  struct stat about = {};
  if (fstat(fileno(file.get()), &about) == 0 && S_ISREG(about.st_mode)) {
    check(static_cast<size_t>(about.st_size));
    text.reserve(static_cast<size_t>(about.st_size));
  }
  char chunk[65536];
  size_t got = 0;
  while ((got = std::fread(chunk, 1, sizeof chunk, file.get())) > 0) {
    text.append(chunk, got);
    check(text.size());
  }
  if (std::ferror(file.get()) != 0) fail_with_errno("cannot read " + name);
  return text;
}

void write_file(const std::string &path, std::string_view text) {
  File file(std::fopen(path.c_str(), "we"));
  if (!file) fail_with_errno("cannot write " + path);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (!written || std::fclose(file.release()) != 0) fail_with_errno("cannot write " + path);
}

void print(std::string_view text) {
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && (text.empty() || text.back() != '\n')) written = std::fputc('\n', stdout) == '\n';
  if (!written || std::fflush(stdout) != 0) fail_with_errno("cannot write standard output");
}

}  // namespace koordctl
