// Every allocation of the admission and removal of a pod fails once. The
// call reports it, and the node is unchanged.
#include <functional>
#include <string>

#include "capi/allocation/counting_new.h"
#include "capi/kubelet_setup_support.h"

namespace koord::testing {
namespace {

constexpr const char *kKubeletConfig =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0","topologyManagerPolicy":"best-effort"})";

koord_pod *pod(const char *cpus, const std::string &gpus = R"(,"nvidia.com/gpu":"2")") {
  const std::string limits =
      std::string(R"({"cpu":")") + cpus + R"(","memory":"1Gi")" + gpus + "}}}";
  const std::string json =
      R"({"metadata":{"name":"p","uid":"00000000-0000-0000-0000-000000000001"},"spec":{"containers":[)"
      R"({"name":"a-container-with-a-long-name","resources":{"limits":{"cpu":"2","memory":"1Gi"}}},)"
      R"({"name":"another-container-with-a-long-name","resources":{"limits":)" +
      limits + "]}}";
  koord_pod *out = nullptr;
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &out, nullptr), KOORD_OK);
  return out;
}

class KubeletAllocations : public ::testing::Test {
 protected:
  KubeletAllocations() {
    const TopologyPtr topology = two_sockets();
    const SetupPtr setup = setup_of(kKubeletConfig);
    for (const char *id : {"a", "b", "c"})
      EXPECT_EQ(koord_kubelet_setup_add_device(setup.get(), "nvidia.com/gpu", KOORD_NUL, id, 1, 1,
                                               0, nullptr),
                KOORD_OK);
    EXPECT_EQ(koord_kubelet_new(topology.get(), setup.get(), &kubelet_, nullptr), KOORD_OK);
  }
  ~KubeletAllocations() override {
    koord_pod_unref(fits_);
    koord_pod_unref(too_large_);
    koord_kubelet_free(kubelet_);
  }

  std::string state() const {
    koord_buffer *cpus = nullptr;
    koord_buffer *devices = nullptr;
    EXPECT_EQ(koord_kubelet_get_cpu_state(kubelet_, &cpus, nullptr), KOORD_OK);
    EXPECT_EQ(koord_kubelet_get_device_state(kubelet_, &devices, nullptr), KOORD_OK);
    return text_of(BufferPtr(cpus).get()) + text_of(BufferPtr(devices).get());
  }

  void fail_each(const std::function<koord_status()> &call) {
    const std::string before = state();
    for (long n = 1; n < 1000; ++n) {
      fail_allocation(n, Failing::kOnce);
      const koord_status status = call();
      const bool failed = allocation_failed();
      fail_allocation(0);
      if (!failed) {
        EXPECT_EQ(status, KOORD_OK);
        EXPECT_GT(n, 1);
        return;
      }
      ASSERT_EQ(status, KOORD_E_NO_MEMORY) << "allocation " << n;
      ASSERT_EQ(state(), before) << "allocation " << n;
    }
    FAIL() << "no end of allocations";
  }

  koord_status admit(const koord_pod *arriving, uint32_t flags) {
    return koord_kubelet_admit(kubelet_, arriving, flags, admission_.get(), &refusal_, nullptr);
  }

  koord_kubelet *kubelet_ = nullptr;
  AdmissionPtr admission_ = new_admission();
  koord_pod *fits_ = pod("4");
  koord_pod *too_large_ = pod("40");
  koord_refusal refusal_{};
};

TEST_F(KubeletAllocations, AdmissionIsWholeOrNotAtAll) {
  fail_each([&] { return admit(fits_, 0); });
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_NE(state().find("another-container"), std::string::npos);
}

TEST_F(KubeletAllocations, RefusalIsWholeOrNotAtAll) {
  fail_each([&] { return admit(too_large_, 0); });
  EXPECT_NE(refusal_.reason, KOORD_REASON_NONE);
}

TEST_F(KubeletAllocations, RemovalOfARefusedPodIsWholeOrNotAtAll) {
  ASSERT_EQ(admit(too_large_, KOORD_ADMIT_LEAVE_REFUSED), KOORD_OK);
  EXPECT_NE(state().find("a-container"), std::string::npos);
  fail_each([&] { return admit(too_large_, KOORD_ADMIT_LEAVE_REFUSED); });
  fail_each([&] { return admit(fits_, 0); });
}

// The result contains the pod's devices nevertheless.
TEST_F(KubeletAllocations, AdmissionOfAKnownPodWithoutDevicesIsWholeOrNotAtAll) {
  ASSERT_EQ(admit(fits_, 0), KOORD_OK);
  koord_pod *less = pod("4", "");
  const AdmissionPtr fresh = new_admission();
  fail_each(
      [&] { return koord_kubelet_admit(kubelet_, less, 0, fresh.get(), &refusal_, nullptr); });
  koord_pod_unref(less);
  size_t count = 0;
  koord_plugin_device rows[2];
  EXPECT_EQ(koord_admission_get_devices(fresh.get(), rows, sizeof rows[0], 2, &count, nullptr),
            KOORD_OK);
  EXPECT_EQ(count, 2U);
}

TEST_F(KubeletAllocations, RemovalIsWholeOrNotAtAll) {
  ASSERT_EQ(admit(fits_, 0), KOORD_OK);
  fail_each([&] {
    return koord_kubelet_remove_pod(kubelet_, "00000000-0000-0000-0000-000000000001", KOORD_NUL,
                                    nullptr, nullptr);
  });
  EXPECT_EQ(state().find("entries"), std::string::npos);
}

TEST_F(KubeletAllocations, JudgingNeverChangesAnything) {
  fail_each(
      [&] { return koord_kubelet_judge(kubelet_, fits_, admission_.get(), &refusal_, nullptr); });
  EXPECT_EQ(state().find("entries"), std::string::npos);
}

// Reusing an admission for the next pod needs no further allocation.
TEST_F(KubeletAllocations, AnAdmissionIsReused) {
  const auto allocations_of = [&](koord_admission *admission) {
    const long before = allocations();
    EXPECT_EQ(koord_kubelet_judge(kubelet_, fits_, admission, &refusal_, nullptr), KOORD_OK);
    return allocations() - before;
  };
  const long without = allocations_of(nullptr);
  EXPECT_EQ(allocations_of(admission_.get()), without + 3) << "rows, CPUs, devices";
  EXPECT_EQ(allocations_of(admission_.get()), without);
  fail_each([&] {
    koord_admission *made = nullptr;
    const koord_status status = koord_admission_new(&made, nullptr);
    EXPECT_EQ(status == KOORD_OK, made != nullptr);
    koord_admission_free(made);
    return status;
  });
}

TEST_F(KubeletAllocations, QuestionsAndCopies) {
  ASSERT_EQ(admit(fits_, 0), KOORD_OK);
  fail_each([&] {
    koord_kubelet *copy = nullptr;
    const koord_status status = koord_kubelet_clone(kubelet_, &copy, nullptr);
    EXPECT_EQ(status == KOORD_OK, copy != nullptr);
    koord_kubelet_free(copy);
    return status;
  });
  const auto document = [&](auto &&write) {
    fail_each([&] {
      koord_buffer *out = nullptr;
      const koord_status status = write(kubelet_, &out, nullptr);
      EXPECT_EQ(status == KOORD_OK, out != nullptr);
      koord_buffer_unref(out);
      return status;
    });
  };
  document(koord_kubelet_get_cpu_state);
  document(koord_kubelet_get_memory_state);
  document(koord_kubelet_get_device_state);
}

}  // namespace
}  // namespace koord::testing
