// Reading, writing and drawing machines, as koordctl, an agent and the start of a node do.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

#include "heap_calls.h"
#include "picks.h"

namespace koord::bench {
namespace {

bool failed = false;

struct FreeBuffer {
  void operator()(koord_buffer *buffer) const { koord_buffer_unref(buffer); }
};
using BufferPtr = std::unique_ptr<koord_buffer, FreeBuffer>;

const Machine &large() {
  for (const Machine &machine : machines())
    if (machine.cpus == 256 && machine.nodes == 8) return machine;
  return machines().back();
}

std::string read_example() {
  std::ifstream file(KOORD_SOURCE_DIR "/examples/two-socket-server.xml", std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (text.empty()) throw std::runtime_error("examples/two-socket-server.xml: cannot be read");
  return text;
}

std::string nrt_of(const koord_topology *topology) {
  koord_buffer *out = nullptr;
  koord_error err{};
  if (koord_topology_to_nrt(topology, nullptr, "node-1", KOORD_NUL, &out, &err) != KOORD_OK)
    throw std::runtime_error(err.message);
  const BufferPtr owner(out);
  return {koord_buffer_get_data(out), koord_buffer_get_length(out)};
}

TopologyPtr example() {
  const std::string xml = read_example();
  koord_topology *out = nullptr;
  koord_error err{};
  if (koord_topology_from_hwloc_xml(nullptr, 0, xml.data(), xml.size(), &out, &err) != KOORD_OK)
    throw std::runtime_error(err.message);
  return TopologyPtr(out);
}

// Times `call(&handle, &err)` and the release of its result.
template <typename Handle, typename Call>
void measure(benchmark::State &state, void (*release)(Handle *), Call call) {
  koord_error err{};
  const long before = heap_calls();
  for (auto _ : state) {
    Handle *out = nullptr;
    if (call(&out, &err) != KOORD_OK) {
      state.SkipWithError(err.message);
      failed = true;
      break;
    }
    release(out);
  }
  state.counters["allocs"] = static_cast<double>(heap_calls() - before) /
                             static_cast<double>(std::max<int64_t>(1, state.iterations()));
}

template <typename Call>
void reads(const char *name, Call call) {
  benchmark::RegisterBenchmark(name, [call](benchmark::State &state) {
    measure<koord_topology>(state, &koord_topology_unref, call);
  })->Unit(benchmark::kMicrosecond);
}

template <typename Call>
void writes(const char *name, Call call) {
  benchmark::RegisterBenchmark(name, [call](benchmark::State &state) {
    measure<koord_buffer>(state, &koord_buffer_unref, call);
  })->Unit(benchmark::kMicrosecond);
}

void add_readers(const std::string &json, const std::string &xml, const std::string &nrt) {
  reads("read/annotation/256cpu", [&json](koord_topology **out, koord_error *err) {
    return koord_topology_from_annotation(nullptr, json.data(), json.size(), out, err);
  });
  reads("read/nrt/256cpu", [&nrt](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(nullptr, nrt.data(), nrt.size(), out, err);
  });
  reads("read/rows/256cpu", [](koord_topology **out, koord_error *err) {
    static const std::vector<koord_cpu> all = rows(large());
    return koord_topology_from_rows(all.data(), sizeof all[0], all.size(), "x86_64", 6, out, err);
  });
  reads("read/hwloc_xml/two-socket-server", [&xml](koord_topology **out, koord_error *err) {
    return koord_topology_from_hwloc_xml(nullptr, 0, xml.data(), xml.size(), out, err);
  });
  reads("read/synthetic/256cpu", [](koord_topology **out, koord_error *err) {
    return koord_topology_from_synthetic(nullptr, "pack:2 numa:4 l3:2 core:8 pu:2", KOORD_NUL, out,
                                         err);
  });
  reads("read/this_machine", [](koord_topology **out, koord_error *err) {
    return koord_topology_discover(nullptr, 0, out, err);
  });
}

void add_writers(const koord_topology *machine) {
  writes("write/annotation/256cpu", [machine](koord_buffer **out, koord_error *err) {
    return koord_topology_to_annotation(machine, out, err);
  });
  writes("write/nrt/256cpu", [machine](koord_buffer **out, koord_error *err) {
    return koord_topology_to_nrt(machine, nullptr, "node-1", KOORD_NUL, out, err);
  });
  writes("write/json/256cpu", [machine](koord_buffer **out, koord_error *err) {
    return koord_topology_to_json(machine, out, err);
  });
}

// Draws two pods on the machine, as "koordctl allocate" does.
void add_pictures(const char *name, const koord_topology *topology, koord_picture_format format) {
  writes(name, [topology, format](koord_buffer **out, koord_error *err) {
    const uint64_t sets[2][4] = {{0x0F, 0, 0x0F, 0}, {0xF0, 0, 0xF0, 0}};
    koord_picture_options options = KOORD_INIT(koord_picture_options);
    options.format = format;
    koord_picture *picture = nullptr;
    koord_status status = koord_picture_new(&picture, err);
    if (status == KOORD_OK) status = koord_picture_set_title(picture, "a title", KOORD_NUL, err);
    if (status == KOORD_OK)
      status = koord_picture_add_set(picture, "web", KOORD_NUL, sets[0], 4, err);
    if (status == KOORD_OK)
      status = koord_picture_add_set(picture, "db", KOORD_NUL, sets[1], 4, err);
    if (status == KOORD_OK) status = koord_topology_draw(topology, &options, picture, out, err);
    koord_picture_free(picture);
    return status;
  });
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const TopologyPtr machine = topology_of(large());
  const TopologyPtr server = example();
  const std::string json = annotation(large());
  const std::string xml = read_example();
  const std::string nrt = nrt_of(machine.get());
  add_readers(json, xml, nrt);
  add_writers(machine.get());
  add_pictures("draw/text/two-socket-server", server.get(), KOORD_PICTURE_FORMAT_TEXT);
  add_pictures("draw/svg/two-socket-server", server.get(), KOORD_PICTURE_FORMAT_SVG);
  add_pictures("draw/text/256cpu", machine.get(), KOORD_PICTURE_FORMAT_TEXT);
  add_pictures("draw/svg/256cpu", machine.get(), KOORD_PICTURE_FORMAT_SVG);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return failed ? 1 : 0;
}
