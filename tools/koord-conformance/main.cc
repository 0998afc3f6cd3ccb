// koord-conformance FILE...: replays recorded answers and says which cases differ.

#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "report.h"
#include "schema.h"

namespace {

constexpr int kFailed = 1;
constexpr int kUnusable = 2;

std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error("cannot read it");
  return text;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argv[1][0] == '-') {
    std::cerr << "usage: koord-conformance FILE...\n";
    return kUnusable;
  }
  Report report;
  bool usable = true;
  for (int i = 1; i < argc; ++i) {
    try {
      replay_text(read_file(argv[i]), report);
    } catch (const std::exception &error) {
      std::cerr << "koord-conformance: " << argv[i] << ": " << error.what() << '\n';
      usable = false;
    }
  }
  std::cout << report.passed << " passed, " << report.failed << " failed" << std::endl;
  if (!usable) return kUnusable;
  return report.failed == 0 ? EXIT_SUCCESS : kFailed;
}
