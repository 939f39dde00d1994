// SPDX-License-Identifier: Apache-2.0
//
// The lowering: a directive of Rondo's and the statement behind it become statements that any compiler with OpenMP
// 4.5 knows, around calls of include/rondo/directive.h. directives/README.md shows what becomes what.
//
// A shell (compiler plugin, filter) calls lower() when it meets a pragma for which is_ours() holds, and writes the
// pieces in place of the tokens. Directives inside the statement are lowered along with it, and only the outermost
// one is the shell's business.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.hpp"
#include "token.hpp"

namespace rondo::directives {

// A part of the result, to be written in order.
struct Piece {
  enum class Kind {
    Text,    // generated; belongs to the place of token `range.begin`
    Source,  // tokens of the program, PragmaBegin and PragmaEnd among them, which keep their positions
  };
  Kind kind = Kind::Text;
  std::string text;
  TokenRange range;
  // Text: a test of the program's expression at `range.begin`; what the compiler says of it is about that.
  bool is_test = false;
};

enum class Language { C, Cxx };

// How the functions that generated text calls are declared.
enum class Declarations {
  InPlace,  // declared in the block that calls them: nothing is needed outside
  Prelude,  // the shell writes prelude() once, before everything else of the program, or declares the same itself
};

enum class Effect {
  Full,
  Strip,  // as if the directives were not there: for compilations in which OpenMP's tasks have no effect
};

// Where the pragma that begins with this token stands, for messages at run time.
struct Place {
  std::string file;
  std::uint32_t line = 0;
};

// The pass that finds the place of a saved item in a task's data, when the compiler has generated the task.
enum class SavedItems {
  ByNumber,  // a pass that counts a task's items
  ByName,    // a pass that knows their names
  Unknown,   // there is none
};

struct Options {
  Language language = Language::C;
  Declarations declarations = Declarations::InPlace;
  Effect effect = Effect::Full;
  bool is_in_function = true;  // the directive, see scopes.hpp
  // `cancel taskgroup` in a task of a region becomes a call: the compiler would look for a taskgroup construct.
  bool cancels_by_call = false;
  SavedItems saved_items = SavedItems::ByNumber;
  // C++: a part of generated names that no other unit has, because a declaration in a function belongs to the module
  // that has the function. Empty with prelude(), which does not have it.
  std::string unit;
  std::function<Place(TokenIndex)> place_of;
};

struct Lowered {
  std::vector<Piece> pieces;  // stand for the tokens [begin, end)
  TokenIndex end = 0;  // tokens read beyond it are the program's, unexamined
  Diagnostics diagnostics;  // in the order of their tokens. After an error the pieces are the program without the
      // directives, for the compiler to look at the rest
};

// `line`: the tokens of a pragma between PragmaBegin and PragmaEnd.
bool is_ours(std::span<const Token> line);

// A quick test of a line, in lower case: false if it has none of the words of which our directives have at least one.
bool mentions_own_word(std::string_view line);

// True for our directives, and for those whose statement must not contain a region. If it contains none, lower()
// returns the tokens unchanged.
bool is_of_interest(std::span<const Token> line);

// `tokens[begin]` is the PragmaBegin of a pragma of interest. Reads on, with `read_more`, to the end of its statement
// and at most a few tokens further.
Lowered lower(Tokens& tokens, TokenIndex begin, const ReadMore& read_more, const Options& options);

// The declarations for Declarations::Prelude; one line.
std::string prelude(Language language);

// The functions that they declare, weak and of C linkage, and one more of the name kModuleName, type void(void) and
// symbol __dso_handle, which is hidden.
struct Signature {
  const char* name;
  const char* result;
  const char* parameters;
};
std::span<const Signature> signatures();
inline constexpr const char* kModuleName = "__rondo_module";

}  // namespace rondo::directives
