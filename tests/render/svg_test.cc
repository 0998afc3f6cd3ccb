#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>

#include "machines.h"
#include "render/label.h"
#include "render/palette.h"
#include "render/picture.h"
#include "render/svg_panel.h"

namespace koord {
namespace {

using render::Panel;

// Checks that a document is well-formed XML. It knows elements, attributes in double quotes, the
// five named references and decimal references, which is all that a picture may contain.
class XmlCheck {
 public:
  explicit XmlCheck(std::string_view xml) : rest_(xml) {}

  std::optional<std::string> complaint() {
    std::vector<std::string> open;
    bool seen_root = false;
    while (!rest_.empty()) {
      if (rest_[0] != '<') {
        const size_t end = std::min(rest_.find('<'), rest_.size());
        const auto text = rest_.substr(0, end);
        if (open.empty() && text.find_first_not_of(" \n") != text.npos) return "text outside";
        if (const auto wrong = check_text(text)) return wrong;
        rest_.remove_prefix(end);
        continue;
      }
      const size_t end = rest_.find('>');
      if (end == rest_.npos) return "unended tag";
      std::string_view tag = rest_.substr(1, end - 1);
      rest_.remove_prefix(end + 1);
      if (tag.starts_with('/')) {
        if (open.empty() || open.back() != tag.substr(1)) return "closes " + std::string(tag);
        open.pop_back();
        continue;
      }
      if (open.empty() && seen_root) return "second root";
      seen_root = true;
      const bool empty = tag.ends_with('/');
      if (empty) tag.remove_suffix(1);
      std::string name;
      if (const auto wrong = check_tag(tag, name)) return wrong;
      if (!empty) open.push_back(name);
    }
    if (!open.empty()) return "left open: " + open.back();
    return seen_root ? std::nullopt : std::optional<std::string>("nothing in it");
  }

 private:
  static std::optional<std::string> check_text(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c < 0x20 && c != '\n') return "control character";
      if (c == '<' || c == '>') return "bare bracket in " + std::string(text);
      if (c != '&') continue;
      const auto reference = text.substr(i, text.find(';', i) - i + 1);
      static const std::set<std::string_view> kKnown = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
      if (!kKnown.contains(reference)) return "bare ampersand in " + std::string(text);
    }
    return std::nullopt;
  }

  static std::optional<std::string> check_tag(std::string_view tag, std::string &name) {
    const size_t end = std::min(tag.find(' '), tag.size());
    name = tag.substr(0, end);
    if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != name.npos)
      return "element " + name;
    tag.remove_prefix(end);
    std::set<std::string> seen;
    while (!tag.empty()) {
      const size_t equals = tag.find("=\"");
      if (tag[0] != ' ' || equals == tag.npos) return "attributes of " + name;
      const std::string attribute(tag.substr(1, equals - 1));
      if (!seen.insert(attribute).second) return "twice: " + attribute;
      const size_t quote = tag.find('"', equals + 2);
      if (quote == tag.npos) return "unended value";
      if (const auto wrong = check_text(tag.substr(equals + 2, quote - equals - 2))) return wrong;
      tag.remove_prefix(quote + 1);
    }
    return std::nullopt;
  }

  std::string_view rest_;
};

size_t occurrences(const std::string &text, const std::string &what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(XmlCheck, FindsFaults) {
  EXPECT_EQ(XmlCheck("<a b=\"c\"><d/>x&amp;y</a>").complaint(), std::nullopt);
  for (const char *bad : {"", "<a>", "<a></b>", "<a>&</a>", "<a>&nbsp;</a>", "<a b=\"<\"/>",
                          "<a/><a/>", "<a b=\"1\" b=\"2\"/>", "<a>\x1b</a>", "x<a/>", "<a b=c/>"})
    EXPECT_NE(XmlCheck(bad).complaint(), std::nullopt) << bad;
}

TEST(Svg, IsWellFormedAndHasEveryCpuOnce) {
  for (const auto &[name, topology] : testing::all_machines()) {
    std::vector<Holder> holders = {{"a", {}}, {"b", {}}};
    for (const auto &cpu : topology->cpus()) holders[cpu.id % 2].cpus.add(cpu.id);
    PictureOptions options;
    options.devices = true;
    const std::string svg = draw_svg(*topology, holders, "machine", options);
    EXPECT_EQ(XmlCheck(svg).complaint(), std::nullopt) << name;
    const std::string start = "<title>CPU ";
    std::multiset<int> drawn, expected;
    for (size_t at = svg.find(start); at != svg.npos; at = svg.find(start, at + 1))
      drawn.insert(std::atoi(svg.c_str() + at + start.size()));
    for (const auto &cpu : topology->cpus()) expected.insert(cpu.id);
    EXPECT_EQ(drawn, expected) << name;
    EXPECT_EQ(svg, draw_svg(*topology, holders, "machine", options)) << "same picture every time";
  }
}

TEST(Svg, IsSelfContained) {
  const auto topology = testing::machine({.cores = 64});
  std::vector<Holder> holders;
  for (int i = 0; i < 64; ++i) holders.push_back({"x", CpuSet{i}});
  holders[0].cpus.add(1);
  const std::string svg = draw_svg(*topology, holders, "t", {});
  for (const char *banned :
       {"<script", "href", "@import", "@font", "<image", "<foreignobject", " style"})
    EXPECT_EQ(occurrences(svg, banned), 0u) << banned;
  EXPECT_EQ(occurrences(svg, "http"), 1u) << "the name space";
  // Every pattern that is used is defined, and every defined pattern is used.
  for (size_t at = svg.find("url(#"); at != std::string::npos; at = svg.find("url(#", at + 1)) {
    const std::string id = svg.substr(at + 5, svg.find(')', at) - at - 5);
    EXPECT_EQ(occurrences(svg, "id=\"" + id + "\""), 1u) << id;
  }
  EXPECT_EQ(occurrences(svg, "<pattern"), 57u) << "56 hatched holders and the shared CPUs";
}

// Each class of the style sheet's dark colours is used, and the fill of a holder's class is that
// of its CPUs.
TEST(Svg, HasColoursForADarkPage) {
  TopologySpec spec = testing::spec_of({.sockets = 2, .cores = 4});
  spec.disallowed = CpuSet{7};
  const auto topology = Topology::build(spec);
  const std::vector<Holder> holders = {{"web", CpuSet{0}}, {"db", {}}};
  const std::string svg = draw_svg(*topology, holders, "", {});
  const std::string media = "@media (prefers-color-scheme:dark){";
  const size_t start = svg.find(media);
  ASSERT_NE(start, std::string::npos);
  const size_t end = svg.find("</style>", start);
  const std::string dark = svg.substr(start + media.size(), end - start - media.size());
  size_t rules = 0;
  for (size_t at = dark.find('.'); at != dark.npos; at = dark.find('.', at + 1), ++rules) {
    const std::string name = dark.substr(at + 1, dark.find('{', at) - at - 1);
    if (name == "koord-inner") continue;  // sockets with one NUMA node have no inner panels
    EXPECT_GE(occurrences(svg, "class=\"" + name + "\""), 1u) << name;
  }
  EXPECT_EQ(rules, 6u);
  EXPECT_EQ(occurrences(svg, "class=\"koord-holder-0\" fill=\"#77aadd\""), 2u) << "and legend";
  EXPECT_EQ(occurrences(svg, ".koord-holder-0{fill:#77aadd}"), 1u);
  EXPECT_EQ(occurrences(svg, ".koord-holder-1{fill:#ee8866}"), 1u) << "without CPUs";
}

TEST(Svg, TextIsEscaped) {
  TopologySpec spec = testing::spec_of({.cores = 2});
  spec.facts.cpu_model = "</text><script>alert(1)</script>";
  spec.devices.push_back({"<b>", 0, 0, 0, {"\"'&"}, {0}, {}});
  const auto topology = Topology::build(spec);
  const std::vector<Holder> holders = {{"<img src=x onerror=\"y\"> & 'z' ]]>", CpuSet{0}},
                                       {"\x1b[31m\x01\xff", CpuSet{0, 1}}};
  PictureOptions options;
  options.devices = true;
  const std::string svg = draw_svg(*topology, holders, "<!DOCTYPE x> & <a>", options);
  EXPECT_EQ(XmlCheck(svg).complaint(), std::nullopt);
  EXPECT_EQ(occurrences(svg, "<img"), 0u);
  EXPECT_EQ(occurrences(svg, "<script"), 0u);
  EXPECT_NE(svg.find("&lt;img src=x onerror=&quot;y&quot;&gt; &amp; &#39;z&#39;"),
            std::string::npos);
  EXPECT_NE(svg.find("<title>&lt;!DOCTYPE x&gt; &amp; &lt;a&gt;</title>"), std::string::npos);
}

TEST(Svg, TooltipsHavePlaceAndHolder) {
  TopologySpec spec = testing::spec_of({.sockets = 2, .cores = 2, .threads = 2});
  spec.disallowed = CpuSet{7};
  const auto topology = Topology::build(spec);
  const std::vector<Holder> holders = {{"web", CpuSet{4, 5}}, {"db", CpuSet{5}}};
  const std::string svg = draw_svg(*topology, holders, "", {});
  for (const char *title : {"CPU 4 · core 2 · L3 1 · NUMA 1 · socket 1 · A web",
                            "CPU 5 · core 2 · L3 1 · NUMA 1 · socket 1 · shared by A web, B db",
                            "CPU 6 · core 3 · L3 1 · NUMA 1 · socket 1 · free",
                            "CPU 7 · core 3 · L3 1 · NUMA 1 · socket 1 · not allowed here"})
    EXPECT_NE(svg.find("<title>" + std::string(title) + "</title>"), std::string::npos) << title;
  EXPECT_NE(svg.find("<title>CPU topology</title>"), std::string::npos) << "when none is given";
  EXPECT_NE(svg.find("<desc>2 sockets · 2 NUMA nodes · 2 L3 groups · 4 cores · 8 CPUs · SMT 2. "
                     "web: 2 CPUs 4-5. db: 1 CPU 5. shared by A,B: 1 CPU 5. free: 5 CPUs 0-3,6. "
                     "not allowed here: 1 CPU 7.</desc>"),
            std::string::npos);
}

TEST(Svg, NoHoldersNoLegend) {
  const std::string svg = draw_svg(*testing::machine({.cores = 2}), {}, "", {});
  EXPECT_EQ(XmlCheck(svg).complaint(), std::nullopt);
  EXPECT_EQ(svg.find("holder"), std::string::npos);
  EXPECT_EQ(svg.find("free"), std::string::npos);
}

TEST(Svg, ExtremeMachines) {
  TopologySpec one_core, many_sockets;
  for (int i = 0; i < 8192; ++i) one_core.cpus.push_back({i, 0, 0, 0, 0, -1, 0});
  for (int i = 0; i < 2048; ++i) {
    many_sockets.cpus.push_back({i, int64_t{i} * 262143, -1, 0, 0, -1, 0});
  }
  for (const TopologySpec &spec : {one_core, many_sockets}) {
    const auto topology = Topology::build(spec);
    const std::vector<Holder> holders(64, Holder{"a & b", topology->all_cpus()});
    const std::string svg = draw_svg(*topology, holders, "", {});
    EXPECT_EQ(XmlCheck(svg).complaint(), std::nullopt);
    EXPECT_LT(svg.size(), 64u << 20);
  }
}

// WCAG contrast ratio of two "#rrggbb" colours.
double luminance(std::string_view colour) {
  double sum = 0;
  static constexpr std::array<double, 3> kWeights = {0.2126, 0.7152, 0.0722};
  for (size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    sum += kWeights[i] * (c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return sum;
}

TEST(Svg, LettersCanBeReadOnEveryColour) {
  for (size_t i = 0; i < render::kColours; ++i)
    EXPECT_GE((luminance(render::fill_of(i)) + 0.05) / (luminance("#1a1d21") + 0.05), 6.0)
        << render::fill_of(i);
}

void expect_tidy(const Panel &panel, const std::string &name) {
  for (size_t i = 0; i < panel.inner.size(); ++i) {
    const Panel &a = panel.inner[i];
    EXPECT_GE(a.x, 0);
    EXPECT_GE(a.y, 0);
    EXPECT_LE(a.x + a.width, panel.width) << name << ": " << a.headline;
    EXPECT_LE(a.y + a.height, panel.height) << name << ": " << a.headline;
    for (size_t k = i + 1; k < panel.inner.size(); ++k) {
      const Panel &b = panel.inner[k];
      const bool apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y ||
                         b.y + b.height <= a.y;
      EXPECT_TRUE(apart) << name << ": " << a.headline << " over " << b.headline;
    }
    expect_tidy(a, name);
  }
  if (panel.cores.empty()) return;
  const auto rows =
      (static_cast<int>(panel.cores.size()) + panel.cores_per_row - 1) / panel.cores_per_row;
  EXPECT_LE(panel.cores_per_row * (panel.core_width + render::kCoreGap) - render::kCoreGap,
            panel.width)
      << name;
  EXPECT_LE(rows * (panel.core_height + render::kCoreGap) - render::kCoreGap, panel.height) << name;
}

TEST(SvgLayout, PanelsLieInTheirPlaceAndApart) {
  for (const auto &[name, topology] : testing::all_machines()) {
    const render::Holding holding(*topology, {}, false);
    const render::Drawing drawing = render::build_drawing(*topology, holding, "", {});
    for (const int width : {300, 1200, 4000}) {
      const Panel page = render::lay_out(*topology, drawing, width);
      expect_tidy(page, name);
      EXPECT_LE(page.width, std::max(width, 700) + 60) << name;
    }
  }
}

}  // namespace
}  // namespace koord
