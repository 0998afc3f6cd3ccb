// Rows as columns of Arrow, in the capsules of Arrow's PyCapsule interface. Arrow stores columns
// apart from each other, so each is copied once, and consumers use the copy in place. The copies
// hold no Python objects: they outlive the rows, and any thread may release them without the GIL.
#include "arrow.h"

#include <cerrno>
#include <cstring>

#include "bridge.h"

namespace koord_python {
namespace {

// A column of rows. Its Arrow format follows from the kind and the width.
struct Column {
  std::string name;
  // 'i', 'u': numbers; 's': characters up to a NUL; 't': a text, given by an offset and a length.
  char kind;
  size_t at;     // offset in the row of the field, or of a text's offset
  size_t width;  // size of the field; of a text the offset in the row of its length
  // Returns the name of a number of an enumeration. None for other columns.
  py::object name_of;
  bool has_names() const { return !name_of.is_none(); }
};

// ---- Structs with owners ------------------------------------------------------------------------

// Releases a struct, unless it was moved from.
template <class T>
struct Owned {
  T value{};
  Owned() = default;
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() {
    if (value.release != nullptr) value.release(&value);
  }
  T take() { return std::exchange(value, T{}); }
};

// Memory that is aligned for every number, and never null.
class Buffer {
 public:
  explicit Buffer(size_t size) : memory_(size / sizeof(uint64_t) + 1) {}
  char *data() { return reinterpret_cast<char *>(memory_.data()); }

 private:
  std::vector<uint64_t> memory_;
};

// Memory of an ArrowSchema or an ArrowArray.
template <class T>
struct Parts {
  std::string format, name;
  std::vector<Buffer> buffers;
  std::vector<const void *> pointers;
  std::vector<std::unique_ptr<Owned<T>>> owned;
  std::vector<T *> children;
  Owned<T> dictionary;
};

template <class T>
void release_parts(T *given) {
  delete static_cast<Parts<T> *>(given->private_data);
  given->release = nullptr;
}

template <class T>
Parts<T> &make(Owned<T> &out) {
  auto *parts = new Parts<T>;
  out.value.private_data = parts;
  out.value.release = &release_parts<T>;
  return *parts;
}

// Returns an empty child, which the caller makes.
template <class T>
Owned<T> &add_child(Owned<T> &parent) {
  Parts<T> &parts = *static_cast<Parts<T> *>(parent.value.private_data);
  parts.owned.push_back(std::make_unique<Owned<T>>());
  parts.children.push_back(&parts.owned.back()->value);
  parent.value.n_children = static_cast<int64_t>(parts.children.size());
  parent.value.children = parts.children.data();
  return *parts.owned.back();
}

// ---- Schemas ------------------------------------------------------------------------------------

// The schema of a column, in memory of its own: consumers of a stream call without the GIL.
struct Shape {
  std::string name, format;
  bool has_names;
};

std::string format_of(const Column &column) {
  if (column.has_names()) return "i";
  if (column.kind == 't' || column.kind == 's') return "U";
  const char *formats = column.kind == 'i' ? "csil" : "CSIL";
  switch (column.width) {
    case 1:
      return {formats[0]};
    case 2:
      return {formats[1]};
    case 4:
      return {formats[2]};
    case 8:
      return {formats[3]};
    default:
      throw py::value_error(column.name + ": no number has this width");
  }
}

std::vector<Shape> shapes_of(const std::vector<Column> &columns) {
  std::vector<Shape> shapes;
  for (const Column &one : columns) shapes.push_back({one.name, format_of(one), one.has_names()});
  return shapes;
}

Parts<ArrowSchema> &make_schema(Owned<ArrowSchema> &out, std::string format, std::string name) {
  Parts<ArrowSchema> &parts = make(out);
  parts.format = std::move(format);
  parts.name = std::move(name);
  out.value.format = parts.format.c_str();
  out.value.name = parts.name.c_str();
  return parts;
}

void make_schema(Owned<ArrowSchema> &out, const std::vector<Shape> &shapes) {
  make_schema(out, "+s", "");
  for (const Shape &shape : shapes) {
    Owned<ArrowSchema> &child = add_child(out);
    Parts<ArrowSchema> &parts = make_schema(child, shape.format, shape.name);
    if (!shape.has_names) continue;
    make_schema(parts.dictionary, "u", "");
    child.value.dictionary = &parts.dictionary.value;
  }
}

// ---- Arrays -------------------------------------------------------------------------------------

// Rows in memory, with the texts to which their offsets point.
struct Source {
  const char *rows;
  size_t size, count;
  std::string_view texts;
  const char *field(size_t row, size_t at) const { return rows + row * size + at; }
};

template <class T>
T load(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

int64_t load_number(const char *from, const Column &column) {
  const bool is_signed = column.kind == 'i';
  switch (column.width) {
    case 1:
      return is_signed ? load<int8_t>(from) : load<uint8_t>(from);
    case 2:
      return is_signed ? load<int16_t>(from) : load<uint16_t>(from);
    case 4:
      return is_signed ? load<int32_t>(from) : load<uint32_t>(from);
    default:
      return load<int64_t>(from);
  }
}

// Makes an array with these buffers. The first is that of missing values, which rows do not have.
Parts<ArrowArray> &make_array(Owned<ArrowArray> &out, size_t length, std::vector<Buffer> buffers) {
  Parts<ArrowArray> &parts = make(out);
  parts.buffers = std::move(buffers);
  parts.pointers.push_back(nullptr);
  for (Buffer &one : parts.buffers) parts.pointers.push_back(one.data());
  out.value.length = static_cast<int64_t>(length);
  out.value.n_buffers = static_cast<int64_t>(parts.pointers.size());
  out.value.buffers = parts.pointers.data();
  return parts;
}

// Copies fields of a fixed width, so that the compiler knows it.
template <size_t kWidth>
void gather(const Source &source, size_t at, char *to) {
  for (size_t i = 0; i < source.count; ++i)
    std::memcpy(to + i * kWidth, source.field(i, at), kWidth);
}

void make_numbers(const Source &source, const Column &column, Owned<ArrowArray> &out) {
  std::vector<Buffer> buffers;
  char *to = buffers.emplace_back(source.count * column.width).data();
  switch (column.width) {
    case 1:
      gather<1>(source, column.at, to);
      break;
    case 2:
      gather<2>(source, column.at, to);
      break;
    case 4:
      gather<4>(source, column.at, to);
      break;
    default:
      gather<8>(source, column.at, to);
      break;
  }
  make_array(out, source.count, std::move(buffers));
}

// Adds a text, with U+FFFD in place of bytes that are not UTF-8, which Arrow requires.
void add_text(std::string &to, std::string_view text) {
  const auto is_ascii = [](char one) { return static_cast<unsigned char>(one) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) {
    to += text;
    return;
  }
  const auto decoded = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  Py_ssize_t size = 0;
  const char *encoded = decoded ? PyUnicode_AsUTF8AndSize(decoded.ptr(), &size) : nullptr;
  if (encoded == nullptr) throw py::error_already_set();
  to.append(encoded, static_cast<size_t>(size));
}

std::string_view text_in(const Source &source, const Column &column, size_t row) {
  if (column.kind == 's') {
    const char *from = source.field(row, column.at);
    return {from, strnlen(from, column.width)};
  }
  const size_t at = load<uint32_t>(source.field(row, column.at));
  const size_t length = load<uint32_t>(source.field(row, column.width));
  if (at + length > source.texts.size()) {
    throw py::value_error(column.name + " of row " + std::to_string(row) +
                          ": the text is outside of the texts of the rows");
  }
  return source.texts.substr(at, length);
}

// Makes texts; each(i) returns the i-th. Offset is int64_t in the format "U", int32_t in "u".
template <class Offset, class Each>
void make_texts(size_t count, Each each, Owned<ArrowArray> &out) {
  std::string all;
  Buffer offsets((count + 1) * sizeof(Offset));
  for (size_t i = 0; i < count; ++i) {
    add_text(all, each(i));
    const auto end = static_cast<Offset>(all.size());
    std::memcpy(offsets.data() + (i + 1) * sizeof end, &end, sizeof end);
  }
  Buffer texts(all.size());
  std::memcpy(texts.data(), all.data(), all.size());
  std::vector<Buffer> buffers;
  buffers.push_back(std::move(offsets));
  buffers.push_back(std::move(texts));
  make_array(out, count, std::move(buffers));
}

// Makes indices into the names of the numbers that occur, in the order of the numbers.
void make_names(const Source &source, const Column &column, Owned<ArrowArray> &out) {
  std::vector<int64_t> numbers(source.count);
  for (size_t i = 0; i < source.count; ++i)
    numbers[i] = load_number(source.field(i, column.at), column);
  std::vector<int64_t> present = numbers;
  std::sort(present.begin(), present.end());
  present.erase(std::unique(present.begin(), present.end()), present.end());
  std::vector<std::string> names;
  for (const int64_t one : present) names.push_back(py::str(column.name_of(one)));
  Buffer indices(source.count * sizeof(int32_t));
  for (size_t i = 0; i < source.count; ++i) {
    const auto found = std::lower_bound(present.begin(), present.end(), numbers[i]);
    const auto index = static_cast<int32_t>(found - present.begin());
    std::memcpy(indices.data() + i * sizeof index, &index, sizeof index);
  }
  std::vector<Buffer> buffers;
  buffers.push_back(std::move(indices));
  Parts<ArrowArray> &parts = make_array(out, source.count, std::move(buffers));
  make_texts<int32_t>(
      names.size(), [&](size_t i) { return std::string_view(names[i]); }, parts.dictionary);
  out.value.dictionary = &parts.dictionary.value;
}

void make_batch(const Source &source, const std::vector<Column> &columns, Owned<ArrowArray> &out) {
  make_array(out, source.count, {});
  for (const Column &column : columns) {
    Owned<ArrowArray> &child = add_child(out);
    if (column.has_names())
      make_names(source, column, child);
    else if (column.kind == 'i' || column.kind == 'u')
      make_numbers(source, column, child);
    else
      make_texts<int64_t>(
          source.count, [&](size_t i) { return text_in(source, column, i); }, child);
  }
}

// ---- Streams ------------------------------------------------------------------------------------

// A stream of one batch.
struct Stream {
  std::vector<Shape> shapes;
  Owned<ArrowArray> batch;
};

Stream &stream_in(ArrowArrayStream *stream) { return *static_cast<Stream *>(stream->private_data); }

int get_schema(ArrowArrayStream *stream, ArrowSchema *out) {
  try {
    Owned<ArrowSchema> schema;
    make_schema(schema, stream_in(stream).shapes);
    *out = schema.take();
    return 0;
  } catch (const std::bad_alloc &) {
    return ENOMEM;
  }
}

// Returns a released array at the end.
int get_next(ArrowArrayStream *stream, ArrowArray *out) {
  *out = stream_in(stream).batch.take();
  return 0;
}

const char *get_last_error(ArrowArrayStream *) { return nullptr; }

void release_stream(ArrowArrayStream *stream) {
  delete &stream_in(stream);
  stream->release = nullptr;
}

// ---- Capsules -----------------------------------------------------------------------------------

template <class T>
constexpr const char *kCapsule = nullptr;
template <>
constexpr const char *kCapsule<ArrowSchema> = "arrow_schema";
template <>
constexpr const char *kCapsule<ArrowArray> = "arrow_array";
template <>
constexpr const char *kCapsule<ArrowArrayStream> = "arrow_array_stream";

// Consumers move the struct out of its capsule.
template <class T>
py::object to_capsule(std::unique_ptr<Owned<T>> owned) {
  static_assert(offsetof(Owned<T>, value) == 0);
  const auto destroy = [](PyObject *capsule) {
    delete static_cast<Owned<T> *>(PyCapsule_GetPointer(capsule, kCapsule<T>));
  };
  PyObject *made = PyCapsule_New(owned.get(), kCapsule<T>, destroy);
  if (made == nullptr) throw py::error_already_set();
  owned.release();
  return py::reinterpret_steal<py::object>(made);
}

std::vector<Column> columns_in(const py::tuple &given, size_t row) {
  std::vector<Column> columns;
  for (const py::handle one : given) {
    const auto parts = one.cast<py::tuple>();
    Column column{parts[0].cast<std::string>(), parts[1].cast<std::string>().at(0),
                  parts[2].cast<size_t>(), parts[3].cast<size_t>(), parts[4]};
    const bool is_text = column.kind == 't';
    const size_t size = is_text ? sizeof(uint32_t) : column.width;
    const size_t last = is_text ? std::max(column.at, column.width) : column.at;
    if (last > row || size > row - last)
      throw py::value_error(column.name + ": the field is outside of the row");
    columns.push_back(std::move(column));
  }
  return columns;
}

py::object arrow_schema(size_t row, const py::tuple &columns) {
  auto schema = std::make_unique<Owned<ArrowSchema>>();
  make_schema(*schema, shapes_of(columns_in(columns, row)));
  return to_capsule(std::move(schema));
}

void make_batch(const py::object &rows, size_t row, const py::bytes &texts,
                const std::vector<Column> &columns, Owned<ArrowArray> &out) {
  const Rows rows_(rows, row, false);
  make_batch({rows_.as<const char>(), row, rows_.count(), texts}, columns, out);
}

py::tuple arrow_array(const py::object &rows, size_t row, const py::bytes &texts,
                      const py::tuple &columns) {
  const std::vector<Column> columns_ = columns_in(columns, row);
  auto schema = std::make_unique<Owned<ArrowSchema>>();
  make_schema(*schema, shapes_of(columns_));
  auto array = std::make_unique<Owned<ArrowArray>>();
  make_batch(rows, row, texts, columns_, *array);
  return py::make_tuple(to_capsule(std::move(schema)), to_capsule(std::move(array)));
}

py::object arrow_stream(const py::object &rows, size_t row, const py::bytes &texts,
                        const py::tuple &columns) {
  const std::vector<Column> columns_ = columns_in(columns, row);
  auto made = std::make_unique<Stream>();
  made->shapes = shapes_of(columns_);
  make_batch(rows, row, texts, columns_, made->batch);
  auto stream = std::make_unique<Owned<ArrowArrayStream>>();
  stream->value = {&get_schema, &get_next, &get_last_error, &release_stream, made.release()};
  return to_capsule(std::move(stream));
}

}  // namespace

void add_arrow(py::module_ &m) {
  m.def("arrow_schema", &arrow_schema, "row"_a, "columns"_a);
  m.def("arrow_array", &arrow_array, "rows"_a, "row"_a, "texts"_a, "columns"_a);
  m.def("arrow_stream", &arrow_stream, "rows"_a, "row"_a, "texts"_a, "columns"_a);
}

}  // namespace koord_python
