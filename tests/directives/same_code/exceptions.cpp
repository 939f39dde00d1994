// SPDX-License-Identifier: Apache-2.0
// Thrown, caught, passed on and let go by: in functions, in tasks and loops of tasks, in what tasks call.
#include <exception>
#include <new>
#include <typeinfo>

int use(int value);
int use(const char* text);
bool is_odd(int value);

struct Guard {
  explicit Guard(int value) : value_(value) { use(value); }
  Guard(const Guard& other) : value_(other.value_ + 1) { use(value_); }
  ~Guard() noexcept(false) { use(-value_); }
  int value_;
};

struct Failure : std::exception {
  explicit Failure(int code) : code(code) {}
  const char* what() const noexcept override { return "failure"; }
  int code;
};

struct Worse : Failure {
  using Failure::Failure;
};

int plain(int n) {
  try {
    if (is_odd(n)) throw n;
    use(n);
  } catch (int e) {
    return e + 1;
  }
  return 0;
}

int several(int n) {
  try {
    Guard guard(n);
    if (n == 1) throw Failure(n);
    if (n == 2) throw Worse(n);
    if (n == 3) throw "text";
    if (n == 4) throw nullptr;
    if (n == 5) throw Guard(n);
  } catch (Worse& e) {
    return e.code;
  } catch (const Failure& e) {
    return use(e.what());
  } catch (const char* text) {
    return use(text);
  } catch (const Guard guard) {
    return guard.value_;
  } catch (...) {
    use(0);
    throw;
  }
  return 0;
}

int again(int n) {
  try {
    try {
      throw Failure(n);
    } catch (Failure& e) {
      e.code++;
      throw;
    }
  } catch (std::exception& e) {
    return typeid(e) == typeid(Failure) ? use(e.what()) : 0;
  }
}

int kept(int n) {
  std::exception_ptr kept;
  try {
    throw Worse(n);
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (Failure& e) {
    return e.code;
  }
}

struct Part {
  Part(int n) try : guard(is_odd(n) ? throw Failure(n) : n), other(n + 1) {
    use(n);
  } catch (Failure& e) {
    use(e.code);
  }
  Guard guard, other;
};

int of_a_constructor(int n) {
  Part part(n);
  return part.other.value_;
}

int quiet(int n) noexcept { return plain(n) + use(n); }

int in_an_expression(int n) { return is_odd(n) ? throw Failure(n) : use(n) + (n > 5 ? n : throw 7L); }

int arrays(int n) {
  Guard* guards = new Guard[2]{Guard(n), Guard(n + 1)};
  int value = guards[1].value_;
  delete[] guards;
  return value + *new (std::nothrow) int(n);
}

int jumps(int n) {
  for (int i = 0; i < n; i++) {
    Guard guard(i);
    try {
      if (is_odd(i)) continue;
      if (i == 8) break;
      if (i == 12) goto out;
      throw i;
    } catch (int e) {
      if (e == 6) return e;
    }
  }
out:
  return n;
}

int in_tasks(int n) {
  int caught = 0, limit = n;
#pragma omp task shared(caught)
  {
    try {
      throw 5;
    } catch (int e) {
      caught += e;
    }
  }
#pragma omp task shared(caught, limit)
  {
    try {
      Guard guard(limit);
      if (is_odd(limit)) throw Failure(limit);
    } catch (Failure& e) {
      caught += e.code;
    }
  }
#pragma omp taskwait
  return caught;
}

int in_task_loops(int n) {
  int caught = 0, limit = n;
#pragma omp taskloop shared(caught, limit)
  for (int i = 0; i < n; i++) {
    try {
      if (i > limit) throw Worse(i);
      throw "text";
    } catch (Failure& e) {
      caught += e.code;
    } catch (const char* text) {
      caught += use(text);
    }
  }
#pragma omp taskgroup
  {
#pragma omp task firstprivate(n)
    {
      int own = n;
      try {
        throw own;
      } catch (int& e) {
        e++;
        own += e;
      }
      use(own);
    }
  }
  return caught;
}

int in_teams(int n) {
  int caught = 0;
#pragma omp parallel for reduction(+ : caught)
  for (int i = 0; i < n; i++) {
    try {
      throw Failure(i);
    } catch (Failure& e) {
      caught += e.code;
    }
  }
#pragma omp parallel
#pragma omp single
  {
    Guard guard(n);
#pragma omp task
    {
      try {
        Guard copy = guard;
        throw copy;
      } catch (Guard& e) {
        use(e.value_);
      }
    }
  }
  return caught;
}
