// Hostile texts with API objects: bounds of their memory, and errors that stay in one object.
#include <rapidcheck/gtest.h>

#include "capi/cluster_objects_support.h"

namespace koord::testing {
namespace {

std::string replicas(std::string_view name, std::string_view count) {
  return workload("ReplicaSet", "apps/v1", R"("name":")" + std::string(name) + "\"",
                  "\"replicas\":" + std::string(count) + "," + std::string(kTemplate));
}

TEST(AddObjectsLimits, NumbersOfObjectsAndOfPods) {
  const ClusterPtr cluster = new_cluster();
  std::string many = "[";
  for (int i = 0; i <= 1'000'000; ++i) many += "1,";
  many.back() = ']';
  EXPECT_FAILS(fails(cluster, many, &err), KOORD_E_LIMIT, "more than 1000000 objects");
  const std::string text = format(add(cluster, replicas("a", "100001")));
  EXPECT_TRUE(
      text.starts_with("0 ReplicaSet default/a refused limit: ReplicaSet default/a: "
                       "100001 pods of "))
      << text;
  EXPECT_TRUE(
      text.ends_with(" bytes each; all workloads of a text have at most 100000 pods and "
                     "256 MiB of them: lower its number of pods; "))
      << text;
  EXPECT_NE(format(add(cluster, replicas("a", "2147483647"))).find("refused limit"),
            std::string::npos);
  EXPECT_EQ(info_of(cluster).pods, 0u);
  const std::string long_label = std::string(4 << 20, 'x');
  EXPECT_NE(
      format(add(cluster, with_kind(node_json("a", "\"labels\":{\"a\":\"" + long_label + "\"},"),
                                    "Node", "v1")))
          .find("refused limit"),
      std::string::npos);
}

// Workloads of any number and order: those with the fewest pods are accepted up to the limit, the
// others are refused, and no other object is affected.
RC_GTEST_PROP(AddObjectsLimitsProperty, TheSmallestWorkloadsAreAccepted, ()) {
  const auto counts = *rc::gen::container<std::vector<int>>(
      *rc::gen::inRange(1, 6), rc::gen::element(0, 1, 7, 30'000, 50'000, 69'999, 100'000, 100'001));
  std::string text;
  std::vector<std::pair<int, std::string>> sorted;
  for (size_t i = 0; i < counts.size(); ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    text += replicas(name, std::to_string(counts[i]));
    sorted.emplace_back(counts[i], name);
  }
  text += node("n");
  std::sort(sorted.begin(), sorted.end());
  std::map<std::string, koord_status> expected;
  int left = 100'000;
  for (const auto &[count, name] : sorted) {
    expected[name] = count <= left ? KOORD_OK : KOORD_E_LIMIT;
    if (count <= left) left -= count;
  }
  const ClusterPtr cluster = new_cluster();
  const ObjectsPtr objects = add(cluster, text);
  RC_ASSERT(info_of(cluster).nodes == 1u);
  size_t pods = 0;
  const std::string texts = koord_added_objects_get_texts(objects.get(), nullptr);
  for (const koord_added_object &row : rows_of(objects)) {
    if (row.kind == KOORD_ADDED_KIND_POD) ++pods;
    if (row.kind != KOORD_ADDED_KIND_WORKLOAD) continue;
    const std::string name = texts.substr(row.name_offset, row.name_length);
    RC_ASSERT(row.status == expected.at(name));
  }
  RC_ASSERT(pods == static_cast<size_t>(100'000 - left));
}

TEST(AddObjectsLimits, PodsOfWorkloadsHaveALimitOfTheirJson) {
  const std::string label(1 << 20, 'x');
  const auto large = [&](std::string_view name, int count) {
    return workload("Deployment", "apps/v1", R"("name":")" + std::string(name) + "\"",
                    "\"replicas\":" + std::to_string(count) +
                        R"(,"template":{"metadata":{"labels":{"a":")" + label + R"("}}})");
  };
  const std::string text =
      format(add(new_cluster(), large("a", 200) + large("b", 100) + large("c", 100)));
  EXPECT_NE(text.find("0 Deployment default/a refused limit"), std::string::npos) << text;
  EXPECT_NE(text.find("1 Deployment default/b added"), std::string::npos) << text;
  EXPECT_NE(text.find("2 Deployment default/c added"), std::string::npos) << text;
}

TEST(AddObjectsLimits, LongNamesOfWorkloadsAreInvalid) {
  for (const size_t length : {size_t{253}, size_t{254}}) {
    const std::string name(length, 'n');
    for (const std::string &metadata :
         {"\"name\":\"" + name + "\"", R"("name":"d","namespace":")" + name + "\""}) {
      const std::string text = format(
          add(new_cluster(), workload("Deployment", "apps/v1", metadata, std::string(kTemplate))));
      EXPECT_EQ(text.find("refused") == std::string::npos, length == 253) << text;
      if (length > 253) {
        EXPECT_NE(text.find(": found 254 bytes, expected at most 253"), std::string::npos) << text;
      }
    }
  }
}

// The kind of a List is that of each item.
TEST(AddObjectsLimits, LongKindsAreNotRepeated) {
  const std::string kind(1 << 20, 'K');
  std::string text = R"({"kind":")" + kind + R"(List","items":[)";
  for (int i = 0; i < 1000; ++i) text += "{},";
  text.back() = ']';
  const ObjectsPtr objects = add(new_cluster(), text + "}");
  size_t length = 0;
  (void)koord_added_objects_get_texts(objects.get(), &length);
  EXPECT_LT(length, 1u << 20);
  EXPECT_EQ(rows_of(objects).size(), 1000u);
  EXPECT_NE(format(objects).find("0   refused invalid: kind: found 1048576 bytes, expected at most "
                                 "253; "),
            std::string::npos);
}

// Texts that are no objects, each with an end that brackets and strings show.
std::string draw_bad_object() {
  const int depth = *rc::gen::inRange(65, 3000);
  return *rc::gen::element<std::string>(
      R"({"a"::1})", R"({"a":1,,"b":2})", R"({,})", R"({"a" 1})", R"({"kind":"Pod",:})",
      R"({"kind":"List","items":{}})", R"({"kind":"List","items":7})",
      R"({"kind":"PodList","items":[],"a"::1})", R"({"kind":7})", R"({"a":"\q"})", "{'a':1}",
      R"({"x":)" + std::string(depth, '[') + std::string(depth, ']') + "}",
      R"({"kind":"Service","metadata":)" + std::string(depth, '{') + std::string(depth, '}') + "}");
}

RC_GTEST_PROP(AddObjectsLimitsProperty, ABadObjectIsTheOnlyOneRefused, ()) {
  const std::string bad = draw_bad_object();
  const std::string good = node("a") + "\n" + pod("p");
  const std::string text = *rc::gen::element(0, 1, 2) == 0
                               ? good + bad + topology("a")
                               : bad + "\n" + good + "\xEF\xBB\xBF" + topology("a");
  const ClusterPtr cluster = new_cluster();
  size_t refused = 0;
  const ObjectsPtr objects = add(cluster, text);
  for (const koord_added_object &row : rows_of(objects))
    if (row.result == KOORD_ADDED_RESULT_REFUSED) ++refused;
  RC_ASSERT(refused == 1u);
  RC_ASSERT(rows_of(objects).size() == 4u);
  RC_ASSERT(info_of(cluster).nodes == 1u);
}

TEST(AddObjectsLimits, ErrorsNameTheInvalidField) {
  const ClusterPtr cluster = new_cluster();
  EXPECT_EQ(format(add(cluster, R"({"kind":"List","items":{}})")),
            "0 List  refused invalid: object.items: found an object, expected an array; ");
  const std::string deep = format(add(cluster, std::string(200, '[') + std::string(200, ']')));
  EXPECT_NE(deep.find("nested deeper than 64 levels"), std::string::npos) << deep;
}

// Objects of the whole cluster have no namespace, so one that is stated does not tell two apart.
TEST(AddObjectsLimits, ANamespaceDoesNotHideACopy) {
  const auto in = [](std::string_view name_space, std::string object) {
    const size_t at = object.find('{', object.find("\"metadata\"")) + 1;
    return object.insert(at, "\"namespace\":\"" + std::string(name_space) + "\",");
  };
  std::vector<std::pair<std::string, std::string>> copies;
  for (const std::string &object : {node("a"), topology("a"), device("a")})
    copies.emplace_back(object, in("x", object));
  copies.emplace_back(pod("a"), in("default", pod("a")));
  copies.emplace_back(pod("a"),
                      in("default", R"({"kind":"Pod","metadata":{"name":"a"},"spec":5})"));
  for (const auto &[first, second] : copies) {
    const ClusterPtr cluster = new_cluster();
    const std::string text = format(add(cluster, first + second));
    EXPECT_NE(text.find("object 1 has this name, too"), std::string::npos) << text;
    EXPECT_NE(text.find("object 0 has this name, too"), std::string::npos) << text;
    EXPECT_EQ(text.find("x/a"), std::string::npos) << text;
    EXPECT_EQ(info_of(cluster).ids, 0u);
  }
}

TEST(AddObjectsLimits, PodsOfAWorkloadDifferInTheirNames) {
  const ObjectsPtr objects = add(new_cluster(), replicas("web", "3"));
  for (size_t row = 1; row <= 3; ++row) {
    koord_pod_info info = KOORD_INIT(koord_pod_info);
    const PodPtr pod = pod_at(objects, row);
    EXPECT_EQ(koord_pod_get_info(pod.get(), &info, nullptr), KOORD_OK);
    char uid[32] = {};
    EXPECT_EQ(koord_pod_get_text(pod.get(), KOORD_POD_TEXT_UID, uid, sizeof uid, nullptr, nullptr),
              KOORD_OK);
    EXPECT_EQ(std::string(uid), "default/web-" + std::to_string(row - 1));
    EXPECT_EQ(info.containers, 1u);
  }
}

// A Reservation that takes from another one, and one that the cluster has on another node.
TEST(AddObjectsLimits, ARefusedReservationChangesNothing) {
  const ClusterPtr cluster = new_cluster();
  EXPECT_NE(add(cluster, node("a") + node("b") + topology("a") + topology("b") +
                             reservation("r", "Available", "a", "0-1") +
                             reservation("s", "Available", "a", "2-3")),
            nullptr);
  const auto refuse = [&](const std::string &text, const char *message) {
    const std::string before = everything(cluster);
    const std::string row = format(add(cluster, text));
    EXPECT_NE(row.find("refused conflict: "), std::string::npos) << row;
    EXPECT_NE(row.find(message), std::string::npos) << row;
    EXPECT_EQ(everything(cluster), before);
  };
  refuse(reservation("r", "Available", "b", "4-7"), "is on another node");
  // A pod of the cluster that takes from a reservation.
  std::string owner = pod("owner", "a", "0-1", R"("uid":"r-o",)");
  owner.replace(owner.find(R"("annotations":{)"), 15,
                R"("annotations":{"scheduling.koordinator.sh/reservation-allocated":
                "{\"name\":\"r\",\"uid\":\"r-r\"}",)");
  EXPECT_EQ(format(add(cluster, owner)), "0 Pod default/owner added; ");
  refuse(reservation("o", "Available", "a", "8-11"), "takes from another reservation itself");
}

}  // namespace
}  // namespace koord::testing
