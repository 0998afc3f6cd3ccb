#!/usr/bin/env python3
"""derive.py [VERSION...]: writes VERSION/MODULE.mod and VERSION/MODULE.sum of the versions in versions.toml.

They are derived from the go.mod of each module, which is that of the default version: what the module itself requires, in the
versions that k8s.io/kubernetes requires. `go mod tidy` adds the rest. --check needs no network: it exits with 1 if a file was
derived from another go.mod or versions.toml, or changed by hand. The exit status is 77 if modules cannot be fetched."""
import argparse, hashlib, inspect, json, os, pathlib, re, subprocess, sys, tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / 'tools/dev'))
from suites import UNAVAILABLE, Unavailable, last_line  # pylint: disable=wrong-import-position

MODULES = {
    'objects': ROOT / 'kubernetes/objects',
    'agent': ROOT / 'kubernetes/agent',
    'scheduler': ROOT / 'kubernetes/scheduler',
    'webhook': ROOT / 'kubernetes/webhook',
    'dra': ROOT / 'kubernetes/dra',
    'control-plane': ROOT / 'tests/e2e/control-plane',
}
KUBERNETES = 'k8s.io/kubernetes'
MARK = '// Derived from '


# In messages of the go command if a module cannot be fetched.
FETCH_ERROR = re.compile(r'proxyconnect|dial tcp|: lookup .* on |module lookup disabled|: TLS handshake timeout|: 50[0-9] ')


class Failed(Exception):
    """A go command failed for another reason."""


class Version:
    """A version of versions.toml."""

    def __init__(self, name, table):
        self.name = name
        self.kubernetes = table['kubernetes']
        self.staging = self.kubernetes.replace('v1.', 'v0.', 1)
        self.tag = 'kube' + name.replace('.', '_')
        self.replace = table.get('replace', {})
        self.absent = table.get('absent', [])

    def path(self, module):
        return HERE / self.name / f'{module}.mod'

    def modules(self):
        """The names of the modules that can be built. kube-apiserver needs the absent modules."""
        return [module for module in MODULES if module != 'control-plane' or not self.absent]


def versions():
    return [Version(name, table) for name, table in tomllib.loads((HERE / 'versions.toml').read_text()).items()]


def go_command(language):
    """Returns the path of a go command for modules that state this version of Go."""
    wanted = '.'.join(language.split('.')[:2])
    done = subprocess.run([ROOT / 'tools/dev/go-toolchain.sh', wanted], capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f'no Go {wanted}: {last_line(done.stderr)}')
    return done.stdout.splitlines()[-1]


def run(go, arguments, folder):
    environment = os.environ | {'GOFLAGS': '-mod=mod', 'GOWORK': 'off', 'GOTOOLCHAIN': 'local'}
    done = subprocess.run([go, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr or done.stdout
        raise (Unavailable if FETCH_ERROR.search(said) else Failed)(f'go {" ".join(arguments)}: {last_line(said)}')
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


def digest(*parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def own_module(module):
    """The go.mod of a module for the default version."""
    return (MODULES[module] / 'go.mod').read_text()


def header(module, version, text, sums):
    """Returns the first line of a derived file. It has hashes of all inputs that change with the tree, and of the result."""
    requirements, replacements, tools, language = parse(own_module(module))
    inputs = digest(sorted(requirements), sorted(replacements.items()), tools, language, version.kubernetes, sorted(version.replace.items()),
                    sorted(version.absent), inspect.getsource(derived))
    source = os.path.relpath(MODULES[module] / 'go.mod', ROOT)
    return f'{MARK}{source} by kubernetes/versions/derive.py, {inputs}, {digest(text, sums)}. DO NOT EDIT.\n'


def is_staging(path, replacements):
    return path.startswith('k8s.io/') and replacements.get(path, '').startswith('./staging/')


def newer(language, other):
    """Returns the newer one of two versions of Go."""
    return max(language, other, key=lambda text: [int(number) for number in re.findall(r'\d+', text)])


def derived(module, version, upstream):
    """Returns the text of a go.mod before `go mod tidy`."""
    own, local, tools, language = parse(own_module(module))
    theirs, staging, _, their_language = parse(upstream)
    wanted = {path: number for path, number, _ in theirs}
    lines = [f'module {module_path(module)}\n', f'go {newer(language, their_language)}\n']
    for path in sorted(staging):
        # The modules of this tree require those of the default version.
        if is_staging(path, staging) and path not in version.absent:
            lines.append(f'replace {path} => {path} {version.staging}')
    lines += [f'replace {path} => {to}' for path, to in sorted(local.items()) if to.startswith('.')]
    lines += [f'replace {path} => {path} {number}' for path, number in sorted(version.replace.items())]
    # Go reads relative paths from the folder of the module.
    empty = os.path.relpath(HERE / 'absent', MODULES[module])
    lines += [f'replace {path} => {empty}' for path in sorted(version.absent)]
    lines += [f'tool {path}' for path in tools]
    for path, number, indirect in own:
        if path == KUBERNETES:
            number = version.kubernetes
        elif indirect and not any(f'{tool}/'.startswith(f'{path}/') for tool in tools):
            continue
        elif is_staging(path, staging):
            number = version.staging
        else:
            number = wanted.get(path, number)
        lines.append(f'require {path} {number}')
    return '\n'.join(lines) + '\n'


def module_path(module):
    return own_module(module).partition('module ')[2].split()[0]


def derive(version):
    (HERE / version.name).mkdir(exist_ok=True)
    language = parse(own_module('scheduler'))[-1]
    source = json.loads(run(go_command(language), ['list', '-m', '-json', f'{KUBERNETES}@{version.kubernetes}'], ROOT))
    upstream = pathlib.Path(source['GoMod']).read_text()
    for module in version.modules():
        path, folder = version.path(module), MODULES[module]
        # Under another name until it is complete.
        new = path.with_name(f'new-{path.name}')
        sums = new.with_suffix('.sum')
        new.write_text(derived(module, version, upstream))
        try:
            # Tests of Kubernetes import absent modules, which -e ignores. If a program needs one, go vet fails.
            run(go_command(parse(new.read_text())[-1]), ['mod', 'tidy', *(['-e'] if version.absent else []), f'-modfile={new}'], folder)
            text = '\n' + new.read_text()
            new.write_text(header(module, version, text, sums.read_text()) + text)
            sums.replace(path.with_suffix('.sum'))
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
            sums.unlink(missing_ok=True)
        print(f'{path.relative_to(ROOT)}: {len(path.read_text().splitlines())} lines')


def is_stale(module, version):
    """Reports whether the files of a module were derived from something else, or changed afterwards."""
    path = version.path(module)
    try:
        first, _, text = path.read_text().partition('\n')
        return f'{first}\n' != header(module, version, text, path.with_suffix('.sum').read_text())
    except FileNotFoundError:
        return True


def stale(version):
    return [version.path(module).relative_to(ROOT) for module in version.modules() if is_stale(module, version)]


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
        return UNAVAILABLE
    except Failed as why:
        print(f'FAILED: {why}')
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
