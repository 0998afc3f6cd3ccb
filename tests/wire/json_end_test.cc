// Destruction and comparison of nlohmann/json values (cmake/json).
// tests/memory checks that they allocate nothing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace koord {
namespace {

template <typename Json>
Json nested(int depth) {
  Json value = "innermost";
  for (int i = 0; i < depth; ++i) {
    Json object = Json::object();
    object["a"] = Json::array({std::move(value), "text", Json::array(), nullptr});
    object["b"] = Json::binary({1, 2, 3});
    value = std::move(object);
  }
  return value;
}

// Leak and stack checks of the sanitizer builds cover this.
TEST(JsonEnd, EverythingInAValueEndsWithIt) {
  EXPECT_TRUE(nested<nlohmann::json>(64).is_object());
  EXPECT_TRUE(nested<nlohmann::ordered_json>(64).is_object());
}

TEST(JsonEnd, ComparedWithText) {
  for (const nlohmann::json &other : {nlohmann::json(), nlohmann::json(7),
                                      nlohmann::json::array({"text"}), nlohmann::json("tex")})
    EXPECT_FALSE(other == "text") << other;
  EXPECT_TRUE(nlohmann::json("text") == "text");
  EXPECT_TRUE(nlohmann::ordered_json("text") == "text");
  EXPECT_TRUE(nlohmann::json("text") != "texts");
}

}  // namespace
}  // namespace koord
