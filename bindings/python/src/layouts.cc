// Offsets of the fields of koord.h's structs, for Python's struct module and NumPy, as computed by
// the compiler.
#include <cstddef>
#include <type_traits>

#include "bridge.h"
#include "structs.h"

namespace koord_python {
namespace {

struct Field {
  const char *name;
  size_t offset, size;
  const char *kind;         // "i", "u": integers; "s": characters; "n": another struct
  const char *nested = "";  // name of the other struct
};

void add(py::dict &layouts, const char *name, size_t size, std::initializer_list<Field> fields) {
  py::list made;
  for (const Field &one : fields)
    made.append(py::make_tuple(one.name, one.offset, one.size, one.kind, one.nested));
  layouts[name] = py::make_tuple(size, py::tuple(made));
}

}  // namespace

// Adds (size, ((name, offset, size, kind, name of the nested struct), ...)) by the struct's name.
void add_layouts(py::module_ &m) {
  py::dict layouts;
#define KOORD_NUMBER(s, f) \
  Field{#f, offsetof(s, f), sizeof(s::f), std::is_signed_v<decltype(s::f)> ? "i" : "u"},
#define KOORD_CHARACTERS(s, f) Field{#f, offsetof(s, f), sizeof(s::f), "s"},
#define KOORD_STRUCT(s, f, nested) Field{#f, offsetof(s, f), sizeof(s::f), "n", #nested},
#define KOORD_ADD(s, ...) add(layouts, #s, sizeof(s), {__VA_ARGS__});
  KOORD_STRUCTS(KOORD_ADD)
#undef KOORD_ADD
#undef KOORD_NUMBER
#undef KOORD_CHARACTERS
#undef KOORD_STRUCT
  m.attr("LAYOUTS") = layouts;
}

}  // namespace koord_python
