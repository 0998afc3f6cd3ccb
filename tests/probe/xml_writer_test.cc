#include "probe/xml_writer.h"

#include <gtest/gtest.h>
#include <hwloc.h>

#include "probe/hwloc_handle.h"

namespace koord::probe {
namespace {

TEST(XmlWriter, SetsAreReadBackByHwloc) {
  for (const char *list : {"", "0", "31", "32", "63-64", "0,8191", "5,37,69,101", "0-8191", "96"}) {
    const CpuSet set = CpuSet::parse(list);
    hwloc_bitmap_t bitmap = hwloc_bitmap_alloc();
    ASSERT_EQ(hwloc_bitmap_sscanf(bitmap, to_hwloc_text(set).c_str()), 0) << list;
    EXPECT_EQ(to_cpu_set(bitmap, "set").to_string(), list);
    hwloc_bitmap_free(bitmap);
  }
  EXPECT_EQ(to_hwloc_text({}), "0x0");
  EXPECT_EQ(to_hwloc_text({0, 71}), "0x80,,0x1");
  EXPECT_EQ(to_hwloc_text({64}), "0x1,,0x0");
}

TEST(XmlWriter, WideAndInfiniteBitmapsAreRefused) {
  hwloc_bitmap_t bitmap = hwloc_bitmap_alloc();
  hwloc_bitmap_set(bitmap, 8192);
  EXPECT_THROW(to_cpu_set(bitmap, "set"), std::exception);
  hwloc_bitmap_fill(bitmap);
  EXPECT_THROW(to_cpu_set(bitmap, "set"), std::exception);
  hwloc_bitmap_free(bitmap);
}

TEST(XmlWriter, EscapesValues) {
  XmlWriter out;
  out.open("a");
  out.attribute("b", "<&>\"'");
  out.attribute("c", uint64_t{18446744073709551615u});
  out.end_empty();
  EXPECT_EQ(out.take(), "<a b=\"&lt;&amp;&gt;&quot;'\" c=\"18446744073709551615\"/>\n");
}

TEST(XmlWriter, CleanTextIsPrintableAsciiAndShort) {
  EXPECT_EQ(clean_text("AMD EPYC 7402   "), "AMD EPYC 7402");
  EXPECT_EQ(clean_text("caf\xc3\xa9\n\x7f"), "caf????");
  EXPECT_EQ(clean_text(std::string(300, 'x')).size(), 256u);
  EXPECT_EQ(clean_text("   "), "");
  EXPECT_EQ(clean_text("abcdef", 3), "abc");
}

}  // namespace
}  // namespace koord::probe
