#include <initializer_list>

#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

// 2 NUMA nodes of 4 cores of 2 threads and 8 GiB each; CPUs 0-15, siblings 8 apart.
TopologyPtr machine() {
  std::string detail;
  for (int cpu = 0; cpu < 16; ++cpu) {
    const std::string core = std::to_string(cpu % 8);
    const std::string node = std::to_string(cpu % 8 / 4);
    detail += std::string(cpu > 0 ? "," : "") + R"({\"id\":)" + std::to_string(cpu) +
              R"(,\"core\":)" + core + R"(,\"socket\":)" + node + R"(,\"node\":)" + node + "}";
  }
  const std::string json =
      R"({"kind":"NodeResourceTopology","metadata":{"name":"n","annotations":)"
      R"({"node.koordinator.sh/cpu-topology":"{\"detail\":[)" +
      detail + R"(]}"}},"zones":[)" +
      R"({"name":"node-0","type":"Node","resources":[{"name":"memory","capacity":"8Gi"}]},)" +
      R"({"name":"node-1","type":"Node","resources":[{"name":"memory","capacity":"8Gi"}]}]})";
  koord_topology *topology = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_from_nrt(nullptr, json.data(), json.size(), &topology, &err), KOORD_OK)
      << err.message;
  return TopologyPtr(topology);
}

std::string config(const std::string &more = "") {
  return R"({"cpuManagerPolicy":"static","systemReserved":{"cpu":"2","memory":"2Gi"},)"
         R"("evictionHard":{"memory.available":"0"},"memoryManagerPolicy":"Static","reservedMemory":[)"
         R"({"numaNode":0,"limits":{"memory":"1Gi"}},{"numaNode":1,"limits":{"memory":"1Gi"}}])" +
         more + "}";
}
const char *const kAligned = R"(,"topologyManagerPolicy":"single-numa-node")";

PodPtr pod(const std::string &uid, std::initializer_list<int> cpus) {
  std::string containers;
  int n = 0;
  for (const int count : cpus) {
    const std::string resources = R"({"cpu":")" + std::to_string(count) + R"(","memory":"1Gi"})";
    containers += std::string(n > 0 ? "," : "") + R"({"name":"c)" + std::to_string(n) +
                  R"(","resources":{"limits":)" + resources + "}}";
    ++n;
  }
  const std::string json = R"({"kind":"Pod","metadata":{"name":"p","uid":")" + uid +
                           R"("},"spec":{"containers":[)" + containers + "]}}";
  koord_pod *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &out, &err), KOORD_OK)
      << err.message;
  return PodPtr(out);
}

class KubeletNodeCalls : public ::testing::Test {
 protected:
  koord_status start(const std::string &json, const std::string &cpu_state = "",
                     const std::string &memory_state = "") {
    auto *out = reinterpret_cast<koord_kubelet *>(0x10);
    err_ = {};
    SetupPtr setup;
    koord_status status = make_setup(json, cpu_state, memory_state, setup, &err_);
    if (status == KOORD_OK)
      status = koord_kubelet_new(topology_.get(), setup.get(), &out, &err_);
    else
      out = nullptr;
    if (status != KOORD_OK) {
      EXPECT_EQ(out, nullptr);
    }
    kubelet_.reset(status == KOORD_OK ? out : nullptr);
    return status;
  }
  koord_status admit(const koord_pod *arriving, uint32_t flags = 0) {
    return koord_kubelet_admit(kubelet_.get(), arriving, flags, admission_.get(), &refusal_, &err_);
  }
  std::vector<koord_kubelet_container> containers() const {
    size_t count = 0;
    std::vector<koord_kubelet_container> rows(2048);
    EXPECT_EQ(koord_admission_get_containers(admission_.get(), rows.data(), sizeof rows[0],
                                             rows.size(), &count, nullptr),
              KOORD_OK);
    rows.resize(count);
    return rows;
  }
  std::string own(uint32_t container) const {
    uint64_t words[2] = {7, 7};
    EXPECT_EQ(koord_admission_get_cpus(admission_.get(), container, words, 2, nullptr), KOORD_OK);
    return list_of(words, 2);
  }
  std::string cpu_state() const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(koord_kubelet_get_cpu_state(kubelet_.get(), &buffer, nullptr), KOORD_OK);
    return text_of(BufferPtr(buffer).get());
  }
  std::string memory_state() const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(koord_kubelet_get_memory_state(kubelet_.get(), &buffer, nullptr), KOORD_OK);
    return text_of(BufferPtr(buffer).get());
  }
  std::string cpus(koord_kubelet_cpuset which) const {
    uint64_t words[2] = {7, 7};
    EXPECT_EQ(koord_kubelet_get_cpus(kubelet_.get(), which, words, 2, nullptr), KOORD_OK);
    return list_of(words, 2);
  }
  std::string message() const { return err_.message; }

  TopologyPtr topology_ = machine();
  KubeletPtr kubelet_;
  AdmissionPtr admission_ = new_admission();
  koord_refusal refusal_{};
  koord_error err_{};
};

TEST_F(KubeletNodeCalls, EachContainerGetsItsRequest) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  EXPECT_EQ(cpus(KOORD_KUBELET_CPUSET_RESERVED), "0,8");
  EXPECT_EQ(cpus(KOORD_KUBELET_CPUSET_SHARED), "0-15");
  EXPECT_EQ(cpus(KOORD_KUBELET_CPUSET_AVAILABLE), "1-7,9-15");

  const PodPtr arriving = pod("uid-1", {2, 7});
  EXPECT_EQ(containers().size(), 0u) << "of no pod yet";
  ASSERT_EQ(admit(arriving.get()), KOORD_OK) << message();
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  const std::vector<koord_kubelet_container> rows = containers();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].affinity, 1u);
  EXPECT_EQ(rows[0].memory_nodes, 1u);
  EXPECT_EQ(rows[0].cpus, 2u);
  EXPECT_EQ(rows[0].flags, static_cast<uint32_t>(KOORD_KUBELET_CONTAINER_PREFERRED));
  EXPECT_EQ(own(0), "1,9");
  EXPECT_EQ(rows[1].affinity, 2u);
  EXPECT_EQ(own(1), "4-7,12-14");
  EXPECT_EQ(cpus(KOORD_KUBELET_CPUSET_SHARED), "0,2-3,8,10-11,15");

  koord_memory_block blocks[2];
  size_t count = 0;
  ASSERT_EQ(koord_kubelet_get_memory(kubelet_.get(), arriving.get(), blocks, sizeof blocks[0], 2,
                                     &count, &err_),
            KOORD_OK);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(blocks[1].container, 1u);
  EXPECT_EQ(blocks[1].nodes, 2u);
  EXPECT_EQ(blocks[1].bytes, uint64_t{1} << 30);
  EXPECT_EQ(blocks[1].page_bytes, 0u);
}

TEST_F(KubeletNodeCalls, RefusalsHaveKubeletsMessages) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  const std::string before = cpu_state() + memory_state();
  const PodPtr wide = pod("uid-1", {2, 9});
  ASSERT_EQ(koord_kubelet_judge(kubelet_.get(), pod("", {2, 2}).get(), admission_.get(), &refusal_,
                                &err_),
            KOORD_OK);
  EXPECT_EQ(own(1), "2,10");
  ASSERT_EQ(admit(wide.get()), KOORD_OK);
  EXPECT_STREQ(koord_reason_get_name(refusal_.reason, refusal_.profile), "TopologyAffinityError");
  char text[128];
  ASSERT_EQ(koord_refusal_format(&refusal_, text, sizeof text, nullptr, nullptr), KOORD_OK);
  EXPECT_STREQ(text, "Resources cannot be allocated with Topology locality");
  EXPECT_EQ(refusal_.where_object, KOORD_OBJECT_KIND_CONTAINER);
  EXPECT_EQ(refusal_.where, 1);
  const std::vector<koord_kubelet_container> rows = containers();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].cpus + rows[0].flags + rows[1].affinity, 0u) << "nothing is given";
  EXPECT_EQ(own(0) + own(1), "");
  EXPECT_EQ(cpu_state() + memory_state(), before);
}

TEST_F(KubeletNodeCalls, UnexpectedErrorsAreWrapped) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  ASSERT_EQ(admit(pod("uid-1", {15}).get()), KOORD_OK);
  char text[192];
  ASSERT_EQ(koord_refusal_format(&refusal_, text, sizeof text, nullptr, nullptr), KOORD_OK);
  EXPECT_STREQ(koord_reason_get_name(refusal_.reason, refusal_.profile),
               "UnexpectedAdmissionError");
  EXPECT_STREQ(text,
               "Allocate failed due to not enough cpus available to satisfy request: requested=15, "
               "available=14, which is unexpected");
}

TEST_F(KubeletNodeCalls, ARefusedPodIsLeftOnlyWhereAsked) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  const std::string before = cpu_state();
  ASSERT_EQ(admit(pod("uid-1", {2, 9}).get(), KOORD_ADMIT_LEAVE_REFUSED), KOORD_OK);
  EXPECT_NE(cpu_state().find(R"("entries":{"uid-1":{"c0":"1,9"}})"), std::string::npos);
  uint32_t held = 7;
  ASSERT_EQ(koord_kubelet_remove_pod(kubelet_.get(), "uid-1", KOORD_NUL, &held, nullptr), KOORD_OK);
  EXPECT_EQ(held, 1u);
  EXPECT_EQ(cpu_state(), before);
  ASSERT_EQ(koord_kubelet_remove_pod(kubelet_.get(), "uid-1", KOORD_NUL, &held, nullptr), KOORD_OK);
  EXPECT_EQ(held, 0u) << "removed twice is no error";
  EXPECT_EQ(admit(pod("uid-1", {1}).get(), 2), KOORD_E_INVALID);
  EXPECT_EQ(message(), "flags: unknown bits 2, this version knows 1");
}

TEST_F(KubeletNodeCalls, JudgingChangesNothing) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  const std::string before = cpu_state() + memory_state();
  const PodPtr asked = pod("", {2});
  ASSERT_EQ(koord_kubelet_judge(kubelet_.get(), asked.get(), admission_.get(), &refusal_, &err_),
            KOORD_OK)
      << message();
  EXPECT_EQ(own(0), "1,9");
  ASSERT_EQ(containers().size(), 1u);
  EXPECT_EQ(containers()[0].memory_nodes, 1u);
  EXPECT_EQ(cpu_state() + memory_state(), before);
  EXPECT_EQ(admit(asked.get()), KOORD_E_INVALID) << "to be admitted it needs a uid";
  EXPECT_EQ(message(), "pod.metadata.uid: found none");
}

TEST_F(KubeletNodeCalls, AFailedCallLeavesTheLastAnswer) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  ASSERT_EQ(admit(pod("uid-1", {2}).get()), KOORD_OK);
  const PodPtr nameless = pod("", {1, 1, 1});
  EXPECT_EQ(admit(nameless.get()), KOORD_E_INVALID) << "it has no uid";
  EXPECT_EQ(containers().size(), 1u);
  EXPECT_EQ(own(0), "1,9");
  uint64_t words[2] = {7, 7};
  EXPECT_FAILS(koord_admission_get_cpus(admission_.get(), 1, words, 2, &err), KOORD_E_INVALID,
               "container: 1, the pod has 1 containers");
  EXPECT_EQ(words[0], 7u);
  EXPECT_EQ(koord_admission_get_cpus(admission_.get(), 0, words, 0, &err_), KOORD_E_NO_SPACE);
}

TEST_F(KubeletNodeCalls, ArraysThatAreTooShortAreRefused) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  const PodPtr arriving = pod("uid-1", {2, 2});
  ASSERT_EQ(admit(arriving.get()), KOORD_OK);
  koord_kubelet_container rows[2];
  size_t count = 0;
  const auto read = [&](koord_kubelet_container *to, size_t stride, size_t capacity) {
    return koord_admission_get_containers(admission_.get(), to, stride, capacity, &count, &err_);
  };
  EXPECT_EQ(read(rows, sizeof rows[0], 1), KOORD_E_NO_SPACE);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(read(rows, sizeof rows[0] - 8, 2), KOORD_E_INVALID);
  EXPECT_EQ(read(nullptr, sizeof rows[0], 2), KOORD_E_INVALID);
  koord_memory_block block;
  EXPECT_EQ(koord_kubelet_get_memory(kubelet_.get(), arriving.get(), &block, sizeof block, 1,
                                     &count, &err_),
            KOORD_E_NO_SPACE);
  EXPECT_EQ(count, 2u);
  uint64_t word = 0;
  EXPECT_EQ(koord_kubelet_get_cpus(kubelet_.get(), KOORD_KUBELET_CPUSET_SHARED, &word, 0, &err_),
            KOORD_E_NO_SPACE);
  EXPECT_EQ(koord_kubelet_get_cpus(kubelet_.get(), 3, &word, 1, &err_), KOORD_E_INVALID);
}

TEST_F(KubeletNodeCalls, RowsOfNewerCallersAreZeroedAtTheirEnd) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  struct Wide {
    koord_kubelet_container row;
    uint64_t more;
  } rows[1] = {{{}, 7}};
  ASSERT_EQ(admit(pod("uid-1", {2}).get()), KOORD_OK);
  size_t count = 0;
  ASSERT_EQ(koord_admission_get_containers(admission_.get(), &rows[0].row, sizeof rows[0], 1,
                                           &count, &err_),
            KOORD_OK);
  EXPECT_EQ(rows[0].row.cpus, 2u);
  EXPECT_EQ(rows[0].more, 0u);
}

TEST_F(KubeletNodeCalls, AKubeletStartsFromItsFiles) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  ASSERT_EQ(admit(pod("uid-1", {2, 6}).get()), KOORD_OK);
  const std::string cpu_file = cpu_state();
  const std::string memory_file = memory_state();
  ASSERT_EQ(start(config(kAligned), cpu_file, memory_file), KOORD_OK) << message();
  EXPECT_EQ(cpu_state(), cpu_file);
  EXPECT_EQ(memory_state(), memory_file);
  uint32_t held = 0;
  ASSERT_EQ(koord_kubelet_remove_pod(kubelet_.get(), "uid-1", KOORD_NUL, &held, nullptr), KOORD_OK);
  EXPECT_EQ(held, 1u);
  EXPECT_EQ(cpus(KOORD_KUBELET_CPUSET_SHARED), "0-15");
}

TEST_F(KubeletNodeCalls, ADamagedFileKeepsItFromStarting) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  std::string cpu_file = cpu_state();
  std::string memory_file = memory_state();
  cpu_file.replace(cpu_file.find("0-15"), 4, "0-14");
  EXPECT_EQ(start(config(), cpu_file), KOORD_E_CORRUPT);
  EXPECT_NE(message().find("could not restore state from checkpoint: "), std::string::npos);
  memory_file.replace(memory_file.find("\"Static\""), 8, "\"Satic\"");
  EXPECT_EQ(start(config(), "", memory_file), KOORD_E_CORRUPT);
  EXPECT_EQ(start(config(), "", "[]"), KOORD_E_INVALID);
  EXPECT_EQ(start(config(), "{", "[]"), KOORD_E_INVALID);
  EXPECT_EQ(message().find("memory"), std::string::npos) << "CPUs first, " << message();
}

// Kubelet tries version 1 last, so its message says that a file with entries is not version 1.
TEST_F(KubeletNodeCalls, AWrongChecksumIsCorruptUnderAnyMessageOfKubelet) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  ASSERT_EQ(admit(pod("uid-1", {2}).get()), KOORD_OK);
  const std::string good = cpu_state();
  ASSERT_NE(good.find("uid-1"), std::string::npos) << good;
  ASSERT_EQ(start(config(), good), KOORD_OK) << message();
  std::string bad = good;
  bad.replace(bad.find("uid-1"), 5, "uid-2");
  EXPECT_EQ(start(config(), bad), KOORD_E_CORRUPT);
  EXPECT_NE(message().find("cannot unmarshal"), std::string::npos) << message();
  EXPECT_EQ(
      start(config(), R"({"policyName":"static","defaultCpuSet":"0-15","entries":{"id":"2"}})"),
      KOORD_E_INVALID)
      << "version 1 needs no checksum, but a container that runs";
  EXPECT_EQ(start(config(), "",
                  R"({"policyName":"checkpoint is corrupted","machineState":{},)"
                  R"("entries":{},"checksum":0})"),
            KOORD_E_INVALID)
      << "the words are the file's own";
  EXPECT_NE(message().find("checkpoint is corrupted"), std::string::npos) << message();
}

TEST_F(KubeletNodeCalls, AFileOfAnotherMachineIsAConflict) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  const std::string cpu_file = cpu_state();
  const std::string memory_file = memory_state();
  topology_ = from_rows(machine_rows(2, 2, 2));
  const std::string cpus_only = R"({"cpuManagerPolicy":"static","systemReserved":{"cpu":"2"}})";
  EXPECT_EQ(start(cpus_only, cpu_file, "[]"), KOORD_E_CONFLICT) << "CPUs are checked first";
  EXPECT_NE(message().find("current set of available CPUs"), std::string::npos);
  EXPECT_EQ(start(cpus_only, "", memory_file), KOORD_E_INVALID) << "of another policy";
  EXPECT_NE(message().find("differs from state checkpoint policy"), std::string::npos);
}

TEST_F(KubeletNodeCalls, DefaultsAreKubelets) {
  ASSERT_EQ(start(""), KOORD_OK) << message();
  koord_kubelet *bare = nullptr;
  ASSERT_EQ(koord_kubelet_new(topology_.get(), nullptr, &bare, &err_), KOORD_OK);
  kubelet_.reset(bare);
  EXPECT_EQ(cpu_state(), R"({"policyName":"none","defaultCpuSet":"","checksum":1353318690})");
  ASSERT_EQ(admit(pod("uid-1", {100}).get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  const std::string none = memory_state();
  EXPECT_EQ(none.substr(0, 40), R"({"policyName":"None","machineState":{},")") << none;
  EXPECT_EQ(start("", cpu_state(), none), KOORD_OK) << message();
}

// A pod of 4 CPUs and 4 GiB whose first container has `own` CPUs; the second one shares the rest.
PodPtr whole_pod(const std::string &own) {
  const std::string whole = R"({"cpu":"4","memory":"4Gi"})";
  const std::string json =
      R"({"kind":"Pod","metadata":{"name":"p","uid":"uid-1"},"spec":{"resources":{"requests":)" +
      whole + R"(,"limits":)" + whole + R"(},"containers":[{"name":"a","resources":{"limits":)" +
      R"({"cpu":")" + own + R"(","memory":"1Gi"}}},{"name":"b"}]}})";
  koord_pod *out = nullptr;
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &out, nullptr), KOORD_OK);
  return PodPtr(out);
}

TEST_F(KubeletNodeCalls, PodLevelResourcesAreServedUnderTheirGate) {
  const std::string gate = R"(,"featureGates":{"PodLevelResourceManagers":true},)"
                           R"("topologyManagerScope":"pod","topologyManagerPolicy":")";
  ASSERT_EQ(start(config(gate + R"(restricted")")), KOORD_OK) << message();
  ASSERT_EQ(admit(whole_pod("2").get()), KOORD_OK) << message();
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(own(0), "1,9");
  EXPECT_EQ(own(1), "2,10");
  const std::string cpus = cpu_state();
  const std::string memory = memory_state();
  EXPECT_NE(cpus.find(R"("podEntries":{"uid-1":{"cpuSet":"1-2,9-10"}})"), std::string::npos)
      << cpus;
  EXPECT_NE(memory.find(R"("podEntries":{"uid-1":{)"), std::string::npos) << memory;
  ASSERT_EQ(start(config(gate + R"(restricted")"), cpus, memory), KOORD_OK) << message();
  EXPECT_EQ(cpu_state(), cpus);
  EXPECT_EQ(memory_state(), memory);

  ASSERT_EQ(start(config(gate + R"(best-effort")")), KOORD_OK) << message();
  ASSERT_EQ(admit(whole_pod("4").get()), KOORD_OK) << message();
  EXPECT_EQ(refusal_.reason, KOORD_REASON_POD_POOL_EMPTY);
  EXPECT_EQ(refusal_.needed, 4);
  EXPECT_EQ(refusal_.best, 4);
  char text[256] = "";
  koord_kubelet_format_refusal(kubelet_.get(), &refusal_, text, sizeof text, nullptr, nullptr);
  EXPECT_NE(std::string(text).find("leaving no cpus for shared containers"), std::string::npos);
}

TEST_F(KubeletNodeCalls, WrongConfigurationsAreNamed) {
  EXPECT_EQ(start("{"), KOORD_E_INVALID);
  EXPECT_EQ(start(R"({"cpuManagerPolicy":"static"})"), KOORD_E_INVALID);
  EXPECT_EQ(message(),
            "[cpumanager] the static policy requires systemreserved.cpu + kubereserved.cpu to be "
            "greater than zero");
  EXPECT_EQ(start(config(R"(,"featureGates":{"PodLevelResourceManagers":true,)"
                         R"("PodLevelResources":false})")),
            KOORD_E_INVALID);
  EXPECT_NE(message().find("depends on features that are disabled: [PodLevelResources]"),
            std::string::npos);
  EXPECT_EQ(start(R"({"memoryManagerPolicy":"BestEffort"})"), KOORD_E_UNSUPPORTED);
  EXPECT_EQ(start(config(R"(,"topologyManagerPolicy":"restricted","topologyManagerPolicyOptions":)"
                         R"({"prefer-closest-numa-nodes":"true"})")),
            KOORD_E_INVALID);
  EXPECT_EQ(message(), "cannot discover NUMA topology: error getting NUMA distances from cadvisor");
}

// Kubelet reserves 100 MiB by default; a percentage refers to all memory.
TEST_F(KubeletNodeCalls, EvictionIsPartOfTheReservation) {
  const auto reserving = [](const std::string &eviction, const std::string &first) {
    return R"({"memoryManagerPolicy":"Static","kubeReserved":{"memory":"1Gi"},)" + eviction +
           R"("reservedMemory":[{"numaNode":0,"limits":{"memory":")" + first + R"("}}]})";
  };
  EXPECT_EQ(start(reserving("", "1124Mi")), KOORD_OK) << message();
  EXPECT_EQ(start(reserving("", "1Gi")), KOORD_E_INVALID);
  EXPECT_NE(message().find("\"1Gi\" of type \"memory\" is not equal to the value \"1124Mi\""),
            std::string::npos)
      << message();
  EXPECT_EQ(start(reserving(R"("evictionHard":{"memory.available":"25%"},)", "5Gi")), KOORD_OK)
      << message();
}

TEST_F(KubeletNodeCalls, CopiesAreIndependent) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  ASSERT_EQ(admit(pod("uid-1", {4}).get()), KOORD_OK);
  const std::string before = cpu_state();
  koord_kubelet *copy = nullptr;
  ASSERT_EQ(koord_kubelet_clone(kubelet_.get(), &copy, &err_), KOORD_OK);
  KubeletPtr original(std::move(kubelet_));
  kubelet_.reset(copy);
  ASSERT_EQ(admit(pod("uid-2", {4}).get()), KOORD_OK);
  EXPECT_NE(cpu_state(), before);
  original.reset();
  ASSERT_EQ(koord_kubelet_remove_pod(copy, "uid-2", KOORD_NUL, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(cpu_state(), before) << "what it shared is still there";
}

TEST_F(KubeletNodeCalls, TheTopologyMayBeDropped) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  topology_.reset();
  ASSERT_EQ(admit(pod("uid-1", {4}).get()), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(KubeletNodeCalls, NullIsRefused) {
  ASSERT_EQ(start(config()), KOORD_OK) << message();
  const PodPtr arriving = pod("uid-1", {2});
  koord_kubelet *out = nullptr;
  koord_buffer *buffer = nullptr;
  size_t count = 0;
  uint64_t word = 0;
  EXPECT_EQ(koord_kubelet_new(nullptr, nullptr, &out, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_new(topology_.get(), nullptr, nullptr, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_admission_new(nullptr, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_admission_get_containers(nullptr, nullptr, 0, 0, &count, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(koord_admission_get_containers(admission_.get(), nullptr, 0, 0, nullptr, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(koord_admission_get_cpus(nullptr, 0, &word, 1, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_admission_get_cpus(admission_.get(), 0, nullptr, 1, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_clone(nullptr, &out, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_clone(kubelet_.get(), nullptr, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_admit(kubelet_.get(), nullptr, 0, nullptr, &refusal_, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_admit(kubelet_.get(), arriving.get(), 0, nullptr, nullptr, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_judge(nullptr, arriving.get(), nullptr, &refusal_, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_remove_pod(kubelet_.get(), nullptr, 3, nullptr, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(
      koord_kubelet_get_memory(kubelet_.get(), arriving.get(), nullptr, 0, 0, nullptr, nullptr),
      KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_get_memory(kubelet_.get(), nullptr, nullptr, 0, 0, &count, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_get_cpus(nullptr, KOORD_KUBELET_CPUSET_SHARED, &word, 1, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(
      koord_kubelet_get_cpus(kubelet_.get(), KOORD_KUBELET_CPUSET_SHARED, nullptr, 1, nullptr),
      KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_get_cpu_state(nullptr, &buffer, nullptr), KOORD_E_INVALID);
  EXPECT_EQ(koord_kubelet_get_memory_state(kubelet_.get(), nullptr, nullptr), KOORD_E_INVALID);
  koord_kubelet_free(nullptr);
  koord_admission_free(nullptr);
}

// The pod has the maximum number of containers, with names that JSON must escape.
TEST_F(KubeletNodeCalls, LargePodsAreAdmittedInWhole) {
  ASSERT_EQ(start(config(kAligned)), KOORD_OK) << message();
  std::string containers;
  for (int i = 0; i < 1024; ++i)
    containers += std::string(i > 0 ? "," : "") + R"({"name":"\u0001<)" + std::to_string(i) +
                  R"(","resources":{"limits":{"cpu":"1m","memory":"1"}}})";
  const std::string json =
      R"({"kind":"Pod","metadata":{"name":"p","uid":"u"},"spec":{"containers":[)" + containers +
      "]}}";
  koord_pod *large = nullptr;
  ASSERT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &large, &err_), KOORD_OK)
      << message();
  const PodPtr owner(large);
  ASSERT_EQ(admit(large), KOORD_OK) << message();
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  const std::string cpu_file = cpu_state();
  const std::string memory_file = memory_state();
  ASSERT_EQ(start(config(kAligned), cpu_file, memory_file), KOORD_OK) << message();
  EXPECT_EQ(memory_state(), memory_file);
}

}  // namespace
}  // namespace koord::testing
