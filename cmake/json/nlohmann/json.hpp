// nlohmann/json, but for how a value ends and how it is compared with text: cmake/Dependencies.cmake puts this directory
// before that of the library.
//
// The library's own destructor first puts all that is in a value onto a stack on the heap, so that where memory has run out
// the program ends in it; and it takes an object or an array that could not be made for one that is there. A comparison
// with text makes a value of the text, where nothing may be thrown.
//
// A program that has objects with and without this takes one of the two for all of them: they do the same.
#pragma once

#include_next <nlohmann/json.hpp>

namespace koord::json_end {

// What is in an object or array ends in place, however deep it is: nothing is allocated, and no function calls itself.
// The parent of a child that is looked at moves into the child's first place; what was there waits where the child was.
template <typename Json>
class Ending {
 public:
  explicit Ending(Json &&whole) noexcept : now_(static_cast<Json &&>(whole)) {}

  // Whether there is anything in it.
  static bool is_full(const Json &value) noexcept {
    if (const auto *array = value.template get_ptr<const Array *>()) return !array->empty();
    const auto *object = value.template get_ptr<const Object *>();
    return object != nullptr && !object->empty();
  }

  void run() noexcept {
    for (std::size_t depth = 0; is_full(now_);) {
      const bool is_parents = depth > 0 && &first() == &last();
      if (is_parents) {
        go_up();
        --depth;
      } else if (is_full(last())) {
        go_down();
        ++depth;
      } else {
        drop_last();
      }
    }
  }

 private:
  using Array = typename Json::array_t;
  using Object = typename Json::object_t;

  static Json &first_of(Json &value) noexcept {
    if (auto *array = value.template get_ptr<Array *>()) return array->front();
    return value.template get_ptr<Object *>()->begin()->second;
  }
  Json &first() noexcept { return first_of(now_); }
  Json &last() noexcept {
    if (auto *array = now_.template get_ptr<Array *>()) return array->back();
    return std::prev(now_.template get_ptr<Object *>()->end())->second;
  }
  void drop_last() noexcept {
    if (auto *array = now_.template get_ptr<Array *>()) {
      array->pop_back();
      return;
    }
    auto &object = *now_.template get_ptr<Object *>();
    if constexpr (requires { object.pop_back(); }) {
      object.pop_back();
    } else {
      object.erase(std::prev(object.end()));
    }
  }

  void go_down() noexcept {
    Json child(static_cast<Json &&>(last()));
    last() = static_cast<Json &&>(first_of(child));
    first_of(child) = static_cast<Json &&>(now_);
    now_ = static_cast<Json &&>(child);
  }
  void go_up() noexcept {
    Json parent(static_cast<Json &&>(first()));
    now_ = static_cast<Json &&>(parent);
  }

  Json now_;
};

template <typename Json>
void end_child(Json &child) noexcept {
  if (Ending<Json>::is_full(child)) Ending<Json>(static_cast<Json &&>(child)).run();
}

// For the specializations below, which alone may see what a value is made of.
template <typename Json, typename Value>
void end(Value &value, typename Json::value_t type) noexcept {
  switch (type) {
    case Json::value_t::object:
      if (value.object != nullptr)
        for (auto &one : *value.object) end_child<Json>(one.second);
      delete value.object;
      break;
    case Json::value_t::array:
      if (value.array != nullptr)
        for (auto &one : *value.array) end_child<Json>(one);
      delete value.array;
      break;
    case Json::value_t::string:
      delete value.string;
      break;
    case Json::value_t::binary:
      delete value.binary;
      break;
    default:
      break;
  }
}

}  // namespace koord::json_end

template <>
inline void nlohmann::json::json_value::destroy(value_t t) {
  koord::json_end::end<nlohmann::json>(*this, t);
}
template <>
inline void nlohmann::ordered_json::json_value::destroy(value_t t) {
  koord::json_end::end<nlohmann::ordered_json>(*this, t);
}

namespace nlohmann {

inline bool operator==(const json &value, const char *text) noexcept {
  const auto *string = value.get_ptr<const json::string_t *>();
  return string != nullptr && *string == text;
}
inline bool operator==(const ordered_json &value, const char *text) noexcept {
  const auto *string = value.get_ptr<const ordered_json::string_t *>();
  return string != nullptr && *string == text;
}

}  // namespace nlohmann
