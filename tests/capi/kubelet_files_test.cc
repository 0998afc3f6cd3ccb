// Kubelet's files through koord.h: detected faults, repairs, and
// kubelet's own reader accepting the results.
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

// CPUs 0-15, siblings 8 apart; 0 and 8 are reserved.
const std::string kConfig = R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0,8"})";
const std::string kGood =
    R"({"policyName":"static","defaultCpuSet":"0,3-8,11-15","entries":{"p":{"c":"1,9"},"q":{"c":"2,10"}},)"
    R"("checksum":)";

class KubeletFiles : public ::testing::Test {
 protected:
  // Returns a kubelet file with a correct checksum, as written by a repair.
  std::string sealed(std::string body) {
    const std::string repaired = repair(body + "1}");
    EXPECT_EQ(repaired.substr(0, body.size()), body) << message_;
    return repaired;
  }

  SetupPtr setup(const std::string &state) const {
    SetupPtr out = setup_of(config_, state);
    EXPECT_EQ(koord_kubelet_setup_set_version(out.get(), version_, nullptr), KOORD_OK);
    for (const auto &[uid, name, id] : present_)
      EXPECT_EQ(add_container(out.get(), uid, name, id), KOORD_OK);
    return out;
  }

  std::string check(const std::string &state, uint32_t flags = 0) {
    koord_kubelet_report *found = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_kubelet_check(topology_.get(), setup(state).get(), flags, &found, &err),
              KOORD_OK)
        << err.message;
    const ReportPtr owner(found);
    size_t count = 99;
    std::vector<koord_kubelet_finding> rows(2048);
    EXPECT_EQ(koord_kubelet_report_get_findings(found, rows.data(), sizeof rows[0], rows.size(),
                                                &count, &err),
              KOORD_OK);
    rows.resize(count);
    koord_buffer *json = nullptr;
    EXPECT_EQ(koord_kubelet_report_to_json(found, &json, &err), KOORD_OK);
    report_ = text_of(BufferPtr(json).get());
    std::string out;
    for (const koord_kubelet_finding &row : rows)
      out += std::string(out.empty() ? "" : " ") + koord_kubelet_fault_get_name(row.fault) +
             ((row.flags & KOORD_KUBELET_FINDING_STOPS) != 0 ? "!" : "");
    return out;
  }

  std::string repair(const std::string &state, uint32_t flags = 0) {
    koord_buffer *text = nullptr, *report = nullptr;
    koord_error err{};
    status_ =
        koord_kubelet_repair_cpus(topology_.get(), setup(state).get(), flags, &text, &report, &err);
    message_ = err.message;
    if (status_ != KOORD_OK) {
      EXPECT_EQ(text, nullptr);
      return "";
    }
    report_ = text_of(BufferPtr(report).get());
    const std::string out = text_of(BufferPtr(text).get());
    EXPECT_TRUE(starts(out)) << out << "\n" << message_;
    return out;
  }

  // Returns true if a kubelet starts with this state.
  bool starts(const std::string &state) {
    koord_kubelet *kubelet = nullptr;
    koord_error err{};
    const koord_status status =
        koord_kubelet_new(topology_.get(), setup(state).get(), &kubelet, &err);
    koord_kubelet_free(kubelet);
    message_ = err.message;
    return status == KOORD_OK;
  }

  void add_present(const std::string &uid, const std::string &name = "",
                   const std::string &id = "") {
    present_.push_back({uid, name, id});
  }

  TopologyPtr topology_ = two_sockets();
  std::string config_ = kConfig;
  koord_kubelet_version version_ = KOORD_KUBELET_VERSION_DEFAULT;
  std::vector<std::array<std::string, 3>> present_;
  std::string report_, message_;
  koord_status status_ = KOORD_OK;
};

TEST_F(KubeletFiles, ValidFilesStayByteForByte) {
  const std::string good = sealed(kGood);
  EXPECT_EQ(check(good), "");
  EXPECT_NE(report_.find("\"starts\": true"), std::string::npos);
  EXPECT_EQ(repair(good), good);
  EXPECT_NE(report_.find("\"changed\": false"), std::string::npos);
}

TEST_F(KubeletFiles, AWrongChecksumStopsAMissingOneDoesNot) {
  EXPECT_EQ(check(kGood + "7}"), "checksum!");
  EXPECT_NE(report_.find("\"kubelet\": \"could not restore state from checkpoint: "),
            std::string::npos);
  EXPECT_EQ(check(kGood + "0}"), "checksum");
  EXPECT_EQ(repair(kGood + "0}"), sealed(kGood));
}

TEST_F(KubeletFiles, AnotherPolicyIsTakenOverOnRequest) {
  const std::string none = R"({"policyName":"none","defaultCpuSet":"","checksum":1353318690})";
  EXPECT_EQ(check(none), "policy!");
  EXPECT_NE(
      report_.find(R"(configured policy \"static\" differs from state checkpoint policy \"none\")"),
      std::string::npos)
      << report_;
  EXPECT_EQ(repair(none), "");
  EXPECT_EQ(status_, KOORD_E_CONFLICT);
  EXPECT_EQ(repair(none, KOORD_REPAIR_MIGRATE).substr(0, 50),
            R"({"policyName":"static","defaultCpuSet":"0-15","che)");
  const std::string good = sealed(kGood);
  config_ = "{}";
  EXPECT_EQ(repair(good, KOORD_REPAIR_MIGRATE), none);
  EXPECT_NE(report_.find("running containers keep the CPUs"), std::string::npos);
  EXPECT_EQ(check(none), "");
}

TEST_F(KubeletFiles, FilesOfVersion1NeedTheContainers) {
  const std::string old =
      R"({"policyName":"static","defaultCpuSet":"0,3-8,11-15","entries":{"abc":"1,9","def":"2,10"},"checksum":0})";
  EXPECT_EQ(check(old).substr(0, 8), "version!");
  EXPECT_NE(report_.find("not found in initial containers list"), std::string::npos);
  add_present("p", "c", "abc");
  EXPECT_EQ(
      repair(old).substr(0, 88),
      R"({"policyName":"static","defaultCpuSet":"0,2-8,10-15","entries":{"p":{"c":"1,9"}},"checks)");
  add_present("q", "c", "def");
  EXPECT_EQ(check(old), "version checksum");
  EXPECT_EQ(repair(old), sealed(kGood));
}

// Only its checksum shows that a file without entries is of version 1.
TEST_F(KubeletFiles, FilesOfVersion1WithoutEntries) {
  const std::string old = R"({"policyName":"none","defaultCpuSet":"","checksum":3242152201})";
  config_ = "{}";
  EXPECT_TRUE(starts(old)) << message_;
  EXPECT_EQ(check(old), "version");
  EXPECT_EQ(repair(old), R"({"policyName":"none","defaultCpuSet":"","checksum":1353318690})");
  version_ = KOORD_KUBELET_VERSION_V1_37;
  EXPECT_FALSE(starts(old));
  EXPECT_EQ(check(old), "version!");
  EXPECT_NE(report_.find("checkpoint is corrupted"), std::string::npos) << report_;
  (void)repair(old);
}

TEST_F(KubeletFiles, FilesOfVersion3LoseFieldsThatKubeletIgnores) {
  const std::string pods =
      R"({"policyName":"static","defaultCpuSet":"0,3-8,11-15","entries":{"q":{"c":"2,10"}},)"
      R"("podEntries":{"p":{"cpuSet":"1,9"}},"checksum":5})";
  EXPECT_EQ(check(pods).substr(0, 18), "version! checksum!");
  EXPECT_EQ(repair(pods), "");
  EXPECT_EQ(status_, KOORD_E_CONFLICT);
  EXPECT_EQ(message_,
            "cpu_manager_state: kubelet 1.36 as configured does not keep CPUs of whole pods, which "
            "the file has; downgrade the file to drop them");
  EXPECT_EQ(
      repair(pods, KOORD_REPAIR_DOWNGRADE).substr(0, 88),
      R"({"policyName":"static","defaultCpuSet":"0-1,3-9,11-15","entries":{"q":{"c":"2,10"}},"che)");
  EXPECT_NE(report_.find(R"("pod": "p")"), std::string::npos);
}

// Upgrading and downgrading a file restores its bytes.
TEST_F(KubeletFiles, FilesMoveBetweenVersions) {
  const std::string good = sealed(kGood);
  version_ = KOORD_KUBELET_VERSION_V1_37;
  EXPECT_EQ(check(good), "version");
  const std::string doubled = repair(good);
  EXPECT_EQ(doubled.substr(0, good.size() - 1), good.substr(0, good.size() - 1));
  EXPECT_NE(doubled.find(",\"data\":\"{"), std::string::npos);
  EXPECT_NE(report_.find("version 2 of the file becomes 4"), std::string::npos);
  EXPECT_EQ(check(doubled), "");
  EXPECT_EQ(repair(doubled), doubled);
  version_ = KOORD_KUBELET_VERSION_V1_35;
  EXPECT_EQ(check(doubled), "version");
  EXPECT_EQ(repair(doubled), good);
  EXPECT_NE(report_.find("version 4 of the file becomes 2"), std::string::npos);
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

// The undamaged one of the two halves is used.
TEST_F(KubeletFiles, DamageToEitherHalfIsMended) {
  const std::string good = sealed(kGood);
  version_ = KOORD_KUBELET_VERSION_V1_37;
  const std::string doubled = repair(good);
  const std::string data = replaced(doubled, R"(\"2,10\")", R"(\"2\")");
  EXPECT_EQ(check(data).substr(0, 9), "checksum!");
  EXPECT_EQ(repair(data), doubled);
  const std::string older = replaced(doubled, R"("2,10")", R"("2")");
  EXPECT_EQ(check(older), "checksum");
  EXPECT_EQ(repair(older), doubled);
  version_ = KOORD_KUBELET_VERSION_V1_36;
  EXPECT_EQ(check(data).substr(0, 16), "version checksum");
  EXPECT_EQ(repair(data), good);
  EXPECT_EQ(check(older), "version checksum!");
  EXPECT_EQ(repair(older), good);
}

TEST_F(KubeletFiles, ADowngradeThatLosesSomethingHasToBeForced) {
  version_ = KOORD_KUBELET_VERSION_V1_37;
  const std::string doubled = repair(kGood + "0}");
  std::string resized =
      replaced(doubled, R"(}}}",)", R"(}},\"baselines\":{\"q\":{\"c\":{\"baseline\":\"2\"}}}}",)");
  // An intact half would be used, so both are damaged.
  resized = replaced(resized, "\"dataChecksum\":", "\"dataChecksum\":1");
  resized = replaced(resized, "\"checksum\":", "\"checksum\":1");
  EXPECT_EQ(repair(resized), "");
  EXPECT_EQ(status_, KOORD_E_CONFLICT);
  EXPECT_NE(message_.find("baselines of containers that were resized"), std::string::npos);
  EXPECT_EQ(repair(resized, KOORD_REPAIR_DOWNGRADE), doubled);
  EXPECT_NE(report_.find(R"("pod": "q")"), std::string::npos) << report_;
}

TEST_F(KubeletFiles, SetsThatCannotBeRead) {
  const std::string bad =
      R"({"policyName":"static","defaultCpuSet":"0,3-","entries":{"p":{"c":"1;9"},"q":{"c":"2,10"}},"checksum":0})";
  EXPECT_EQ(check(bad), "checksum unreadable! unreadable!");
  EXPECT_NE(report_.find("could not parse default cpu set"), std::string::npos);
  EXPECT_EQ(
      repair(bad).substr(0, 86),
      R"({"policyName":"static","defaultCpuSet":"0-1,3-9,11-15","entries":{"q":{"c":"2,10"}},"c)");
}

TEST_F(KubeletFiles, HostileTexts) {
  const std::string good = sealed(kGood);
  for (size_t length = 0; length < good.size(); ++length) {
    const std::string cut = good.substr(0, length);
    EXPECT_EQ(check(cut), "unreadable!") << cut;
    EXPECT_EQ(repair(cut), "");
    EXPECT_EQ(status_, KOORD_E_INVALID);
    EXPECT_EQ(message_.rfind("could not restore state from checkpoint: ", 0), 0u) << message_;
  }
  EXPECT_EQ(repair("", KOORD_REPAIR_START_OVER).substr(0, 46),
            R"({"policyName":"static","defaultCpuSet":"0-15",)");
  EXPECT_EQ(check(good + "x"), "unreadable!");
  EXPECT_EQ(check(R"([1,2])"), "unreadable!");
  const std::string body =
      R"({"policyName":"static","defaultCpuSet":"0-1,3-9,11-15","entries":{"q":{"c":"2,10"}},"checksum":)";
  EXPECT_EQ(repair(R"({"policyName":"static","defaultCpuSet":"0-8191","entries":)"
                   R"({"../../etc\u0000\n":{"/":"8000-8191"},"q":{"c":"2,10"}},"checksum":3})"),
            sealed(body));
}

TEST_F(KubeletFiles, PodsThatAreGone) {
  const std::string good = sealed(kGood);
  add_present("q");
  EXPECT_EQ(check(good), "");
  EXPECT_EQ(check(good, KOORD_REPAIR_ONLY_PRESENT), "pod-gone");
  EXPECT_EQ(
      repair(good, KOORD_REPAIR_ONLY_PRESENT).substr(0, 85),
      R"({"policyName":"static","defaultCpuSet":"0-1,3-9,11-15","entries":{"q":{"c":"2,10"}},")");
}

TEST_F(KubeletFiles, MemoryStatesAreChecked) {
  koord_error err{};
  size_t count = 0;
  koord_kubelet_finding row{};
  const char memory[] = R"({"policyName":"Static","machineState":{},"checksum":0})";
  const auto check = [&](const koord_kubelet_setup *files) {
    koord_kubelet_report *found = nullptr;
    EXPECT_EQ(koord_kubelet_check(topology_.get(), files, 0, &found, &err), KOORD_OK)
        << err.message;
    return ReportPtr(found);
  };
  const ReportPtr found = check(setup_of(kConfig, {}, memory).get());
  EXPECT_EQ(koord_kubelet_report_get_findings(found.get(), &row, sizeof row, 1, &count, &err),
            KOORD_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(row.fault, KOORD_KUBELET_FAULT_MEMORY);
  EXPECT_EQ(row.flags, static_cast<uint32_t>(KOORD_KUBELET_FINDING_STOPS));
  for (const SetupPtr &nothing : {SetupPtr(), setup_of(kConfig)}) {
    const ReportPtr none = check(nothing.get());
    EXPECT_EQ(koord_kubelet_report_get_findings(none.get(), nullptr, 0, 0, &count, &err), KOORD_OK);
    EXPECT_EQ(count, 0u);
  }
}

// References share one report; the last one frees it.
TEST_F(KubeletFiles, ReportsAreCounted) {
  koord_kubelet_report *found = nullptr;
  ASSERT_EQ(koord_kubelet_check(topology_.get(), setup("").get(), 0, &found, nullptr), KOORD_OK);
  const ReportPtr second(koord_kubelet_report_ref(found));
  EXPECT_EQ(second.get(), found);
  koord_kubelet_report_unref(found);
  koord_kubelet_finding row{};
  size_t count = 0;
  koord_buffer *json = nullptr;
  EXPECT_FAILS(koord_kubelet_report_get_findings(second.get(), &row, 8, 1, &count, &err),
               KOORD_E_INVALID, "stride");
  ASSERT_EQ(koord_kubelet_report_get_findings(second.get(), &row, sizeof row, 1, &count, nullptr),
            KOORD_OK);
  EXPECT_EQ(row.fault, KOORD_KUBELET_FAULT_UNREADABLE);
  EXPECT_FAILS(koord_kubelet_report_get_findings(nullptr, &row, sizeof row, 1, &count, &err),
               KOORD_E_INVALID, "report");
  EXPECT_FAILS(koord_kubelet_report_to_json(nullptr, &json, &err), KOORD_E_INVALID, "report");
  EXPECT_FAILS(koord_kubelet_report_to_json(second.get(), nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_EQ(koord_kubelet_report_ref(nullptr), nullptr);
  koord_kubelet_report_unref(nullptr);
}

TEST_F(KubeletFiles, OnlyATextCanBeRepaired) {
  const uint32_t every = KOORD_REPAIR_MIGRATE | KOORD_REPAIR_START_OVER;
  koord_buffer *out = reinterpret_cast<koord_buffer *>(0x10);
  const SetupPtr without = setup_of(kConfig);
  EXPECT_FAILS(
      koord_kubelet_repair_cpus(topology_.get(), without.get(), every, &out, nullptr, &err),
      KOORD_E_INVALID, "cpu_state: is not set");
  EXPECT_EQ(out, nullptr);
  EXPECT_FAILS(
      koord_kubelet_repair_memory(topology_.get(), without.get(), every, &out, nullptr, &err),
      KOORD_E_INVALID, "memory_state: is not set");
  EXPECT_FAILS(koord_kubelet_repair_cpus(topology_.get(), setup("").get(), 0, &out, nullptr, &err),
               KOORD_E_INVALID, "could not restore state from checkpoint");
  EXPECT_NE(repair("", KOORD_REPAIR_START_OVER), "") << message_;
}

// A caller that frees the report after a failure must not free a stale pointer.
TEST_F(KubeletFiles, AReportIsClearedWhateverElseIsWrong) {
  const auto stale = [] { return reinterpret_cast<koord_buffer *>(0x10); };
  koord_buffer *report = stale();
  const SetupPtr files = setup_of(kConfig, "{}", "{}");
  EXPECT_FAILS(koord_kubelet_repair_cpus(topology_.get(), files.get(), 0, nullptr, &report, &err),
               KOORD_E_INVALID, "out");
  EXPECT_EQ(report, nullptr);
  report = stale();
  EXPECT_FAILS(koord_kubelet_repair_memory(topology_.get(), files.get(), 0, nullptr, &report, &err),
               KOORD_E_INVALID, "out");
  EXPECT_EQ(report, nullptr);
  report = stale();
  EXPECT_FAILS(
      koord_kubelet_replace_cpus(topology_.get(), files.get(), nullptr, 0, nullptr, &report, &err),
      KOORD_E_INVALID, "out");
  EXPECT_EQ(report, nullptr);
  auto *found = reinterpret_cast<koord_kubelet_report *>(0x10);
  EXPECT_FAILS(koord_kubelet_check(nullptr, nullptr, 0, &found, &err), KOORD_E_INVALID, "topology");
  EXPECT_EQ(found, nullptr);
  EXPECT_FAILS(koord_kubelet_check(topology_.get(), nullptr, 0, nullptr, &err), KOORD_E_INVALID,
               "out");
  EXPECT_FAILS(koord_kubelet_check(topology_.get(), nullptr, KOORD_REPAIR_MIGRATE, &found, &err),
               KOORD_E_INVALID, "flags");
}

TEST_F(KubeletFiles, FlagsAreChecked) {
  koord_error err{};
  koord_buffer *out = nullptr;
  const SetupPtr files = setup("{}");
  EXPECT_EQ(koord_kubelet_repair_cpus(topology_.get(), files.get(), 32, &out, nullptr, &err),
            KOORD_E_INVALID);
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(koord_kubelet_repair_cpus(topology_.get(), files.get(), KOORD_REPAIR_MIGRATE, &out,
                                      nullptr, &err),
            KOORD_OK)
      << err.message;
  koord_buffer_unref(out);
}

PodPtr scheduled(const std::string &uid, const std::string &cpus) {
  const std::string json =
      R"({"metadata":{"name":")" + uid + R"(","uid":")" + uid +
      R"(","annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" + cpus +
      R"(\"}"}},"spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":"2","memory":"1Gi"}}}]}})";
  koord_pod *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &out, &err), KOORD_OK)
      << err.message;
  return PodPtr(out);
}

TEST_F(KubeletFiles, TheSchedulersCpusReplaceKubelets) {
  const std::string good = sealed(kGood);
  const PodPtr q = scheduled("q", "3,11"), p = scheduled("p", "2,12");
  const auto replace = [&](std::vector<const koord_pod *> pods, koord_buffer **out,
                           koord_error *err) {
    return koord_kubelet_replace_cpus(topology_.get(), setup(good).get(), pods.data(), pods.size(),
                                      out, nullptr, err);
  };
  koord_buffer *out = nullptr;
  koord_error err{};
  ASSERT_EQ(replace({q.get()}, &out, &err), KOORD_OK) << err.message;
  const std::string text = text_of(BufferPtr(out).get());
  EXPECT_EQ(
      text.substr(0, 104),
      R"({"policyName":"static","defaultCpuSet":"0,2,4-8,10,12-15","entries":{"p":{"c":"1,9"},"q":{"c":"3,11"}},")");
  EXPECT_TRUE(starts(text)) << message_;
  ASSERT_EQ(replace({}, &out, &err), KOORD_OK);
  EXPECT_EQ(text_of(BufferPtr(out).get()), good);
  EXPECT_EQ(replace({p.get()}, &out, &err), KOORD_E_CONFLICT);
  EXPECT_STREQ(err.message, "pod \"p\": CPUs 2 are held by pod \"q\"");
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(replace({q.get(), nullptr}, &out, &err), KOORD_E_INVALID);
  EXPECT_EQ(replace({q.get(), q.get()}, &out, &err), KOORD_E_INVALID);
}

class KubeletStateFile : public ::testing::Test {
 protected:
  KubeletStateFile() {
    std::string name = ::testing::TempDir() + "koord-state-XXXXXX";
    directory_ = mkdtemp(name.data());
    std::filesystem::create_directory(directory_ + "/proc");
    path_ = directory_ + "/cpu_manager_state";
  }
  ~KubeletStateFile() override { std::filesystem::remove_all(directory_); }

  koord_status write(const std::string &text, uint32_t flags = 0) {
    const std::string proc = directory_ + "/proc";
    return koord_kubelet_write_state(path_.data(), path_.size(), text.data(), text.size(),
                                     proc.data(), proc.size(), flags, &err_);
  }
  std::string content(const std::string &suffix = "") const {
    std::string text(100, '\0');
    std::FILE *file = std::fopen((path_ + suffix).c_str(), "re");
    if (file == nullptr) return "none";
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
  }

  std::string directory_, path_;
  koord_error err_{};
};

TEST_F(KubeletStateFile, IsReplacedAndKept) {
  EXPECT_EQ(write("one"), KOORD_OK) << err_.message;
  EXPECT_EQ(write("two"), KOORD_OK);
  EXPECT_EQ(content(), "two");
  EXPECT_EQ(content(".koord-backup"), "one");
  EXPECT_EQ(write("three", KOORD_WRITE_STATE_NO_BACKUP), KOORD_OK);
  EXPECT_EQ(content(), "three");
  EXPECT_EQ(content(".koord-backup"), "one");
  EXPECT_EQ(write("four", 4), KOORD_E_INVALID);
}

TEST_F(KubeletStateFile, IsLeftAloneWhileKubeletRuns) {
  ASSERT_EQ(write("one"), KOORD_OK);
  std::filesystem::create_directory(directory_ + "/proc/77");
  std::FILE *file = std::fopen((directory_ + "/proc/77/comm").c_str(), "we");
  std::fputs("kubelet\n", file);
  std::fclose(file);
  EXPECT_EQ(write("two"), KOORD_E_CONFLICT);
  EXPECT_NE(std::string(err_.message).find("process 77"), std::string::npos);
  EXPECT_EQ(content(), "one");
  EXPECT_EQ(write("two", KOORD_WRITE_STATE_FORCE), KOORD_OK);
  EXPECT_EQ(content(), "two");
  std::filesystem::remove_all(directory_ + "/proc");
  EXPECT_EQ(write("three"), KOORD_E_IO);
  EXPECT_EQ(content(), "two");
}

}  // namespace
}  // namespace koord::testing
