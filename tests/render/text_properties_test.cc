// Properties of the terminal picture for any machine and width.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "machines.h"
#include "render/label.h"
#include "render/palette.h"
#include "render/picture.h"

namespace koord {
namespace {

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    EXPECT_NE(end, std::string::npos) << "the last line is not ended";
    lines.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

std::string without_colour(const std::string &text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      out += text[i];
    }
  }
  return out;
}

size_t count_of(const std::string &text, const std::string &what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

// Assigns every third CPU to the first two holders each, and every
// seventh CPU to the third, so that holders overlap.
std::vector<Holder> holders_for(const Topology &topology) {
  std::vector<Holder> holders = {
      {"front-end", {}}, {"data base with a rather long name", {}}, {"日本", {}}};
  int i = 0;
  for (const auto &cpu : topology.cpus()) {
    if (i % 3 == 0) holders[0].cpus.add(cpu.id);
    if (i % 3 == 1) holders[1].cpus.add(cpu.id);
    if (i % 7 == 0) holders[2].cpus.add(cpu.id);
    ++i;
  }
  return holders;
}

TEST(TextProperties, NoLineIsWiderThanThePage) {
  for (const auto &[name, topology] : testing::all_machines())
    for (const int columns : {40, 41, 57, 63, 64, 80, 100, 160, 300})
      for (const bool ascii : {false, true}) {
        PictureOptions options;
        options.columns = columns;
        options.ascii = ascii;
        const std::string text = draw_text(*topology, holders_for(*topology),
                                           "A title that is not short at all, no", options);
        for (const std::string &line : lines_of(text)) {
          EXPECT_LE(render::display_width(line), columns) << name << "\n" << line;
          EXPECT_FALSE(line.ends_with(' ')) << name << "\n" << line;
          const bool plain =
              std::all_of(line.begin(), line.end(), [](char c) { return c >= 32 && c < 127; });
          EXPECT_TRUE(plain || !ascii) << line;
        }
      }
}

TEST(TextProperties, EveryCpuIsDrawnOnce) {
  for (const auto &[name, topology] : testing::all_machines())
    for (const int columns : {40, 80, 100, 160}) {
      PictureOptions options;
      options.columns = columns;
      options.color = true;
      const auto holders = holders_for(*topology);
      const std::string text = draw_text(*topology, holders, "", options);
      const std::string body = text.substr(0, text.find("\n\n"));
      ASSERT_LT(body.size(), text.size());
      const CpuSet shared = (holders[0].cpus | holders[1].cpus) & holders[2].cpus;
      size_t marked = count_of(body, "\x1b[1;7m#");
      EXPECT_EQ(marked, static_cast<size_t>(shared.count())) << name;
      for (size_t i = 0; i < holders.size(); ++i) {
        const size_t own = count_of(body, "m" + std::string(1, render::letter_of(i)) + "\x1b[0m");
        EXPECT_EQ(own, static_cast<size_t>((holders[i].cpus - shared).count())) << name;
        marked += own;
      }
      EXPECT_EQ(marked + count_of(body, "\x1b[2m·"), topology->cpus().size()) << name;
    }
}

TEST(TextProperties, ColourAddsNothingElse) {
  for (const auto &[name, topology] : testing::all_machines()) {
    PictureOptions options;
    const auto holders = holders_for(*topology);
    const std::string plain = draw_text(*topology, holders, "title", options);
    options.color = true;
    EXPECT_EQ(without_colour(draw_text(*topology, holders, "title", options)), plain) << name;
    EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  }
}

TEST(TextProperties, EveryHolderIsInTheLegend) {
  const auto topology = testing::machine({.sockets = 2, .cores = 32});
  std::vector<Holder> holders;
  for (int i = 0; i < 64; ++i) holders.push_back({"pod-" + std::to_string(i) + "-x", CpuSet{i}});
  for (const int columns : {40, 100}) {
    PictureOptions options;
    options.columns = columns;
    const auto lines = lines_of(draw_text(*topology, holders, "", options));
    for (size_t i = 0; i < holders.size(); ++i) {
      const std::string start = std::string(1, render::letter_of(i)) + "  " + holders[i].label;
      EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                              [&](const std::string &line) { return line.starts_with(start); }),
                1)
          << start;
    }
  }
}

TEST(TextProperties, HostileLabelsAndTitles) {
  const auto topology = testing::machine({.cores = 2});
  std::string binary;
  for (int i = 0; i < 256; ++i) binary += static_cast<char>(i);
  const std::vector<Holder> holders = {{"\x1b[2Jgone\nnext\tline\x07", CpuSet{0}},
                                       {binary, CpuSet{1}},
                                       {std::string(100000, 'w'), {}},
                                       {"", {}}};
  PictureOptions options;
  options.columns = 40;
  const std::string text = draw_text(*topology, holders, "\x1b]0;own\x07" + binary, options);
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << int{c};
  EXPECT_EQ(text.find('\x7f'), std::string::npos);
  EXPECT_NE(text.find("gone next line"), std::string::npos);
  EXPECT_NE(text.find("(no name)"), std::string::npos);
  EXPECT_EQ(count_of(text, "w"), 59u + 1) << "and one in the title";
  for (const std::string &line : lines_of(text)) EXPECT_LE(render::display_width(line), 40);
}

TEST(TextProperties, ColumnsAreClamped) {
  const auto topology = testing::machine({.sockets = 2, .cores = 16});
  const auto draw = [&](int columns) {
    PictureOptions options;
    options.columns = columns;
    return draw_text(*topology, {}, "", options);
  };
  EXPECT_EQ(draw(-5), draw(40));
  EXPECT_EQ(draw(0), draw(40));
  EXPECT_EQ(draw(INT32_MAX), draw(5000));
}

TEST(TextProperties, ExtremeMachines) {
  TopologySpec one_core, many_sockets, many_nodes;
  for (int i = 0; i < 8192; ++i) one_core.cpus.push_back({i, 0, 0, 0, 0, -1, 0});
  for (int i = 0; i < 2048; ++i) {
    many_sockets.cpus.push_back({i, int64_t{i} * 262143, -1, 0, 0, -1, 0});
    many_nodes.cpus.push_back({i, i / 2, i % 1024, i, i % 512, -1, i});
  }
  for (const TopologySpec &spec : {one_core, many_sockets, many_nodes}) {
    const auto topology = Topology::build(spec);
    std::vector<Holder> holders(64, Holder{"everything", topology->all_cpus()});
    const std::string text = draw_text(*topology, holders, "", {});
    for (const std::string &line : lines_of(text)) EXPECT_LE(render::display_width(line), 100);
    EXPECT_LT(text.size(), 8u << 20);
  }
}

TEST(TextProperties, TooManyHolders) {
  const auto topology = testing::machine({});
  const std::vector<Holder> holders(65);
  EXPECT_THROW(draw_text(*topology, holders, "", {}), Error);
  EXPECT_THROW(draw_svg(*topology, holders, "", {}), Error);
}

}  // namespace
}  // namespace koord
