// How values of nlohmann/json end and compare (cmake/json). That they ask for nothing then is seen
// where every allocation fails once (tests/memory).
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

// The leak and stack checks of the sanitized builds look on.
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
