#include "kubelet_state.h"

#include <nlohmann/json.hpp>

#include "file.h"
#include "koord_calls.h"
#include "manifest.h"
#include "yaml.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

std::uint32_t flag_if(bool is_set, std::uint32_t flag) { return is_set ? flag : 0; }

std::string text_at(const Json &object, const char *first, const char *second) {
  const auto outer = object.find(first);
  if (outer == object.end() || !outer->is_object()) return "";
  const auto inner = outer->find(second);
  return inner != outer->end() && inner->is_string() ? inner->get<std::string>() : "";
}

}  // namespace

KubeletState::KubeletState(const KubeletStateOptions &options)
    : options_(options),
      remarks_(options.source.verbose),
      topology_(open_topology(options.source)),
      config_(yaml_to_json(read_file(options.config), shown_name(options.config),
                           "expected a KubeletConfiguration")),
      setup_(remarks_.context()) {
  setup_.set_config(config_, shown_name(options.config));
  if (options.state) setup_.set_cpu_state(read_file(*options.state), shown_name(*options.state));
  if (options.memory_state) {
    setup_.set_memory_state(read_file(*options.memory_state), shown_name(*options.memory_state));
  }
  if (options.pods) read_pods();
}

void KubeletState::read_pods() {
  std::vector<Manifest> manifests;
  read_manifests(*options_.pods, manifests);
  for (const Manifest &manifest : manifests) {
    if (manifest.kind != "Pod") {
      throw Failure(kEnvironment,
                    manifest.where + ": found a " + manifest.kind + ", expected Pods");
    }
    if (options_.node_name && text_at(manifest.object, "spec", "nodeName") != *options_.node_name) {
      continue;
    }
    const std::string uid = text_at(manifest.object, "metadata", "uid");
    if (uid.empty()) throw Failure(kEnvironment, manifest.where + ": metadata.uid: found none");
    const std::string json = manifest.object.dump();
    koord_pod *pod = nullptr;
    koord_error error{};
    koordctl::check(koord_pod_from_json(remarks_.context(), json.data(), json.size(), &pod, &error),
                    error, manifest.where);
    pods_.emplace_back(pod);
    setup_.add_container(uid, "", "", manifest.where);
    for (const char *field : {"initContainerStatuses", "containerStatuses"}) {
      const auto status = manifest.object.find("status");
      if (status == manifest.object.end() || !status->is_object()) continue;
      const auto list = status->find(field);
      if (list == status->end() || !list->is_array()) continue;
      for (const Json &container : *list) {
        if (!container.is_object()) continue;
        const std::string id = bare_id(container.value("containerID", Json("")).is_string()
                                           ? container.value("containerID", "")
                                           : "");
        const auto name = container.find("name");
        if (!id.empty() && name != container.end() && name->is_string()) {
          setup_.add_container(uid, name->get<std::string>(), id, manifest.where);
        }
      }
    }
  }
}

std::uint32_t KubeletState::only_present() const {
  return flag_if(options_.pods.has_value(), KOORD_REPAIR_ONLY_PRESENT);
}

bool KubeletState::is_of_config(const koord_error &found) const {
  KubeletSetup alone(nullptr);
  alone.set_config(config_, shown_name(options_.config));
  koord_kubelet *kubelet = nullptr;
  koord_error error{};
  const koord_status status = koord_kubelet_new(topology_.get(), alone.get(), &kubelet, &error);
  koord_kubelet_free(kubelet);
  return !succeeded(status) && std::string_view(found.message) == error.message;
}

void KubeletState::check_call(koord_status status, const koord_error &error,
                              const std::string &path) const {
  if (succeeded(status)) return;
  koordctl::check(status, error, shown_name(is_of_config(error) ? options_.config : path),
                  status == KOORD_E_CONFLICT ? kRefused : kEnvironment);
}

std::string KubeletState::check(std::size_t &found) const {
  koord_kubelet_report *report = nullptr;
  koord_error error{};
  check_call(koord_kubelet_check(topology_.get(), setup_.get(), only_present(), &report, &error),
             error, options_.state ? *options_.state : *options_.memory_state);
  const std::unique_ptr<koord_kubelet_report, void (*)(koord_kubelet_report *)> owner(
      report, koord_kubelet_report_unref);
  found = read_rows<koord_kubelet_finding>([&](auto *to, auto capacity, auto *n, auto *err) {
            return koord_kubelet_report_get_findings(report, to, sizeof *to, capacity, n, err);
          }).size();
  koord_buffer *json = nullptr;
  koordctl::check(koord_kubelet_report_to_json(report, &json, &error), error, "");
  return take(json);
}

std::vector<NewState> KubeletState::repair() const {
  const std::uint32_t flags = only_present() | flag_if(options_.migrate, KOORD_REPAIR_MIGRATE) |
                              flag_if(options_.start_over, KOORD_REPAIR_START_OVER);
  std::vector<NewState> out;
  const auto add = [&](const char *member, const std::string &path, std::uint32_t all_flags,
                       auto *call) {
    koord_buffer *text = nullptr, *report = nullptr;
    koord_error error{};
    check_call(call(topology_.get(), setup_.get(), all_flags, &text, &report, &error), error, path);
    out.push_back({member, path, take(text), take(report)});
  };
  if (options_.state) {
    add("state", *options_.state, flags | flag_if(options_.keep_shrunk, KOORD_REPAIR_KEEP_SHRUNK),
        koord_kubelet_repair_cpus);
  }
  if (options_.memory_state) {
    add("memoryState", *options_.memory_state, flags, koord_kubelet_repair_memory);
  }
  return out;
}

std::vector<NewState> KubeletState::replace() const {
  std::vector<const koord_pod *> pods;
  for (const auto &pod : pods_) pods.push_back(pod.get());
  koord_buffer *text = nullptr, *report = nullptr;
  koord_error error{};
  check_call(koord_kubelet_replace_cpus(topology_.get(), setup_.get(), pods.data(), pods.size(),
                                        &text, &report, &error),
             error, *options_.state);
  return {{"state", *options_.state, take(text), take(report)}};
}

void KubeletState::write(const NewState &made) const {
  koord_error error{};
  check_call(koord_kubelet_write_state(made.path.data(), made.path.size(), made.text.data(),
                                       made.text.size(), options_.proc.data(), options_.proc.size(),
                                       flag_if(options_.force, KOORD_WRITE_STATE_FORCE) |
                                           flag_if(options_.no_backup, KOORD_WRITE_STATE_NO_BACKUP),
                                       &error),
             error, made.path);
}

}  // namespace koordctl
