#include "output/picture.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "cli/options.h"

namespace koordctl {
namespace {

std::string_view environment(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : "";
}

uint32_t terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) return size.ws_col;
  return 0;  // selects libkoord's default
}

std::string draw(const koord::Topology &topology, koord_picture_format format, uint32_t flags,
                 const PictureOptions &options, std::span<const NamedSet> sets,
                 std::string_view title) {
  koord_picture_options drawing = KOORD_INIT(koord_picture_options);
  drawing.format = format;
  drawing.flags = flags;
  if (options.devices) drawing.flags |= KOORD_PICTURE_DEVICES;
  drawing.columns = terminal_columns();
  koord::Picture picture = koord::Picture::create();
  picture.set_title(title);
  for (const NamedSet &set : sets) picture.add_set(set.name, set.cpus);
  return topology.draw(&drawing, picture);
}

}  // namespace

// Only a locale with another character set excludes UTF-8. Containers often have no locale at all.
bool wants_ascii() {
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = environment(name);
    if (locale.empty()) continue;
    if (locale == "C" || locale == "POSIX") return true;
    const size_t dot = locale.find('.');
    if (dot == std::string_view::npos) return false;
    const std::string_view charset = locale.substr(dot + 1, locale.find('@', dot) - dot - 1);
    return charset != "UTF-8" && charset != "utf8" && charset != "utf-8" && charset != "UTF8";
  }
  return false;
}

// See https://no-color.org: NO_COLOR counts if it is not empty, and the command line overrides it.
bool wants_color(const std::string &color) {
  if (color != "auto") return color == "always";
  return isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

void fold_sets(std::vector<NamedSet> &sets, size_t room) {
  if (sets.size() <= room) return;
  NamedSet others{"others", {}};
  for (size_t i = room - 1; i < sets.size(); ++i) others.cpus |= sets[i].cpus;
  sets.resize(room - 1);
  sets.push_back(std::move(others));
}

void add_picture_options(CLI::App &command, PictureOptions &options) {
  set_choices(
      command.add_option("--color", options.color,
                         "Colour of text pictures; auto: on a terminal, unless NO_COLOR is set"),
      {"auto", "always", "never"});
  command.add_flag("--ascii", options.ascii, "Draw text pictures with ASCII characters only");
}

std::string text_picture(const koord::Topology &topology, const PictureOptions &options,
                         std::span<const NamedSet> sets, std::string_view title) {
  uint32_t flags = 0;
  if (wants_color(options.color)) flags |= KOORD_PICTURE_COLOR;
  if (options.ascii || (!options.is_utf8 && wants_ascii())) flags |= KOORD_PICTURE_ASCII;
  return draw(topology, KOORD_PICTURE_FORMAT_TEXT, flags, options, sets, title);
}

std::string svg_picture(const koord::Topology &topology, const PictureOptions &options,
                        std::span<const NamedSet> sets, std::string_view title) {
  return draw(topology, KOORD_PICTURE_FORMAT_SVG, 0, options, sets, title);
}

}  // namespace koordctl
