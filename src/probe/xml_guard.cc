#include "probe/xml_guard.h"

#include <charconv>

#include "base/error.h"
#include "probe/xml_parts.h"
#include "topology/topology.h"

namespace koord::probe {
namespace {

using Event = XmlScanner::Event;

// Accepts hwloc's format 2 only: 1.x trees put memory elsewhere, 3.x ones need a newer hwloc.
void check_version(const XmlScanner &in) {
  // hwloc 2 reads format 1 and hwloc 3 does not; hwloc 3 reads and writes format 2.
  constexpr const char *kFromOlder =
      " (hwloc 2 writes it from such a file with \"lstopo -i OLD.xml NEW.xml\", newer hwloc on the "
      "machine itself with \"lstopo --export-xml-flags v2 NEW.xml\")";
  constexpr const char *kFromNewer =
      " (newer hwloc writes it with \"lstopo --export-xml-flags v2\")";
  const std::string_view version = in.attribute("version").value_or("");
  if (version.empty())
    in.fail(std::string("<topology> has no version (written by hwloc 1.x?), expected version 2") +
            kFromOlder);
  if (version.substr(0, 2) != "2.")
    in.fail("version is " + in_quotes(version) + ", expected 2.x" +
            (version.substr(0, 2) == "1." ? kFromOlder : kFromNewer));
}

}  // namespace

std::optional<uint64_t> number_attribute(const XmlScanner &in, std::string_view name) {
  const auto text = in.attribute(name);
  if (!text) return std::nullopt;
  uint64_t value = 0;
  const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (status != std::errc() || end != text->data() + text->size())
    in.fail(std::string(name) + ": " + in_quotes(*text) + " is not a number");
  return value;
}

std::optional<CpuSet> set_attribute(const XmlScanner &in, std::string_view name, int limit) {
  const auto text = in.attribute(name);
  if (!text) return std::nullopt;
  const auto bad = [&](const std::string &why) {
    in.fail(std::string(name) + ": " + in_quotes(*text) + " " + why);
  };
  if (text->substr(0, 6) == "0xf...") bad("is an infinite set");
  CpuSet set;
  size_t end = text->size();
  for (size_t i = 0;; ++i) {  // 32-bit words from the lowest up
    const size_t comma = end == 0 ? std::string_view::npos : text->rfind(',', end - 1);
    const size_t from = comma == std::string_view::npos ? 0 : comma + 1;
    std::string_view word = text->substr(from, end - from);
    if (word.substr(0, 2) == "0x") word.remove_prefix(2);
    uint32_t bits = 0;
    const auto [stop, status] = std::from_chars(word.data(), word.data() + word.size(), bits, 16);
    if (!word.empty() && (status != std::errc() || stop != word.data() + word.size()))
      bad("is not a set of 32-bit hexadecimal words");
    const size_t top = i * 32 + (31 - static_cast<size_t>(std::countl_zero(bits)));
    if (bits != 0 && top >= static_cast<size_t>(limit))
      throw Error(Status::kLimit, "hwloc XML: " + std::string(name) + ": id " +
                                      std::to_string(top) + " is at or above " +
                                      std::to_string(limit));
    if (bits != 0) set.set_word(i / 2, set.word(i / 2) | uint64_t{bits} << (i % 2 * 32));
    if (comma == std::string_view::npos) return set;
    end = comma;
  }
}

std::string checked_hwloc_xml(std::string_view xml, const Log &log, MemoryInitiators *initiators) {
  if (xml.size() > kMaxXmlBytes)
    throw Error(Status::kLimit,
                "hwloc XML: " + std::to_string(xml.size()) + " bytes, at most 64 MiB are read");
  // hwloc counts a terminating NUL in the length of its exports.
  if (!xml.empty() && xml.back() == '\0') xml.remove_suffix(1);
  if (xml.find('\0') != std::string_view::npos)
    throw Error(Status::kInvalid, "hwloc XML: holds a NUL byte");

  XmlScanner in(xml);
  XmlWriter out;
  if (in.next() != Event::kOpen || in.name() != "topology")
    in.fail("expected <topology>, the root of an hwloc export");
  check_version(in);
  out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<topology version=\"2.0\">\n");
  if (in.next() != Event::kOpen || in.name() != "object") in.fail("expected <object>");
  const XmlMachine machine = copy_objects(in, out);
  XmlKinds kinds;
  while (in.next() == Event::kOpen) {
    if (in.name() == "distances2") {
      copy_distances(in, out, machine, log);
    } else if (in.name() == "cpukind") {
      copy_cpu_kind(in, out, machine, kinds);
    } else if (in.name() == "memattr" && initiators != nullptr) {
      read_initiators(in, machine, *initiators);
    } else {
      if (in.name() == "distances2hetero")
        log.write(LogLevel::kInfo, "hwloc XML: the matrix " +
                                       in_quotes(in.attribute("name").value_or("")) +
                                       " between objects of several types is ignored");
      if (in.name() == "object") in.fail("a second root <object>");
      in.skip();
    }
  }
  if (in.next() != Event::kEnd) in.fail("more than one document element");
  out.close("topology");
  return out.take();
}

}  // namespace koord::probe
