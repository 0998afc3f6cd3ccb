"""calls.py INTERFACE OUT: writes an entry for each function of koord.h, from abi/interface.json. An entry calls its function
with arguments that a Caller (caller.h) chooses, and checks the result.

A text is chosen from the seeds of a folder of corpus/ if the function reads a document, otherwise from names. Paths are
always in an empty folder.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools/generate"))
import interface as interfaces  # noqa: E402
from shapes import Shapes  # noqa: E402

PATHS = ("root", "path", "mount", "sysfs_root", "proc_root", "cgroup_root", "state_file", "nvml_library")
DOCUMENTS = {
    ("koord_pod_from_json", "json"): "pod",
    ("koord_kubelet_setup_set_config", "kubelet_config"): "kubelet_config",
    ("koord_kubelet_setup_set_cpu_state", "cpu_state"): "cpu_checkpoint",
    ("koord_kubelet_setup_set_memory_state", "memory_state"): "memory_checkpoint",
    ("koord_kubelet_setup_set_device_state", "device_state"): "device_checkpoint",
    ("koord_kubelet_write_state", "text"): "cpu_checkpoint",
    ("koord_topology_from_hwloc_xml", "xml"): "hwloc_xml",
    ("koord_topology_from_synthetic", "text"): "synthetic",
    ("koord_topology_from_json", "json"): "topology_json",
    ("koord_topology_from_annotation", "json"): "cpu_topology",
    ("koord_topology_from_nrt", "json"): "nrt",
    ("koord_agent_set_node", "json"): "node",
    ("koord_agent_set_devices", "json"): "device",
    ("koord_agent_state_from_json", "json"): "node_state",
    ("koord_agent_state_save", "json"): "node_state",
    ("koord_cluster_set_node", "json"): "node",
    ("koord_cluster_set_topology", "json"): "nrt",
    ("koord_cluster_set_devices", "json"): "device",
    ("koord_cluster_add_objects", "json"): "objects",
    ("koord_hook_run", "oci_state"): "oci_state",
    ("koord_device_report_set_checkpoint", "checkpoint"): "device_checkpoint",
    ("koord_device_report_set_pods", "pods"): "pod",
    ("koord_device_get_node_resources", "device"): "device",
    ("koord_nrt_node_from_json", "node"): "node",
    ("koord_nrt_node_from_json", "nrt"): "nrt",
    ("koord_cpulist_parse", "list"): "cpulist",
    ("koord_pod_builder_set_quantity", "quantity"): "quantity",
}
# Reads the machine that it runs on; koord_topology_discover_in is the same with a root.
MACHINE = ("koord_topology_discover",)
# The hook of a new handle writes to the control groups of the machine. calls_fuzz.cc sets its roots first.
BY_HAND = ("koord_hook_run",)


class Writer:
    def __init__(self, interface):
        self.interface, self.shapes = interface, Shapes(interface)

    def text(self):
        handles = [handle["name"] for handle in self.interface["handles"]]
        parts = [
            "// Written by fuzz/calls.py.\n",
            "namespace koord::fuzz {\n",
            *(f"template <>\nstruct End<{name}> {{\n  static constexpr auto *call = &{self.shapes.end_of(name)};\n}};\n" for name in handles),
            "using Caller = CallerOf<" + ", ".join(handles) + ">;\n",
            "struct Entry {\n  const char *name;\n  bool prepares;\n  void (*call)(Caller &caller);\n};\n",
            *(self._draw(struct) for struct in self._inputs()),
            "constexpr Entry kEntries[] = {\n",
            *(self._entry(function) for function in self.interface["functions"] if self._is_generated(function)),
            "};\n}  // namespace koord::fuzz\n",
        ]
        return "".join(parts)

    def _is_generated(self, function):
        """Returns false for functions that calls_fuzz.cc calls, or other targets: those with a callback, or with pointers whose
        length is in another argument.
        """
        if function["name"] in MACHINE + BY_HAND:
            return False
        return all(one.kind != "pointer" for one in self.shapes.arguments(function))

    def _prepares(self, function):
        """Returns true for functions that make a handle, or fill one."""
        if any(one.kind == "handle_out" for one in self.shapes.arguments(function)):
            return True
        if self.shapes.owner(function) == "koord_query":  # few calls accept a query with settings
            return False
        return any(f"_{verb}_" in function["name"] for verb in ("set", "add")) and function["result"] == "koord_status"

    def _inputs(self):
        used = {
            one.type
            for function in self.interface["functions"]
            for one in self.shapes.arguments(function)
            if one.kind in ("struct", "struct_inout", "rows", "rows_inout")
        }
        return [self.shapes.structs[name] for name in sorted(used)]

    def _number(self, kind, bare=True):
        """Returns C++ for a number of a type."""
        if kind in self.shapes.enums:
            values = ", ".join(f"INT64_C({value['value']})" for value in self.shapes.enums[kind]["values"])
            return f"static_cast<{kind}>(caller.one_of({{{values}}}, {str(kind.endswith('_flags')).lower()}))"
        return f"static_cast<{kind}>(caller.number())"

    def _draw(self, struct):
        lines = [f"inline void draw([[maybe_unused]] Caller &caller, {struct['name']} &out) {{\n"]
        for field in struct["fields"]:
            name = field["name"]
            if name == "struct_size":
                lines.append("  out.struct_size = sizeof out;\n")
            elif name != "reserved" and "length" not in field:
                lines.append(f"  if (caller.sets_field()) out.{name} = {self._number(field['type'])};\n")
        return "".join(lines) + "}\n"

    def _entry(self, function):
        before, given, after = [], [], []
        for one in self.shapes.arguments(function):
            names = [parameter["name"] for parameter in one.parameters]
            getattr(self, f"_of_{one.kind}")(function, one, names, before, given, after)
        name = function["name"]
        call = f"{name}({', '.join(given)})"
        if function["result"] == "koord_status":
            body = [f"const koord_status status = {call};\n", "caller.check(status);\n", *after]
        elif function["result"] == "void":
            body = [f"{call};\n"]
        elif function["result"].endswith("*") and function["result"] != "const char *":
            body = [f"auto *const same = {call};\n", f"FUZZ_CHECK(same == {given[0]});\n", "caller.keep(same);\n"]
        elif function["result"] == "const char *":
            body = [f"caller.read({call});\n"]
        else:
            body = [f"static_cast<void>({call});\n"]
        text = "".join("    " + line for line in before + body)
        makes = str(self._prepares(function)).lower()
        return f'  {{"{name}", {makes}, []([[maybe_unused]] Caller &caller) {{\n{text}  }}}},\n'

    # Code before the call, its arguments, and code after it, by kinds of arguments.

    def _of_self(self, function, one, names, before, given, after):
        name = function["name"]
        if name == self.shapes.end_of(one.type):
            before.append(f"auto *const {names[0]} = caller.take<{one.type}>();\n")
        else:
            before.append(f"auto *const {names[0]} = caller.handle<{one.type}>(false);\n")
            if function["result"] != "koord_status":
                before.append(f"if ({names[0]} == nullptr) return;\n")
            elif one.type == "koord_agent" and not one.is_const:
                before.append(f"const std::string former = state_of({names[0]});\n")
                after.append(f"FUZZ_CHECK_WITH(status == KOORD_OK || state_of({names[0]}) == former, caller.message());\n")
        given.append(names[0])

    def _of_handle(self, function, one, names, before, given, after):
        before.append(f"auto *const {names[0]} = caller.handle<{one.type}>({str(one.is_nullable).lower()});\n")
        given.append(names[0])

    def _of_context(self, function, one, names, before, given, after):
        given.append("caller.context()")

    def _of_error(self, function, one, names, before, given, after):
        given.append("caller.error()")

    def _of_text(self, function, one, names, before, given, after):
        kind = "path" if names[0] in PATHS else DOCUMENTS.get((function["name"], names[0]), "")
        before.append(f'const Text {names[0]} = caller.text("{kind}", {str(one.is_nullable).lower()});\n')
        given += [f"{names[0]}.data", f"{names[0]}.length"]

    def _of_text_out(self, function, one, names, before, given, after):
        before.append(f"TextRoom {names[0]}(caller);\n")
        given += [f"{names[0]}.data()", f"{names[0]}.capacity()", f"{names[0]}.length()"]
        after.append(f"{names[0]}.check(status);\n")

    def _of_rows(self, function, one, names, before, given, after):
        before.append(f"std::vector<{one.type}> {names[0]} = caller.rows<{one.type}>();\n")
        given += [f"{names[0]}.data()", f"sizeof({one.type})", f"{names[0]}.size()"]

    _of_rows_inout = _of_rows

    def _of_rows_up_to(self, function, one, names, before, given, after):
        before.append(f"std::vector<{one.type}> {names[0]} = caller.room<{one.type}>();\n")
        given += [f"{names[0]}.data()", f"sizeof({one.type})", f"{names[0]}.size()"]

    def _of_rows_out(self, function, one, names, before, given, after):
        self._of_rows_up_to(function, one, names, before, given, after)
        before.append(f"size_t {names[3]} = 0;\n")
        given.append(f"&{names[3]}")
        after.append(f"caller.check_count(status, {names[3]}, {names[0]}.size());\n")

    def _of_numbers_out(self, function, one, names, before, given, after):
        before.append(f"std::vector<{one.type}> {names[0]} = caller.room<{one.type}>();\n")
        before.append(f"size_t {names[2]} = 0;\n")
        given += [f"{names[0]}.data()", f"{names[0]}.size()", f"&{names[2]}"]
        after.append(f"caller.check_count(status, {names[2]}, {names[0]}.size());\n")

    def _of_words(self, function, one, names, before, given, after):
        before.append(f"const std::vector<uint64_t> {names[0]} = caller.words();\n")
        given += [f"{names[0]}.data()", f"{names[0]}.size()"]

    def _of_words_out(self, function, one, names, before, given, after):
        before.append(f"std::vector<uint64_t> {names[0]}(caller.words().size());\n")
        given += [f"{names[0]}.data()", f"{names[0]}.size()"]

    def _of_handles(self, function, one, names, before, given, after):
        before.append(f"const std::vector<const {one.type} *> {names[0]} = caller.handles<{one.type}>();\n")
        given += [f"{names[0]}.data()", f"{names[0]}.size()"]

    def _of_handle_out(self, function, one, names, before, given, after):
        before.append(f"{one.type} *{names[0]} = nullptr;\n")
        given.append(f"&{names[0]}")
        after.append(f"FUZZ_CHECK({names[0]} == nullptr || status == KOORD_OK);\n")
        after.append(f"caller.keep({names[0]});\n")

    def _of_document_out(self, function, one, names, before, given, after):
        self._of_handle_out(function, one, names, before, given, after)
        after.insert(-1, f"caller.learn({names[0]});\n")

    def _of_struct(self, function, one, names, before, given, after):
        before.append(f"{one.type} {names[0]}{{}};\ndraw(caller, {names[0]});\n")
        given.append(f"caller.or_null({names[0]}, {str(one.is_nullable).lower()})")

    def _of_struct_inout(self, function, one, names, before, given, after):
        self._of_struct(function, one, names, before, given, after)
        given[-1] = f"&{names[0]}"

    def _of_struct_out(self, function, one, names, before, given, after):
        before.append(f"{one.type} {names[0]}{{}};\n")
        if self.shapes.is_sized(one.type):
            before.append(f"{names[0]}.struct_size = sizeof {names[0]};\n")
        given.append(f"&{names[0]}")

    def _of_number(self, function, one, names, before, given, after):
        before.append(f"const auto {names[0]} = {self._number(one.type)};\n")
        given.append(names[0])

    def _of_number_out(self, function, one, names, before, given, after):
        before.append(f"{one.type} {names[0]}{{}};\n")
        given.append(f"&{names[0]}")


    def missing(self):
        """Returns the functions that no target calls."""
        sources = "".join(path.read_text(encoding="utf-8") for path in pathlib.Path(__file__).parent.glob("*.cc"))
        called = set(re.findall(r"\bkoord_\w+", sources)) | set(MACHINE)
        return [one["name"] for one in self.interface["functions"] if not self._is_generated(one) and one["name"] not in called]


if __name__ == "__main__":
    writer = Writer(interfaces.parse(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
    if missing := writer.missing():
        sys.exit(f"fuzz: no target calls {', '.join(missing)}: call them in fuzz/calls_fuzz.cc")
    pathlib.Path(sys.argv[2]).write_text(writer.text(), encoding="utf-8")
