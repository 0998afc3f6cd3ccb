#include <algorithm>

#include "base/error.h"
#include "wire/args/scheduler_args.h"
#include "wire/object/amount.h"

namespace koord::wire {
namespace {

using object::ModelShares;

constexpr size_t kMaxSplit = 64;
constexpr size_t kMaxModels = 1024;
constexpr size_t kMaxShares = 1024;
constexpr size_t kMaxAmounts = 16;

void check_count(const JsonValue &value, size_t count, size_t most) {
  if (count > most)
    throw Error(Status::kLimit, value.path() + ": " + std::to_string(count) + " entries, at most " +
                                    std::to_string(most) + " are accepted");
}

ModelShares::Share read_share(std::string_view name, const JsonValue &amounts) {
  ModelShares::Share out{std::string(name), read_amounts(amounts)};
  check_count(amounts, out.amounts.size(), kMaxAmounts);
  std::erase_if(out.amounts, [](const object::Amount &amount) { return amount.value == 0; });
  return out;
}

std::vector<ModelShares> read_shares(const JsonValue &models) {
  std::vector<ModelShares> out;
  size_t count = 0;
  for (const auto &[model, shares] : models.members()) {
    ModelShares &of_model = out.emplace_back();
    of_model.model = model;
    const auto members = shares.members();
    check_count(models, count += members.size(), kMaxShares);
    for (const auto &[name, amounts] : members)
      of_model.shares.push_back(read_share(name, amounts));
    std::sort(of_model.shares.begin(), of_model.shares.end(),
              [](const auto &a, const auto &b) { return a.name < b.name; });
  }
  check_count(models, out.size(), kMaxModels);
  std::sort(out.begin(), out.end(),
            [](const ModelShares &a, const ModelShares &b) { return a.model < b.model; });
  return out;
}

object::WithholdUnreported read_withhold(const JsonValue &where) {
  const std::string_view text = where.as_string();
  if (text == "WhereReported") return object::WithholdUnreported::kWhereReported;
  if (text == "Always") return object::WithholdUnreported::kAlways;
  if (text != "Never") where.fail_expected("WhereReported, Always or Never");
  return object::WithholdUnreported::kNever;
}

}  // namespace

DeviceShareArgs read_device_share_args(const JsonValue &args) {
  DeviceShareArgs out;
  object::DeviceSettings &settings = out.settings;
  const ScoringArgs scoring = read_scoring(args, "scoringStrategy");
  if (scoring.type == ScoringType::kBalancedAllocation)
    args.at("scoringStrategy").at("type").fail_expected("MostAllocated or LeastAllocated");
  out.strategy = scoring.type;
  settings.weights = scoring.weights;
  settings.ignores_numa = args.bool_or("disableDeviceNUMATopologyAlignment", false);
  settings.requires_object = args.bool_or("requireDeviceObject", false);
  if (const auto where = args.find("withholdUnreportedDevices"))
    settings.withhold_unreported = read_withhold(*where);
  if (const auto config = args.find("gpuSharedResourceTemplatesConfig"))
    if (const auto names = config->find("matchedResources")) {
      check_count(*names, names->elements().size(), kMaxSplit);
      settings.split_by_size.emplace();
      for (const JsonValue &name : names->elements())
        settings.split_by_size->emplace_back(name.as_string());
    }
  if (const auto models = args.find("gpuSharedResourceTemplates"))
    settings.shares = read_shares(*models);
  const auto unshared = args.elements_of("gpuShareUnsupportedModels");
  if (!unshared.empty())
    check_count(args.at("gpuShareUnsupportedModels"), unshared.size(), kMaxModels);
  for (const JsonValue &model : unshared)
    settings.unshared.push_back({model.string_or("vendor", ""), model.string_or("model", "")});
  return out;
}

}  // namespace koord::wire
