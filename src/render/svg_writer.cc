#include "render/svg_writer.h"

#include "render/label.h"

namespace koord::render {

void SvgWriter::start(std::string_view element, Attributes attributes) {
  out_.append("<").append(element);
  for (const Attribute &attribute : attributes)
    out_.append(" ").append(attribute.name).append("=\"").append(escape_xml(attribute.value)) +=
        '"';
}

void SvgWriter::open(std::string_view element, Attributes attributes) {
  start(element, attributes);
  out_ += ">\n";
}

void SvgWriter::close(std::string_view element) { out_.append("</").append(element).append(">\n"); }

void SvgWriter::empty(std::string_view element, Attributes attributes) {
  start(element, attributes);
  out_ += "/>\n";
}

void SvgWriter::text(std::string_view element, Attributes attributes, std::string_view text) {
  start(element, attributes);
  out_.append(">").append(escape_xml(text));
  close(element);
}

void SvgWriter::titled(std::string_view element, Attributes attributes, std::string_view title) {
  start(element, attributes);
  out_.append("><title>").append(escape_xml(title)).append("</title>");
  close(element);
}

}  // namespace koord::render
