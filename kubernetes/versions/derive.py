#!/usr/bin/env python3
"""derive.py [VERSION...]: writes VERSION/MODULE.mod and VERSION/MODULE.sum of the versions in versions.toml.

They are derived from the go.mod of each module, which is that of the default version: what the module itself requires, in the
versions that k8s.io/kubernetes requires. `go mod tidy` adds the rest. --check needs no network: it exits with 1 if a file was
derived from another go.mod or versions.toml. The exit status is 77 if modules cannot be fetched."""
import argparse, hashlib, json, os, pathlib, subprocess, sys, tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODULES = {
    'objects': ROOT / 'kubernetes/objects',
    'agent': ROOT / 'kubernetes/agent',
    'scheduler': ROOT / 'kubernetes/scheduler',
    'webhook': ROOT / 'kubernetes/webhook',
    'control-plane': ROOT / 'tests/e2e/control-plane',
}
KUBERNETES = 'k8s.io/kubernetes'
MARK = '// Derived from '


class Unavailable(Exception):
    """Go or a module cannot be fetched."""


class Version:
    """A version of versions.toml."""

    def __init__(self, name, table):
        self.name = name
        self.kubernetes = table['kubernetes']
        self.staging = self.kubernetes.replace('v1.', 'v0.', 1)
        self.go = table['go']
        self.tag = table['tag']
        self.replace = table.get('replace', {})
        self.absent = table.get('absent', [])

    def path(self, module):
        return HERE / self.name / f'{module}.mod'


def versions():
    return [Version(name, table) for name, table in tomllib.loads((HERE / 'versions.toml').read_text()).items()]


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else 'no message'


def go_command(version):
    done = subprocess.run([ROOT / 'tools/dev/go-toolchain.sh', version.go], capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f'no Go {version.go}: {last_line(done.stderr)}')
    return done.stdout.splitlines()[-1]


def run(go, arguments, folder):
    environment = os.environ | {'GOFLAGS': '-mod=mod', 'GOWORK': 'off', 'GOTOOLCHAIN': 'local'}
    done = subprocess.run([go, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f'go {" ".join(arguments)}: {last_line(done.stderr or done.stdout)}')
    return done.stdout


def parse(text):
    """Returns the requirements (path, version, indirect), replacements and tools of a go.mod, and its version of Go."""
    block, requirements, replacements, tools, language = '', [], {}, [], ''
    for line in text.splitlines():
        line, _, comment = line.partition('//')
        words = line.split()
        if not words:
            continue
        if block and words == [')']:
            block = ''
            continue
        if words[-1] == '(':
            block = words[0]
            continue
        directive, words = (block, words) if block else (words[0], words[1:])
        if directive == 'require':
            requirements.append((words[0], words[1], comment.strip() == 'indirect'))
        elif directive == 'replace':
            at = words.index('=>')
            replacements[words[0]] = ' '.join(words[at + 1:])
        elif directive == 'tool':
            tools.append(words[0])
        elif directive == 'go':
            language = words[0]
    return requirements, replacements, tools, language


def digest(module, version):
    """The hash of all inputs of a derived file that change with the tree."""
    requirements, replacements, tools, _ = parse((MODULES[module] / 'go.mod').read_text())
    inputs = [sorted(requirements), sorted(replacements.items()), tools, version.kubernetes, sorted(version.replace.items()),
              sorted(version.absent)]
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()[:16]


def header(module, version):
    source = os.path.relpath(MODULES[module] / 'go.mod', ROOT)
    return f'{MARK}{source} by kubernetes/versions/derive.py, {digest(module, version)}. DO NOT EDIT.\n'


def is_staging(path, replacements):
    return path.startswith('k8s.io/') and replacements.get(path, '').startswith('./staging/')


def derived(module, version, upstream):
    """Returns the text of a go.mod before `go mod tidy`."""
    own, local, tools, language = parse((MODULES[module] / 'go.mod').read_text())
    theirs, staging, _, their_language = parse(upstream)
    wanted = {path: number for path, number, _ in theirs}
    lines = [header(module, version), f'module {module_path(module)}\n', f'go {max(language, their_language)}\n']
    lines += [f'tool {tool}' for tool in tools]
    for path in sorted(staging):
        # The modules of this tree require those of the default version.
        if is_staging(path, staging) and path not in version.replace and path not in version.absent:
            lines.append(f'replace {path} => {path} {version.staging}')
    lines += [f'replace {path} => {to}' for path, to in sorted(local.items()) if to.startswith('.')]
    lines += [f'replace {path} => {to}' for path, to in sorted(version.replace.items())]
    # Go reads relative paths from the folder of the module.
    empty = os.path.relpath(HERE / 'absent', MODULES[module])
    lines += [f'replace {path} => {empty}' for path in version.absent]
    for path, number, indirect in own:
        if path == KUBERNETES:
            number = version.kubernetes
        elif indirect and not (tools and path.startswith('go.etcd.io/etcd/')):
            continue
        elif is_staging(path, staging):
            number = version.staging
        else:
            number = wanted.get(path, number)
        lines.append(f'require {path} {number}')
    return '\n'.join(lines) + '\n'


def module_path(module):
    return (MODULES[module] / 'go.mod').read_text().partition('module ')[2].split()[0]


def derive(version):
    go = go_command(version)
    (HERE / version.name).mkdir(exist_ok=True)
    source = json.loads(run(go, ['mod', 'download', '-json', f'{KUBERNETES}@{version.kubernetes}'], ROOT))
    upstream = pathlib.Path(source['GoMod']).read_text()
    for module, folder in MODULES.items():
        path = version.path(module)
        # Under another name until it is complete.
        new = path.with_name(f'new-{path.name}')
        new.write_text(derived(module, version, upstream))
        try:
            # Tests of Kubernetes import absent modules. Anything else that is missing fails when the module is compiled.
            run(go, ['mod', 'tidy', *(['-e'] if version.absent else []), f'-modfile={new}'], folder)
            new.with_suffix('.sum').replace(path.with_suffix('.sum'))
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
            new.with_suffix('.sum').unlink(missing_ok=True)
        print(f'{path.relative_to(ROOT)}: {len(path.read_text().splitlines())} lines')


def stale(version):
    """Returns the files of a version that were derived from something else."""
    out = []
    for module in MODULES:
        path = version.path(module)
        if not path.is_file() or not path.with_suffix('.sum').is_file() or header(module, version).strip() not in path.read_text():
            out.append(path.relative_to(ROOT))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('versions', nargs='*')
    parser.add_argument('--check', action='store_true', help='exit with 1 if a file is out of date')
    options = parser.parse_args()
    known = versions()
    unknown = set(options.versions) - {version.name for version in known}
    if unknown:
        parser.error(f'versions.toml has no {", ".join(sorted(unknown))}')
    chosen = [version for version in known if not options.versions or version.name in options.versions]
    if options.check:
        old = [path for version in chosen for path in stale(version)]
        for path in old:
            print(f'{path} is out of date: run kubernetes/versions/derive.py')
        return 1 if old else 0
    try:
        for version in chosen:
            derive(version)
    except Unavailable as why:
        print(f'SKIPPED: {why}')
        return 77
    return 0


if __name__ == '__main__':
    sys.exit(main())
