// koord-conformance FILE...: replays recorded results and reports the cases that differ.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "report.h"
#include "schema.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUnusable = 2;

struct File {
  std::string path, text;
};

std::string read_file(const std::string &path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(path.c_str(), "re"),
                                                              std::fclose);
  if (!file && errno == ENOMEM) throw std::bad_alloc();
  std::string text;
  char chunk[65536];
  for (size_t got = 1; file && got > 0; text.append(chunk, got))
    got = std::fread(chunk, 1, sizeof chunk, file.get());
  if (!file || std::ferror(file.get()) != 0) throw std::runtime_error("cannot read it");
  return text;
}

int run(int argc, char **argv) {
  Report report;
  bool usable = true;
  const auto attempt = [&](const std::string &path, const auto &act) {
    try {
      act();
    } catch (const std::bad_alloc &) {
      throw;  // counts of further cases would be wrong
    } catch (const std::exception &error) {
      std::cerr << "koord-conformance: " << path << ": " << error.what() << '\n';
      usable = false;
    }
  };
  std::vector<File> files;
  for (int i = 1; i < argc; ++i)
    attempt(argv[i], [&] { files.push_back({argv[i], read_file(argv[i])}); });
  // Tables come first, because lines of other files refer to them.
  std::stable_partition(files.begin(), files.end(),
                        [](const File &file) { return nlohmann::json::accept(file.text); });
  for (const File &file : files) attempt(file.path, [&] { replay_text(file.text, report); });
  std::cout << report.passed << " passed, " << report.failed << " failed" << std::endl;
  if (!usable) return kUnusable;
  return report.failed == 0 ? EXIT_SUCCESS : kFailed;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argv[1][0] == '-') {
    std::cerr << "usage: koord-conformance FILE...\n";
    return kUnusable;
  }
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc &) {
    std::cerr << "koord-conformance: out of memory\n";
    return kUnusable;
  }
}
