#include "wire/pod/pod_reader.h"

#include <gtest/gtest.h>

#include "object/pods.h"
#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

using object::PodObject;
using object::text;

PodObject pod_of(const std::string &json) { return read_pod(json, Log{}); }

// A pod "default/web" with further members in its metadata and its spec.
std::string pod(const std::string &metadata, const std::string &spec = "") {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web")" + metadata +
         R"(},"spec":{)" + spec + "}}";
}
std::string with_label(const std::string &name, const std::string &value) {
  return pod(R"(,"labels":{")" + name + R"(":")" + value + R"("})");
}
// An annotation whose value is JSON text, with ' in place of ".
std::string with_annotation(const std::string &name, std::string value) {
  for (size_t at = 0; (at = value.find('\'', at)) != std::string::npos; at += 2)
    value.replace(at, 1, "\\\"");
  return R"("scheduling.koordinator.sh/)" + name + R"(":")" + value + "\"";
}
std::string annotated_pod(const std::string &annotations) {
  return pod(R"(,"annotations":{)" + annotations + "}");
}
std::string annotated_pod(const std::string &name, const std::string &value) {
  return annotated_pod(with_annotation(name, value));
}

TEST(PodReader, ReadsEveryField) {
  const PodObject got = pod_of(R"({
    "apiVersion": "v1", "kind": "Pod",
    "metadata": {"name": "web-0", "namespace": "prod", "uid": "u-1",
      "deletionTimestamp": "2026-01-01T00:00:00Z",
      "labels": {"koordinator.sh/qosClass": "LSR", "app": "web"},
      "annotations": {
        "scheduling.koordinator.sh/resource-spec":
          "{\"requiredCPUBindPolicy\":\"FullPCPUs\",\"preferredCPUBindPolicy\":\"SpreadByPCPUs\",\"preferredCPUExclusivePolicy\":\"NUMANodeLevel\",\"later\":1}",
        "scheduling.koordinator.sh/numa-topology-spec":
          "{\"numaTopologyPolicy\":\"SingleNUMANode\",\"singleNUMANodeExclusive\":\"Preferred\"}",
        "scheduling.koordinator.sh/resource-status":
          "{\"cpuset\":\"4-7\",\"numaNodeResources\":[{\"node\":1,\"resources\":{\"memory\":\"1Gi\",\"cpu\":\"1500m\"}},{\"node\":0}],\"cpuSharedPools\":[{\"socket\":1,\"node\":1,\"cpuset\":\"0-3\"}]}"}},
    "spec": {"nodeName": "node-1", "priority": 9500,
      "overhead": {"cpu": "250m"},
      "resources": {"limits": {"memory": "8Gi"}},
      "initContainers": [
        {"name": "log", "restartPolicy": "Always", "resources": {"requests": {"cpu": "100m"}}},
        {"name": "copy", "restartPolicy": "Never"}],
      "containers": [
        {"name": "app", "resources": {"limits": {"cpu": 4, "memory": "4Gi", "x/gpu": "1"},
                                      "requests": {"memory": "2Gi"}}}]},
    "status": {"phase": "Running", "qosClass": "Burstable"}})");
  EXPECT_EQ(got.name, "web-0");
  EXPECT_EQ(got.name_space, "prod");
  EXPECT_EQ(got.uid, "u-1");
  EXPECT_EQ(got.node, "node-1");
  EXPECT_FALSE(got.terminated);
  EXPECT_EQ(got.kube_qos, object::KubeQos::kBurstable);
  EXPECT_EQ(got.qos, object::Qos::kLsr);
  EXPECT_EQ(got.priority, 9500);
  EXPECT_EQ(got.priority_class, object::PriorityClass::kProd);
  EXPECT_EQ(got.required_bind, object::PodBind::kFullPcpus);
  EXPECT_EQ(got.preferred_bind, object::PodBind::kSpreadByPcpus);
  EXPECT_EQ(got.exclusive, ExclusivePolicy::kNumaNodeLevel);
  EXPECT_EQ(got.numa_policy, object::NumaPolicy::kSingleNode);
  EXPECT_EQ(got.numa_exclusive, object::NumaExclusive::kPreferred);
  EXPECT_EQ(text(got.overhead), "cpu=250");
  EXPECT_TRUE(got.pod_level);
  EXPECT_EQ(text(got.pod_limits), "memory=8589934592");
  // Missing requests are filled in: memory from its limit, cpu as the sum of the containers.
  EXPECT_EQ(text(got.pod_requests), "cpu=4100 memory=2147483648");

  ASSERT_EQ(got.containers.size(), 3u);
  EXPECT_EQ(got.containers[0].name, "log");
  EXPECT_TRUE(got.containers[0].init && got.containers[0].restartable);
  EXPECT_EQ(text(got.containers[0].requests), "cpu=100");
  EXPECT_TRUE(got.containers[1].init && !got.containers[1].restartable);
  EXPECT_FALSE(got.containers[2].init);
  EXPECT_EQ(text(got.containers[2].requests), "cpu=4000 memory=2147483648 x/gpu=1");
  EXPECT_EQ(text(got.containers[2].limits), "cpu=4000 memory=4294967296 x/gpu=1");

  ASSERT_TRUE(got.status);
  EXPECT_EQ(got.status->cpus->to_string(), "4-7");
  ASSERT_EQ(got.status->numa.size(), 2u);
  EXPECT_EQ(got.status->numa[0].node, 0);
  EXPECT_EQ(got.status->numa[1].node, 1);
  EXPECT_EQ(text(got.status->numa[1].amounts), "cpu=1500 memory=1073741824");
  ASSERT_EQ(got.status->pools.size(), 1u);
  EXPECT_EQ(got.status->pools[0].socket, 1);
  EXPECT_EQ(got.status->pools[0].node, 1);
}

TEST(PodReader, AnEmptyPodHasDefaults) {
  const PodObject got = pod_of(R"({"metadata":{"name":"web"}})");
  EXPECT_EQ(got.name_space, "default");
  EXPECT_EQ(got.uid, "");
  EXPECT_EQ(got.node, "");
  EXPECT_FALSE(got.terminated || got.pod_level || got.status || got.kube_qos);
  EXPECT_EQ(got.qos, object::Qos::kNone);
  EXPECT_EQ(got.priority_class, object::PriorityClass::kNone);
  EXPECT_EQ(got.required_bind, object::PodBind::kDefault);
  EXPECT_EQ(got.exclusive, ExclusivePolicy::kDefault);
  EXPECT_EQ(got.numa_policy, object::NumaPolicy::kAbsent);
  EXPECT_TRUE(got.containers.empty());
  // Null, empty texts and empty objects are equal to missing values.
  const PodObject empty = pod_of(
      R"({"metadata":{"name":"web","namespace":"","labels":{"koordinator.sh/qosClass":"",
      "koordinator.sh/priority-class":""},"annotations":{"scheduling.koordinator.sh/resource-spec":"{}",
      "scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"\"}"}},
      "spec":{"containers":[{"resources":null}],"resources":null,"nodeName":null},"status":null})");
  EXPECT_EQ(empty.name_space, "default");
  EXPECT_FALSE(empty.pod_level || empty.status);
  EXPECT_EQ(empty.qos, object::Qos::kNone);
}

TEST(PodReader, TerminatedIsSucceededOrFailed) {
  const auto terminated = [](const std::string &phase) {
    return pod_of(R"({"metadata":{"name":"web"},"status":{"phase":")" + phase + R"("}})")
        .terminated;
  };
  EXPECT_TRUE(terminated("Succeeded"));
  EXPECT_TRUE(terminated("Failed"));
  EXPECT_FALSE(terminated("Pending"));
  EXPECT_FALSE(terminated("Unknown"));
}

TEST(PodReader, InitContainersOfBoundPodsEndWithTheConditionInitialized) {
  const auto initialized = [](const std::string &node, const std::string &condition) {
    return pod_of(R"({"metadata":{"name":"web"},"spec":{"nodeName":")" + node +
                  R"("},"status":{"conditions":[{"type":"PodScheduled","status":"True"},)" +
                  condition + "]}}")
        .initialized;
  };
  EXPECT_TRUE(initialized("n", R"({"type":"Initialized","status":"True"})"));
  EXPECT_FALSE(initialized("n", R"({"type":"Initialized","status":"False"})"));
  EXPECT_FALSE(initialized("n", R"({"type":"Ready","status":"True"})"));
  EXPECT_FALSE(initialized("", R"({"type":"Initialized","status":"True"})"));
}

TEST(PodReader, TolerationsOfUnschedulableNodes) {
  const auto tolerates = [](const std::string &tolerations) {
    return pod_of(R"({"metadata":{"name":"web"},"spec":{"tolerations":[)" + tolerations + "]}}")
        .tolerates_unschedulable;
  };
  const std::string key = R"("key":"node.kubernetes.io/unschedulable")";
  for (const char *alone :
       {R"({"operator":"Exists"})", R"({"operator":"Exists","effect":"NoSchedule"})",
        R"({"key":"gpu"},{"operator":"Exists"})"})
    EXPECT_TRUE(tolerates(alone)) << alone;
  for (const char *rest : {"", R"(,"operator":"Exists")", R"(,"operator":"Equal","value":"")",
                           R"(,"effect":"NoSchedule")"})
    EXPECT_TRUE(tolerates("{" + key + rest + "}")) << rest;
  for (const char *rest : {R"(,"value":"true")", R"(,"effect":"NoExecute","operator":"Exists")",
                           R"(,"operator":"Gt","value":"")", R"(,"operator":"exists")"})
    EXPECT_FALSE(tolerates("{" + key + rest + "}")) << rest;
  EXPECT_FALSE(tolerates(""));
  EXPECT_FALSE(tolerates(R"({"key":"gpu","operator":"Exists"})"));
}

TEST(PodReader, ThePriorityClassLabelBeatsThePriority) {
  EXPECT_EQ(pod_of(pod(R"(,"labels":{"koordinator.sh/priority-class":"koord-batch"})",
                       R"("priority":9500)"))
                .priority_class,
            object::PriorityClass::kBatch);
  EXPECT_EQ(pod_of(pod("", R"("priority":7999)")).priority_class, object::PriorityClass::kMid);
  EXPECT_EQ(pod_of(pod("", R"("priority":-2147483648)")).priority_class,
            object::PriorityClass::kNone);
}

TEST(PodReader, R30_R35_EverySpellingOfThePolicies) {
  const auto bind = [](const std::string &value) {
    return pod_of(annotated_pod("resource-spec", "{'preferredCPUBindPolicy':'" + value + "'}"))
        .preferred_bind;
  };
  EXPECT_EQ(bind(""), object::PodBind::kDefault);
  EXPECT_EQ(bind("Default"), object::PodBind::kDefault);
  EXPECT_EQ(bind("FullPCPUs"), object::PodBind::kFullPcpus);
  EXPECT_EQ(bind("SpreadByPCPUs"), object::PodBind::kSpreadByPcpus);
  EXPECT_EQ(bind("ConstrainedBurst"), object::PodBind::kConstrainedBurst);
  const auto exclusive = [](const std::string &value) {
    return pod_of(annotated_pod("resource-spec", "{'preferredCPUExclusivePolicy':'" + value + "'}"))
        .exclusive;
  };
  EXPECT_EQ(exclusive(""), ExclusivePolicy::kDefault);
  EXPECT_EQ(exclusive("Default"), ExclusivePolicy::kDefault);
  EXPECT_EQ(exclusive("None"), ExclusivePolicy::kNone);
  EXPECT_EQ(exclusive("PCPULevel"), ExclusivePolicy::kPcpuLevel);
  EXPECT_EQ(exclusive("NUMANodeLevel"), ExclusivePolicy::kNumaNodeLevel);
}

// One part of the proposal puts the NUMA policy into resource-spec.
TEST(PodReader, TheNumaPolicyIsAlsoReadFromResourceSpec) {
  const std::string misplaced = with_annotation(
      "resource-spec", "{'numaTopologyPolicy':'Restricted','singleNUMANodeExclusive':'Required'}");
  const PodObject got = pod_of(annotated_pod(misplaced));
  EXPECT_EQ(got.numa_policy, object::NumaPolicy::kRestricted);
  EXPECT_EQ(got.numa_exclusive, object::NumaExclusive::kRequired);

  koord::testing::CapturedLog log;
  const PodObject both = read_pod(
      annotated_pod(misplaced + "," +
                    with_annotation("numa-topology-spec", "{'numaTopologyPolicy':'BestEffort'}")),
      log.log());
  EXPECT_EQ(both.numa_policy, object::NumaPolicy::kBestEffort);
  EXPECT_EQ(both.numa_exclusive, object::NumaExclusive::kRequired);
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(
      log.messages[0],
      "Pod default/web: scheduling.koordinator.sh/resource-spec.numaTopologyPolicy: differs from "
      "scheduling.koordinator.sh/numa-topology-spec, which is used");
}

TEST(PodReader, ARequiredBindPolicyWithoutExclusiveCpusIsReported) {
  const auto messages = [](const std::string &policy, const std::string &qos) {
    koord::testing::CapturedLog log;
    const std::string label = R"(,"labels":{"koordinator.sh/qosClass":")" + qos + R"("})";
    const std::string spec =
        with_annotation("resource-spec", "{'requiredCPUBindPolicy':'" + policy + "'}");
    (void)read_pod(pod(label + R"(,"annotations":{)" + spec + "}"), log.log());
    return log.messages;
  };
  for (const std::string policy : {"FullPCPUs", "SpreadByPCPUs"}) {
    for (const std::string qos : {"", "LS", "BE", "SYSTEM"}) {
      ASSERT_EQ(messages(policy, qos).size(), 1u) << policy << " " << qos;
      EXPECT_EQ(messages(policy, qos)[0],
                "Pod default/web: scheduling.koordinator.sh/resource-spec.requiredCPUBindPolicy: "
                "ignored, because only pods with the label koordinator.sh/qosClass LSR or LSE get "
                "exclusive CPUs");
    }
    for (const std::string qos : {"LSR", "LSE"}) EXPECT_TRUE(messages(policy, qos).empty()) << qos;
  }
  // This policy is meant for shared CPUs.
  EXPECT_TRUE(messages("ConstrainedBurst", "LS").empty());
}

TEST(PodReader, IsolatedCpusAreRequiredByOneWord) {
  const auto required = [](const std::string &value, const std::string &qos) {
    koord::testing::CapturedLog log;
    const PodObject got =
        read_pod(pod(R"(,"labels":{"koordinator.sh/qosClass":")" + qos + R"("},"annotations":{)" +
                     R"("scheduling.koordinator.sh/isolated-cpus":")" + value + R"("})"),
                 log.log());
    return std::pair(got.requires_isolated, log.messages);
  };
  using Found = std::pair<bool, std::vector<std::string>>;
  EXPECT_EQ(required("Required", "LSR"), Found(true, {}));
  EXPECT_EQ(required("", "LSE"), Found(false, {}));
  EXPECT_EQ(required("Required", "LS"),
            Found(true, {"Pod default/web: scheduling.koordinator.sh/isolated-cpus: ignored, "
                         "because only pods with the label koordinator.sh/qosClass LSR or LSE get "
                         "exclusive CPUs"}));
}

TEST(PodReader, ErrorsNameThePodAndTheField) {
  const auto refuse = [](const std::string &json, const std::string &message) {
    EXPECT_ERROR(pod_of(json), Status::kInvalid, message) << json;
  };
  refuse(
      annotated_pod("resource-spec", "{'preferredCPUBindPolicy':'Foo'}"),
      "Pod default/web: metadata.annotations[\"scheduling.koordinator.sh/resource-spec\"]."
      "preferredCPUBindPolicy: found \"Foo\", expected one of Default, FullPCPUs, SpreadByPCPUs, "
      "ConstrainedBurst");
  refuse(annotated_pod("resource-spec", "{'requiredCPUBindPolicy':'fullpcpus'}"),
         "requiredCPUBindPolicy");
  refuse(annotated_pod("resource-spec", "{'preferredCPUExclusivePolicy':1}"),
         "preferredCPUExclusivePolicy: found 1, expected a string");
  refuse(annotated_pod("resource-spec", "{"), "resource-spec\"]: not valid JSON at byte");
  refuse(annotated_pod("resource-spec", "[]"),
         "resource-spec\"]: found an array, expected an object");
  refuse(annotated_pod(R"("scheduling.koordinator.sh/resource-spec":{})"),
         "found an object, expected a string");
  refuse(annotated_pod("numa-topology-spec", "{'numaTopologyPolicy':'Single'}"),
         "numa-topology-spec\"].numaTopologyPolicy: found \"Single\", expected one of None, "
         "BestEffort, Restricted, SingleNUMANode");
  refuse(annotated_pod("numa-topology-spec", "{'singleNUMANodeExclusive':'Yes'}"),
         "expected one of Preferred, Required");
  refuse(annotated_pod("isolated-cpus", "required"),
         "metadata.annotations[\"scheduling.koordinator.sh/isolated-cpus\"]: found \"required\", "
         "expected \"Required\"");
  refuse(annotated_pod("resource-status", "{'cpuset':'3-1'}"), "resource-status\"].cpuset");
  refuse(annotated_pod("resource-status", "{'cpuset':'9999999'}"), "resource-status\"].cpuset");
  refuse(annotated_pod("resource-status", "{'numaNodeResources':[{'node':1024}]}"),
         "numaNodeResources[0].node: found 1024");
  refuse(annotated_pod("resource-status", "{'numaNodeResources':[{'node':1},{'node':1}]}"),
         "numaNodeResources[1]: NUMA node 1 has an entry already");
  refuse(annotated_pod("resource-status", "{'numaNodeResources':[{'resources':{'cpu':'-1'}}]}"),
         "numaNodeResources[0].resources.cpu: found \"-1\"");
  refuse(annotated_pod("resource-status", "{'cpuSharedPools':[{'socket':-1}]}"),
         "cpuSharedPools[0].socket");
  refuse(with_label("koordinator.sh/qosClass", "LSX"),
         "Pod default/web: metadata.labels[\"koordinator.sh/qosClass\"]: found \"LSX\", expected "
         "one of "
         "LSE, LSR, LS, BE, SYSTEM");
  refuse(with_label("koordinator.sh/priority-class", "high"),
         "expected one of koord-prod, koord-mid");
  refuse(pod("", R"("containers":[{"resources":{"requests":{"cpu":"-1"}}}])"),
         "Pod default/web: spec.containers[0].resources.requests.cpu: found \"-1\", expected an "
         "amount "
         "that is not negative");
  refuse(pod("", R"("initContainers":[{},{"resources":{"limits":{"x/y":"1x"}}}])"),
         "spec.initContainers[1].resources.limits[\"x/y\"]");
  refuse(pod("", R"("containers":[{"resources":{"limits":{"":"1"}}}])"),
         "a resource without a name");
  refuse(pod("", R"("containers":[{"resources":{"limits":{"cpu":"-10E"}}}])"), "limits.cpu: found");
  refuse(pod("", R"("overhead":{"memory":true})"), "spec.overhead.memory: found true");
  refuse(pod("", R"("resources":[])"), "spec.resources: found an array");
  refuse(pod("", R"("priority":2147483648)"), "spec.priority: found 2147483648");
  refuse(pod("", R"("containers":{})"), "spec.containers: found an object, expected an array");
  refuse(pod("", R"("nodeName":7)"), "spec.nodeName: found 7, expected a string");
  refuse(R"({"metadata":{"name":"web","namespace":"n"},"status":{"qosClass":"Best"}})",
         "Pod n/web: status.qosClass: found \"Best\"");
  refuse(R"({"metadata":{"name":"a\nb"},"spec":7})", "Pod default/\"a\\x0ab\": spec: found 7");
  refuse(R"({"kind":"Pod"})", "Pod: metadata: missing");
  refuse(R"({"metadata":{}})", "Pod: metadata.name: missing");
  refuse(R"({"kind":"Node","metadata":{"name":"n"}})", "kind: found \"Node\", expected Pod");
  refuse(R"({"apiVersion":"v2"})", "Pod: apiVersion: found \"v2\", expected v1");
  refuse("[]", "Pod: found an array, expected an object");
  refuse("", "Pod: is empty, expected JSON");
}

TEST(PodReader, FaultsInAnnotationsAreKeptOnRequest) {
  using Costs = object::PodFault::Costs;
  const std::string broken = with_annotation("resource-status", "{'cpuset':'3-1'}") + "," +
                             with_annotation("device-allocated", "[") + "," +
                             with_annotation("device-allocate-hint", "7");
  const std::string json =
      pod(R"(,"labels":{"koordinator.sh/qosClass":"X"},"annotations":{)" + broken + "," +
              with_annotation("resource-spec", "{'preferredCPUBindPolicy':'FullPCPUs'}") + "}",
          R"("nodeName":"n")");
  EXPECT_ERROR(read_pod(json, Log{}), Status::kInvalid, "qosClass");
  const PodObject bound = read_pod(json, Log{}, Faults::kKeep);
  ASSERT_EQ(bound.faults.size(), 4u);
  EXPECT_EQ(bound.faults[0].costs, Costs::kPolicies);
  EXPECT_EQ(bound.faults[1].text.find(
                "metadata.annotations[\"scheduling.koordinator.sh/device-allocate-hint\"]"),
            0u);
  EXPECT_EQ(bound.faults[2].costs, Costs::kCpus);
  EXPECT_EQ(bound.faults[3].costs, Costs::kDevices);
  EXPECT_TRUE(is_at_fault(bound, Costs::kCpus));
  EXPECT_EQ(bound.preferred_bind, object::PodBind::kFullPcpus) << "what can be read is";
  EXPECT_FALSE(bound.status);
  EXPECT_TRUE(bound.carries_status);
  EXPECT_TRUE(bound.carries_allocated);
  // A pending pod may have faults only in its claims.
  EXPECT_ERROR(read_pod(annotated_pod(broken), Log{}, Faults::kKeep), Status::kInvalid,
               "device-allocate-hint");
  const PodObject waits =
      read_pod(annotated_pod("resource-status", "{'cpuset':'3-1'}"), Log{}, Faults::kKeep);
  EXPECT_EQ(waits.faults.size(), 1u);
  EXPECT_FALSE(waits.carries_allocated);
  // Faults in fields that users cannot write are rejected.
  EXPECT_ERROR(read_pod(pod("", R"("nodeName":"n","priority":"high")"), Log{}, Faults::kKeep),
               Status::kInvalid, "spec.priority");
}

TEST(PodReader, SinceWhenItIsBound) {
  const auto since = [](const std::string &time, const std::string &node = "n",
                        const std::string &status = "True") {
    return pod_of(
               R"({"metadata":{"name":"web"},"spec":{"nodeName":")" + node +
               R"("},"status":{"conditions":[7,{"type":"Ready","status":"True",)"
               R"("lastTransitionTime":"2020-01-01T00:00:00Z"},{"type":"PodScheduled","status":")" +
               status + R"(","lastTransitionTime":")" + time + R"("}]}})")
        .scheduled;
  };
  EXPECT_EQ(since("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(since("2000-03-01T00:00:00Z"), 951868800);
  EXPECT_EQ(since("2026-11-23T05:09:09.5+01:00"), 1795406949);
  EXPECT_EQ(since("1969-12-31T23:59:59Z"), -1);
  EXPECT_EQ(since("yesterday"), std::nullopt);
  EXPECT_EQ(since("2026-01-01T00:00:00Z", ""), std::nullopt);
  EXPECT_EQ(since("2026-01-01T00:00:00Z", "n", "False"), std::nullopt);
  EXPECT_EQ(
      pod_of(R"({"metadata":{"name":"web"},"spec":{"nodeName":"n"},"status":{"conditions":{}}})")
          .scheduled,
      std::nullopt);
}

TEST(PodReader, SumsOfDefaultsAreChecked) {
  EXPECT_ERROR(pod_of(pod("", R"("resources":{"limits":{"cpu":"1"}},"containers":[
      {"resources":{"requests":{"memory":"9223372036854775807"}}},
      {"resources":{"requests":{"memory":"1"}}}])")),
               Status::kLimit, "Pod default/web: requests of \"memory\" add up");
}

TEST(PodReader, SizesAreLimited) {
  EXPECT_ERROR(pod_of(std::string((4 << 20) + 1, ' ')), Status::kLimit, "Pod: 4194305 bytes");
  std::string many = "{}";
  for (int i = 1; i <= 1024; ++i) many += ",{}";
  EXPECT_ERROR(pod_of(pod("", R"("containers":[)" + many + "]")), Status::kLimit,
               "Pod default/web: spec.containers[1024]: more than 1024 containers");
  EXPECT_EQ(pod_of(pod("", R"("containers":[)" + many.substr(3) + "]")).containers.size(), 1024u);
  EXPECT_ERROR(pod_of(annotated_pod("resource-spec", std::string((1 << 20) + 1, ' '))),
               Status::kLimit, "resource-spec\"]: 1048577 bytes");
}

// A hundred thousand unknown annotations cost no more than parsing them.
TEST(PodReader, ManyAnnotationsAreNoHarm) {
  std::string annotations = with_annotation("resource-status", "{'cpuset':'1'}");
  for (int i = 0; i < 100000; ++i) annotations += ",\"a" + std::to_string(i) + "\":\"\"";
  EXPECT_EQ(pod_of(annotated_pod(annotations)).status->cpus->to_string(), "1");
}

TEST(PodList, IsAnArrayAListOrOnePod) {
  const std::string two = "[" + pod("") + "," + pod(R"(,"namespace":"n")") + "]";
  for (const std::string &json : {two, R"({"kind":"List","items":)" + two + "}",
                                  R"({"kind":"PodList","items":)" + two + "}"}) {
    const auto pods = read_pods(json, Log{});
    ASSERT_EQ(pods.size(), 2u) << json;
    EXPECT_EQ(pods[1].name_space, "n");
  }
  EXPECT_EQ(read_pods(pod(""), Log{}).size(), 1u);
  EXPECT_EQ(read_pods(R"({"metadata":{"name":"web"}})", Log{}).size(), 1u);
  EXPECT_TRUE(read_pods("[]", Log{}).empty());
  EXPECT_TRUE(read_pods(R"({"kind":"List"})", Log{}).empty());
  EXPECT_EQ(read_pods(pod("", R"("containers":[{"resources":{"limits":{"cpu":"1"}}}])"), Log{})[0]
                .containers[0]
                .requests.size(),
            1u);
}

TEST(PodList, ErrorsNameThePod) {
  EXPECT_ERROR(
      read_pods("[" + pod("") + "," + with_label("koordinator.sh/qosClass", "X") + "]", Log{}),
      Status::kInvalid, "Pod default/web: metadata.labels");
  EXPECT_ERROR(read_pods("[{},1]", Log{}), Status::kInvalid, "PodList[0]: metadata: missing");
  EXPECT_ERROR(read_pods("[1]", Log{}), Status::kInvalid,
               "PodList[0]: found 1, expected an object");
  EXPECT_ERROR(read_pods(R"({"kind":"NodeList"})", Log{}), Status::kInvalid,
               "PodList.kind: found \"NodeList\", expected Pod, PodList or List");
  EXPECT_ERROR(read_pods(R"({"kind":"List","items":{}})", Log{}), Status::kInvalid,
               "PodList.items: found an object, expected an array");
  EXPECT_ERROR(read_pods("1", Log{}), Status::kInvalid, "PodList: found 1");
}

// Kubernetes accepts such amounts, and kubelet starts pods with them.
TEST(PodReader, CountsAmountsBeyond64BitsAsTheLargest) {
  for (const std::string amount :
       {"10E", "9223372036854775808", "1e30", "1e4000", "1e16", "9223372036854775.808"}) {
    SCOPED_TRACE(amount);
    const std::string amounts =
        R"({"limits":{"cpu":")" + amount + R"("},"requests":{"cpu":")" + amount + R"("}})";
    const std::string resources = R"("resources":)" + amounts;
    const PodObject read =
        pod_of(pod("", R"("nodeName":"n","overhead":{"cpu":")" + amount + R"("},)" + resources +
                           R"(,"containers":[{)" + resources + R"(}],"initContainers":[{)" +
                           resources + "}]"));
    for (const object::Amounts *list :
         {&read.overhead, &read.pod_requests, &read.pod_limits, &read.containers[0].requests,
          &read.containers[0].limits, &read.containers[1].requests, &read.containers[1].limits}) {
      ASSERT_EQ(list->size(), 1u);
      EXPECT_EQ(list->at(0).value, INT64_MAX);
    }
  }
  const PodObject read =
      pod_of(pod("", R"("containers":[{"resources":{"limits":{"memory":"8Ei","x":"10E",
      "y":"9223372036854775807","z":"9223372036854775806.5"}}}])"));
  for (const object::Amount &amount : read.containers[0].limits) {
    EXPECT_EQ(amount.value, INT64_MAX) << amount.resource;
    EXPECT_FALSE(amount.form.is_int64) << amount.resource;
  }
}

}  // namespace
}  // namespace koord::wire
