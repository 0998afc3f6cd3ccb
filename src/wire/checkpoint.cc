#include "wire/checkpoint.h"

#include "wire/go_text.h"

namespace koord::wire {

std::string quoted_path(std::string_view directory, std::string_view file) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  std::string path(directory);
  if (!path.empty() && path != "/") path += '/';
  return go_quote(path.append(file));
}

}  // namespace koord::wire
