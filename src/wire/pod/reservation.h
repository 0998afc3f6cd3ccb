// Koordinator's Reservation objects, as the pods that stand for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "object/objects.h"
#include "wire/json/json.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kReservation{"Reservation", "v1alpha1", "scheduling.koordinator.sh/",
                                      false};

struct Reservation {
  enum class Policy : int32_t { kDefault, kAligned, kRestricted };  // values of koord.h
  object::PodObject pod;  // what it holds; without a node while the Reservation is pending
  Policy policy = Policy::kDefault;
};

// The pod has the template's spec with labels and annotations of the template, overridden by those
// of the Reservation; claims (resource-status, device-allocated) come from the Reservation alone.
// Throws kInvalid naming the field.
Reservation read_reservation(const JsonValue &root, const Log &log);

// Returns the uid of the Reservation that a Pod names in its annotation reservation-allocated. It
// is "" if the pod names none, or if the annotation is invalid.
std::string reservation_of(const JsonValue &pod);

}  // namespace koord::wire
