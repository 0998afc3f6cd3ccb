#include "topology/pci_address.h"

#include <gtest/gtest.h>

namespace koord {
namespace {

TEST(PciAddress, RoundTrip) {
  for (const char *text : {"0000:00:00.0", "0000:3b:1f.7", "ffff:ff:00.1", "10000:e1:00.0"}) {
    const auto address = parse_pci_address(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(to_text(*address), text);
  }
  EXPECT_EQ(to_text(*parse_pci_address("1:2:3.4")), "0001:02:03.4");
}

TEST(PciAddress, OtherTextIsNone) {
  for (const char *text : {"", ":", "0000", "0000:00", "0000:00:00", "0000:00:00.", "0000:00:00.0 ",
                           "0000:00:00.8", "0000:00:20.0", "0000:100:00.0", "100000000:0:0.0",
                           "0000:00:-1.0", "g:0:0.0", "0000.00.00.0"})
    EXPECT_FALSE(parse_pci_address(text)) << text;
}

TEST(PciAddress, IsWrittenInOneWay) {
  for (const char *text : {"0000:00:00.0", "10000:e1:1f.7"}) EXPECT_TRUE(is_pci_address(text));
  for (const char *text :
       {"", "0:0:0.0", "0000:3B:00.0", "00000:00:00.0", "0000:00:00.0/..", "../0000:00:00.0"})
    EXPECT_FALSE(is_pci_address(text)) << text;
  for (const char *text : {"pci0000:00", "pci10000:e1"}) EXPECT_TRUE(is_pci_root(text)) << text;
  for (const char *text : {"", "pci", "pci0:0", "pci0000:3A", "pci0000:100", "0000:00",
                           "pcx0000:00", "pci0000:00.", "PCI0000:00"})
    EXPECT_FALSE(is_pci_root(text)) << text;
}

TEST(PciType, RoundTrip) {
  const char *text = "0380 [1002:66a1] [1002:0834] 02";
  const auto type = parse_pci_type(text);
  ASSERT_TRUE(type);
  EXPECT_EQ((*type)[0], 0x380u);
  EXPECT_EQ((*type)[5], 2u);
  EXPECT_EQ(to_text(*type), text);
  EXPECT_EQ(parse_pci_type(std::string(text) + " 00"), type);
  EXPECT_EQ(parse_pci_type(std::string(text) + " ff"), type);
  for (const char *bad : {"", "0380", "0380 [1002:66a1]", "0380 [1002:66a1] [1002:0834] 02 100",
                          "0380 [1002:66a1] [1002:0834] 02 00 00",
                          "0380 [1002:66a1] [1002:0834] 02 ", "0380 [1002:66a1] [1002:0834] 02x",
                          "0380 [1002:166a1] [1002:0834] 02", "0380 [1002:66a1] [1002:0834] 102"})
    EXPECT_FALSE(parse_pci_type(bad)) << bad;
}

}  // namespace
}  // namespace koord
