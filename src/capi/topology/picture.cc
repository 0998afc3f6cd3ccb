// Pictures of topologies.
#include "render/picture.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Holder;
using koord::Status;

struct koord_picture {
  std::string title;
  std::vector<Holder> holders;
};

namespace {

constexpr uint32_t kDefaultColumns = 100;
constexpr uint32_t kMaxColumns = 4096;

koord_picture_options read_options(const koord_picture_options *options) {
  koord_picture_options given{};
  if (options != nullptr) given = read_struct(options, "options");
  check_flags(given.flags, KOORD_PICTURE_COLOR | KOORD_PICTURE_ASCII | KOORD_PICTURE_DEVICES,
              "options.flags");
  check_number(given.format, KOORD_PICTURE_FORMAT_SVG + 1, "options.format");
  return given;
}

std::string_view read_label(const char *text, size_t length) {
  const std::string_view line = label(text, length, "label");
  if (line.find('\n') != std::string_view::npos)
    throw Error(Status::kInvalid, "label: found several lines, expected one line");
  return line;
}

}  // namespace

koord_status koord_picture_new(koord_picture **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_picture;
  });
}

void koord_picture_free(koord_picture *picture) { delete picture; }

koord_status koord_picture_set_title(koord_picture *picture, const char *title, size_t length,
                                     koord_error *err) {
  return guarded(err, [&] {
    require(picture, "picture");
    picture->title = label(title, length, "title");
  });
}

koord_status koord_picture_add_set(koord_picture *picture, const char *label, size_t label_length,
                                   const uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(picture, "picture");
    if (picture->holders.size() >= koord::kMaxPictureHolders)
      throw Error(Status::kLimit, "picture: has " + std::to_string(koord::kMaxPictureHolders) +
                                      " sets already, which is the limit");
    const std::string_view line = read_label(label, label_length);
    picture->holders.push_back({std::string(line), read_words(words, word_count, "words")});
  });
}

koord_status koord_topology_draw(const koord_topology *topology,
                                 const koord_picture_options *options, const koord_picture *picture,
                                 koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    const koord_picture_options given = read_options(options);
    const koord_picture nothing;
    const koord_picture &shown = picture != nullptr ? *picture : nothing;

    koord::PictureOptions drawn;
    drawn.color = (given.flags & KOORD_PICTURE_COLOR) != 0;
    drawn.ascii = (given.flags & KOORD_PICTURE_ASCII) != 0;
    drawn.devices = (given.flags & KOORD_PICTURE_DEVICES) != 0;
    drawn.columns = static_cast<int>(
        std::min(given.columns != 0 ? given.columns : kDefaultColumns, kMaxColumns));
    *out = new_buffer(given.format == KOORD_PICTURE_FORMAT_SVG
                          ? koord::draw_svg(**topology, shown.holders, shown.title, drawn)
                          : koord::draw_text(**topology, shown.holders, shown.title, drawn));
  });
}
