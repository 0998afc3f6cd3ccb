#!/usr/bin/env python3
"""run.py LIBRARY-FOLDER [SUITE...]: runs unit tests of other projects with libkoord in place of the functions that decide.

docs/internals/upstream-tests.md describes the suites. Each is a folder here with suite.toml and replacements, which are copied
over sources from the Go module proxy. LIBRARY-FOLDER contains libkoord.so. --short runs the versions that CI runs. The exit
status is 1 if a case fails that suite.toml does not list, or a listed one passes; 77 if sources cannot be fetched."""
import argparse, collections, hashlib, json, os, pathlib, re, shutil, subprocess, sys, time, tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / 'build/upstream-tests'
sys.path.insert(0, str(ROOT / 'tools/dev'))
from suites import Unavailable, finish, last_line  # pylint: disable=wrong-import-position


class Suite:
    """A suite.toml."""

    def __init__(self, folder, text):
        description = tomllib.loads(text)
        self.folder = folder
        self.name = description['name']
        self.module = description['module']
        self.versions = description['versions']
        self.short = description.get('short')
        self.archive = description.get('archive')  # the package that calls C++ code of libkoord.a
        self.go = description.get('go', {})
        self.folders = description['folders']
        self.packages = description['packages']
        self.replaced = description['replaced']
        self.modules = description.get('modules', {})  # replaced modules, by version
        self.own = description.get('own', {})  # Go modules of this project that the replacements import: their folders
        self.programs = description.get('programs', {})  # programs that the tests start: packages of tests/e2e/control-plane
        self.timeout = description.get('timeout', '20m')  # of the tests of one package
        self.tags = description.get('tags', {})  # more build tags, by version
        self.edited = description.get('edited', [])  # changes of sources: pairs of text
        self.unneeded = description.get('unneeded', [])  # modules that the tests do not need
        self.excluded = description.get('excluded', [])

    def exclusion(self, version, package, test):
        """Returns the row of suite.toml that says why a case may fail, or None. The only wildcard in a pattern is *."""
        for row in self.excluded:
            pattern = re.escape(row['test']).replace(r'\*', '.*')
            if package == row['package'] and version in row.get('versions', self.versions) and re.fullmatch(pattern, test):
                return row
        return None


Case = collections.namedtuple('Case', 'package test')


def results(lines, packages):
    """Returns the outcome of each case of `go test -json`: pass, fail or skip.

    A case is a test without subtests. A test with subtests is a case, too, if it fails and none of them does. A package that
    ends without a result, for example because it does not compile, is a failed case without a test."""
    outcomes, parents, ended = {}, set(), {}
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if event['Action'] not in ('pass', 'fail', 'skip') or 'Package' not in event:
            continue
        package = next((p for p in packages if event['Package'].endswith('/' + p)), event['Package'])
        if 'Test' not in event:
            ended[package] = event['Action']
            continue
        outcomes[Case(package, event['Test'])] = event['Action']
        name = event['Test']
        while '/' in name:
            name = name.rpartition('/')[0]
            parents.add(Case(package, name))
    failed = {case for case, outcome in outcomes.items() if outcome == 'fail'}
    for parent in parents:
        if parent not in failed or any(c.package == parent.package and c.test.startswith(parent.test + '/') for c in failed):
            outcomes.pop(parent, None)
    for package in packages:
        if ended.get(package) is None or ended[package] == 'fail' and not any(c.package == package for c in failed):
            outcomes[Case(package, '')] = 'fail'
    return outcomes


class Verdict:
    """Cases of one run, compared with the exclusions of its suite."""

    def __init__(self, suite, version, outcomes):
        self.cases = len(outcomes)
        self.passed = sum(outcome == 'pass' for outcome in outcomes.values())
        self.failed, self.excluded, self.stale, used = [], [], [], set()
        for case, outcome in sorted(outcomes.items()):
            row = suite.exclusion(version, *case)
            reason = row and row['reason']
            used.add(row and row['test'])
            if outcome == 'pass':
                if reason:
                    self.stale.append(case)
            elif reason:
                self.excluded.append((case, reason))
            else:
                self.failed.append((case, outcome))
        self.missing = [row['test'] for row in suite.excluded
                        if version in row.get('versions', suite.versions) and row['test'] not in used]
        self.depend = set()  # cases that fail if libkoord's answers are wrong
        self.unused = []  # replacements on which no case depends

    def good(self):
        return not self.failed and not self.stale and not self.missing and not self.unused


def command(arguments, **more):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


class Run:
    """A suite with one version of its module, in a scratch folder."""

    def __init__(self, suite, version, library):
        self.suite, self.version = suite, version
        wanted = suite.go.get(version, '1.26')
        tool = command([ROOT / 'tools/dev/go-toolchain.sh', wanted])
        if tool.returncode:
            raise Unavailable(f'no Go {wanted}: {last_line(tool.stdout)}')
        self.replaced = [row for row in suite.replaced if version in row.get('versions', suite.versions)]
        self.tag = ','.join(['_'.join(version.split('.')[:2]), *filter(None, [suite.tags.get(version)])])
        self.go = tool.stdout.splitlines()[-1]
        self.folder = WORK / f'{suite.name}-{version}'
        self.library = library
        self.environment = os.environ | {
            'GOFLAGS': '-mod=mod', 'GOWORK': 'off', 'GOTOOLCHAIN': 'local', 'CGO_ENABLED': '1', 'UPSTREAM_VERSION': version}
        if suite.own:
            self.environment |= {
                'PKG_CONFIG_PATH': str(library.parent / 'bindings/go/pkgconfig'), 'LD_LIBRARY_PATH': str(library),
                # LIBRARY_PATH: Go caches the folder of the library with a compiled package; it may be that of another build tree.
                'LIBRARY_PATH': str(library)}
        if suite.programs:
            self.environment['PATH'] = f'{WORK / "bin"}{os.pathsep}{os.environ["PATH"]}'

    def prepare(self):
        """Writes the module's folders and the replacements into the scratch folder, if either changed."""
        replacements = sorted(p for p in self.suite.folder.rglob('*') if p.suffix in ('.go', '.cc', '.h', '.mod', '.yaml'))
        stamp = hashlib.sha256()
        for path in [pathlib.Path(__file__), self.suite.folder / 'suite.toml', *replacements]:
            stamp.update(path.read_bytes())
        stamp, written = stamp.hexdigest(), self.folder / 'prepared'
        if written.is_file() and written.read_text() == stamp:
            return
        source = self.download()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for folder in self.suite.folders:
            copy_linked(source / folder, self.folder / folder)
        for name in ('go.mod', 'go.sum'):
            shutil.copyfile(source / name, self.folder / name)
        self.edit_module()
        for row in self.replaced:
            for function in row['functions']:
                rename(self.folder / row.get('folder', row['package']), function)
        for row in self.suite.edited:
            if self.version in row.get('versions', self.suite.versions):
                for old, new in row['edits']:
                    edit(self.folder / row['file'], old, new)
        for path in replacements:
            target = self.folder / path.relative_to(self.suite.folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)  # a hard link to the module cache
            target.write_bytes(path.read_bytes())
        written.write_text(stamp)

    def link_library(self):
        """Writes the flags of the packages that call libkoord. Go's cache does not look at headers, so their hash is written,
        too. Flags in CGO_CFLAGS would compile every package again whenever a header changes."""
        koordc = self.folder / 'koordc'
        shutil.rmtree(koordc, ignore_errors=True)
        shutil.copytree(ROOT / 'tests/differential/koordc', koordc)
        flags = {koordc: [f'CFLAGS: -I{ROOT}/include', f'LDFLAGS: -L{self.library} -Wl,-rpath,{self.library}']}
        headers = list((ROOT / 'include').rglob('*.h'))
        if self.suite.archive:
            headers += (ROOT / 'src').rglob('*.h')
            flags[self.folder / self.suite.archive] = [
                f'CFLAGS: -I{ROOT}/include', f'CXXFLAGS: -O2 -std=c++20 -I{ROOT}/include -I{ROOT}/src',
                f'LDFLAGS: {self.library}/libkoord.a -lhwloc -lstdc++ -lm']
        digest = hashlib.sha256()
        for header in sorted(headers):
            digest.update(header.read_bytes())
        for package, lines in flags.items():
            (package / 'zz_flags.go').write_text('\n'.join([
                f'package {package.name}', '', f'// Headers: {digest.hexdigest()}', '', '/*', *('#cgo ' + line for line in lines), '*/',
                'import "C"', '']))

    def download(self):
        done = command([self.go, 'mod', 'download', '-json', f'{self.suite.module}@{self.version}'],
                       env=self.environment, cwd=HERE)
        try:
            found = json.loads(done.stdout[done.stdout.index('{'):])
            return pathlib.Path(found['Dir'])
        except (ValueError, KeyError):
            raise Unavailable(f'no module {self.suite.module} {self.version}: {last_line(done.stdout)}') from None

    def edit_module(self):
        path = self.folder / 'go.mod'
        # The modules of Kubernetes' staging folder come from the proxy, too.
        text = re.sub(r'=> \./staging/src/(\S+)', rf'=> \1 v0.{self.version.removeprefix("v1.")}', path.read_text())
        for module in self.suite.unneeded:
            text = re.sub(rf'^.*\s{re.escape(module)} .*\n', '', text, flags=re.M)
        for module, replacement in self.suite.modules.get(self.version, {}).items():
            text = re.sub(rf'^\s*{re.escape(module)} => .*\n', '', text, flags=re.M) + f'\nreplace {module} => {replacement}\n'
        for module, folder in {'koordc': './koordc', **{own: ROOT / folder for own, folder in self.suite.own.items()}}.items():
            text += f'\nrequire {module} v0.0.0\n\nreplace {module} => {folder}\n'
        path.write_text(text)

    def test(self, packages, spoil=()):
        """Runs the tests of the packages. `spoil` names replacements that are to answer wrongly."""
        log = self.folder / f'{",".join(spoil) or "tests"}.json'
        with open(log, 'w', encoding='utf-8') as out, open(log.with_suffix('.errors'), 'w', encoding='utf-8') as errors:
            subprocess.run([self.go, 'test', '-json', '-vet=off', '-count=1', f'-timeout={self.suite.timeout}', f'-tags={self.tag}',
                            *('./' + p for p in packages)],
                           cwd=self.folder, stdout=out, stderr=errors, env=self.environment | {'UPSTREAM_SPOIL': ','.join(spoil)})
        with open(log, encoding='utf-8') as lines:
            return results(lines, packages)

    def fetch_dependencies(self):
        listed = command([self.go, 'list', '-deps', '-test', f'-tags={self.tag}', *('./' + p for p in self.suite.packages)],
                         env=self.environment, cwd=self.folder)
        if listed.returncode:
            raise Unavailable(f'modules that {self.suite.module} {self.version} needs: {last_line(listed.stdout)}')

    def build_programs(self):
        for name, package in self.suite.programs.items():
            built = command([self.go, 'build', '-o', WORK / 'bin' / name, package], cwd=ROOT / 'tests/e2e/control-plane',
                            env=self.environment | {'GOFLAGS': '-mod=readonly -buildvcs=false'})
            if built.returncode:
                raise Unavailable(f'{name}: {last_line(built.stdout)}')

    def judge(self):
        self.prepare()
        self.link_library()
        self.build_programs()
        self.fetch_dependencies()
        outcomes = self.test(self.suite.packages)
        verdict = Verdict(self.suite, self.version, outcomes)
        for rows in rounds(self.replaced):
            spoiled = self.test([row['package'] for row in rows], [row['spoil'] for row in rows])
            changed = {case for case, outcome in spoiled.items() if outcome == 'fail' and outcomes.get(case) == 'pass'}
            verdict.depend |= changed
            for row in rows:
                if not any(case.package == row['package'] for case in changed):
                    verdict.unused.append(row['spoil'])
        return verdict


def rounds(replaced):
    """Groups the replacements, so that each group has at most one of each package."""
    groups = []
    for row in replaced:
        for group in groups:
            if row['package'] not in [other['package'] for other in group]:
                group.append(row)
                break
        else:
            groups.append([row])
    return groups


def copy_linked(source, target):
    """Copies a folder; files are hard links where the file system allows it. They are never written to."""
    def link(old, new):
        try:
            os.link(old, new)
        except OSError:
            shutil.copyfile(old, new)
    target.mkdir(parents=True)
    for folder, folders, files in os.walk(source):
        place = target / os.path.relpath(folder, source)
        for name in folders:
            (place / name).mkdir()
        for name in files:
            link(os.path.join(folder, name), place / name)


def rename(folder, function):
    """Renames an upstream function, given as "FILE: START OF ITS DEFINITION", so that the replacement can have its name."""
    name, _, start = function.partition(': ')
    edit(folder / name, start, re.sub(r'(\w+)\($', r'zzUpstream_\1(', start))


def edit(path, old, new):
    """Replaces a text that occurs once in a file."""
    text = path.read_text()
    if text.count(old) != 1:
        raise SystemExit(f'{path}: found {text.count(old)} times: {old}')
    path.unlink()  # it may be a link into the module cache
    path.write_text(text.replace(old, new))


def report(suite, version, verdict, folder):
    for case, outcome in verdict.failed:
        print(f'FAILED ({outcome}): {suite.name} {version} {case.package} {case.test or "(the whole package)"}: see {folder}')
    for case in verdict.stale:
        print(f'PASSES, but is listed as excluded: {suite.name} {version} {case.package} {case.test}')
    for test in verdict.missing:
        print(f'NO CASE, but listed as excluded: {suite.name} {version} {test}')
    for spoil in verdict.unused:
        print(f'NOT USED: {suite.name} {version}: no case fails if the answers of "{spoil}" are wrong')
    reasons = collections.Counter(reason for _, reason in verdict.excluded)
    for reason, count in reasons.items():
        print(f'excluded: {suite.name} {version}: {count} cases: {reason}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('library', type=pathlib.Path)
    parser.add_argument('suites', nargs='*')
    parser.add_argument('--short', action='store_true', help='the versions that CI runs')
    options = parser.parse_args()
    suites = [Suite(path.parent, path.read_text()) for path in sorted(HERE.glob('*/suite.toml'))]
    unknown = set(options.suites) - {suite.name for suite in suites}
    if unknown:
        parser.error(f'no suite {", ".join(sorted(unknown))}')
    rows = [('suite', 'version', 'cases', 'passed', 'failed', 'excluded', 'decided by libkoord', 'seconds')]
    good, skipped = True, []
    for suite in suites:
        if options.suites and suite.name not in options.suites:
            continue
        versions = [v for v in suite.versions if not options.short or v == suite.short]
        for version in versions:
            begun = time.monotonic()
            try:
                run = Run(suite, version, options.library.resolve())
                verdict = run.judge()
            except Unavailable as why:
                skipped.append(f'{suite.name} {version}: {why}')
                continue
            report(suite, version, verdict, run.folder)
            good = good and verdict.good()
            rows.append((suite.name, version, verdict.cases, verdict.passed, len(verdict.failed), len(verdict.excluded),
                         len(verdict.depend), round(time.monotonic() - begun)))
    return finish(rows, good, skipped)


if __name__ == '__main__':
    sys.exit(main())
