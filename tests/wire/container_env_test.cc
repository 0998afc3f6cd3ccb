// GPUs named in the environment of a pod's containers.
#include "wire/pod/container_env.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "wire/pod/pod_reader.h"

namespace koord::wire {
namespace {

using Names = std::vector<std::string>;

object::VisibleGpus read(const std::string &spec) {
  return read_pod(R"({"metadata":{"name":"web"},"spec":{)" + spec + "}}", Log{}).devices.visible;
}
std::string container(const std::string &env, const std::string &more = "") {
  return R"({"name":"c",)" + more + R"("env":)" + env + "}";
}
object::VisibleGpus value(const std::string &text) {
  return read(R"("containers":[)" +
              container(R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":")" + text + R"("}])") + "]");
}

TEST(ContainerEnv, NamesGpusByIdOrMinor) {
  EXPECT_EQ(value("GPU-1,GPU-0").names, (Names{"GPU-0", "GPU-1"}));
  EXPECT_EQ(value("2").names, Names{"2"});
  EXPECT_EQ(value(" 2 , 1,2,,").names, (Names{"1", "2"}));
  EXPECT_EQ(value("MIG-GPU-1/0/0,0:1").names, (Names{"0:1", "MIG-GPU-1/0/0"}));
}

TEST(ContainerEnv, SomeValuesAreWords) {
  EXPECT_TRUE(value("all").all);
  EXPECT_TRUE(value("all").names.empty());
  for (const char *word : {"", "void", "none"}) EXPECT_TRUE(value(word).empty()) << word;
  // Within a list, "all" is an ordinary name.
  EXPECT_FALSE(value("0,all").all);
  EXPECT_EQ(value("0,all").names, (Names{"0", "all"}));
}

TEST(ContainerEnv, OfContainersThatRun) {
  const std::string zero = R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":"0"}])";
  const std::string one =
      R"([{"name":"PATH","value":"/bin"},{"name":"NVIDIA_VISIBLE_DEVICES","value":"1"}])";
  EXPECT_EQ(read(R"("containers":[)" + container(zero) + "," + container(one) + "]").names,
            (Names{"0", "1"}));
  EXPECT_EQ(
      read(R"("initContainers":[)" + container(zero) + R"(],"containers":[)" + container(one) + "]")
          .names,
      Names{"1"});
  EXPECT_EQ(read(R"("initContainers":[)" + container(zero, R"("restartPolicy":"Always",)") +
                 R"(],"containers":[)" + container(one) + "]")
                .names,
            (Names{"0", "1"}));
}

TEST(ContainerEnv, TheLastEntryCountsAndOthersValuesAreNotKnown) {
  const auto env = [](const std::string &entries) {
    return read(R"("containers":[)" + container(entries) + "]");
  };
  const std::string zero = R"({"name":"NVIDIA_VISIBLE_DEVICES","value":"0"})";
  const std::string none = R"({"name":"NVIDIA_VISIBLE_DEVICES","value":"none"})";
  const std::string elsewhere = R"({"name":"NVIDIA_VISIBLE_DEVICES","valueFrom":{"x":{}}})";
  EXPECT_TRUE(env("[" + zero + "," + none + "]").empty());
  EXPECT_EQ(env("[" + none + "," + zero + "]").names, Names{"0"});
  EXPECT_TRUE(env("[" + zero + "," + elsewhere + "]").empty());
  // No environment makes a pod unreadable.
  for (const char *odd : {"null", "{}", "7", "[7,null,{}]", R"([{"name":7,"value":"0"}])",
                          R"([{"name":"NVIDIA_VISIBLE_DEVICES","value":7}])"})
    EXPECT_TRUE(env(odd).empty()) << odd;
}

TEST(ContainerEnv, IsBounded) {
  std::string list;
  for (int i = 0; i < 1024; ++i) list += (i == 0 ? "" : ",") + std::to_string(i);
  EXPECT_EQ(value(list).names.size(), 1024u);
  EXPECT_EQ(value(list + ",7").names.size(), 1024u);
  EXPECT_ERROR(value(list + ",1024"), Status::kLimit,
               "Pod default/web: spec.containers[0].env: NVIDIA_VISIBLE_DEVICES names more than "
               "1024 devices in a pod");
}

}  // namespace
}  // namespace koord::wire
