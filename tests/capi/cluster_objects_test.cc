// Clusters from texts with API objects.
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>

#include "capi/cluster_objects_support.h"

namespace koord::testing {
namespace {

TEST(AddObjects, ReadsListsOfKubectl) {
  const ClusterPtr cluster = new_cluster();
  const ObjectsPtr objects =
      add(cluster, list_of_objects({pod("p", "a", "0-3"), pod("waits"), node("a"), topology("a"),
                                    device("a"), R"({"kind":"Service","metadata":{"name":"s"}})"},
                                   "List"));
  EXPECT_EQ(format(objects),
            "0 Pod default/p added; 1 Pod default/waits pending; 2 Node a added; "
            "3 NodeResourceTopology a added; 4 Device a added; 5 Service s skipped; ");
  EXPECT_EQ(pods_on(cluster, 0), "default/p\n");
  EXPECT_EQ(cpus_of(cluster, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "0-3");
  EXPECT_EQ(evaluate(cluster, pod_at(objects, 1)).rows.at(0).reason, KOORD_REASON_NONE);
  EXPECT_EQ(pod_at(objects, 2), nullptr);
}

TEST(AddObjects, TakesEachFormOfAText) {
  const std::string bare = R"({"metadata":{"name":"a"}})";
  for (const std::string &text :
       {node("a"), node("a") + "\n" + node("b"), node("a") + node("b"),
        " \t\r\n" + node("a") + "\n", "[" + node("a") + " , " + node("b") + "]",
        list_of_objects({node("a")}, "List"), list_of_objects({bare}, "NodeList"),
        "\xEF\xBB\xBF" + node("a"), list_of_objects({}, "PodList") + "[]" + node("a")}) {
    const ClusterPtr cluster = new_cluster();
    const ObjectsPtr objects = add(cluster, text);
    EXPECT_TRUE(format(objects).starts_with("0 Node a added; ")) << format(objects);
  }
  const ClusterPtr cluster = new_cluster();
  EXPECT_EQ(format(add(cluster, R"({"kind":"PodList","items":null})")), "");
  EXPECT_EQ(format(add(cluster, R"({"kind":"Strange\u004cist","items":[]})")),
            "0 StrangeList  refused invalid: kind: a List inside a List; ");
  // A List with a syntax error is one object that is not JSON.
  const std::string items = R"("items":[)" + node("a") + "]";
  for (const std::string &text :
       {R"({"kind":"List",)" + items + " oops}",
        R"({"kind":"List",)" + items + R"( "metadata":{}})", R"({"kind":"List" )" + items + "}",
        R"({"kind":"List",)" + items + ",}", R"({"kind":"List",)" + items + R"(,"metadata"})"}) {
    const ClusterPtr other = new_cluster();
    const std::string found = format(add(other, text));
    EXPECT_TRUE(found.starts_with("0 ") && found.find("refused invalid") != std::string::npos)
        << text << ": " << found;
    EXPECT_EQ(found.find(" Node a "), std::string::npos) << text << ": " << found;
  }
}

TEST(AddObjects, RefusesTheInvalidObjectOnly) {
  const ClusterPtr cluster = new_cluster();
  const ObjectsPtr objects = add(
      cluster, node("a") + R"({"kind":"Node","metadata":{"name":"b"},"status":{"allocatable":
      {"cpu":"many"}}})" +
                   R"({"kind":"Pod", nonsense})" + R"({"metadata":{"name":"c"}})" +
                   R"({"kind":"Node","metadata":{}})" + R"({"kind":7})" + pod("p", "a") +
                   R"({"kind":"Pod","metadata":{"name":"q"},"spec":{"containers":{}}})" + "[5]" +
                   workload("Deployment", "apps/v1", R"("name":"d")", R"("replicas":-1)") +
                   workload("Job", "batch/v1", R"("name":"j")", ""));
  const std::string text = format(objects);
  EXPECT_TRUE(
      text.starts_with("0 Node a added; 1 Node b refused invalid: Node b: "
                       "status.allocatable.cpu: "))
      << text;
  for (const char *part :
       {"2   refused invalid: object: not valid JSON at byte", "3   refused invalid: kind: absent",
        "4 Node  refused invalid: Node: metadata.name", "5   refused invalid: object.kind: found 7",
        "6 Pod default/p added; ",
        "7 Pod default/q refused invalid: Pod default/q: spec.containers",
        "8   refused invalid: object: found 5, expected an API object",
        "9 Deployment default/d refused invalid: Deployment default/d: ", "spec.replicas: found -1",
        "10 Job default/j refused invalid: Job default/j: ", "spec.template: "})
    EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
  EXPECT_EQ(info_of(cluster).nodes, 1u);
  EXPECT_EQ(pods_on(cluster, 0), "default/p\n");
}

TEST(AddObjects, ChangesNothingForATextThatIsNoJson) {
  const ClusterPtr cluster = new_cluster();
  add_node(cluster, "n");
  const auto with = [&](const std::string &text) {
    return [&cluster, text](koord_error *err) { return fails(cluster, text, err); };
  };
  const std::string good = node("a");
  EXPECT_FAILS_UNCHANGED(cluster, with("")(&err), KOORD_E_INVALID, "json: is empty");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + "kind: Node")(&err), KOORD_E_INVALID,
                         "expected { or [; YAML must be converted");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + "{")(&err), KOORD_E_INVALID, "does not close");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + "{]")(&err), KOORD_E_INVALID, "found ], expected }");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + R"({"a)")(&err), KOORD_E_INVALID, "does not end");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + R"({"a\)")(&err), KOORD_E_INVALID, "does not end");
  EXPECT_FAILS_UNCHANGED(cluster, with("[" + good + good + "]")(&err), KOORD_E_INVALID,
                         "expected , or ]");
  EXPECT_FAILS_UNCHANGED(cluster, with("[" + good + ",]")(&err), KOORD_E_INVALID,
                         "expected a value");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + std::string("\0", 1))(&err), KOORD_E_INVALID, "NUL");
  EXPECT_FAILS_UNCHANGED(cluster, with(good + std::string(200, '['))(&err), KOORD_E_INVALID,
                         "does not close");
  EXPECT_FAILS_UNCHANGED(cluster, with("\n {}\n ,")(&err), KOORD_E_INVALID,
                         "json: line 3, byte 6: found \",\"");
}

TEST(AddObjects, PodsWithTooMuchAreRefusedBeforeTheyArePlaced) {
  const ClusterPtr cluster = new_cluster();
  std::string text = pod("p");
  text.replace(text.find("\"4\""), 3, "\"99999999999999\"");
  EXPECT_NE(format(add(cluster, text)).find("0 Pod default/p refused limit: "), std::string::npos);
}

TEST(AddObjects, WorkloadsStandForTheirPods) {
  const ClusterPtr cluster = new_cluster();
  const std::string tail = "," + std::string(kTemplate);
  const ObjectsPtr objects = add(
      cluster, workload("StatefulSet", "apps/v1", R"("name":"web","namespace":"x")",
                        R"("replicas":2,"ordinals":{"start":5})" + tail) +
                   workload("Deployment", "apps/v1", R"("name":"one")", std::string(kTemplate)) +
                   workload("Job", "batch/v1", R"("name":"j")",
                            R"("parallelism":3,"completions":2)" + tail) +
                   workload("CronJob", "batch/v1", R"("name":"c")",
                            R"("jobTemplate":{"spec":{)" + std::string(kTemplate) + "}}") +
                   workload("DaemonSet", "apps/v1", R"("name":"d")", std::string(kTemplate)) +
                   workload("Deployment", "apps/v1", R"("name":"zero")", R"("replicas":0)" + tail));
  EXPECT_EQ(format(objects),
            "0 StatefulSet x/web added; 0 Pod x/web-5 pending; 0 Pod x/web-6 pending; "
            "1 Deployment default/one added; 1 Pod default/one-0 pending; "
            "2 Job default/j added; 2 Pod default/j-0 pending; 2 Pod default/j-1 pending; "
            "3 CronJob default/c added; 3 Pod default/c-0 pending; 4 DaemonSet d skipped; "
            "5 Deployment default/zero added; ");
  koord_buffer *json = nullptr;
  EXPECT_EQ(koord_added_objects_get_pod_json(objects.get(), 2, &json, nullptr), KOORD_OK);
  const std::string text = text_of_call(KOORD_OK, json);
  EXPECT_NE(text.find(R"("name":"web-6","namespace":"x")"), std::string::npos) << text;
  // The pod of the row is the pod of that text with its uid.
  const ClusterPtr other = new_cluster();
  EXPECT_EQ(format(add(other, text)), "0 Pod x/web-6 pending; ");
  EXPECT_FAILS(koord_added_objects_get_pod_json(objects.get(), 0, &json, &err), KOORD_E_NOT_FOUND,
               "not the pod of a workload");
  EXPECT_FAILS(koord_added_objects_get_pod_json(objects.get(), 99, &json, &err), KOORD_E_NOT_FOUND,
               "row: found 99");
}

TEST(AddObjects, WorkloadsWhosePodsAreThereAreSkipped) {
  const std::string tail = "," + std::string(kTemplate);
  const std::string stored =
      workload("Deployment", "apps/v1", R"("name":"d","uid":"u")", std::string(kTemplate));
  EXPECT_EQ(format(add(new_cluster(), stored)),
            "0 Deployment default/d added; 0 Pod default/d-0 pending; ");
  EXPECT_EQ(format(add(new_cluster(), stored + pod("p"))),
            "0 Deployment default/d skipped: its pods are objects of the text; "
            "1 Pod default/p pending; ");
  EXPECT_EQ(
      format(add(new_cluster(),
                 workload("ReplicaSet", "apps/v1",
                          R"("name":"r","ownerReferences":[{"kind":"Deployment","name":"d",
                                "controller":true}])",
                          std::string(kTemplate)) +
                     workload("Job", "batch/v1", R"("name":"j")", R"("suspend":true)" + tail) +
                     workload("CronJob", "batch/v1", R"("name":"c")",
                              R"("suspend":true,"jobTemplate":{"spec":{)" + std::string(kTemplate) +
                                  "}}"))),
      "0 ReplicaSet default/r skipped: is controlled by Deployment \"d\"; "
      "1 Job default/j skipped: is suspended; 2 CronJob default/c skipped: is suspended; ");
}

TEST(AddObjects, RefusesAllCopies) {
  const ClusterPtr cluster = new_cluster();
  EXPECT_EQ(format(add(cluster, node("a") + node("a") + node("b"))),
            "0 Node a refused conflict: Node a: object 1 has this name, too; expected each once; "
            "1 Node a refused conflict: Node a: object 0 has this name, too; expected each once; "
            "2 Node b added; ");
  EXPECT_EQ(
      format(add(cluster, pod("p", "b", "", R"("uid":"u",)") + pod("q", "b", "", R"("uid":"u",)"))),
      "0 Pod default/p refused conflict: Pod default/p: object 1 has metadata.uid \"u\", too; "
      "expected each once; 1 Pod default/q refused conflict: Pod default/q: object 0 has "
      "metadata.uid \"u\", too; expected each once; ");
  const std::string elsewhere = R"("uid":"u","namespace":"other",)";
  const std::string both =
      format(add(cluster, pod("p", "b", "", R"("uid":"u",)") + pod("p", "b", "", elsewhere)));
  EXPECT_NE(both.find("Pod default/p: object 1 has metadata.uid \"u\", too"), std::string::npos)
      << both;
  // A Pod takes precedence over the pod of a workload.
  const std::string web =
      workload("Deployment", "apps/v1", R"("name":"web")", std::string(kTemplate));
  const std::string text = format(add(cluster, web + pod("web-0")));
  EXPECT_TRUE(text.starts_with("0 Deployment default/web refused conflict: Pod default/web-0"))
      << text;
  EXPECT_TRUE(text.ends_with("1 Pod default/web-0 pending; ")) << text;
  EXPECT_EQ(info_of(cluster).pods, 0u);
}

TEST(AddObjects, APodAfterAnUnreadableWorkloadIsKept) {
  EXPECT_EQ(format(add(new_cluster(), workload("Deployment", "apps/v1", R"("name":"d")", "") +
                                          pod("p") + pod("q"))),
            "0 Deployment default/d refused invalid: Deployment default/d: spec.template: missing; "
            "1 Pod default/p pending; 2 Pod default/q pending; ");
}

TEST(AddObjects, EndedPodsAreReleased) {
  const ClusterPtr cluster = new_cluster();
  EXPECT_EQ(format(add(cluster, node("a") + topology("a") + pod("p", "a", "0-3"))),
            "0 Node a added; 1 NodeResourceTopology a added; 2 Pod default/p added; ");
  std::string ended = pod("p", "a");
  ended.insert(1, R"("status":{"phase":"Succeeded"},)");
  EXPECT_EQ(format(add(cluster, ended)), "0 Pod default/p added; ");
  EXPECT_EQ(info_of(cluster).pods, 0u);
  EXPECT_EQ(format(add(cluster, ended)), "0 Pod default/p skipped: has terminated; ");
}

TEST(AddObjects, ReservationsHoldTheirCpusForTheirOwners) {
  const ClusterPtr cluster = new_cluster();
  std::string owner = pod("owner", "a", "0-3");
  owner.replace(owner.find(R"("annotations":{)"), 15,
                R"("annotations":{"scheduling.koordinator.sh/reservation-allocated":
                "{\"name\":\"r\",\"uid\":\"r-r\"}",)");
  const ObjectsPtr objects =
      add(cluster,
          owner + reservation("r", "Available", "a", "0-1") +
              reservation("waits", "Pending", "", "") + reservation("ended", "Succeeded", "a", "") +
              reservation("bad", "Available", "a", "", "Sometimes") +
              reservation("lost", "Available", "elsewhere", "4-5") + node("a") + topology("a"));
  const std::string text = format(objects);
  for (const char *part :
       {"0 Pod default/owner added; 1 Reservation r added; 2 Reservation waits pending; "
        "3 Reservation ended skipped: has terminated; 4 Reservation bad refused invalid: "
        "Reservation bad: spec.allocatePolicy: found \"Sometimes\"",
        "5 Reservation lost refused not-found: Reservation lost: status.nodeName: there is no "
        "node"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(cpus_of(cluster, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "0-3");
  // The reservation does not count as a pod; without its owner it has its CPUs again.
  EXPECT_EQ(remove_pod(cluster, "default/owner"), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "0-1");
}

// Objects whose order could matter: claims that conflict, nodes after their pods, ties.
std::vector<std::string> mixed_objects() {
  std::vector<std::string> out = {
      R"({"kind":"Service","metadata":{"name":"s"}})",
      R"({"kind":"Pod","metadata":{"name":"bad"},"spec":5})",
      workload("StatefulSet", "apps/v1", R"("name":"web")",
               R"("replicas":2,)" + std::string(kTemplate)),
      pod("one", "b", "0-3"),
      pod("two", "b", "2-5"),
      pod("three", "a", "4-7"),
      pod("twice", "a"),
      pod("twice", "b"),
      pod("waits"),
      reservation("r", "Available", "c", "8-9"),
  };
  for (const char *name : {"c", "a", "b"}) {
    out.push_back(node(name));
    out.push_back(topology(name));
    out.push_back(device(name));
  }
  return out;
}

std::vector<std::string> sorted_rows(const ObjectsPtr &objects) {
  std::vector<std::string> out;
  const std::string text = format(objects, false, "\n");
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    out.push_back(text.substr(at, end - at));
  // Messages name the other copy by its place in the text.
  for (std::string &row : out)
    if (const size_t at = row.find(": object "); at != std::string::npos) row.resize(at);
  std::sort(out.begin(), out.end());
  return out;
}

struct Outcome {
  std::string cluster;
  std::vector<std::string> rows;
  bool operator==(const Outcome &) const = default;
};
std::ostream &operator<<(std::ostream &out, const Outcome &outcome) {
  for (const std::string &row : outcome.rows) out << row << '\n';
  return out << outcome.cluster;
}

Outcome outcome_of(const std::string &text) {
  const ClusterPtr cluster = new_cluster();
  const ObjectsPtr objects = add(cluster, text);
  std::string all = everything(cluster);
  for (uint32_t id = 0; id < info_of(cluster).ids; ++id) {
    char name[16] = {};
    EXPECT_EQ(koord_cluster_get_node_name(cluster.get(), id, name, sizeof name, nullptr, nullptr),
              KOORD_OK);
    all += name;
  }
  return {all.substr(all.find(' ')), sorted_rows(objects)};
}

std::vector<size_t> draw_order(size_t count) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  for (size_t i = count; i > 1; --i)
    std::swap(order[i - 1], order[*rc::gen::inRange<size_t>(0, i)]);
  return order;
}

RC_GTEST_PROP(AddObjectsProperty, TheOrderOfObjectsDoesNotMatter, ()) {
  static const std::vector<std::string> objects = mixed_objects();
  static const Outcome expected = outcome_of(list_of_objects(objects, "List"));
  RC_ASSERT(expected.rows.size() == objects.size() + 2);
  // The objects in any order, cut into documents of any form.
  std::string text;
  std::vector<std::string> pending;
  const auto flush = [&] {
    const int form = *rc::gen::inRange(0, 3);
    if (form == 0) text += list_of_objects(pending, "List");
    for (const std::string &object : form == 0 ? std::vector<std::string>() : pending)
      text += form == 1 ? "[" + object + "]" : object + "\n";
    pending.clear();
  };
  for (const size_t i : draw_order(objects.size())) {
    pending.push_back(objects[i]);
    if (*rc::gen::inRange(0, 4) == 0) flush();
  }
  flush();
  RC_ASSERT(outcome_of(text) == expected);
}

}  // namespace
}  // namespace koord::testing
