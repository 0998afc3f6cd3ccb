#include "support/shared_data.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace koord::testing {

std::optional<std::string> shared_directory() {
  if (const char *named = std::getenv("KOORD_SHARED"); named != nullptr && *named != '\0')
    return named;
  const auto beside = std::filesystem::path(KOORD_SOURCE_DIR) / ".." / "shared";
  if (std::filesystem::is_directory(beside / "vectors")) return beside.lexically_normal().string();
  return std::nullopt;
}

std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace koord::testing
