// How values of nlohmann/json end (cmake/json): they give everything back and ask for nothing, whatever they hold.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace koord {
namespace {

long taken = 0;  // blocks so far
long held = 0;   // of them, those not given back

template <typename T>
struct Counting {
  using value_type = T;
  Counting() = default;
  template <typename U>
  Counting(const Counting<U> &) {}
  T *allocate(size_t count) {
    ++taken;
    ++held;
    return static_cast<T *>(std::malloc(count * sizeof(T)));
  }
  void deallocate(T *block, size_t) {
    --held;
    std::free(block);
  }
  bool operator==(const Counting &) const { return true; }
};

template <template <typename, typename, typename...> class Object>
using CountingJson = nlohmann::basic_json<Object, std::vector, std::string, bool, int64_t, uint64_t,
                                          double, Counting>;

template <typename Json>
Json drawn(std::mt19937 &random, int depth) {
  const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  switch (depth == 0 ? below(3) : below(6)) {
    case 0:
      return nullptr;
    case 1:
      return std::string(below(40), 'x');
    case 2:
      return below(1000);
    case 3: {
      Json object = Json::object();
      for (unsigned i = below(5); i > 0; --i)
        object[std::to_string(below(9))] = drawn<Json>(random, depth - 1);
      return object;
    }
    default: {
      Json array = Json::array();
      for (unsigned i = below(5); i > 0; --i) array.push_back(drawn<Json>(random, depth - 1));
      return array;
    }
  }
}

// What is counted has the library's own destructor; it finds nothing left to do.
template <typename Json>
void ends_everything() {
  std::mt19937 random(20220420);
  for (int i = 0; i < 3000; ++i) {
    const long before = held;
    {
      Json value = drawn<Json>(random, 6);
      const std::string text = value.dump();
      json_end::Ending<Json> ending(std::move(value));
      const long asked = taken;
      ending.run();
      ASSERT_EQ(taken, asked) << text;
      ASSERT_LE(held, before + 2) << text;  // an empty array or object
    }
    ASSERT_EQ(held, before);
  }
}

TEST(JsonEnd, EverythingIsGivenBackAndNothingTaken) {
  ends_everything<CountingJson<std::map>>();
  ends_everything<CountingJson<nlohmann::ordered_map>>();
}

template <typename Json>
void ends_however_deep() {
  constexpr int kDeep = 100'000;
  Json array, object, both;
  for (int i = 0; i < kDeep; ++i) {
    array = Json::array({std::move(array), 1});
    Json wider = Json::object();
    wider["b"] = "text";  // first: a member that comes later has the others copied
    wider["a"] = std::move(object);
    object = std::move(wider);
    Json alone = Json::object();
    alone["a"] = Json::array({1, std::move(both), Json::array()});
    both = std::move(alone);
  }
}

TEST(JsonEnd, NoStackIsNeededHoweverDeep) {
  ends_however_deep<nlohmann::json>();
  ends_however_deep<nlohmann::ordered_json>();
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
