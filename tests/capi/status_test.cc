#include <cstring>
#include <set>

#include "capi/capi_support.h"

namespace {

TEST(Version, NumberAndTextAgree) {
  EXPECT_EQ(koord_version(),
            uint32_t{KOORD_VERSION_MAJOR} << 16 | KOORD_VERSION_MINOR << 8 | KOORD_VERSION_PATCH);
  EXPECT_EQ(koord_version_string(), std::to_string(koord_version() >> 16) + "." +
                                        std::to_string(koord_version() >> 8 & 255) + "." +
                                        std::to_string(koord_version() & 255));
}

TEST(StatusName, EveryStatusHasItsOwn) {
  std::set<std::string> names;
  for (const koord_status status :
       {KOORD_OK, KOORD_E_INVALID, KOORD_E_NO_MEMORY, KOORD_E_NO_SPACE, KOORD_E_CONFLICT,
        KOORD_E_STALE, KOORD_E_LIMIT, KOORD_E_IO, KOORD_E_PERMISSION, KOORD_E_CORRUPT,
        KOORD_E_UNSUPPORTED, KOORD_E_INTERNAL}) {
    const std::string name = koord_status_get_name(status);
    EXPECT_NE(name, "unknown");
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_STREQ(koord_status_get_name(KOORD_E_NO_SPACE), "no-space");
  for (const koord_status status : {1, -4, -100, INT32_MAX, INT32_MIN})
    EXPECT_STREQ(koord_status_get_name(status), "unknown");
}

TEST(PolicyNames, AreThoseOfKubernetesObjects) {
  EXPECT_STREQ(koord_bind_policy_get_name(KOORD_BIND_POLICY_DEFAULT), "Default");
  EXPECT_STREQ(koord_bind_policy_get_name(KOORD_BIND_POLICY_FULL_PCPUS), "FullPCPUs");
  EXPECT_STREQ(koord_bind_policy_get_name(KOORD_BIND_POLICY_SPREAD_BY_PCPUS), "SpreadByPCPUs");
  EXPECT_STREQ(koord_bind_policy_get_name(5), "Unknown");
  EXPECT_STREQ(koord_exclusive_policy_get_name(KOORD_EXCLUSIVE_POLICY_NONE), "None");
  EXPECT_STREQ(koord_exclusive_policy_get_name(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL), "PCPULevel");
  EXPECT_STREQ(koord_exclusive_policy_get_name(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL),
               "NUMANodeLevel");
  EXPECT_STREQ(koord_exclusive_policy_get_name(-1), "Unknown");
  EXPECT_STREQ(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_MOST_ALLOCATED), "MostAllocated");
  EXPECT_STREQ(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_LEAST_ALLOCATED), "LeastAllocated");
  EXPECT_STREQ(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY),
               "DistributeEvenly");
  EXPECT_STREQ(koord_numa_strategy_get_name(INT32_MIN), "Unknown");
}

TEST(Error, IsWrittenOnlyOnFailure) {
  koord_error err;
  std::memset(&err, 0x5A, sizeof err);
  koord_error before = err;
  uint64_t word = 0;
  ASSERT_EQ(koord_cpulist_parse("0", 1, &word, 1, &err), KOORD_OK);
  EXPECT_EQ(std::memcmp(&err, &before, sizeof err), 0);
  ASSERT_EQ(koord_cpulist_parse("x", 1, &word, 1, &err), KOORD_E_INVALID);
  EXPECT_EQ(err.code, KOORD_E_INVALID);
  EXPECT_EQ(err.reserved, 0u);
  EXPECT_LT(strnlen(err.message, sizeof err.message), sizeof err.message);
}

TEST(Error, MayBeNull) {
  uint64_t word = 0;
  EXPECT_EQ(koord_cpulist_parse("x", 1, &word, 1, nullptr), KOORD_E_INVALID);
}

TEST(Error, MessagesAreOneLineOfPrintableText) {
  uint64_t word = 0;
  koord_error err{};
  const std::string hostile = "1,\n\x1b[31m\xff" + std::string(500, 'x');
  ASSERT_EQ(koord_cpulist_parse(hostile.data(), hostile.size(), &word, 1, &err), KOORD_E_INVALID);
  const std::string_view message = err.message;
  EXPECT_FALSE(message.empty());
  for (const char c : message) EXPECT_TRUE(c >= ' ' && c < 0x7f) << message;
}

}  // namespace
