// koord_topology_draw on machines of every shape with hostile labels: text that keeps within its
// columns and its alphabet, SVG that is well-formed.
#include <algorithm>
#include <string>
#include <vector>

#include "machines.h"
#include "probe/xml_scanner.h"

using namespace koord::fuzz;

namespace {

constexpr size_t kMaxDrawnCpus = 256;

void check_columns(std::string_view text, size_t columns) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    FUZZ_CHECK(end != text.npos);
    FUZZ_CHECK_WITH(end <= std::max<size_t>(columns, 40), text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

void check_picture(std::string_view text, const koord_picture_options &options) {
  const bool colored = (options.flags & KOORD_PICTURE_COLOR) != 0;
  if (options.format == KOORD_PICTURE_FORMAT_SVG) {
    check_text(text, "\n");
    koord::probe::XmlScanner scanner(text);  // an Error thrown here ends the program, as it should
    while (scanner.next() != koord::probe::XmlScanner::Event::kEnd) {
    }
    return;
  }
  check_text(text, colored ? "\n\x1b" : "\n");
  if ((options.flags & KOORD_PICTURE_ASCII) == 0) return;
  for (const char c : text) FUZZ_CHECK_WITH(static_cast<unsigned char>(c) < 0x80, text);
  if (!colored) check_columns(text, options.columns == 0 ? 100 : options.columns);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  const Machine machine = read_machine(in);
  koord_picture_options options = KOORD_INIT(koord_picture_options);
  options.flags = in.u8() & 7;
  options.format = in.between(0, 1);
  options.columns = in.u8();
  if (in.between(0, 31) == 1) options.columns = in.u32();
  const size_t words = machine.info.words + static_cast<size_t>(in.between(0, 7) == 1);
  const auto holders =
      static_cast<size_t>(in.between(0, 7) == 1 ? in.between(0, 65) : in.between(0, 6));
  Words sets;
  for (size_t i = 0; i < holders; ++i) {
    const Words set = read_set(in, machine, words);
    sets.insert(sets.end(), set.begin(), set.end());
  }
  if (machine.info.cpus > kMaxDrawnCpus) return 0;
  // The rest is text: one label a line, the last line the title.
  const std::string_view text(reinterpret_cast<const char *>(in.rest().data()), in.rest().size());
  const size_t last = text.rfind('\n');
  const std::string_view title = text.substr(last == text.npos ? 0 : last + 1);
  std::vector<std::string_view> labels(holders);
  std::string_view left = text.substr(0, last == text.npos ? 0 : last);
  for (std::string_view &label : labels) {
    const size_t end = std::min(left.find('\n'), left.size());
    label = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  const auto picture = make<BufferPtr>([&](koord_buffer **out, koord_error *err) {
    *out = nullptr;
    koord_picture *made = nullptr;
    koord_status status = koord_picture_new(&made, err);
    if (status == KOORD_OK) status = koord_picture_set_title(made, title.data(), title.size(), err);
    for (size_t i = 0; i < holders && status == KOORD_OK; ++i)
      status = koord_picture_add_set(made, labels[i].data(), labels[i].size(),
                                     sets.data() + i * words, words, err);
    if (status == KOORD_OK)
      status = koord_topology_draw(machine.topology.get(), &options, made, out, err);
    koord_picture_free(made);
    return status;
  });
  if (picture != nullptr) check_picture(text_of(picture), options);
  return 0;
}
