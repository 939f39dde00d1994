// SPDX-License-Identifier: Apache-2.0
//
// A growing array of trivially copyable elements in memory of the C library. For recording and compiling graphs,
// which happens once; no hot path makes one grow.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/message.hpp"

namespace rondo::base {

template <class T>
class PodVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PodVector() = default;
  PodVector(const PodVector&) = delete;
  PodVector& operator=(const PodVector&) = delete;
  ~PodVector() { std::free(data_); }

  size_t size() const { return size_; }
  bool is_empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  T& back() { return data_[size_ - 1]; }

  void push_back(const T& value) {
    if (size_ == capacity_) [[unlikely]]
      grow(1);
    data_[size_++] = value;
  }

  // Room for `n` more elements, contents undefined; the address holds until the next growth.
  T* append(size_t n) {
    if (n > capacity_ - size_) [[unlikely]]
      grow(n);
    T* first = data_ + size_;
    size_ += n;
    return first;
  }

  void resize(size_t n, const T& value) {
    if (n > size_) {
      size_t old = size_;
      append(n - old);
      for (size_t i = old; i < n; i++) data_[i] = value;
    }
    size_ = n;
  }

  void pop_back() { size_--; }
  void shrink(size_t n) { size_ = n; }
  void clear() { size_ = 0; }

  void reserve(size_t capacity) {
    if (capacity <= capacity_) return;
    if (capacity < 16) capacity = 16;
    void* grown = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (grown == nullptr) fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", capacity * sizeof(T));
    data_ = static_cast<T*>(grown);
    capacity_ = capacity;
  }

  void swap(PodVector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  // Gives the array to the caller, who frees it with std::free.
  T* release() {
    T* data = data_;
    data_ = nullptr;
    size_ = capacity_ = 0;
    return data;
  }
  // The same for an array that is kept for long: without room to grow.
  T* release_trimmed() {
    if (size_ != 0 && size_ != capacity_) {
      if (void* trimmed = std::realloc(static_cast<void*>(data_), size_ * sizeof(T))) data_ = static_cast<T*>(trimmed);
    }
    return release();
  }

 private:
  [[gnu::noinline]] void grow(size_t n) { reserve(size_ + n > 2 * capacity_ ? size_ + n : 2 * capacity_); }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace rondo::base
