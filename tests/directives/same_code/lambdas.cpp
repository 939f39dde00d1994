// SPDX-License-Identifier: Apache-2.0
// Lambda expressions with every kind of capture, generic and recursive, beside tasks and in them.
#include <initializer_list>

int use(int value);

struct Text {
  Text(const char* text);
  Text(const Text&);
  Text(Text&&) noexcept;
  ~Text();
  int size() const;
};

int captures(int a, int b) {
  int sum = 0;
  auto by_copy = [a, b] { return a * b; };
  auto by_reference = [&sum, a](int x) { sum += x * a; };
  auto changes = [b]() mutable { return ++b; };
  auto made = [text = Text("made"), c = a + b] { return text.size() + c; };
  auto all = [=, &sum] { return sum + a + b; };
  by_reference(by_copy());
  return changes() + changes() + made() + all() + sum;
}

template <class F, class... T>
int call(F f, T... values) {
  return (f(values) + ... + 0);
}

int generic(int n) {
  auto twice = [](auto x) { return static_cast<int>(x + x); };
  auto pick = []<class T>(T x, T y) { return x < y ? x : y; };
  return call(twice, n, 2.5, 'c', 7L) + pick(n, 3) + twice(pick(1.5, 2.5));
}

int recursive(int n) {
  auto sum = [](auto self, int k) -> int { return k < 2 ? k : self(self, k - 1) + self(self, k - 2); };
  return sum(sum, n);
}

struct Counter {
  int count = 0;
  int step = 1;
  int rounds(int n) {
    auto next = [this](int k) { return count += step * k; };
    auto copy = [*this](int k) { return count + step * k; };
    for (int k : {1, 2, 3, n}) next(k), use(copy(k));
    int (*plain)(int) = [](int k) { return use(k); };
    return plain(count);
  }
  int in_tasks(int n) {
#pragma omp task firstprivate(n)
    count += step * n;
#pragma omp taskloop
    for (int k = 0; k < n; k++) use([this, k] { return step + k; }());
    return count;
  }
};

int made_in_tasks(int n) {
  int sum = 0, factor = n;
#pragma omp task shared(sum, factor)
  {
    auto twice = [&](int x) { return x * factor; };
    auto own = [text = Text("own"), factor](int x) { return text.size() + x + factor; };
    sum += twice(n) + own(3);
  }
#pragma omp task shared(factor)
  use([factor] { return factor + 1; }());
#pragma omp taskwait
  return sum;
}

int with_teams(int n) {
  auto team = [](int size) {
    int total = 0;
#pragma omp parallel for reduction(+ : total) num_threads(size)
    for (int i = 0; i < size; i++) total += i;
    return total;
  };
  return team(n);
}

int counters(int n) {
  Counter counter;
  return counter.rounds(n) + counter.in_tasks(n);
}

constexpr auto kSquare = [](int x) constexpr { return x * x; };
static_assert(kSquare(5) == 25);
int squares(int n) { return kSquare(n); }
