// SPDX-License-Identifier: Apache-2.0
// Generators, awaited values, exceptions and locals that live across suspensions.
#include <coroutine>
#include <exception>
#include <utility>

int use(int value);

struct Local {
  explicit Local(int value);
  ~Local();
  int value;
};

template <class T>
class Generator {
 public:
  struct promise_type {
    T value;
    std::exception_ptr failure;
    Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T next) noexcept {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { failure = std::current_exception(); }
  };

  explicit Generator(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Generator(Generator&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  ~Generator() {
    if (handle_) handle_.destroy();
  }
  bool next() {
    handle_.resume();
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
    return !handle_.done();
  }
  T value() const { return handle_.promise().value; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

Generator<int> numbers(int from, int to) {
  Local guard(from);
  for (int i = from; i < to; i++) {
    Local inner(i);
    co_yield i + inner.value;
  }
  co_yield guard.value;
}

Generator<long> failing(int n) {
  try {
    if (n > 3) throw n;
    co_yield n;
  } catch (int e) {
    use(e);
  }
  if (n == 7) throw 7L;
  co_yield n + 1;
}

struct Promised {
  int value;
  bool await_ready() const noexcept { return value > 5; }
  void await_suspend(std::coroutine_handle<>) const noexcept { use(value); }
  int await_resume() const noexcept { return value * 2; }
};

Generator<int> awaits(int n) {
  int first = co_await Promised{n};
  int second = co_await Promised{first} + co_await Promised{n + 1};
  if (int both = first + second; both > n) co_yield both;
  co_return;
}

int run(int n) {
  int sum = 0;
  for (Generator<int> all = numbers(0, n); all.next();) sum += all.value();
  for (Generator<int> all = awaits(n); all.next();) sum += all.value();
  try {
    for (Generator<long> all = failing(n); all.next();) sum += static_cast<int>(all.value());
  } catch (long e) {
    sum += static_cast<int>(e);
  }
  return sum;
}

int in_a_task(int n) {
  int sum = 0;
#pragma omp task shared(sum)
  for (Generator<int> all = numbers(0, n); all.next();) sum += all.value();
#pragma omp taskwait
  return sum;
}
