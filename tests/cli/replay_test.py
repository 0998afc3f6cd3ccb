"""koord-replay: replays of recorded clusters give the curves of a slow and simple simulation; invalid input is refused."""
import collections
import csv
import io
import math
import os
import unittest

import cli

MASK = (1 << 64) - 1
RANK_STREAM = 0x72616E6B656421


class SplitMix:
    def __init__(self, seed):
        self.state = seed & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, count):
        return ((self.next() >> 32) * count) >> 32


Node = collections.namedtuple("Node", "name cpu gpus model")
Pod = collections.namedtuple("Pod", "name cpu count milli models")


def nodes_csv(nodes):
    rows = ["sn,cpu_milli,memory_mib,gpu,model"]
    return "\n".join(rows + [f"{n.name},{n.cpu},1048576,{n.gpus},{n.model}" for n in nodes]) + "\n"


def pods_csv(pods):
    rows = ["name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec"]
    rows += [f"{p.name},{p.cpu},64,{p.count},{p.milli},{'|'.join(p.models)}" for p in pods]
    return "\n".join(rows) + "\n"


def small_trace():
    """Returns nodes of three kinds, and pods that do not fit together well."""
    random = SplitMix(7)
    nodes = [Node(f"n{i}", *kind) for i, kind in enumerate(
        [(16000, 4, "A")] * 5 + [(12000, 2, "B")] * 4 + [(64000, 8, "C")] * 2 + [(16000, 0, "")] * 2)]
    pods = []
    for i in range(120):
        cpu = (500, 2000, 3000, 8000)[random.below(4)]
        kind = random.below(8)
        models = ((), (), (), ("B",), ("A", "C"))[random.below(5)] if kind else ()
        count, milli = 1, (190, 250, 460, 500, 810)[random.below(5)]
        if kind == 0:
            count, milli = 0, 0
        elif kind < 3:
            count, milli = (1, 2, 4)[random.below(3)], 1000
        pods.append(Pod(f"p{i:03}", cpu, count, milli, models))
    arrivals = [random.below(len(pods)) for _ in range(260)]
    return nodes, pods, arrivals


def ranked(nodes, seed):
    """Returns the nodes in the order of their ranks."""
    random = SplitMix(seed ^ RANK_STREAM)
    order = list(range(len(nodes)))
    for i in range(len(nodes), 1, -1):
        j = random.below(i)
        order[i - 1], order[j] = order[j], order[i - 1]
    named = sorted(nodes, key=lambda node: node.name)
    return [named[i] for i in order]


class State:
    def __init__(self, node):
        self.model, self.cpu, self.gpus = node.model, node.cpu, [1000] * node.gpus

    def fits(self, pod):
        allowed = not pod.count or not pod.models or self.model in pod.models
        room = sum(milli >= pod.milli for milli in self.gpus)
        return self.cpu >= pod.cpu and (not pod.count or (allowed and room >= pod.count))

    def ways(self, pod):
        """Returns the device sets that a policy may choose: any fitting device, or the first ones."""
        fitting = [i for i, milli in enumerate(self.gpus) if milli >= pod.milli]
        if pod.count == 1 and pod.milli < 1000:
            return [[i] for i in fitting]
        return [fitting[:pod.count]]

    def tightest(self, pod):
        return min(self.ways(pod), key=lambda way: [self.gpus[i] for i in way])

    def after(self, pod, way):
        other = State.__new__(State)
        other.model, other.cpu = self.model, self.cpu - pod.cpu
        other.gpus = [milli - (pod.milli if i in way else 0) for i, milli in enumerate(self.gpus)]
        return other

    def fragment(self, classes):
        idle, sum_ = sum(self.gpus), 0.0
        for pod, share in classes:
            hosts = pod.count > 0 and self.fits(pod)
            sum_ += share * (sum(m for m in self.gpus if m < pod.milli) if hosts else idle)
        return sum_


def typical(pods):
    counts = collections.Counter(Pod("", p.cpu or 100, p.count, p.milli, p.models) for p in pods)
    order = sorted(counts.items(), key=lambda item: (item[1], item[0].cpu, item[0].milli,
                                                     item[0].count, item[0].models), reverse=True)
    kept, covered = [], 0
    while covered * 100 < 95 * len(pods):
        pod, count = order[len(kept)]
        kept.append((pod, count))
        covered += count
    # The order of two models is not defined.
    assert order[len(kept)][1] != count or order[len(kept)][0][:4] != kept[-1][0][:4]
    return [(pod, count / covered) for pod, count in kept]


def fgd(state, pod, classes):
    now, best = state.fragment(classes), None
    for way in state.ways(pod):
        fall = now - state.after(pod, way).fragment(classes)
        score = math.floor(100 / (1 + math.exp(-fall / 1000)) + 1e-9)
        if best is None or score > best[0]:
            best = score, way
    return best


def best_fit(state, pod, _):
    left = (0.5 * (state.cpu - pod.cpu) / 64000 +
            0.5 * (sum(state.gpus) - pod.milli * pod.count) / 8000)
    return math.floor(100 * (1 - left) + 1e-9), state.tightest(pod)


def simulate(nodes, pods, arrivals, policy):
    """Returns the percentages of GPUs in use, and of unusable GPUs, by demand."""
    states, classes = [State(node) for node in nodes], typical(pods)
    cluster = 1000 * sum(node.gpus for node in nodes)
    asked = used = 0
    points = collections.defaultdict(list)
    for index in arrivals:
        pod = pods[index]
        asked += pod.milli * pod.count
        chosen = None
        for i, state in enumerate(states):
            if not state.fits(pod):
                continue
            score, way = policy(state, pod, classes)
            if chosen is None or score > chosen[0]:
                chosen = score, i, way
        if chosen:
            _, i, way = chosen
            states[i] = states[i].after(pod, way)
            used += pod.milli * pod.count
        wasted = sum(state.fragment(classes) for state in states)
        points[math.floor(100 * asked / cluster + 0.5)].append(
            (100 * used / cluster, 100 * wasted / cluster))
    return {demand: [sum(column) / len(rows) for column in zip(*rows)]
            for demand, rows in points.items()}


class Replay(cli.Case):
    program = os.environ["KOORD_REPLAY"]

    def setUp(self):
        super().setUp()
        self.nodes, self.pods, self.arrivals = small_trace()
        self.write("nodes.csv", nodes_csv(self.nodes))
        self.write("pods.csv", pods_csv(self.pods))
        lines = [f"{seed}:{','.join(map(str, self.arrivals))}" for seed in (3, 4)]
        self.write("arrivals.txt", "\n".join(lines) + "\n")

    def replay(self, *args, code=cli.OK):
        return self.run_ctl("--nodes", "nodes.csv", "--pods", "pods.csv", *args, code=code)

    def refused(self, *args, says, code=cli.USAGE):
        self.fails(code, "--nodes", "nodes.csv", "--pods", "pods.csv", *args, says=says)

    def curves(self, *args):
        """Returns the curves by metric, policy, seed and demand."""
        out = {}
        for row in csv.DictReader(io.StringIO(self.replay("-o", "csv", *args).stdout)):
            metric, policy, seed = row.pop("metric"), row.pop("policy"), int(row.pop("seed"))
            row.pop("workload")
            for demand, value in row.items():
                if value:
                    out[metric, policy, seed, int(demand)] = float(value)
        return out

    def test_policies_are_what_they_say(self):
        found = self.curves("--arrivals", "arrivals.txt", "--seeds", "3-4", "--policy",
                            "fgd,best-fit")
        checked = 0
        for seed in (3, 4):
            for name, policy in (("FGD", fgd), ("BestFit", best_fit)):
                expected = simulate(ranked(self.nodes, seed), self.pods, self.arrivals, policy)
                self.assertGreater(max(expected), 100)
                for demand, (used, wasted) in expected.items():
                    where = f"{name}, seed {seed}, demand {demand}"
                    self.assertAlmostEqual(found["alloc_pct", name, seed, demand], used,
                                           delta=0.011, msg=where)
                    self.assertAlmostEqual(found["frag_amount_pct", name, seed, demand], wasted,
                                           delta=0.011, msg=where)
                    checked += 1
        self.assertGreater(checked, 200)

    def test_all_policies_fill_the_cluster(self):
        found = self.curves("--policy", "all", "--seeds", "7", "--demand", "140")
        names = {"FGD", "FGD-all", "RoomLeft", "BestFit", "DotProd", "GpuPacking", "GpuClustering", "Random", "LeastAllocated",
                 "MostAllocated"}
        self.assertEqual({policy for _, policy, _, _ in found}, names)
        for name in names:
            last = max(d for metric, policy, _, d in found if (metric, policy) == ("alloc_pct", name))
            self.assertGreater(found["alloc_pct", name, 7, last], 60, name)
            self.assertLessEqual(found["alloc_pct", name, 7, last], 100, name)
            self.assertGreaterEqual(last, 130)

    def test_jobs_and_order_change_nothing(self):
        one = self.replay("-o", "csv", "--policy", "all", "--seeds", "1,2").stdout
        self.assertEqual(self.replay("-o", "csv", "--policy", "all", "--seeds", "1-2", "--jobs",
                                     "3").stdout, one)
        self.assertEqual(self.replay("-o", "csv", "--policy", "all,fgd", "--seeds", "1,2,1").stdout,
                         one)

    def test_table_with_published_figures(self):
        text = self.replay("--seeds", "1-3", "--at", "50,90").stdout
        lines = text.splitlines()
        self.assertEqual(lines[0].split(), ["POLICY", "50%", "90%"])
        self.assertEqual([line.split()[0] for line in lines[1:]], ["FGD", "RoomLeft"])
        self.assertNotIn("published", text)
        published = ("metric,workload,policy,demand_pct,mean,std,min,max,seeds\n"
                     "alloc_pct,pods,06-FGD,50,49.5,0.25,1,2,10\n"
                     "frag_amount_pct,other,06-FGD,90,7.126,0.5,1,2,10\n")
        self.write("fgd-expected-summary.csv", published)
        lines = self.replay("--seeds", "1", "--at", "50,90", "--no-headers").stdout.splitlines()
        self.assertEqual(lines[1].split(), ["published", "49.50", "(0.25)", "-"])
        lines = self.replay("--seeds", "1", "--at", "50,90", "--metric", "fragments", "--workload",
                            "other", "--policy", "FGD").stdout.splitlines()
        self.assertEqual(lines[2].split(), ["published", "-", "7.13", "(0.50)"])
        self.write("elsewhere.csv", "metric\n")
        self.refused("--published", "elsewhere.csv", code=cli.ENVIRONMENT, says="elsewhere.csv")

    def test_chart(self):
        text = self.replay("-o", "svg", "--seeds", "1", "--metric", "fragment-ratio").stdout
        self.assertTrue(text.startswith("<svg"))
        self.assertIn("RoomLeft", text)
        self.assertIn("percent of the idle GPUs", text)
        self.assertIn(">Mine<", self.replay("-o", "svg", "--seeds", "1", "--title", "Mine").stdout)

    def test_differences_are_paired_by_seed(self):
        found = self.curves("--seeds", "3-6")
        # The demand at which most replays have a point.
        seeds = lambda demand: [seed for seed in range(3, 7) if ("alloc_pct", "FGD", seed, demand) in found]
        demand = max(range(100, 130), key=lambda demand: len(seeds(demand)))
        self.assertGreater(len(seeds(demand)), 1)
        self.write("more.csv", pods_csv(self.pods[:60]))
        lines = self.run_ctl("--nodes", "nodes.csv", "--pods", "pods.csv", "more.csv", "--seeds", "3-6",
                             "--at", f"100,{demand}", "-o", "differences").stdout.splitlines()
        self.assertEqual(lines[0].split(), ["WORKLOAD", "POLICY", "100%", f"{demand}%"])
        self.assertEqual([line.split()[:2] for line in lines[1:]],
                         [[name, policy] for name in ("pods", "more") for policy in ("FGD", "RoomLeft")])
        per_seed = [found["alloc_pct", "RoomLeft", seed, demand] - found["alloc_pct", "FGD", seed, demand]
                    for seed in seeds(demand)]
        mean, _, won = lines[2].split()[-3:]
        self.assertAlmostEqual(float(mean), sum(per_seed) / len(per_seed), delta=0.011)
        self.assertEqual(won, f"{sum(d > 0.005 for d in per_seed)}/{len(per_seed)}")

    def test_refused_and_placed_are_all_that_arrived(self):
        rows = list(csv.DictReader(io.StringIO(
            self.replay("--arrivals", "arrivals.txt", "--seeds", "3", "--policy", "fgd", "-o", "placements").stdout)))
        self.assertEqual([row["pod"] for row in rows], [self.pods[i].name for i in self.arrivals])
        free = {node.name: State(node) for node in self.nodes}
        refused = collections.Counter()
        for row, index in zip(rows, self.arrivals):
            pod = self.pods[index]
            gpus = [int(gpu) for gpu in row["gpus"].split()]
            if not row["node"]:
                refused[pod.count * pod.milli, pod.cpu, pod.models] += 1
                continue
            self.assertEqual(len(gpus), pod.count)
            self.assertTrue(free[row["node"]].fits(pod), row)
            free[row["node"]] = free[row["node"]].after(pod, gpus)
            self.assertTrue(all(milli >= 0 for milli in free[row["node"]].gpus), row)
        self.assertGreater(sum(refused.values()), 10)
        lines = self.replay("--arrivals", "arrivals.txt", "--seeds", "3", "--policy", "fgd", "--at", "1000", "-o",
                            "refused", "--no-headers").stdout.splitlines()
        self.assertAlmostEqual(sum(float(line.split()[-1]) for line in lines), sum(refused.values()))
        self.assertEqual(len(lines), len(refused))

    def test_classes_of_another_workload(self):
        arrivals = ["--arrivals", "arrivals.txt", "--seeds", "3", "--policy", "fgd,best-fit"]
        own = self.curves(*arrivals)
        self.write("same.csv", pods_csv(self.pods))
        self.assertEqual(self.curves("--classes", "same.csv", *arrivals), own)
        self.write("other.csv", pods_csv([Pod("whole", 500, 1, 1000, ())]))
        for option in (["--classes", "other.csv"], ["--learn", "100"], ["--hedge", "50"]):
            other = self.curves(*option, *arrivals)
            self.assertNotEqual(other, own, option)
            of_best_fit = [{key: value for key, value in curves.items() if key[1] == "BestFit"}
                           for curves in (own, other)]
            self.assertEqual(*of_best_fit)

    def placements(self, *args):
        return list(csv.DictReader(io.StringIO(self.replay("--seeds", "5", "-o", "placements", *args).stdout)))

    def asked(self, rows, pods):
        by_name = {pod.name: pod.milli * pod.count for pod in pods}
        return sum(by_name[row["pod"]] for row in rows)

    def test_pods_that_come_later(self):
        later = [pod._replace(name="later-" + pod.name, models=("A",) if pod.count else ()) for pod in self.pods[:50]]
        self.write("later.csv", pods_csv(later))
        first = self.placements("--policy", "fgd")
        cluster = 1000 * sum(node.gpus for node in self.nodes)
        for at in (0, 50, 70):
            both = self.placements("--policy", "fgd", "--then", "later.csv", "--then-at", str(at))
            early = [row for row in both if not row["pod"].startswith("later-")]
            self.assertEqual(early, both[:len(early)])
            self.assertEqual(early, [{**row, "workload": "pods-then-later"} if "workload" in row else row
                                     for row in first[:len(early)]], "policies know nothing of what comes")
            self.assertLessEqual(self.asked(early, self.pods), cluster * at / 100)
            self.assertGreater(self.asked(first[:len(early) + 1], self.pods), cluster * at / 100)
            total = self.asked(both, self.pods + later)
            self.assertLessEqual(total, cluster * 1.3)
            self.assertGreater(total, cluster * 1.3 - 8000)
        self.assertEqual(self.placements("--then", "later.csv"),
                         self.placements("--then", "later.csv", "--then-at", "50"))
        self.assertIn("pods-then-later,", self.replay("-o", "csv", "--then", "later.csv").stdout)
        self.refused("--then", "later.csv", "--arrivals", "arrivals.txt", "--seeds", "3", says="--then")
        self.refused("--then", "none.csv", says="none.csv", code=cli.ENVIRONMENT)
        self.refused("--then", "later.csv", "--then-at", "131", says="--then-at")

    def test_told_again_room_left_spreads_over_models(self):
        """No task requires a model, so it is not apparent that all GPUs of one model are used up."""
        nodes = [Node(f"n{i}", 64000, 8, "AB"[i % 2]) for i in range(8)]
        self.write("nodes.csv", nodes_csv(nodes))
        self.write("pods.csv", pods_csv([Pod(f"p{i:02}", 1000, 1, 1000, ()) for i in range(64)]))

        def used_of_a(*args):
            rows = self.placements("--policy", "room-left", "--demand", "101", *args)[:32]
            return sum(row["node"] in {node.name for node in nodes if node.model == "A"} for row in rows)
        spread = used_of_a("--refresh", "4")
        self.assertIn(spread, range(12, 21))
        self.assertEqual(used_of_a("--learn", "1000", "--refresh", "4"), spread)
        self.assertEqual(used_of_a("--refresh", "0"), used_of_a())
        self.assertEqual(self.curves("--policy", "fgd,best-fit"), self.curves("--policy", "fgd,best-fit", "--refresh", "1"))

    def test_what_is_refused(self):
        self.refused("--policy", "fgd,best", says="best-fit")
        self.refused("--seeds", "x", says="--seeds")
        self.refused("--seeds", "9-3", says="--seeds")
        self.refused("--seeds", "0-5000", says="--seeds: more than 1000")
        self.refused("--seeds", "", says="--seeds")
        self.refused("--demand", "0", says="--demand")
        self.refused("--at", "1001", says="--at")
        self.refused("--jobs", "0", says="--jobs")
        self.refused("--at", "", says="--at")
        self.refused("--learn", "x", says="--learn")
        self.refused("--hedge", "101", says="--hedge")
        self.refused("--refresh", "-1", says="--refresh")
        self.refused("--pods", "nodes.csv", "-o", "svg", says="a chart shows one workload, found 2")
        self.refused("--pods", "nodes.csv", "--workload", "w", says="--workload: found 2 files of pods")
        self.refused("--classes", "none.csv", says="none.csv", code=cli.ENVIRONMENT)
        self.refused("--metric", "gpus", says="--metric")
        self.refused("--arrivals", "arrivals.txt", "--seeds", "3-5", says="has no seed 5")
        self.refused("--arrivals", "none.txt", says="none.txt", code=cli.ENVIRONMENT)
        self.fails(cli.USAGE, "--nodes", "nodes.csv", says="--pods")
        self.write("pods.csv", pods_csv([self.pods[0], Pod("odd", 100, 1, 333, ())]))
        self.refused("--seeds", "1", says="pod \"odd\" requests 333", code=cli.ENVIRONMENT)
        self.write("pods.csv", pods_csv([Pod("a", 100, 0, 0, ())]))
        self.refused("--seeds", "1", says="no pod of the workload requests a GPU",
                     code=cli.ENVIRONMENT)
        self.write("nodes.csv", nodes_csv([Node("n", 1000, 0, "")]))
        self.refused("--seeds", "1", says="nodes.csv: no node has a GPU", code=cli.ENVIRONMENT)
        self.write("nodes.csv", nodes_csv([Node("n", 1000, 1, "A"), Node("n", 1000, 1, "A")]))
        self.write("pods.csv", pods_csv(self.pods))
        self.refused("--seeds", "1", says="\"n\"", code=cli.ENVIRONMENT)


if __name__ == "__main__":
    unittest.main()
