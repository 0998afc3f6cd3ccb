// The builders with any calls in any order: refused, or an object about which everything can be
// asked.
#include <algorithm>
#include <string>
#include <string_view>

#include "bytes.h"
#include "handles.h"
#include "object_checks.h"

using namespace koord::fuzz;

namespace {

constexpr std::string_view kTexts[] = {
    "",
    "web",
    "n1",
    "cpu",
    "memory",
    "hugepages-2Mi",
    "nvidia.com/gpu",
    "koordinator.sh/gpu-mem",
    "node-0",
    "node-1",
    "Node",
    "gpu",
    "GPU-0",
    "LSR",
    "Honor",
    "0,1",
    "NVIDIA_VISIBLE_DEVICES",
    "topologyManagerPolicy",
    "single-numa-node",
    "koordinator.sh/qosClass",
    "scheduling.koordinator.sh/resource-spec",
    R"({"requiredCPUBindPolicy":"FullPCPUs"})",
    "scheduling.koordinator.sh/resource-status",
    R"({"cpuset":"0-3"})",
    "scheduling.koordinator.sh/device-allocated",
    R"({"gpu":[{"minor":0}]})",
    "node.koordinator.sh/reservation",
    R"({"reservedCPUs":"0"})",
    "node.koordinator.sh/cpu-topology",
    R"({"detail":[{"id":0},{"id":1}]})",
    "node.koordinator.sh/gpu-links",
    "node.koordinator.sh/mig-instances",
    R"([{"minor":0,"max":7,"instances":[{"uuid":"MIG-1","profile":"1g.10gb","gi":7,"ci":0}]}])",
    "node.koordinator.sh/devices-checkpoints-error",
    "\xff",
};

// Mostly a text that means something somewhere.
std::string_view read_text(Bytes &in) { return kTexts[in.u8() % std::size(kTexts)]; }

int32_t read_number(Bytes &in, int32_t count) {
  return in.u8() % 16 == 0 ? static_cast<int32_t>(in.u32()) : in.u8() % count;
}

int64_t read_amount(Bytes &in) {
  switch (in.u8() % 8) {
    case 0:
      return -1;
    case 1:
      return static_cast<int64_t>(in.u64());
    case 2:
      return INT64_MAX - in.u8();
    default:
      return static_cast<int64_t>(in.u16());
  }
}

// Runs a call of a setter with its error and holds both to each other.
template <typename Call, typename... Arguments>
void set(Call call, Arguments... arguments) {
  koord_error err{};
  check_result(call(arguments..., &err), err);
}

template <typename Builder>
void set_texts(Bytes &in, Builder *builder,
               koord_status (*call)(Builder *, const char *, size_t, const char *, size_t,
                                    koord_error *)) {
  const std::string_view key = read_text(in);
  const std::string_view value = read_text(in);
  set(call, builder, key.data(), key.size(), value.data(), value.size());
}

void change(Bytes &in, koord_pod_builder *b) {
  const uint8_t kind = in.u8() % 16;
  const std::string_view text = read_text(in);
  const int32_t container = read_number(in, 6) - 2;
  const uint64_t word = in.u8();
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  switch (kind) {
    case 0:
      return set(koord_pod_builder_reset, b);
    case 1:
    case 2:
      return set(koord_pod_builder_set_text, b, read_number(in, 4), text.data(), text.size());
    case 3:
      return set_texts(in, b, koord_pod_builder_set_label);
    case 4:
    case 5:
      return set_texts(in, b, koord_pod_builder_set_annotation);
    case 6:
      spec.flags = static_cast<uint32_t>(read_number(in, 8));
      spec.scheduled = read_amount(in);
      spec.kube_qos = read_number(in, 3);
      spec.priority = static_cast<int32_t>(in.u16());
      spec.qos = read_number(in, 6);
      spec.priority_class = read_number(in, 5);
      spec.required_bind = read_number(in, 4);
      spec.preferred_bind = read_number(in, 4);
      spec.exclusive = read_number(in, 4);
      spec.numa_policy = read_number(in, 5);
      spec.numa_exclusive = read_number(in, 3);
      return set(koord_pod_builder_set_spec, b, &spec);
    case 7:
    case 8:
      return set(koord_pod_builder_add_container, b, read_number(in, 3), text.data(), text.size(),
                 nullptr);
    case 9:
      return set(koord_pod_builder_set_env, b, container, "NVIDIA_VISIBLE_DEVICES", KOORD_NUL,
                 text.data(), text.size());
    case 10:
      return set(koord_pod_builder_set_cpus, b, &word, size_t{1});
    case 11:
      return set(koord_pod_builder_set_numa_resource, b, container, text.data(), text.size(),
                 read_amount(in));
    default:
      return set(koord_pod_builder_set_resource, b, container, text.data(), text.size(),
                 read_amount(in), read_amount(in));
  }
}

void change(Bytes &in, koord_node_builder *b) {
  const uint8_t kind = in.u8() % 12;
  const std::string_view text = read_text(in);
  const uint64_t word = in.u8();
  koord_node_spec spec = KOORD_INIT(koord_node_spec);
  switch (kind) {
    case 0:
      return set(koord_node_builder_reset, b);
    case 1:
    case 2:
      return set(koord_node_builder_set_text, b, read_number(in, 2), text.data(), text.size());
    case 3:
    case 4:
      return set_texts(in, b, koord_node_builder_set_label);
    case 5:
    case 6:
      return set_texts(in, b, koord_node_builder_set_annotation);
    case 7:
      spec.flags = static_cast<uint32_t>(read_number(in, 4));
      spec.bind_policy = read_number(in, 5);
      spec.strategy = read_number(in, 4);
      spec.numa_policy = read_number(in, 5);
      spec.cpu_amplification_percent = in.u16();
      return set(koord_node_builder_set_spec, b, &spec);
    case 8:
      return set(koord_node_builder_set_cpus, b, read_number(in, 2), &word, size_t{1});
    default:
      return set(koord_node_builder_set_resource, b, text.data(), text.size(), read_amount(in),
                 read_amount(in));
  }
}

void change(Bytes &in, koord_nrt_builder *b) {
  const uint8_t kind = in.u8() % 14;
  const std::string_view text = read_text(in);
  const int32_t zone = read_number(in, 4);
  const uint64_t word = in.u8();
  koord_nrt_spec spec = KOORD_INIT(koord_nrt_spec);
  switch (kind) {
    case 0:
      return set(koord_nrt_builder_reset, b);
    case 1:
      return set(koord_nrt_builder_set_name, b, text.data(), text.size());
    case 2:
    case 3:
      return set_texts(in, b, koord_nrt_builder_set_annotation);
    case 4:
      return set(koord_nrt_builder_add_policy, b, text.data(), text.size());
    case 5:
      return set_texts(in, b, koord_nrt_builder_add_attribute);
    case 6:
    case 7:
      return set(koord_nrt_builder_add_zone, b, text.data(), text.size(), "Node", size_t{4},
                 nullptr);
    case 8:
      return set(koord_nrt_builder_add_cost, b, zone, text.data(), text.size(), in.u32());
    case 9:
      spec.flags = static_cast<uint32_t>(read_number(in, 8));
      spec.numa_policy = read_number(in, 5);
      return set(koord_nrt_builder_set_spec, b, &spec);
    case 10:
      return set(koord_nrt_builder_set_cpus, b, read_number(in, 2), &word, size_t{1});
    default:
      return set(koord_nrt_builder_add_resource, b, zone, text.data(), text.size(), read_amount(in),
                 read_amount(in), read_amount(in));
  }
}

void change(Bytes &in, koord_device_builder *b) {
  const uint8_t kind = in.u8() % 14;
  const std::string_view text = read_text(in);
  const std::string_view other = read_text(in);
  const int32_t of = read_number(in, 4);
  koord_device_spec spec = KOORD_INIT(koord_device_spec);
  switch (kind) {
    case 0:
      return set(koord_device_builder_reset, b);
    case 1:
      return set(koord_device_builder_set_name, b, text.data(), text.size());
    case 2:
      return set_texts(in, b, koord_device_builder_set_label);
    case 3:
      return set_texts(in, b, koord_device_builder_set_annotation);
    case 4:
    case 5:
      spec.flags = static_cast<uint32_t>(read_number(in, 8));
      spec.minor = read_number(in, 4);
      spec.module = read_number(in, 4) - 1;
      spec.socket = read_number(in, 4) - 1;
      spec.numa_node = read_number(in, 4) - 1;
      return set(koord_device_builder_add_device, b, &spec, nullptr);
    case 6:
    case 7:
      return set(koord_device_builder_set_device_text, b, of, read_number(in, 4), text.data(),
                 text.size());
    case 8:
      return set(koord_device_builder_set_device_label, b, of, text.data(), text.size(),
                 other.data(), other.size());
    case 9:
      return set(koord_device_builder_add_vf_group, b, of, nullptr);
    case 10:
      return set(koord_device_builder_set_vf_label, b, of, text.data(), text.size(), other.data(),
                 other.size());
    case 11:
      return set(koord_device_builder_add_vf, b, of, read_number(in, 4) - 1, text.data(),
                 text.size());
    default:
      return set(koord_device_builder_set_resource, b, of, text.data(), text.size(),
                 read_amount(in));
  }
}

// Calls `use` after every few calls: what a builder has been asked for does not change it.
template <typename Builder, typename Use>
void run(Bytes &in, koord_status (*make)(Builder **, koord_error *), void (*free)(Builder *),
         Use &&use) {
  Builder *builder = nullptr;
  FUZZ_CHECK(make(&builder, nullptr) == KOORD_OK);
  for (int calls = 1; !in.empty() && calls < 200; ++calls) {
    change(in, builder);
    if (calls % 16 == 0) use(builder);
  }
  use(builder);
  free(builder);
}

struct FreeCluster {
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  const uint8_t kind = in.u8() % 4;
  koord_cluster *made = nullptr;
  FUZZ_CHECK(koord_cluster_new(nullptr, nullptr, nullptr, 0, &made, nullptr) == KOORD_OK);
  const std::unique_ptr<koord_cluster, FreeCluster> cluster(made);
  if (kind == 0)
    run(in, koord_pod_builder_new, koord_pod_builder_free, [](const koord_pod_builder *builder) {
      const auto pod = make<PodPtr>([&](koord_pod **out, koord_error *err) {
        return koord_pod_from_builder(nullptr, builder, out, err);
      });
      if (pod != nullptr) check_pod(pod.get());
    });
  if (kind == 1)
    run(in, koord_node_builder_new, koord_node_builder_free,
        [&](const koord_node_builder *builder) {
          set(koord_cluster_set_node_from_builder, cluster.get(), builder, nullptr);
        });
  if (kind == 2)
    run(in, koord_nrt_builder_new, koord_nrt_builder_free, [&](const koord_nrt_builder *builder) {
      set(koord_cluster_set_topology_from_builder, cluster.get(), builder, nullptr);
      make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
        return koord_topology_from_nrt_builder(nullptr, builder, out, err);
      });
    });
  if (kind == 3)
    run(in, koord_device_builder_new, koord_device_builder_free,
        [&](const koord_device_builder *builder) {
          set(koord_cluster_set_devices_from_builder, cluster.get(), builder, nullptr);
        });
  return 0;
}
