// Compares requests, limits and QoS of random pods with those computed
// by Kubernetes (tests/data/pods/README.md).
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "object/pod_request.h"
#include "object/pods.h"
#include "object/spellings.h"
#include "support/shared_data.h"
#include "wire/pod/pod_reader.h"

namespace koord::wire {
namespace {

object::Amounts amounts(const nlohmann::json &map) {
  object::Amounts out;
  for (const auto &[resource, value] : map.items()) out.push_back({resource, value.get<int64_t>()});
  return out;
}

// KOORD_POD_VECTORS selects another file of this format.
std::string vectors() {
  const char *other = std::getenv("KOORD_POD_VECTORS");
  return koord::testing::read_file(
      other != nullptr ? other : KOORD_SOURCE_DIR "/tests/data/pods/kubernetes-1.36.jsonl");
}

TEST(PodKubernetes, RequestsLimitsAndQosAreThoseOfKubernetes) {
  const std::string lines = vectors();
  size_t cases = 0;
  for (size_t from = 0; from < lines.size();) {
    const size_t end = std::min(lines.find('\n', from), lines.size());
    const auto expected = nlohmann::json::parse(lines.substr(from, end - from));
    from = end + 1;
    ++cases;
    const object::PodObject pod = read_pod(expected.at("pod").dump(), Log{});
    const std::string what = "case " + std::to_string(cases) + ": " + expected.at("pod").dump();
    EXPECT_EQ(object::text(effective_requests(pod)), object::text(amounts(expected.at("requests"))))
        << what;
    EXPECT_EQ(object::text(effective_limits(pod)), object::text(amounts(expected.at("limits"))))
        << what;
    EXPECT_EQ(find_value(object::kKubeQosSpellings, kube_qos_of(pod))->text,
              expected.at("qos").get<std::string>())
        << what;
  }
  EXPECT_GE(cases, 250u);
}

}  // namespace
}  // namespace koord::wire
