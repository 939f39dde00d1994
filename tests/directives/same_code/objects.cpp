// SPDX-License-Identifier: Apache-2.0
// Structured bindings, virtual functions, initialisation in every form, temporaries, templates and modern statements.
#include <compare>
#include <initializer_list>
#include <type_traits>
#include <tuple>
#include <utility>

int use(int value);
int make(int value);

struct Point {
  int x, y;
  auto operator<=>(const Point&) const = default;
};
struct Owner {
  Owner(int n) : n(n) {}
  Owner(const Owner&);
  Owner(Owner&&) noexcept;
  Owner& operator=(Owner other);
  ~Owner();
  int n;
};

namespace {
int at_start = make(1);  // dynamic, in the unit's own namespace
Owner kept(make(2));
thread_local Owner of_thread(make(3));
}  // namespace

int starts() { return at_start + kept.n + of_thread.n; }

int bindings(Point point, std::pair<int, Owner> pair) {
  auto [a, b] = point;
  auto& [c, d] = point;
  auto&& [e, f] = std::pair<int, Owner>(pair);
  const auto [g, h, i] = std::make_tuple(1, 2.5, 'c');
  int array[3] = {a, b, c};
  auto [p, q, r] = array;
  c += d;
  for (auto [x, y] : {Point{1, 2}, Point{3, 4}}) use(x * y);
  if (auto [x, y] = point; x < y) use(x);
  return a + b + e + f.n + g + static_cast<int>(h) + i + p + q + r + point.x;
}

int bindings_in_tasks(Point point) {
  auto [a, b] = point;
  int sum = 0;
#pragma omp task shared(sum)
  {
    auto [c, d] = Point{3, make(4)};
    sum += c * d;
  }
#pragma omp task
  use(make(3));
#pragma omp taskloop shared(sum)
  for (int k = 0; k < 3; k++) {
    for (auto [x, y] : {Point{k, 2}, Point{3, k}}) sum += x * y;
  }
#pragma omp taskwait
  return a + b + sum;
}

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
  static int count;
};
int Shape::count = make(4);
struct Square : virtual Shape {
  explicit Square(int side) : side(side) { count++; }
  int area() const override { return side * side; }
  int side;
};
struct Named {
  virtual int name() const { return 1; }
};
struct Both final : Square, Named {
  explicit Both(int side) : Square(side), owner(side) {}
  int area() const override { return Square::area() + owner.n; }
  Owner owner;
};

int shapes(Shape* shape, int n) {
  Both both(n);
  if (auto* square = dynamic_cast<Square*>(shape)) return square->side;
  int (Named::*member)() const = &Named::name;
  int Square::*side = &Square::side;
  return both.area() + (both.*member)() + both.*side + shape->area();
}

int in_functions(int n) {
  static Owner first(n);
  static const int second = make(n);
  static constinit int third = 3;
  return first.n + second + third++;
}

Owner returned(int n) {
  Owner owner(n);
  if (n > 3) owner.n++;
  return owner;
}
int temporaries(int n) {
  const Owner& longer = returned(n);
  Owner moved = std::move(const_cast<Owner&>(longer));
  moved = returned(n + 1);
  return longer.n + Owner(n).n + moved.n + (n ? returned(1) : Owner(2)).n;
}

template <class T, int n>
struct Array {
  T items[n];
  constexpr T sum() const {
    T total{};
    for (const T& item : items) total += item;
    return total;
  }
};
template <class T>
  requires std::is_integral_v<T>
T folded(T first, auto... rest) {
  if constexpr (sizeof...(rest) == 0)
    return first;
  else
    return first + folded(static_cast<T>(rest)...);
}
int templates(int n) {
  constexpr Array<int, 3> constant{{1, 2, 3}};
  static_assert(constant.sum() == 6);
  Array<double, 2> other{{1.5, static_cast<double>(n)}};
  return constant.sum() + static_cast<int>(other.sum()) + folded(n, 2, 'c', 4L);
}

int lists(std::initializer_list<Owner> owners) {
  int sum = 0;
  for (const Owner& owner : owners) sum += owner.n;
  return sum;
}
int of_lists(int n) { return lists({Owner(1), n, returned(2)}); }

bool compared(Point a, Point b) { return a < b || (a <=> b) == 0 || a != Point{.x = 1, .y = 2}; }

int objects_in_tasks(int n) {
  Owner shared(n), copied(n + 1);
  int limit = n;
#pragma omp task shared(shared, limit) firstprivate(copied)
  shared.n += copied.n + limit + Owner(make(2)).n;
#pragma omp task shared(limit) if (limit > make(3)) final(n > 4) priority(limit)
  use(returned(limit).n);
#pragma omp task shared(shared, limit) depend(inout : shared) depend(in : limit)
  shared = returned(limit);
#pragma omp taskwait
  return shared.n;
}
