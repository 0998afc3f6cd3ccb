"""Plans for new CPUs on a node from files: moves, output and refusals."""
import datetime
import json
import random
import shlex
import unittest

import cli
from simulate_test import SMALL, bound, node


class Rebind(cli.Case):
    def on_small(self, *args, pods, code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": pods}))
        return self.run_ctl("rebind", "-f", "objects.json", "--machine-synthetic", SMALL, "small",
                            *args, code=code)

    crosses = bound("crosses", "small", "0-1,8-9", cpu=4, qos="LSR")
    well = bound("well", "small", "2-3", cpu=2, qos="LSR")

    def test_a_pod_moves_to_one_numa_node(self):
        done = self.on_small("-o", "json", pods=[self.crosses, self.well])
        result = json.loads(done.stdout)
        self.assertEqual(result["moved"], 1)
        self.assertEqual(result["before"]["extraNUMANodes"], 1)
        self.assertEqual(result["after"]["extraNUMANodes"], 0)
        self.assertEqual([step["pod"] for step in result["steps"]], ["crosses"])
        after = {pod["name"]: pod["after"] for pod in result["pods"]}
        self.assertEqual(after["well"], "2-3")
        self.assertEqual(after["crosses"], result["steps"][0]["cpus"])

    def test_table_and_pictures(self):
        text = self.on_small("--picture", "--ascii", pods=[self.crosses]).stdout
        for line in ("STEP  POD      FROM", "extraNUMANodes  1", "small: before", "small: after"):
            self.assertIn(line, text)
        self.assertIn("<svg", self.on_small("-o", "svg", pods=[self.crosses]).stdout)
        self.assertIn("moved: 1", self.on_small("-o", "yaml", pods=[self.crosses]).stdout)

    @staticmethod
    def order(name="r", node="small", phase=None, **spec):
        status = {} if phase is None else {"status": {"phase": phase}}
        return {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "RebindResource",
                "metadata": {"name": name}, "spec": {"nodeName": node, "rebindAction": "RebindCPU", **spec}, **status}

    def planned(self, *objects, args=("-o", "json"), code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        return self.run_ctl("rebind", "-f", "objects.json", "--machine-synthetic", SMALL, *args, code=code)

    def check_status(self, patch, phase, reason):
        status = patch["status"]
        self.assertEqual((status["phase"], status["reason"]), (phase, reason))
        then = datetime.datetime.strptime(status["updateTimestamp"], "%Y-%m-%dT%H:%M:%SZ")
        self.assertLess(abs(datetime.datetime.utcnow() - then), datetime.timedelta(minutes=5))

    def test_steps_come_with_what_they_write(self):
        away = bound("away", "small", "0-1,8-9", cpu=4, qos="LSR", namespace="prod", uid="u1")
        result = json.loads(self.planned(away, self.well, args=("small", "-o", "json")).stdout)
        (step,) = result["steps"]
        self.assertEqual((step["pod"], step["namespace"], step["name"], step["uid"]),
                         ("prod/away", "prod", "away", "u1"))
        annotations = step["patch"]["metadata"]["annotations"]
        status = json.loads(annotations["scheduling.koordinator.sh/resource-status"])
        self.assertEqual(status["cpuset"], step["cpus"])
        self.assertEqual({(one["namespace"], one["name"]) for one in result["pods"]},
                         {("prod", "away"), ("default", "well")})
        self.assertNotIn("rebindResource", result)

    def test_as_a_rebind_resource_asks(self):
        done = self.planned(self.crosses, self.well, self.order(deadlineInSeconds=60))
        self.assertNotIn("skipped", done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual((result["node"], result["moved"]), ("small", 1))
        order = result["rebindResource"]
        self.assertEqual((order["name"], order["deadlineInSeconds"]), ("r", 60))
        self.check_status(order["patch"], "Succeed", "1 moved")
        nothing = json.loads(self.planned(self.well, self.order()).stdout)["rebindResource"]
        self.assertEqual(nothing["deadlineInSeconds"], 600)
        self.check_status(nothing["patch"], "Succeed", "no pod moves")
        # Finished requests are ignored, and those of other nodes if a node is named.
        finished = [self.order(phase, phase=phase) for phase in ("Succeed", "Failed", "Unknown")]
        lower = [{**one, "metadata": {"name": one["metadata"]["name"].lower()}} for one in finished]
        result = json.loads(self.planned(self.crosses, *lower, self.order(phase="Pending")).stdout)
        self.assertEqual(result["rebindResource"]["name"], "r")
        result = json.loads(self.planned(self.crosses, self.order("far", node="else"), self.order(),
                                         args=("small", "-o", "json")).stdout)
        self.assertEqual(result["rebindResource"]["name"], "r")

    def test_commands_that_write_it(self):
        text = self.planned(self.crosses, self.well, self.order(), args=("-o", "patch")).stdout
        pod, status = [shlex.split(line) for line in text.splitlines()]
        self.assertEqual(pod[:-1], ["kubectl", "patch", "pod", "crosses", "--namespace", "default", "--type", "merge",
                                    "--patch"])
        self.assertIn("scheduling.koordinator.sh/resource-status", json.loads(pod[-1])["metadata"]["annotations"])
        self.assertEqual(status[:-1], ["kubectl", "patch", "rebindresources.scheduling.koordinator.sh", "r",
                                       "--subresource", "status", "--type", "merge", "--patch"])
        self.check_status(json.loads(status[-1]), "Succeed", "1 moved")
        self.assertEqual(self.planned(self.well, args=("small", "-o", "patch")).stdout, "")

    def test_what_is_wrong_with_rebind_resources(self):
        def fails(code, *objects, says, args=()):
            self.write("objects.json", json.dumps({"kind": "List", "items": objects}))
            self.fails(code, "rebind", "-f", "objects.json", "--machine-synthetic", SMALL, *args, says=says)

        fails(cli.USAGE, self.crosses, says="NODE: required, because no RebindResource in the files is pending")
        fails(cli.USAGE, self.crosses, self.order(phase="Succeed"), says="NODE: required")
        fails(cli.USAGE, self.order("a"), self.order("b", node="else"), says="RebindResource b is pending, and so is a; give NODE")
        fails(cli.USAGE, self.order("a"), self.order("b"), says="for the same node", args=("small",))
        fails(cli.ENVIRONMENT, self.order(node="else"),
              says='objects.json: items[0]: RebindResource r: spec.nodeName: found "else", expected a node of the files')
        fails(cli.USAGE, self.order(node="else"), says='NODE: there is no node "else"', args=("else",))
        fails(cli.ENVIRONMENT, self.order(rebindAction="RebindAll"), says="spec.rebindAction")
        fails(cli.ENVIRONMENT, self.order(), self.order(), says="RebindResource r: is already in ")
        fails(cli.ENVIRONMENT, self.order("It's"), says="metadata.name")

    def test_a_refusal_is_written_to_the_rebind_resource(self):
        self.write("objects.json", json.dumps({"kind": "List", "items": [node("bare"), self.order(node="bare")]}))
        done = self.run_ctl("rebind", "-f", "objects.json", "-o", "patch", code=cli.REFUSED)
        self.check_status(json.loads(shlex.split(done.stdout)[-1]), "Failed", "NoTopology")

    def test_in_the_first_stage_of_a_takeover(self):
        """CPUs reserved by kubelet are available only under --ignore-kubelet."""
        detail = [{"id": i, "core": i // 2, "socket": 0, "node": i // 4} for i in range(8)]
        topology = {"kind": "NodeResourceTopology", "metadata": {"name": "n", "annotations": {
            "node.koordinator.sh/cpu-topology": json.dumps({"detail": detail}),
            "kubelet.koordinator.sh/cpu-manager-policy": json.dumps({"policy": "static", "reservedCPUs": "0-1"})}}}
        objects = [node("n"), topology, bound("crosses", "n", "2-4,6", cpu=4, qos="LSR"),
                   bound("well", "n", "5", cpu=1, qos="LSR")]
        self.write("objects.json", json.dumps({"kind": "List", "items": objects}))
        command = ("rebind", "-f", "objects.json", "n", "-o", "json")
        after = [{one["name"]: one["after"] for one in json.loads(self.run_ctl(*command, *more).stdout)["pods"]}
                 for more in ((), ("--ignore-kubelet",))]
        self.assertEqual(after[1]["crosses"], "0-3")
        self.assertNotEqual(after[0]["crosses"], "0-3")

    def test_what_is_kept_or_good_stays(self):
        for args, pods in ((("--keep", "crosses"), [self.crosses]), ((), [self.well]),
                           ((), [])):
            self.assertIn("No pod moves.", self.on_small(*args, pods=pods).stdout)

    def test_claims_that_get_what_the_plan_frees(self):
        """A refused claim takes effect once its CPUs are free: the plan reports that, and measures the resulting state."""
        claims = bound("claims", "small", "8-9", cpu=2, qos="LSR", uid="z")
        result = self.on_small("-o", "json", pods=[self.crosses, self.well, claims])
        plan = json.loads(result.stdout)
        self.assertEqual(plan["claims"], [{"pod": "claims", "cpus": "8-9"}])
        self.assertEqual(plan["after"]["freeCPUs"] - 2, plan["afterClaims"]["freeCPUs"])
        self.assertIn("claims: its claim of CPUs 8-9 is refused now and holds once the plan has freed them", result.stderr)
        table = self.on_small(pods=[self.crosses, self.well, claims]).stdout
        self.assertIn("FRAGMENTATION   BEFORE  AFTER  WITH CLAIMS", table)
        # A claim to CPUs that stay with other pods remains refused.
        stays = bound("stays", "small", "2-3", cpu=2, qos="LSR", uid="z")
        other = json.loads(self.on_small("-o", "json", pods=[self.crosses, self.well, stays]).stdout)
        self.assertNotIn("claims", other)
        self.assertNotIn("afterClaims", other)

    def test_plans_hold_when_their_patches_are_read_again(self):
        """After a restart claims rank by the time of PodScheduled: every pod has what the plan says."""
        draw = random.Random(7)
        moved = 0
        for _ in range(60):
            cpus = list(range(8))
            draw.shuffle(cpus)
            claims = []
            for _ in range(draw.choice((2, 3))):
                count = min(draw.choice((1, 2, 2, 3)), len(cpus))
                claims.append(sorted(cpus.pop() for _ in range(count)))
            refused = {draw.choice(draw.choice([claim for claim in claims if claim]))}
            claims.append(sorted(refused | set(draw.sample(range(8), draw.choice((0, 1))))))
            days = draw.sample(range(1, 9), len(claims))
            pods = {}
            for i, claim in enumerate(claims):
                if not claim:
                    continue
                made = bound(f"p{i}", "small", ",".join(map(str, claim)), cpu=len(claim), qos="LSR", uid=f"u{i}")
                made["status"] = {"conditions": [{"type": "PodScheduled", "status": "True",
                                                  "lastTransitionTime": f"2026-01-0{days[i]}T00:00:00Z"}]}
                pods[f"p{i}"] = made
            machine = ("--machine-synthetic", "small=pack:1 core:4 pu:2", "-o", "json")
            self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": list(pods.values())}))
            plan = json.loads(self.run_ctl("rebind", "-f", "objects.json", *machine, "small").stdout)
            moved += bool(plan["steps"])
            for step in plan["steps"]:
                pods[step["pod"]]["metadata"]["annotations"].update(step["patch"]["metadata"]["annotations"])
            self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": list(pods.values())}))
            now = json.loads(self.run_ctl("simulate", "-f", "objects.json", *machine).stdout)
            now = {each["name"]: each.get("cpuset", "") for each in now["pods"]}
            said = {each["name"]: each["after"] for each in plan["pods"]}
            said.update({each["pod"]: each["cpus"] for each in plan.get("claims", [])})
            self.assertEqual({name: now[name] for name in said}, said)
        self.assertGreater(moved, 20)

    def test_limits(self):
        self.on_small("--max-moves", "1", "--no-new-crossing", pods=[self.crosses])
        self.write("objects.json", json.dumps(self.crosses))
        common = ("rebind", "-f", "objects.json", "--machine-synthetic", SMALL)
        self.fails(cli.USAGE, *common, "small", "--max-moves", "x", says="--max-moves")
        self.fails(cli.USAGE, *common, "small", "--budget", "1000001", says="--budget")
        self.fails(cli.USAGE, *common, "small", "--keep", "nobody", says="--keep: there is no pod")
        self.fails(cli.USAGE, *common, "smal", says="did you mean small?")
        self.fails(cli.USAGE, *common, "small", "--picture", "-o", "json", says="--picture")
        self.fails(cli.USAGE, "rebind", "small", says="-f FILE")

    def test_a_node_without_topology_is_refused(self):
        self.write("objects.json", json.dumps(node("bare")))
        self.fails(cli.REFUSED, "rebind", "-f", "objects.json", "bare", says="NoTopology")


if __name__ == "__main__":
    unittest.main()
