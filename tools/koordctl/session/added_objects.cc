#include "session/added_objects.h"

#include <cstddef>
#include <utility>

#include "cli/errors.h"
#include "cli/failure.h"

namespace koordctl {
namespace {

// Objects of one call. Files may have more together than one text may have.
constexpr size_t kMostBytes = size_t{64} << 20;

}  // namespace

void AddedRow::check(std::string_view where) const {
  if (result != KOORD_ADDED_RESULT_REFUSED) return;
  // An object that names a node which the files lack is at fault like an invalid one.
  const koord_status fault = status == KOORD_E_NOT_FOUND ? KOORD_E_INVALID : status;
  fail_with(koord::Error(fault, message.c_str()), where, kEnvironment);
}

std::vector<AddedRow> rows_of(const koord::AddedObjects &objects) {
  std::vector<AddedRow> rows;
  const std::string_view texts = objects.get_texts();
  for (const koord_added_object &row : objects.get_rows()) {
    rows.push_back({row.result, row.status,
                    std::string(texts.substr(row.name_offset, row.name_length)),
                    std::string(texts.substr(row.message_offset, row.message_length)),
                    objects.get_pod(rows.size())});
  }
  return rows;
}

std::vector<AddedRow> add_objects(koord::Cluster &cluster,
                                  const std::vector<const std::string *> &texts) {
  std::vector<AddedRow> out;
  for (size_t at = 0; at < texts.size();) {
    std::string text = "[";
    do {
      if (text.size() > 1) text += ',';
      text += *texts[at++];
    } while (at < texts.size() && text.size() < kMostBytes);
    text += ']';
    for (AddedRow &row : rows_of(cluster.add_objects(text))) out.push_back(std::move(row));
  }
  return out;
}

}  // namespace koordctl
