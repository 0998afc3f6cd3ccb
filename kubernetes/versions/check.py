#!/usr/bin/env python3
"""check.py [--short] BUILD [VERSION...]: runs go vet and the tests of the Go modules for versions of Kubernetes.

BUILD is a build tree with libkoord. Without VERSION these are all of versions.toml and that of kubernetes/scheduler/go.mod.
--short runs go vet only, on agent and scheduler for the oldest version. Last comes a table; reasons of skipped tests are above it.
The exit status is 1 if go vet or a test fails, and 77 if Go or modules of a version cannot be fetched."""
import argparse, collections, json, os, pathlib, re, subprocess, sys, time

import derive
import suites  # of tools/dev, by derive

SHORT = ('agent', 'scheduler')
FULL = ('objects', 'agent', 'scheduler', 'webhook', 'dra')


class Default:
    """The version of the go.mod files themselves."""
    tag = ''

    def __init__(self):
        required, *_ = derive.parse(derive.own_module('scheduler'))
        self.kubernetes = next(number for path, number, _ in required if path == derive.KUBERNETES)
        self.name = '.'.join(self.kubernetes.lstrip('v').split('.')[:2])

    def path(self, module):
        return derive.MODULES[module] / 'go.mod'


def flags(version, module):
    """The flags of the go command that select a version."""
    return [f'-tags={version.tag}', f'-modfile={version.path(module)}'] if version.tag else []


class Module:
    """A Go module of the tree with a version of Kubernetes."""

    def __init__(self, version, module, build, jobs):
        self.version, self.name, self.folder = version, module, derive.MODULES[module]
        self.go, self.jobs = derive.go_command(derive.parse(version.path(module).read_text())[-1]), jobs
        self.environment = os.environ | {
            'PKG_CONFIG_PATH': str(build / 'bindings/go/pkgconfig'), 'LD_LIBRARY_PATH': str(build / 'src'), 'CGO_ENABLED': '1',
            # LIBRARY_PATH: Go caches the folder of the library with a compiled package; it may be that of another build tree.
            'LIBRARY_PATH': str(build / 'src'),
            'GOFLAGS': '-mod=readonly', 'GOWORK': 'off', 'GOTOOLCHAIN': 'local'}

    def run(self, command, *arguments, **environment):
        return subprocess.run(['nice', '-n', '5', self.go, *command, *flags(self.version, self.name), *arguments], cwd=self.folder,
                              env=self.environment | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def fetch(self):
        done = self.run(['list', '-deps', '-test'], './...')
        if done.returncode and derive.FETCH_ERROR.search(done.stdout):
            raise derive.Unavailable(f'no modules for {self.name}: {suites.last_line(done.stdout)}')
        # Other errors are those of go vet.

    def packages(self):
        return len(self.run(['list'], './...').stdout.split())

    def vet(self):
        # Compilers run for seconds, so they need no garbage collection while memory suffices.
        return self.run(['vet', f'-p={self.jobs}'], './...', GOGC='off', GOMEMLIMIT='1500MiB')

    def test(self):
        return self.run(['test', '-json', '-vet=off', f'-p={self.jobs}', '-timeout=30m'], './...')


class Result:
    """Outcomes of `go test -json`, by test and by package."""

    def __init__(self, text):
        self.passed = self.failed = 0
        self.skipped = collections.Counter()
        self.messages, said = [], collections.defaultdict(list)
        for line in text.splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                self.messages.append(line)
                continue
            self.take(event, said)

    def take(self, event, said):
        action, key = event['Action'], (event.get('Package', event.get('ImportPath')), event.get('Test'))
        if action in ('output', 'build-output'):
            said[key].append(event['Output'])
        elif action == 'build-fail':
            self.messages += said[key]
        elif action == 'pass' and key[1]:
            self.passed += 1
            said.pop(key, None)
        elif action == 'fail':
            self.failed += 1
            self.messages += [f'FAILED: {key[0]} {key[1] or ""}\n', *said.pop(key, [])]
            if not key[1]:
                # Go reports no end of a test if another goroutine panics, the program exits, or it takes too long.
                for one in [one for one in said if one[0] == key[0]]:
                    self.messages += [f'DID NOT END: {one[0]} {one[1]}\n', *said.pop(one)]
        elif action == 'skip' and key[1]:
            reasons = [re.sub(r'^\s*\w+\.go:\d+: ', '', line).strip() for line in said[key] if re.match(r'\s*\w+\.go:\d+: ', line)]
            self.skipped[reasons[-1] if reasons else 'no reason'] += 1
            said.pop(key, None)


def check(module, short):
    """Returns the cells of a row after the names, and whether all is well. Prints failures and reasons."""
    module.fetch()
    begun, label = time.monotonic(), f'Kubernetes {module.version.name}, {module.name}'
    vetted = module.vet()
    if vetted.returncode:
        print(f'{label}: go vet failed:\n{vetted.stdout}', flush=True)
        return [module.packages(), 'go vet fails', '', '', ''], False
    if short:
        return [module.packages(), 'go vet only', '', '', round(time.monotonic() - begun)], True
    tested = module.test()
    result = Result(tested.stdout)
    good = not tested.returncode and not result.failed
    if not good:
        print(f'{label}: tests failed:\n{"".join(result.messages)}', flush=True)
    for reason, count in result.skipped.items():
        print(f'{label}: skipped {count}: {reason}', flush=True)
    return [module.packages(), result.passed, result.failed, sum(result.skipped.values()), round(time.monotonic() - begun)], good


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('versions', nargs='*')
    parser.add_argument('--short', action='store_true', help='go vet of agent and scheduler for the oldest version')
    parser.add_argument('--jobs', default=str(os.cpu_count()))
    options = parser.parse_args()
    known = {version.name: version for version in [*derive.versions(), Default()]}
    unknown = set(options.versions) - set(known)
    if unknown:
        parser.error(f'found version {", ".join(sorted(unknown))}, expected {", ".join(sorted(known))}')
    ordered = [known[name] for name in sorted(known)]
    options.versions = [version for version in ordered if version.name in options.versions] or ordered[:1 if options.short else None]
    return options


def main():
    options = arguments()
    rows = [('Kubernetes', 'module', 'packages', 'passed', 'failed', 'skipped', 'seconds')]
    good, skipped = True, []
    for version in options.versions:
        if version.tag:
            for path in derive.stale(version):
                print(f'{path} is out of date: run kubernetes/versions/derive.py')
                good = False
        for name in SHORT if options.short else FULL:
            try:
                cells, passed = check(Module(version, name, options.build.resolve(), options.jobs), options.short)
            except derive.Unavailable as why:
                skipped.append(f'{version.kubernetes}: {why}')
                cells, passed = ['', 'skipped', '', '', ''], True
            good = good and passed
            rows.append((version.kubernetes, name, *cells))
    return suites.finish(rows, good, skipped)


if __name__ == '__main__':
    sys.exit(main())
