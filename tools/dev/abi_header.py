#!/usr/bin/env python3
"""Reads the declarations of a header like koord.h, for the checks of the ABI.

abi_header.py shape HEADER         C with an empty body for every function: a library that has the header's
                                   types and functions, and nothing else, within a second
abi_header.py numbers HEADER       C of a program that prints every constant, offset, size and prototype
abi_header.py growth HEADER        abidiff's suppressions: structs that may grow, and the field after which
abi_header.py pins HEADER PINS...  fails if the pins lack a size, a field or a constant

The header is parsed as text, in the few forms that it uses (docs/embed/abi.md). A declaration in another
form is an error and is not skipped.
"""
import re
import sys


class Header:
    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            raw = file.read()
        self.final = set(re.findall(
            r'(?:bytes, final|layout for ever)(?:(?!\*/).)*\*/\s*typedef struct (\w+)', raw, re.S))
        text = re.sub(r'/\*.*?\*/', ' ', raw, flags=re.S)
        self.macros = [name for name, value in re.findall(r'^[ \t]*#define (\w+)[ \t]+(.*)$', text, re.M)
                       if value and name != 'KOORD_API']
        text = re.sub(r'^#.*$', '', text, flags=re.M)
        text = re.sub(r'extern "C" \{', '', text)
        text = re.sub(r'extern "C\+\+" \{.*?\n\}', '', text, flags=re.S)
        self.structs = {}
        for name, body in re.findall(r'typedef struct (\w+) \{(.*?)\} \w+;', text, re.S):
            self.structs[name] = [self._field(name, line) for line in body.split(';') if line.strip()]
        self.typedefs = re.findall(r'typedef (?:u?int\d+_t) (\w+);', text)
        self.enumerators = [name for body in re.findall(r'\benum \{(.*?)\};', text, re.S)
                            for name in re.findall(r'(\w+)\s*=', body)]
        self.functions = re.findall(r'KOORD_API\s+([^;{}]*?\b(\w+)\(([^()]*)\));', text)
        if len(self.functions) != len(re.findall(r'\bKOORD_API\b', text)):
            sys.exit(f'{path}: a function is declared in a form that is not understood')
        self.callbacks = re.findall(r'typedef\s+(\w[^;{}]*?\(\*\w+\)\([^()]*\));', text)
        if len(self.callbacks) != text.count('(*'):
            sys.exit(f'{path}: a pointer to a function is declared in a form that is not understood')
        if text.count('enum {') != len(re.findall(r'\benum \{(?:\s*\w+\s*=\s*[^,}]+,?)+\s*\};', text)):
            sys.exit(f'{path}: every enumerator needs its number')
        if not self.functions or not self.structs:
            sys.exit(f'{path}: declares nothing')

    @staticmethod
    def _field(struct, declaration):
        found = re.fullmatch(r'\s*(\w+)\s+(\w+)\s*(?:\[\w+\])?\s*', declaration)
        if not found:
            sys.exit(f'{struct}: the field "{declaration.strip()}" is declared in a form that is not understood')
        return found.group(1), found.group(2)

    def constants(self):
        return [name for name in self.macros if not name.startswith('KOORD_VERSION_')] + self.enumerators

    def prototypes(self):
        """Returns prototypes as text: parameters of one type are distinguished by their names, and
        `const` is a guarantee for threads.
        """
        declared = [declaration for declaration, _, _ in self.functions] + self.callbacks
        return [' '.join(one.split()).replace('( ', '(').replace(' )', ')') for one in declared]

    def may_grow(self):
        """Returns structs that state their size, and rows that are always passed with a stride, but
        no nested structs.
        """
        inside = {kind for fields in self.structs.values() for kind, _ in fields}
        strided, plain = set(), set()
        for _, _, parameters in self.functions:
            parameters = [' '.join(part.split()) for part in parameters.split(',')]
            pointers = [re.fullmatch(r'(?:const )?(\w+) \*(\w+)', this) for this in parameters]
            # A stride follows its rows, or is a member of a struct of the same call: x_stride for
            # the rows xs.
            told = {field.removesuffix('_stride') + 's' for found in pointers if found
                    for _, field in self.structs.get(found.group(1), []) if field.endswith('_stride')}
            for found, following in zip(pointers, parameters[1:] + ['']):
                if found and found.group(1) in self.structs:
                    has_stride = following.endswith(('stride', 'row_size')) or found.group(2) in told
                    (strided if has_stride else plain).add(found.group(1))
        return [name for name, fields in self.structs.items()
                if (fields[0][1] == 'struct_size' or (name in strided and name not in plain))
                and name not in inside and name not in self.final]


def shape(header):
    print('#define KOORD_EXPERIMENTAL 1\n#include "koord.h"')
    for declaration, _, _ in header.functions:
        print(f'{declaration} {{ __builtin_trap(); }}')


def numbers(header):
    print('#define KOORD_EXPERIMENTAL 1\n#include <stdio.h>\n#include "koord.h"\n'
          '#define TYPE(value) _Generic((value), int64_t: "int64", uint64_t: "uint64", int32_t: "int32", \\\n'
          '  uint32_t: "uint32", int16_t: "int16", uint16_t: "uint16", char *: "text", default: "struct")\n'
          'int main(void) {')
    for name in header.constants():
        print(f'  printf("{name} = %lld\\n", (long long)({name}));')
    for struct, fields in header.structs.items():
        print(f'  printf("{struct}: %zu bytes\\n", sizeof({struct}));')
        for _, field in fields:
            member = f'(({struct} *)0)->{field}'
            print(f'  printf("{struct}.{field} at %zu: %zu bytes, %s\\n", '
                  f'offsetof({struct}, {field}), sizeof({member}), TYPE({member}));')
    for prototype in header.prototypes():
        print(f'  puts("{prototype}");')
    print('  return 0;\n}')


def growth(header):
    print('# Which structs may grow at their end, and the last field each has. Written by "make abi-baseline".')
    for name in header.may_grow():
        print(f'\n[suppress_type]\n  name = {name}\n  type_kind = struct\n'
              f'  has_data_member_inserted_at = offset_after({header.structs[name][-1][1]})')


def pins(header, paths):
    text = ''
    for path in paths:
        with open(path, encoding='utf-8') as file:
            text += re.sub(r'/\*.*?\*/', '', file.read(), flags=re.S)
    sizes = set(re.findall(r'\bSIZE\(\s*(\w+),', text))
    fields = set(re.findall(r'\bFIELD\(\s*(\w+),\s*(\w+),', text))
    constants = set(re.findall(r'\bCONSTANT\(\s*(\w+),', text))
    missing = [f'SIZE({name}, ...)' for name in [*header.structs, *header.typedefs] if name not in sizes]
    missing += [f'FIELD({struct}, {field}, ...)' for struct, of in header.structs.items()
                for _, field in of if (struct, field) not in fields]
    missing += [f'CONSTANT({name}, ...)' for name in header.constants() if name not in constants]
    print(f'pins: {len(sizes)} sizes, {len(fields)} fields, {len(constants)} constants, {len(missing)} missing')
    for line in missing:
        print('  ' + line)
    sys.exit(1 if missing else 0)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    what, header = sys.argv[1], Header(sys.argv[2])
    if what == 'shape':
        shape(header)
    elif what == 'numbers':
        numbers(header)
    elif what == 'growth':
        growth(header)
    elif what == 'pins' and len(sys.argv) > 3:
        pins(header, sys.argv[3:])
    else:
        sys.exit(__doc__)


main()
