#!/usr/bin/env python3
"""scheduler_perf.py LIBRARY-FOLDER [WORKLOAD...]: kube-scheduler's scheduler_perf with a plugin in every profile, and without it.

scheduler/performance.toml lists the workloads; WORKLOAD is a part of a name or of a group. The binary of a workload runs with
and without the plugin in alternating order, --pairs times. The exit status is 1 if the plugin costs more throughput than
performance.toml allows; 77 if sources cannot be fetched. docs/internals/upstream-tests.md describes the table."""
import argparse, os, pathlib, re, statistics, subprocess, sys, tempfile, tomllib

import run
import suites  # of tools/dev, by run

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = 'test/integration/scheduler_perf'
MEMORY = '/dev/shm'  # for etcd, which waits for its disk at each write: disks vary more than schedulers
METRICS = {'pods/s': 'SchedulingThroughput/Average', 'processor': 'koord_cpu_ms', 'pods': 'koord_pods'}


class Failed(Exception):
    """A workload did not end as it should."""


class Workload:
    """A row of performance.toml."""

    def __init__(self, row):
        self.group, self.package, self.name = row['group'], row['package'], row['name']
        self.only_with_plugin = row.get('only_with_plugin', False)
        self.plugin = row.get('plugin', 'Koord')

    def wanted(self, parts):
        return not parts or any(part in f'{self.group} {self.name}' for part in parts)


def compile_tests(suite_run, package):
    """Returns the test binary of a package. Its folder is the working folder of the workloads."""
    binary = suite_run.folder / (package.replace('/', '-') + '.test')
    built = run.command([suite_run.go, 'test', '-c', '-vet=off', f'-tags={suite_run.tag}', '-o', binary, f'./{FOLDER}/{package}'],
                        cwd=suite_run.folder, env=suite_run.environment)
    if built.returncode:
        raise Failed(f'{package} does not compile:\n{built.stdout}')
    return binary


def measure(suite_run, binary, workload, turn, plugin):
    """Runs a workload once and returns its metrics by name."""
    pattern = '/'.join(f'^{re.escape(part)}$' for part in ['BenchmarkPerfScheduling', *workload.name.split('/')])
    kind = 'koord' if plugin else 'stock'
    log = suite_run.folder / ('perf-' + f'{workload.package}-{workload.name}-{turn}-{kind}.log'.replace('/', '-'))
    command = [binary, '-test.run=^$', f'-test.bench={pattern}', '-test.benchtime=1x', '-test.timeout=30m',
               '-perf-scheduling-label-filter=', f'-data-items-dir={log.with_suffix(".items")}']
    environment = suite_run.environment | {'UPSTREAM_SPOIL': '' if plugin else 'plugin', 'KOORD_CRDS': str(run.ROOT / 'kubernetes/crds'),
                                           'KOORD_PLUGIN': workload.plugin}
    with open(log, 'w', encoding='utf-8') as out, tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as etcd:
        environment['TMPDIR'] = etcd
        done = subprocess.run(command, cwd=suite_run.folder / FOLDER / workload.package, stdout=out, stderr=subprocess.STDOUT,
                              env=environment)
    text = log.read_text(encoding='utf-8', errors='replace')
    found = {column: re.findall(rf'\s([0-9.e+]+) {re.escape(metric)}\s', text) for column, metric in METRICS.items()}
    missing = [METRICS[column] for column, values in found.items() if not values]
    if done.returncode or missing:
        what = f'exit status {done.returncode}' if done.returncode else f'no metric {", ".join(missing)}'
        raise Failed(f'{workload.name} ({kind}): {what}: see {log}')
    found = {column: float(values[-1]) for column, values in found.items()}
    if not found['pods']:
        raise Failed(f'{workload.name} ({kind}): no pod was scheduled while metrics were collected: see {log}')
    return found | {'cost': found['processor'] / found['pods']}


def compare(suite_run, binary, workload, pairs):
    """Returns the metrics of each turn with and without the plugin. The order alternates."""
    turns = {True: [], False: []}
    for turn in range(pairs):
        for plugin in (False, True) if turn % 2 == 0 else (True, False):
            if plugin or not workload.only_with_plugin:
                turns[plugin].append(measure(suite_run, binary, workload, turn, plugin))
                print(f'{workload.name} {turn + 1}/{pairs} {"koord" if plugin else "stock"}: '
                      f'{turns[plugin][-1]["pods/s"]:.1f} pods/s, {turns[plugin][-1]["cost"]:.2f} ms a pod', file=sys.stderr, flush=True)
    return turns


def row(workload, turns):
    """Returns the table's row and the ratio of throughput, which is None without a comparison."""
    middle = lambda plugin, column: statistics.median(turn[column] for turn in turns[plugin])
    ours = [f'{middle(True, "pods/s"):.0f}', f'{middle(True, "cost"):.2f}']
    if not turns[False]:
        return (workload.group, workload.name, '', ours[0], '', '', ours[1], ''), None
    ratios = [with_plugin['pods/s'] / without['pods/s'] for with_plugin, without in zip(turns[True], turns[False])]
    ratio = statistics.median(ratios)
    return (workload.group, workload.name, f'{middle(False, "pods/s"):.0f}', ours[0],
            f'{ratio:.2f} ({min(ratios):.2f} to {max(ratios):.2f})', f'{middle(False, "cost"):.2f}', ours[1],
            f'{middle(True, "cost") - middle(False, "cost"):+.2f}'), ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('library', type=pathlib.Path)
    parser.add_argument('workloads', nargs='*')
    parser.add_argument('--pairs', type=int, default=3)
    options = parser.parse_intermixed_args()
    suite = run.Suite(HERE / 'scheduler', (HERE / 'scheduler/suite.toml').read_text())
    description = tomllib.loads((HERE / 'scheduler/performance.toml').read_text())
    workloads = [w for w in map(Workload, description['workload']) if w.wanted(options.workloads)]
    if not workloads or options.pairs < 1:
        parser.error('no such workload, or no pairs')
    rows = [('group', 'workload', 'pods/s stock', 'pods/s Koord', 'ratio', 'CPU ms a pod stock', 'CPU ms a pod Koord', 'added')]
    good, binaries = True, {}
    try:
        suite_run = run.Run(suite, suite.versions[-1], options.library.resolve())
        suite_run.prepare()
        suite_run.link_library()
        suite_run.build_programs()
        suite_run.fetch_dependencies()
        for workload in workloads:
            try:
                if workload.package not in binaries:
                    binaries[workload.package] = compile_tests(suite_run, workload.package)
                cells, ratio = row(workload, compare(suite_run, binaries[workload.package], workload, options.pairs))
            except Failed as why:
                print(f'FAILED: {why}', flush=True)
                good = False
                continue
            rows.append(cells)
            if ratio is not None and ratio < description['least_ratio']:
                print(f'SLOWER: {workload.name}: {ratio:.2f} of the throughput without the plugin, expected {description["least_ratio"]}')
                good = False
    except suites.Unavailable as why:
        print(f'SKIPPED: {why}')
        return suites.UNAVAILABLE
    return suites.finish(rows, good)


if __name__ == '__main__':
    sys.exit(main())
