"""Nodes, their pods, and queried pods, as Kubernetes objects."""
import json
import random

DOMAIN = "koordinator.sh/"
SOCKETS, CORES, GPUS = 2, 26, 8  # cores of a socket, which is a NUMA node, and GPUs of a node
HALF = SOCKETS * CORES  # CPU i and i + HALF are one core


def topology(node, policy):
    detail = [{"id": cpu, "core": cpu % HALF, "socket": cpu % HALF // CORES, "node": cpu % HALF // CORES} for cpu in range(2 * HALF)]
    amounts = [{"name": name, "capacity": much, "allocatable": much, "available": much}
               for name, much in (("cpu", str(2 * CORES)), ("memory", "256Gi"))]
    return {"apiVersion": "topology.node.k8s.io/v1alpha1", "kind": "NodeResourceTopology", "topologyPolicies": [policy or "None"],
            "metadata": {"name": node, "resourceVersion": "1",
                         "annotations": {"node.koordinator.sh/cpu-topology": json.dumps({"detail": detail})}},
            "zones": [{"name": f"node-{numa}", "type": "Node", "resources": amounts} for numa in range(SOCKETS)]}


def devices(node):
    gpus = [{"type": "gpu", "minor": minor, "id": f"GPU-{minor}", "health": True, "resources": gpu(100),
             "topology": {"socketID": minor // 4, "nodeID": minor // 4, "pcieID": str(minor // 2), "busID": f"0000:{minor:02x}:00.0"}}
            for minor in range(GPUS)]
    return {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": node, "resourceVersion": "1"},
            "spec": {"devices": gpus}}


def gpu(percent):
    return {DOMAIN + "gpu-core": str(percent), DOMAIN + "gpu-memory": f"{80 * percent // 100}Gi", DOMAIN + "gpu-memory-ratio": str(percent)}


def pod(name, amounts, labels=None, annotations=None, node=None):
    made = {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default", "name": name, "uid": name, "resourceVersion": "1",
            "labels": labels or {}, "annotations": annotations or {}},
            "spec": {"priority": 9500, "containers": [{"name": "main", "resources": {"requests": amounts, "limits": amounts}}]}}
    if node:
        made["spec"]["nodeName"], made["status"] = node, {"phase": "Running"}
    return made


def lsr(name, cpus, annotations, node=None, bind="FullPCPUs"):
    return pod(name, {"cpu": str(cpus), "memory": "1Gi"}, {DOMAIN + "qosClass": "LSR"},
               {"scheduling.koordinator.sh/resource-spec": json.dumps({"requiredCPUBindPolicy": bind}), **annotations}, node)


def owner(name, numa, cpus, node, bind):
    status = {"cpuset": ",".join(str(cpu) for cpu in sorted(cpus)),
              "numaNodeResources": [{"node": numa, "resources": {"cpu": str(len(cpus)), "memory": "1Gi"}}]}
    return lsr(name, len(cpus), {"scheduling.koordinator.sh/resource-status": json.dumps(status)}, node, bind)


def owners(draw, node):
    """Returns pods with 16 exclusive CPUs, scattered. The last two cores of a NUMA node may be half in use, which leaves CPUs but no cores."""
    for numa in range(SOCKETS):
        free = list(range(numa * CORES, (numa + 1) * CORES))
        draw.shuffle(free)
        pods = draw.randrange(4)
        for number in range(pods):
            taken, free = free[:8], free[8:]
            yield owner(f"{node}-cpus-{numa}-{number}", numa, [cpu for core in taken for cpu in (core, core + HALF)], node, "FullPCPUs")
        if pods == 3 and draw.random() < 0.6:
            yield owner(f"{node}-cpus-{numa}-last", numa, free, node, "SpreadByPCPUs")


def sharers(draw, name):
    """Returns pods with a GPU, or half of one."""
    load = draw.random()
    for minor in range(GPUS):
        for part in ([100] if draw.random() < 0.5 else [50] * draw.choice((1, 2))) if draw.random() < load else []:
            number = draw.randrange(1 << 40)
            held = {"gpu": [{"minor": minor, "resources": gpu(part)}]}
            yield pod(f"{name}-gpu-{minor}-{number}", {"memory": "1Gi", **ratio(part)}, {},
                      {"scheduling.koordinator.sh/device-allocated": json.dumps(held)}, name)


def ratio(percent):
    return {DOMAIN + "gpu-core": str(percent), DOMAIN + "gpu-memory-ratio": str(percent)}


def objects(nodes, policy, seed=1):
    """Returns nodes of 2 sockets, 104 CPUs and 8 GPUs, from idle to full."""
    draw = random.Random(seed)
    room = {"cpu": str(2 * HALF), "memory": "512Gi", "pods": "110"}
    for index in range(nodes):
        name = f"node-{index}"
        yield {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "uid": name, "resourceVersion": "1"},
               "status": {"allocatable": room, "capacity": room}}
        yield topology(name, policy)
        yield devices(name)
        yield from owners(draw, name)
        yield from sharers(draw, name)


# Queries: name, NUMA policy of the nodes, pod.
SHAPES = (
    ("LSR, 4 CPUs, FullPCPUs", "", lsr("asks", 4, {})),
    ("LSR, 4 CPUs, nodes SingleNUMANode", "SingleNUMANodePodLevel", lsr("asks", 4, {})),
    ("half a GPU", "", pod("asks", {"cpu": "4", "memory": "1Gi", **ratio(50)})),
    ("one GPU", "", pod("asks", {"cpu": "4", "memory": "1Gi", **ratio(100)})),
    ("two GPUs", "", pod("asks", {"cpu": "4", "memory": "1Gi", **ratio(200)})),
)
