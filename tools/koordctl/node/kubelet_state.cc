#include "node/kubelet_state.h"

#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/file.h"
#include "node/kubelet_config.h"
#include "node/kubelet_version.h"
#include "node/static_pod.h"
#include "output/yaml.h"
#include "session/manifest.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

uint32_t flag_if(bool is_set, uint32_t flag) { return is_set ? flag : 0; }

std::string text_at(const Json &object, const char *first, const char *second) {
  const auto outer = object.find(first);
  if (outer == object.end() || !outer->is_object()) return "";
  const auto inner = outer->find(second);
  return inner != outer->end() && inner->is_string() ? inner->get<std::string>() : "";
}

}  // namespace

KubeletState::KubeletState(const KubeletStateOptions &options)
    : options_(options),
      diagnostics_(options.source.verbose),
      topology_(open_topology(options.source)),
      config_(read_kubelet_config(options.config)),
      setup_(koord::KubeletSetup::create(diagnostics_)) {
  setup_.set_version(kubelet_version_of(options.version));
  with_subject(shown_name(options.config), [&] { setup_.set_config(config_); });
  warn_of_kubelet_config(config_, kubelet_version_of(options.version), shown_name(options.config));
  if (options.cpu_state)
    with_subject(shown_name(*options.cpu_state),
                 [&] { setup_.set_cpu_state(read_file(*options.cpu_state)); });
  if (options.memory_state) {
    with_subject(shown_name(*options.memory_state),
                 [&] { setup_.set_memory_state(read_file(*options.memory_state)); });
  }
  if (!options.pod_files.empty()) read_pods();
}

void KubeletState::read_pods() {
  size_t others = 0;
  bool has_pods = false;
  std::vector<Manifest> manifests;
  for (const std::string &file : options_.pod_files)
    for (Manifest &manifest : read_manifests(file)) manifests.push_back(std::move(manifest));
  for (Manifest &manifest : manifests) {
    if (manifest.kind != "Pod") {
      ++others;
      continue;
    }
    has_pods = true;
    if (options_.node_name && text_at(manifest.object, "spec", "nodeName") != *options_.node_name)
      continue;
    use_original_uid(manifest.object);
    const std::string uid = text_at(manifest.object, "metadata", "uid");
    if (uid.empty()) throw Failure(kEnvironment, manifest.where + ": metadata.uid: found none");
    const auto add = [&](const std::string &name, const std::string &id) {
      with_subject(manifest.where, [&] { setup_.add_container(uid, name, id); });
    };
    pods_.push_back(with_subject(manifest.where, [&] {
      return koord::Pod::from_json(manifest.object.dump(), diagnostics_);
    }));
    add("", "");
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
        if (!id.empty() && name != container.end() && name->is_string())
          add(name->get<std::string>(), id);
      }
    }
  }
  // An empty pod list would mark every entry as stale.
  if (!has_pods && others != 0) fail(shown_name(options_.pod_files.front()), no_pods_among(others));
}

uint32_t KubeletState::only_present() const {
  return flag_if(!options_.pod_files.empty(), KOORD_REPAIR_ONLY_PRESENT);
}

bool KubeletState::is_of_config(const koord::Error &found) const {
  try {
    koord::KubeletSetup alone = koord::KubeletSetup::create();
    alone.set_version(kubelet_version_of(options_.version));
    alone.set_config(config_);
    (void)koord::Kubelet::create(topology_, alone);
    return false;
  } catch (const koord::Error &error) {
    return std::string_view(found.what()) == error.what();
  }
}

template <typename Call>
auto KubeletState::ask(const std::string &path, const Call &call) const {
  try {
    return call();
  } catch (const koord::Error &error) {
    fail_with(error, shown_name(is_of_config(error) ? options_.config : path),
              error.code() == KOORD_E_CONFLICT ? kRefused : kEnvironment);
  }
}

std::string KubeletState::check(size_t &found) const {
  const koord::KubeletReport report =
      ask(options_.cpu_state ? *options_.cpu_state : *options_.memory_state,
          [&] { return koord::Kubelet::check(topology_, setup_, only_present()); });
  found = report.get_findings().size();
  return report.to_json();
}

std::vector<NewState> KubeletState::repair() const {
  const uint32_t flags = only_present() | flag_if(options_.migrate, KOORD_REPAIR_MIGRATE) |
                         flag_if(options_.start_over, KOORD_REPAIR_START_OVER) |
                         flag_if(options_.downgrade, KOORD_REPAIR_DOWNGRADE);
  std::vector<NewState> out;
  const auto add = [&](const char *member, const std::string &path, uint32_t all_flags,
                       auto *repaired) {
    auto [text, report] = ask(path, [&] { return repaired(topology_, setup_, all_flags); });
    out.push_back({member, path, std::move(text), std::move(report)});
  };
  if (options_.cpu_state) {
    add("state", *options_.cpu_state,
        flags | flag_if(options_.keep_shrunk, KOORD_REPAIR_KEEP_SHRUNK),
        koord::Kubelet::repair_cpus);
  }
  if (options_.memory_state)
    add("memoryState", *options_.memory_state, flags, koord::Kubelet::repair_memory);
  return out;
}

std::vector<NewState> KubeletState::replace() const {
  auto [text, report] = ask(*options_.cpu_state,
                            [&] { return koord::Kubelet::replace_cpus(topology_, setup_, pods_); });
  return {{"state", *options_.cpu_state, std::move(text), std::move(report)}};
}

void KubeletState::write(const NewState &made) const {
  const uint32_t flags = flag_if(options_.force, KOORD_WRITE_STATE_FORCE) |
                         flag_if(options_.no_backup, KOORD_WRITE_STATE_NO_BACKUP);
  ask(made.path, [&] { koord::Kubelet::write_state(made.path, made.text, options_.proc, flags); });
}

}  // namespace koordctl
