// Tables of comma-separated values, and errors about malformed ones.
#include "csv.h"

#include "support/failure_support.h"

namespace koordctl {
namespace {

TEST(Csv, FieldsByRowAndColumn) {
  const Csv csv("t.csv", "name,gpu\na,1\nb,-2\n");
  ASSERT_EQ(csv.rows(), 2u);
  EXPECT_EQ(csv.text(1, csv.column("name")), "b");
  EXPECT_EQ(csv.number(1, csv.column("gpu"), -5, 5), -2);
  EXPECT_FALSE(csv.find_column("model"));
}

TEST(Csv, LinesEndAsTheyLike) {
  const Csv csv("t.csv",
                "\xef\xbb\xbf"
                "a,b\r\n\r\n1,\r\n\n,2");
  ASSERT_EQ(csv.rows(), 2u);
  EXPECT_EQ(csv.text(0, csv.column("a")), "1");
  EXPECT_EQ(csv.text(0, csv.column("b")), "");
  EXPECT_EQ(csv.text(1, csv.column("b")), "2");
}

TEST(Csv, QuotedFieldsMayHoldAnything) {
  const Csv csv("t.csv", "a,b\n\"x,\"\"y\"\"\n\",2\n3,\"\"\n");
  EXPECT_EQ(csv.text(0, 0), "x,\"y\"\n");
  EXPECT_EQ(csv.text(1, 1), "");
  EXPECT_FAILURE(csv.number(1, 1, 0, 1), kEnvironment, "t.csv:4: b is \"\", expected 0 to 1");
}

TEST(Csv, BrokenTablesAreRefused) {
  EXPECT_FAILURE(Csv("t.csv", "\n\n"), kEnvironment,
                 "t.csv: empty, expected a line with the names of columns");
  EXPECT_FAILURE(Csv("t.csv", "a,b\n1\n"), kEnvironment, "t.csv:2: 1 fields, expected 2");
  EXPECT_FAILURE(Csv("t.csv", "a\n\n1,2\n"), kEnvironment, "t.csv:3: 2 fields, expected 1");
  EXPECT_FAILURE(Csv("t.csv", "a\n\"1"), kEnvironment, "t.csv:2: a quote is not closed");
  EXPECT_FAILURE(Csv("t.csv", "a\n\"1\"2\n"), kEnvironment, "t.csv:2: text after a quoted field");
  EXPECT_FAILURE(Csv("t.csv", std::string(Csv::kMaxColumns, ',')), kEnvironment,
                 "t.csv:1: more than 1024 fields");
}

TEST(Csv, FieldsAreChecked) {
  const Csv csv("t.csv", "a,b\n7,x\n99999999999999999999,1e400\n1 ,nan\n");
  EXPECT_FAILURE(csv.column("c"), kEnvironment, "t.csv: no column \"c\" among \"a, b\"");
  EXPECT_EQ(csv.number(0, 0, 7, 7), 7);
  EXPECT_FAILURE(csv.number(0, 0, 0, 6), kEnvironment, "t.csv:2: a is \"7\", expected 0 to 6");
  EXPECT_FAILURE(csv.number(0, 1, 0, 6), kEnvironment, "t.csv:2: b is \"x\", expected 0 to 6");
  EXPECT_FAILURE(csv.number(1, 0, 0, 6), kEnvironment,
                 "t.csv:3: a is \"99999999999999999999\", expected 0 to 6");
  EXPECT_FAILURE(csv.number(2, 0, 0, 6), kEnvironment, "t.csv:4: a is \"1 \", expected 0 to 6");
  EXPECT_FAILURE(csv.real(1, 1), kEnvironment, "t.csv:3: b is \"1e400\", expected a number");
  EXPECT_FAILURE(csv.real(2, 1), kEnvironment, "t.csv:4: b is \"nan\", expected a number");
  EXPECT_DOUBLE_EQ(csv.real(0, 0), 7.0);
}

}  // namespace
}  // namespace koordctl
