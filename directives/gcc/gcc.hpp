// SPDX-License-Identifier: Apache-2.0
//
// gcc's own headers, and the one rule about them: gcc loads plugins into every compiler of the collection (cc1,
// cc1plus, f951, lto1) and refuses one that names a symbol which that compiler, or that version, does not have. So
// all of gcc's symbols that this plugin uses are weak here; plugin.cpp looks at the version and the language first.
#pragma once

#include <gcc-plugin.h>

#include <plugin-version.h>

#include <tree.h>
// Called by functions that the next headers define.
extern __attribute__((weak)) bool integer_zerop(const_tree);

#include <gimple.h>

#include <gimple-iterator.h>

#include <gimple-walk.h>

#include <c-family/c-common.h>
#include <c-family/c-pragma.h>
#include <cpplib.h>
#include <diagnostic-color.h>
#include <diagnostic.h>
#include <langhooks.h>
#include <options.h>
#include <opts.h>
#include <toplev.h>
#include <tree-iterator.h>
#include <tree-pass.h>
// gcc's headers forbid these for gcc itself.
#undef abort

// A test in tests/directives checks that no symbol that the plugin uses is missing here.
#define RONDO_WEAK extern __attribute__((weak))
RONDO_WEAK diagnostic_context* global_dc;
RONDO_WEAK gcc_options global_options;
RONDO_WEAK const char** in_fnames;
RONDO_WEAK unsigned num_in_fnames;
RONDO_WEAK line_maps* line_table;
RONDO_WEAK cpp_reader* parse_in;
RONDO_WEAK cl_decoded_option* save_decoded_options;
RONDO_WEAK unsigned save_decoded_options_count;
RONDO_WEAK void c_pp_lookup_pragma(unsigned, const char**, const char**);
RONDO_WEAK void c_register_pragma(const char*, const char*, pragma_handler_1arg);
RONDO_WEAK void c_register_pragma_with_expansion(const char*, const char*, pragma_handler_1arg);
RONDO_WEAK void cpp_register_deferred_pragma(cpp_reader*, const char*, const char*, unsigned, bool, bool);
RONDO_WEAK cpp_callbacks* cpp_get_callbacks(cpp_reader*);
RONDO_WEAK const cpp_token* cpp_get_token(cpp_reader*);
RONDO_WEAK unsigned char* cpp_token_as_text(cpp_reader*, const cpp_token*);
RONDO_WEAK void _cpp_backup_tokens(cpp_reader*, unsigned);
RONDO_WEAK void diagnostic_color_init(diagnostic_context*, int);
RONDO_WEAK void diagnostic_urls_init(diagnostic_context*, int);
RONDO_WEAK void error(const char*, ...);
RONDO_WEAK void error_at(location_t, const char*, ...);
RONDO_WEAK bool warning_at(location_t, int, const char*, ...);
RONDO_WEAK bool seen_error();
RONDO_WEAK expanded_location expand_location(location_t);
RONDO_WEAK bool lang_GNU_C();
RONDO_WEAK bool lang_GNU_CXX();
RONDO_WEAK bool lang_GNU_Fortran();
RONDO_WEAK const line_map* linemap_lookup(const line_maps*, location_t);
RONDO_WEAK bool linemap_macro_expansion_map_p(const line_map*);
RONDO_WEAK location_t linemap_position_for_line_and_column(line_maps*, const line_map_ordinary*, linenum_type,
                                                           unsigned);
RONDO_WEAK cpp_ttype pragma_lex(tree*, location_t*);
RONDO_WEAK tree build_int_cst(tree, poly_int64);
RONDO_WEAK tree byte_position(const_tree);
RONDO_WEAK tree current_function_decl;
RONDO_WEAK tree decl_assembler_name(tree);
RONDO_WEAK gimple_seq gimple_body(tree);
RONDO_WEAK struct lang_hooks lang_hooks;
RONDO_WEAK const tree_code_class tree_code_type[];
RONDO_WEAK bool tree_fits_uhwi_p(const_tree);
RONDO_WEAK unsigned HOST_WIDE_INT tree_to_uhwi(const_tree);
RONDO_WEAK gimple* walk_gimple_seq(gimple_seq, walk_stmt_fn, walk_tree_fn, walk_stmt_info*);
RONDO_WEAK tree walk_tree_without_duplicates_1(tree*, walk_tree_fn, void*, walk_tree_lh);
RONDO_WEAK tree decl_value_expr_lookup(tree);
extern "C" {
RONDO_WEAK void register_callback(const char*, int, plugin_callback_func, void*);
}
