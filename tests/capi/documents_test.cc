#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

koord_buffer *const kStale = reinterpret_cast<koord_buffer *>(0x10);

bool mentions(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(ToJson, WritesADocument) {
  const TopologyPtr topology = two_sockets();
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_topology_to_json(topology.get(), &out, nullptr), KOORD_OK);
  const BufferPtr owner(out);
  EXPECT_EQ(text_of(out).front(), '{');
}

TEST(ToJson, NamesTheNullArgument) {
  const TopologyPtr topology = two_sockets();
  koord_buffer *out = kStale;
  EXPECT_FAILS(koord_topology_to_json(nullptr, &out, &err), KOORD_E_INVALID, "topology");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(koord_topology_to_json(topology.get(), nullptr, &err), KOORD_E_INVALID, "out");
  out = kStale;
  EXPECT_FAILS(koord_topology_to_annotation(nullptr, &out, &err), KOORD_E_INVALID, "topology");
  EXPECT_EQ(out, nullptr);
}

TEST(ToAnnotation, ComesBackTheSame) {
  const TopologyPtr topology = two_sockets();
  koord_buffer *first = nullptr;
  ASSERT_EQ(koord_topology_to_annotation(topology.get(), &first, nullptr), KOORD_OK);
  const BufferPtr first_owner(first);
  koord_topology *read = nullptr;
  ASSERT_EQ(koord_topology_from_annotation(nullptr, koord_buffer_get_data(first), KOORD_NUL, &read,
                                           nullptr),
            KOORD_OK);
  const TopologyPtr read_owner(read);
  koord_buffer *second = nullptr;
  ASSERT_EQ(koord_topology_to_annotation(read, &second, nullptr), KOORD_OK);
  const BufferPtr second_owner(second);
  EXPECT_EQ(text_of(first), text_of(second));
}

class ToNrt : public ::testing::Test {
 protected:
  koord_status write(std::string_view node, std::string_view config, std::string_view state,
                     koord_error *err = nullptr) {
    SetupPtr setup;
    if (const koord_status set = make_setup(config, state, {}, setup, err); set != KOORD_OK)
      return set;
    koord_buffer *out = kStale;
    const koord_status status =
        koord_topology_to_nrt(topology_.get(), setup.get(), node.data(), node.size(), &out, err);
    if (status != KOORD_OK) {
      EXPECT_EQ(out, nullptr);
      return status;
    }
    const BufferPtr owner(out);
    text_ = text_of(out);
    return status;
  }
  TopologyPtr topology_ = two_sockets();
  std::string text_;
};

TEST_F(ToNrt, NeedsOnlyAName) {
  ASSERT_EQ(write("node-1", "", ""), KOORD_OK);
  EXPECT_TRUE(mentions(text_, "node-1"));
  EXPECT_TRUE(mentions(text_, "node.koordinator.sh/cpu-topology"));
}

TEST_F(ToNrt, CarriesTheCpusKubeletKeeps) {
  ASSERT_EQ(write("n", R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0,8"})", ""),
            KOORD_OK);
  EXPECT_TRUE(mentions(text_, R"(\"reservedCPUs\":\"0,8\")")) << text_;
}

TEST_F(ToNrt, PicksReservedCpusAsKubeletDoes) {
  ASSERT_EQ(write("n", R"({"cpuManagerPolicy":"static","kubeReserved":{"cpu":"1500m"}})", ""),
            KOORD_OK);
  EXPECT_TRUE(mentions(text_, R"(\"reservedCPUs\":\"0,8\")")) << text_;
  EXPECT_FAILS(write("n", R"({"cpuManagerPolicy":"static","kubeReserved":{"cpu":"17"}})", "", &err),
               KOORD_E_INVALID, "17");
}

// A file without a checksum is read, because kubelet 1.10 wrote none.
TEST_F(ToNrt, ListsTheCpusThatKubeletAssigned) {
  constexpr std::string_view kConfig = R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0"})";
  ASSERT_EQ(
      write(
          "n", kConfig,
          R"({"policyName":"static","defaultCpuSet":"0-3,6-11,14-15","entries":{"u-1":{"a":"4,12","b":"5,13"}},"checksum":0})"),
      KOORD_OK);
  EXPECT_TRUE(mentions(text_, R"(\"uid\":\"u-1\")") && mentions(text_, "4-5,12-13")) << text_;
  EXPECT_FAILS(
      write("n", kConfig,
            R"({"policyName":"static","defaultCpuSet":"0-15","entries":{},"checksum":12345})",
            &err),
      KOORD_E_CORRUPT, "checksum");
}

TEST_F(ToNrt, ErrorsNameTheArgument) {
  EXPECT_FAILS(write("", "", "", &err), KOORD_E_INVALID, "name");
  EXPECT_FAILS(write("UPPER", "", "", &err), KOORD_E_INVALID, "name");
  EXPECT_FAILS(write("n", "[]", "", &err), KOORD_E_INVALID, "");
  EXPECT_FAILS(write("n", R"({"reservedSystemCPUs":"3-1"})", "", &err), KOORD_E_INVALID,
               "reservedSystemCPUs");
  EXPECT_FAILS(write("n", "", "{", &err), KOORD_E_INVALID, "");
  EXPECT_FAILS(koord_topology_to_nrt(nullptr, nullptr, "n", 1, nullptr, &err), KOORD_E_INVALID,
               "out");
}

}  // namespace
}  // namespace koord::testing
