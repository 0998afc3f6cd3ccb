#include "progress.h"

#include <unistd.h>

#include <algorithm>

namespace koordctl {
namespace {

constexpr size_t kBar = 30;

}  // namespace

std::string progress_line(size_t done, size_t all, size_t width, std::string_view what) {
  done = std::min(done, all);
  const double share = all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
  const auto filled = static_cast<size_t>(share * static_cast<double>(width));
  const std::string percent = std::to_string(static_cast<int>(share * 100));
  std::string line = "[" + std::string(filled, '#') + std::string(width - filled, '-') + "] ";
  line += std::string(3 - percent.size(), ' ') + percent + "% ";
  line += std::to_string(done) + "/" + std::to_string(all);
  if (!what.empty()) line += " " + std::string(what);
  return line;
}

Progress::Progress(std::FILE *stream, size_t all)
    : stream_(stream), all_(all), visible_(isatty(fileno(stream)) == 1) {}

Progress::~Progress() {
  if (shown_ == 0) return;
  std::fprintf(stream_, "\r%*s\r", static_cast<int>(shown_), "");
  std::fflush(stream_);
}

void Progress::show(size_t done, std::string_view what) {
  if (!visible_) return;
  std::string line = progress_line(done, all_, kBar, what);
  const size_t columns = line.size();
  if (columns < shown_) line.append(shown_ - columns, ' ');
  shown_ = columns;
  std::fprintf(stream_, "\r%s", line.c_str());
  std::fflush(stream_);
}

}  // namespace koordctl
