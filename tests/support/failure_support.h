// EXPECT_FAILURE(expression, code, text) expects that the expression
// throws a Failure with this code and message.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "cli/failure.h"

namespace koordctl::testing {

template <typename Call>
::testing::AssertionResult fails_with(Call &&call, ExitCode code, const std::string &text) {
  try {
    call();
  } catch (const Failure &failure) {
    if (failure.code() == code && failure.what() == text) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << "code " << failure.code() << ", message is: " << failure.what();
  }
  return ::testing::AssertionFailure() << "nothing was thrown";
}

}  // namespace koordctl::testing

#define EXPECT_FAILURE(expression, code, text) \
  EXPECT_TRUE(::koordctl::testing::fails_with([&] { (void)(expression); }, code, text))
