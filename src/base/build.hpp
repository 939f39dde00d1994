// SPDX-License-Identifier: Apache-2.0
//
// The properties of this build (compiler and options) as constants. Only this file asks the preprocessor, so that no
// algorithm contains an #if.
#pragma once

namespace rondo::base {

#ifndef __has_feature
#define RONDO_HAS_FEATURE(name) 0
#else
#define RONDO_HAS_FEATURE(name) __has_feature(name)
#endif

#if defined(__SANITIZE_ADDRESS__) || RONDO_HAS_FEATURE(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || RONDO_HAS_FEATURE(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

#undef RONDO_HAS_FEATURE

#ifdef RONDO_MODEL
inline constexpr bool kModel = true;  // for the explorer of tests/model
#else
inline constexpr bool kModel = false;
#endif

#if defined(RONDO_COUNT) && !defined(RONDO_MODEL)
inline constexpr bool kCounts = true;  // see base/count.hpp
#else
inline constexpr bool kCounts = false;
#endif

#ifdef RONDO_ANNOTATE
inline constexpr bool kAnnotates = true;  // see base/annotate.hpp
#else
inline constexpr bool kAnnotates = false;
#endif

// Each block of a slab is allocated by itself, so that its misuse is noticed.
inline constexpr bool kWatchesBlocks = kAddressSanitizer || kModel;

#ifdef RONDO_CHECK
inline constexpr int kCheckLevel = RONDO_CHECK;
#else
inline constexpr int kCheckLevel = 0;
#endif

}  // namespace rondo::base
