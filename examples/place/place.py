"""Places pods on nodes, from files with Node and NodeResourceTopology objects:

    kubectl get node NAME -o json >node.json
    kubectl get noderesourcetopology NAME -o json >nrt.json
    python3 place.py node.json nrt.json

Prints where each of six pods with 12 exclusive CPUs runs.
"""
import sys

import koord


def make_pod(name: str) -> koord.Pod:
    limits = {"cpu": "12", "memory": "8Gi"}
    return koord.Pod.from_json({
        "metadata": {"name": name, "uid": name, "labels": {"koordinator.sh/qosClass": "LSR"}},
        "spec": {"priority": 9500, "containers": [{"name": "main", "resources": {"limits": limits}}]},
    })


def place(cluster: koord.Cluster, pod: koord.Pod) -> str:
    """Reserves the pod on the best node and says where, or says why the first node refuses it."""
    best = cluster.find_best(pod)
    if not best:
        return f"{cluster.node_name(0)} refuses it: {cluster.format_refusal(cluster.judge(pod, 0).refusal)}"
    node = best[0].node
    reserved = cluster.reserve(pod, node)
    if not reserved:
        return f"{cluster.node_name(node)} refuses it: {cluster.format_refusal(reserved.refusal)}"
    return f"{cluster.node_name(node)}, CPUs {reserved.cpus}"


cluster = koord.Cluster.from_files(sys.argv[1:])
for i in range(6):
    print(f"web-{i}: {place(cluster, make_pod(f'web-{i}'))}")
