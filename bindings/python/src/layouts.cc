// Where the fields of the structs of koord.h lie: for rows that NumPy and Python's struct module read in place, and
// for structs that cross as dictionaries.
#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "bridge.h"

namespace koord_python {
namespace {

template <class T>
constexpr char kind_of() {
  if constexpr (std::is_array_v<T>) {
    return 's';
  } else if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? 'i' : 'u';
  } else {
    return 'n';
  }
}

template <class T>
const Layout *nested_of() {
  if constexpr (kind_of<T>() == 'n') {
    return &layout_of<T>();
  } else {
    return nullptr;
  }
}

}  // namespace

#define KOORD_FIELD(s, f) \
  Field{#f, offsetof(s, f), sizeof(s::f), kind_of<decltype(s::f)>(), nested_of<decltype(s::f)>()},

#define KOORD_LAYOUT(s, ...)                                              \
  template <>                                                             \
  const Layout &layout_of<s>() {                                          \
    static const Field fields[] = {__VA_ARGS__};                          \
    static const Layout layout{#s, sizeof(s), fields, std::size(fields)}; \
    return layout;                                                        \
  }
KOORD_STRUCTS(KOORD_LAYOUT)

namespace {

// Fields that the library fills in, or that say nothing.
bool is_plumbing(const char *name) { return std::strcmp(name, "struct_size") == 0; }

int64_t read_signed(const char *at, uint32_t size) {
  if (size == sizeof(int32_t)) {
    int32_t value = 0;
    std::memcpy(&value, at, size);
    return value;
  }
  int64_t value = 0;
  std::memcpy(&value, at, size);
  return value;
}

uint64_t read_unsigned(const char *at, uint32_t size) {
  if (size == sizeof(uint32_t)) {
    uint32_t value = 0;
    std::memcpy(&value, at, size);
    return value;
  }
  uint64_t value = 0;
  std::memcpy(&value, at, size);
  return value;
}

void write_field(const Field &field, py::handle value, char *at) {
  const uint32_t bits = field.size * 8;
  bool loaded = false;
  if (field.kind == 'i') {
    int64_t number = 0;
    const int64_t most =
        bits == 64 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int32_t>::max();
    loaded = py::detail::load_signed(value, -most - 1, most, &number);
    const auto narrow = static_cast<int32_t>(number);
    std::memcpy(at, bits == 64 ? static_cast<const void *>(&number) : &narrow, field.size);
  } else if (field.kind == 'u') {
    uint64_t number = 0;
    const uint64_t most =
        bits == 64 ? std::numeric_limits<uint64_t>::max() : std::numeric_limits<uint32_t>::max();
    loaded = py::detail::load_unsigned(value, most, &number);
    const auto narrow = static_cast<uint32_t>(number);
    std::memcpy(at, bits == 64 ? static_cast<const void *>(&number) : &narrow, field.size);
  }
  if (!loaded) throw py::type_error(std::string(field.name) + " is no number");
}

}  // namespace

py::dict struct_to_dict(const Layout &layout, const void *data) {
  py::dict out;
  for (size_t i = 0; i < layout.count; ++i) {
    const Field &field = layout.fields[i];
    if (is_plumbing(field.name)) continue;
    const char *at = static_cast<const char *>(data) + field.offset;
    switch (field.kind) {
      case 'i':
        out[field.name] = py::int_(read_signed(at, field.size));
        break;
      case 'u':
        out[field.name] = py::int_(read_unsigned(at, field.size));
        break;
      case 's':
        out[field.name] = to_str(at, strnlen(at, field.size));
        break;
      default:
        out[field.name] = struct_to_dict(*field.nested, at);
    }
  }
  return out;
}

void struct_from_dict(const Layout &layout, const py::dict &values, void *data) {
  for (const auto &[key, value] : values) {
    const std::string name = py::str(key);
    const Field *found = nullptr;
    for (size_t i = 0; i < layout.count; ++i) {
      if (name == layout.fields[i].name && !is_plumbing(layout.fields[i].name))
        found = &layout.fields[i];
    }
    if (found == nullptr) throw py::type_error(std::string(layout.name) + " has no field " + name);
    try {
      write_field(*found, value, static_cast<char *>(data) + found->offset);
    } catch (const py::value_error &error) {
      throw py::value_error(name + ": " + error.what());
    } catch (const py::type_error &error) {
      throw py::type_error(name + ": " + error.what());
    }
  }
}

namespace {

struct TextField {
  uint32_t offset, length;  // where they lie
};

void find_texts(const Layout &layout, uint32_t base, std::vector<TextField> *out) {
  const std::string_view end = "_offset";
  for (size_t i = 0; i < layout.count; ++i) {
    const Field &field = layout.fields[i];
    const std::string_view name = field.name;
    if (field.kind == 'n') find_texts(*field.nested, base + field.offset, out);
    if (!name.ends_with(end)) continue;
    const std::string length = std::string(name.substr(0, name.size() - end.size())) + "_length";
    for (size_t j = 0; j < layout.count; ++j)
      if (length == layout.fields[j].name)
        out->push_back({base + field.offset, base + layout.fields[j].offset});
  }
}

}  // namespace

py::bytes texts_of(const Layout &layout, void *rows, size_t count, const char *from) {
  std::vector<TextField> fields;
  find_texts(layout, 0, &fields);
  const auto each = [&](auto visit) {
    for (size_t i = 0; i < count; ++i)
      for (const TextField &field : fields) {
        char *row = static_cast<char *>(rows) + i * layout.size;
        uint32_t at = 0;
        uint32_t length = 0;
        std::memcpy(&at, row + field.offset, sizeof at);
        std::memcpy(&length, row + field.length, sizeof length);
        at = visit(at, length);
        std::memcpy(row + field.offset, &at, sizeof at);
      }
  };
  uint32_t first = UINT32_MAX;
  uint32_t end = 0;
  each([&](uint32_t at, uint32_t length) {
    if (length > 0) first = std::min(first, at);
    if (length > 0) end = std::max(end, at + length);
    return at;
  });
  if (end == 0) first = 0;
  each([&](uint32_t at, uint32_t length) { return length == 0 ? 0 : at - first; });
  return {from + first, end - first};
}

namespace {

// (size, ((name, offset, size, kind, name of the nested struct), ...)) by the struct's name.
template <class S>
void add(py::dict &layouts) {
  const Layout &layout = layout_of<S>();
  py::list fields;
  for (size_t i = 0; i < layout.count; ++i) {
    const Field &field = layout.fields[i];
    fields.append(py::make_tuple(field.name, field.offset, field.size, std::string(1, field.kind),
                                 field.nested == nullptr ? "" : field.nested->name));
  }
  layouts[layout.name] = py::make_tuple(layout.size, py::tuple(fields));
}

}  // namespace

void add_layouts(py::module_ &m) {
  py::dict layouts;
#define KOORD_ADD(s, ...) add<s>(layouts);
  KOORD_STRUCTS(KOORD_ADD)
#undef KOORD_ADD
  m.attr("LAYOUTS") = layouts;
}

}  // namespace koord_python
