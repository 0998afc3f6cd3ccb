#include "capi/capi_support.h"

namespace koord::testing {
namespace {

struct Remark {
  int32_t level;
  std::string text;
};

void collect(void *user, int32_t level, const char *message, size_t length) {
  static_cast<std::vector<Remark> *>(user)->push_back({level, std::string(message, length)});
}

koord_status read_annotation(const koord_context *context, std::string_view json) {
  koord_topology *topology = nullptr;
  const koord_status status =
      koord_topology_from_annotation(context, json.data(), json.size(), &topology, nullptr);
  koord_topology_unref(topology);
  return status;
}

// One core number occurs in two NUMA nodes of a socket. This is usable and logged.
constexpr char kOdd[] = R"({"detail":[{"id":0,"node":0},{"id":1,"node":1}]})";

ContextPtr new_context() {
  koord_context *context = nullptr;
  EXPECT_EQ(koord_context_new(&context, nullptr), KOORD_OK);
  return ContextPtr(context);
}

TEST(Context, IsSilentUntilALogIsSet) {
  const ContextPtr context = new_context();
  EXPECT_EQ(read_annotation(context.get(), kOdd), KOORD_OK);
  EXPECT_EQ(read_annotation(nullptr, kOdd), KOORD_OK);
}

TEST(Context, SendsRemarksToTheLog) {
  const ContextPtr context = new_context();
  std::vector<Remark> remarks;
  koord_context_set_log(context.get(), &collect, &remarks);
  EXPECT_EQ(read_annotation(context.get(), kOdd), KOORD_OK);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].level, KOORD_LOG_LEVEL_WARNING);
  EXPECT_NE(remarks[0].text.find("core 0"), std::string::npos) << remarks[0].text;

  koord_context_set_log(context.get(), nullptr, nullptr);
  EXPECT_EQ(read_annotation(context.get(), kOdd), KOORD_OK);
  EXPECT_EQ(remarks.size(), 1u);
}

TEST(Context, NeedsAPlace) {
  EXPECT_FAILS(koord_context_new(nullptr, &err), KOORD_E_INVALID, "out");
}

TEST(Context, AcceptsNullWhereNothingIsToBeDone) {
  koord_context_free(nullptr);
  koord_context_set_log(nullptr, &collect, nullptr);
}

TEST(Buffer, FreeAcceptsNull) { koord_buffer_unref(nullptr); }

TEST(Buffer, EndsWithANulThatIsNotCounted) {
  const TopologyPtr topology = two_sockets();
  koord_buffer *buffer = nullptr;
  ASSERT_EQ(koord_topology_to_annotation(topology.get(), &buffer, nullptr), KOORD_OK);
  const BufferPtr owner(buffer);
  EXPECT_GT(koord_buffer_get_length(buffer), 0u);
  EXPECT_EQ(koord_buffer_get_data(buffer)[koord_buffer_get_length(buffer)], '\0');
  EXPECT_EQ(std::string(koord_buffer_get_data(buffer)).size(), koord_buffer_get_length(buffer));
}

}  // namespace
}  // namespace koord::testing
