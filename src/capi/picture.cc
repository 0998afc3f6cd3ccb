// Pictures.
#include "render/picture.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/struct_reader.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Holder;
using koord::Status;

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

// The lines of `labels`, one per set; none at all leaves every set without a name.
std::vector<std::string_view> read_labels(std::string_view labels, size_t set_count) {
  if (labels.empty()) return std::vector<std::string_view>(set_count);
  const size_t names = static_cast<size_t>(std::count(labels.begin(), labels.end(), '\n')) + 1;
  if (names != set_count)
    throw Error(Status::kInvalid, "labels: " + std::to_string(names) + " lines for " +
                                      std::to_string(set_count) + " sets");
  std::vector<std::string_view> out;
  for (size_t from = 0; from <= labels.size();) {
    const size_t end = std::min(labels.find('\n', from), labels.size());
    out.push_back(labels.substr(from, end - from));
    from = end + 1;
  }
  return out;
}

std::vector<Holder> read_holders(const uint64_t *sets, size_t set_count, size_t words,
                                 std::string_view labels) {
  if (set_count > koord::kMaxPictureHolders)
    throw Error(Status::kLimit, "set_count: " + std::to_string(set_count) + ", at most " +
                                    std::to_string(koord::kMaxPictureHolders) + " can be shown");
  check_extent(words, sizeof *sets * std::max<size_t>(1, set_count), "words");
  if (set_count != 0 && words != 0) require(sets, "sets");
  const std::vector<std::string_view> names = read_labels(labels, set_count);
  std::vector<Holder> holders;
  for (size_t i = 0; i < set_count; ++i)
    holders.push_back({std::string(names[i]), CpuSet::from_words({sets + i * words, words})});
  return holders;
}

}  // namespace

koord_status koord_topology_draw(const koord_topology *topology,
                                 const koord_picture_options *options, const uint64_t *sets,
                                 size_t set_count, size_t words, const char *labels,
                                 size_t labels_length, const char *title, size_t title_length,
                                 koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(topology, "topology");
    const koord_picture_options given = read_options(options);
    const std::vector<Holder> holders =
        read_holders(sets, set_count, words, label(labels, labels_length, "labels"));
    const std::string_view headline = label(title, title_length, "title");

    koord::PictureOptions drawn;
    drawn.color = (given.flags & KOORD_PICTURE_COLOR) != 0;
    drawn.ascii = (given.flags & KOORD_PICTURE_ASCII) != 0;
    drawn.devices = (given.flags & KOORD_PICTURE_DEVICES) != 0;
    drawn.columns = static_cast<int>(
        std::min(given.columns != 0 ? given.columns : kDefaultColumns, kMaxColumns));
    *out = new_buffer(given.format == KOORD_PICTURE_FORMAT_SVG
                          ? koord::draw_svg(**topology, holders, headline, drawn)
                          : koord::draw_text(**topology, holders, headline, drawn));
  });
}
