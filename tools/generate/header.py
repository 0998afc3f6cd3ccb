"""Reads the header through libclang. The result is the contents of abi/interface.json."""

import collections
import pathlib
import re

import rules
from comments import lines_of
from libclang import cindex
from problem import Problem, place_of

Kind = cindex.CursorKind
Type = cindex.TypeKind
DECLARATIONS = (Kind.TYPEDEF_DECL, Kind.STRUCT_DECL, Kind.ENUM_DECL, Kind.FUNCTION_DECL)


def read(path):
    """Returns the interface of koord.h and the headers that it includes from koord/: dictionaries
    and lists of names, numbers and texts only.
    """
    path = pathlib.Path(path)
    stable = _headers_of(_parse(path, []), path)
    unit = _parse(path, ["-DKOORD_EXPERIMENTAL", "-DKOORD_TAGS"])
    headers = _headers_of(unit, path)
    rules.are_all_included(path, headers)
    rules.halves_are_folders(headers, stable)
    reader = _Reader()
    reader.made["headers"] = [_described(name, headers[name], is_stable=name in stable) for name in headers]
    names = {str(file): name for name, file in headers.items()}
    for cursor in unit.cursor.get_children():
        name = cursor.location.file and names.get(cursor.location.file.name)
        if name:
            reader.declare(cursor, name)
    made = reader.finish()
    rules.no_comment_is_lost(unit, headers.values(), reader.comments)
    return made


def _parse(path, arguments):
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    unit = cindex.Index.create().parse(str(path), args=["-x", "c", "-std=c11", *arguments], options=options)
    for diagnostic in unit.diagnostics:
        if diagnostic.severity >= cindex.Diagnostic.Error:
            raise Problem(place_of(diagnostic), diagnostic.spelling)
    return unit


def _headers_of(unit, path):
    """Returns name and file of each header of the project, in the order of their ends: base before
    all others.
    """
    folder = path.parent / path.stem
    folders = {folder.resolve(), (folder / "experimental").resolve()}
    included, end = [], {}
    for one in unit.get_includes():
        file = pathlib.Path(one.include.name)
        if file.parent.resolve() in folders and file.stem not in included:
            included.append(file.stem)
            end[file.stem] = file
    # declarations of a header follow those of its includes
    for cursor in unit.cursor.get_children():
        file = cursor.location.file and pathlib.Path(cursor.location.file.name)
        if file and file.stem in end and file.parent.resolve() in folders and cursor.kind in DECLARATIONS:
            end[file.stem] = end.pop(file.stem)
    return end


def _described(name, file, is_stable):
    about = lines_of(file.read_text(encoding="utf-8").partition("*/")[0].replace("/*", "/**", 1) + "*/")
    said = {"name": name, "comment": [line for line in about if not line.startswith("SPDX-")]}
    return said if is_stable else {**said, "experimental": True}


class _Reader:
    def __init__(self):
        self.made = {part: [] for part in ("headers", "macros", "macro_calls", "enums", "structs", "handles", "callbacks", "functions")}
        self.before = None  # the previous declaration
        self.header = None
        self.comments = collections.Counter()

    def declare(self, cursor, header):
        self.header = header
        if cursor.kind == Kind.MACRO_DEFINITION:
            self._macro(cursor)
            return
        if cursor.kind in (Kind.MACRO_INSTANTIATION, Kind.INCLUSION_DIRECTIVE):
            return
        if self.before is not None:
            rules.named_enum_has_values(self.before, followed_by=cursor)
        if cursor.kind == Kind.ENUM_DECL:
            self._enum(cursor)
        elif cursor.kind == Kind.STRUCT_DECL:
            self._struct(cursor)
        elif cursor.kind == Kind.TYPEDEF_DECL:
            self._typedef(cursor)
        elif cursor.kind == Kind.FUNCTION_DECL:
            self._function(cursor)
        else:
            raise Problem(place_of(cursor), f"{cursor.spelling}: no type, struct, enum or function")
        self.before = cursor

    def finish(self):
        if self.before is not None:
            rules.named_enum_has_values(self.before, followed_by=None)
        if not self.made["functions"] or not self.made["structs"]:
            raise Problem("koord.h:1", "declares no functions or no structs")
        return self.made

    def _macro(self, cursor):
        tokens = [token.spelling for token in cursor.get_tokens()][1:]
        rules.begins_with(cursor, cursor.spelling, "KOORD_")
        is_call = cindex.conf.lib.clang_Cursor_isMacroFunctionLike(cursor)
        said = self._said_of_macro(cursor)
        if is_call and said:
            parameters = tokens[tokens.index("(") + 1 : tokens.index(")")]
            self.made["macro_calls"].append(
                {"name": cursor.spelling, "header": self.header, "parameters": [one for one in parameters if one != ","], **said}
            )
        elif tokens and tokens[0] != "__attribute__" and not is_call:
            self.made["macros"].append({"name": cursor.spelling, "header": self.header, "value": " ".join(tokens), **said})

    def _said_of_macro(self, cursor):
        """Returns the comment of a macro, which libclang does not provide: after the value, or
        ending on the line above.
        """
        path, line = cursor.location.file.name, cursor.location.line
        lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
        behind = re.search(r"/\*\*<.*\*/$", lines[line - 1])
        if behind:
            return self._counted(behind.group(0))
        above = re.search(r"(?:^|\n)(/\*\*(?:(?!\*/).)*\*/)$", "\n".join(lines[: line - 1]), re.DOTALL)
        return self._counted(above.group(1)) if above else {}

    def _counted(self, raw):
        self.comments[raw] += 1
        return {"comment": lines_of(raw)}

    def _typedef(self, cursor):
        rules.begins_with(cursor, cursor.spelling, "koord_")
        under = cursor.underlying_typedef_type
        if under.get_canonical().kind == Type.RECORD:
            for handle in self.made["handles"][-1:]:
                if handle["name"] == cursor.spelling:
                    handle |= self._said(cursor) | _tags(cursor)
                    rules.says_what_it_is(cursor, handle)
            return  # a struct declared before
        if under.kind == Type.POINTER and under.get_pointee().get_canonical().kind == Type.FUNCTIONPROTO:
            given = _parameters(child for child in cursor.get_children() if child.kind == Kind.PARM_DECL)
            result = rules.type_of(cursor, under.get_pointee().get_canonical().get_result())
            self.made["callbacks"].append(
                {"name": cursor.spelling, "header": self.header, **self._said(cursor), "result": result, "parameters": given}
            )
            rules.says_what_it_is(cursor, self.made["callbacks"][-1])
            return
        rules.is_number(cursor, under)
        self.made["enums"].append({"name": cursor.spelling, "header": self.header, **self._said(cursor), "values": []})
        rules.says_what_it_is(cursor, self.made["enums"][-1])

    def _enum(self, cursor):
        rules.has_a_type(cursor, self.before)
        values = self.made["enums"][-1]["values"]
        for one in cursor.get_children():
            rules.is_named_for_its_type(one, self.before.spelling)
            rules.states_its_value(one)
            values.append({"name": one.spelling, "value": one.enum_value, **self._said(one)})

    def _struct(self, cursor):
        rules.begins_with(cursor, cursor.spelling, "koord_")
        if not cursor.is_definition():
            # its comment is the typedef's
            self.made["handles"].append({"name": cursor.spelling, "header": self.header})
            return
        struct = {"name": cursor.spelling, "header": self.header, "size": cursor.type.get_size(), **self._said(cursor), "fields": []}
        for one in cursor.get_children():
            rules.is_plain_field(one)
            field = {"name": one.spelling, "type": rules.field_type(one)}
            if one.type.get_array_size() >= 0:
                field["length"] = one.type.get_array_size()
            field |= {"offset": one.get_field_offsetof() // 8, "size": one.type.get_size(), **_tags(one), **self._said(one)}
            rules.holds_numbers(one, field, self.made["enums"])
            struct["fields"].append(field)
        rules.says_what_it_is(cursor, struct)
        rules.has_no_padding(cursor, struct)
        self.made["structs"].append(struct)

    def _said(self, cursor):
        self.comments[cursor.raw_comment] += 1
        lines = lines_of(cursor.raw_comment)
        return {"comment": lines} if lines else {}

    def _function(self, cursor):
        rules.begins_with(cursor, cursor.spelling, "koord_")
        rules.is_exported(cursor)
        rules.names_numbers_of_its_type(cursor)
        rules.has_few_parameters(cursor)
        rules.fails_in_one_way(cursor)
        rules.rows_have_a_stride(cursor)
        rules.is_described(cursor, self.before)
        function = {"name": cursor.spelling, "header": self.header, "result": rules.type_of(cursor, cursor.result_type), **self._said(cursor)}
        if "comment" not in function and rules.shares_a_comment(cursor, self.before):
            function["described_with"] = self.made["functions"][-1].get("described_with", self.before.spelling)
        function["parameters"] = _parameters(cursor.get_arguments())
        self.made["functions"].append(function)


def _parameters(cursors):
    return [{"name": one.spelling, "type": rules.type_of(one, one.type), **_tags(one)} for one in cursors]


def _tags(cursor):
    """Returns the header's tags for generators, such as KOORD_NULLABLE."""
    said = sorted(one.spelling for one in cursor.get_children() if one.kind == Kind.ANNOTATE_ATTR)
    return {name: value or True for name, _, value in (one.partition(" ") for one in said)}
