// EXPECT_ERROR(expression, status, text) expects that the expression throws koord::Error with this
// status and a one-line message that contains the text.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/error.h"

namespace koord::testing {

template <typename Call>
::testing::AssertionResult fails_with(Call &&call, Status status, const std::string &text) {
  try {
    call();
  } catch (const Error &error) {
    const std::string message = error.what();
    if (error.status() != status)
      return ::testing::AssertionFailure()
             << "status " << static_cast<int>(error.status()) << " with: " << message;
    if (message.find(text) == std::string::npos || message.find('\n') != std::string::npos)
      return ::testing::AssertionFailure() << "message is: " << message;
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "nothing was thrown";
}

}  // namespace koord::testing

#define EXPECT_ERROR(expression, status, text) \
  EXPECT_TRUE(::koord::testing::fails_with([&] { (void)(expression); }, status, text))
