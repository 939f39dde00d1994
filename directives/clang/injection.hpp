// SPDX-License-Identifier: Apache-2.0
//
// Converts clang's tokens to the lowering's, and the lowering's pieces to clang's tokens.
#pragma once

#include <vector>

#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "lowering/lower.hpp"

namespace rondo::directives {

using ClangTokens = std::vector<clang::Token>;

Token describe(clang::Preprocessor& preprocessor, const clang::Token& token);

// Tokens of generated text at `at`, as if from a macro that is used there and defined in a system header: so the
// user's warnings do not apply to them, and debug information knows only the user's line.
void append_text(clang::Preprocessor& preprocessor, const std::string& text, clang::SourceLocation at,
                 ClangTokens& result);

// The same, but messages about these tokens are messages about the program at `at`.
void append_test(clang::Preprocessor& preprocessor, const std::string& text, clang::SourceLocation at,
                 ClangTokens& result);

// The preprocessor continues with these tokens.
void inject(clang::Preprocessor& preprocessor, const ClangTokens& tokens, bool is_expanded);

}  // namespace rondo::directives
