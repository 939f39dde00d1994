# SPDX-License-Identifier: Apache-2.0
"""A variable that a task shares stays one variable, also where gcc would copy it because the task only reads it."""

import re
import unittest

from support import GCC, GXX, RONDO, CompilerTest, run

# The block is skipped in replays, so nothing but the variable itself tells the task the new value.
SKIPPED = """\
#include <stdio.h>
static int rounds(void) {
  int step = 1, sum = 0, round;
  for (round = 0; round < 6; round++) {
    step = round;
#pragma omp taskgraph recurrent
    {
#pragma omp task shared(step, sum)
      sum += step;
    }
  }
  return sum;
}
int main(void) {
#pragma omp parallel
#pragma omp single
  printf("%d\\n", rounds());
  return 0;
}
"""

MEMBERS = """\
#include <cstdio>
template <class T>
T twice(T factor) {
  T sum = 0;
  auto rounds = [&sum](T start) {
    T step = start;
    for (int round = 0; round < 4; round++) {
      step += 1;
#pragma omp taskgraph recurrent
      {
#pragma omp task shared(step, sum)
        sum += step;
      }
    }
  };
  rounds(factor);
  return sum;
}
int main() {
#pragma omp parallel
#pragma omp single
  std::printf("%d %g\\n", twice(1), twice(2.0));
}
"""


# Names that stand for parts of something else, and functions that are called in a region of another one.
OTHERS = """\
#include <cstdio>
int called() {
  int step = 0, sum = 0;
  auto make = [&] {
#pragma omp task replayable shared(step, sum)
    sum += step;
  };
  for (int round = 0; round < 6; round++) {
    step = round;
#pragma omp taskgraph recurrent
    { make(); }
  }
  return sum;
}
int called_in_a_loop() {
  int step = 0, sum = 0;
  auto make = [&] {
#pragma omp task shared(step, sum)
    sum += step;
#pragma omp taskwait
  };
#pragma omp taskiter
  for (int round = 0; round < 6; round++) {
#pragma omp task shared(step) depend(inout : step)
    step++;
#pragma omp taskwait
    make();
  }
  return sum;
}
int captured() {
  int step = 0, sum = 0;
  auto rounds = [step, &sum]() mutable {
    for (int round = 0; round < 6; round++) {
      step = round;
#pragma omp taskgraph recurrent
      {
#pragma omp task shared(sum, step)
        sum += step;
      }
    }
  };
  rounds();
  return sum;
}
int bound() {
  int sum = 0;
  _Complex float number = 0;
  auto [step, other] = number;
  for (int round = 0; round < 6; round++) {
    step = round;
#pragma omp taskgraph recurrent
    {
#pragma omp task default(shared)
      sum += (int)step;
    }
  }
  return sum;
}
int main() {
#pragma omp parallel
#pragma omp single
  std::printf("%d %d %d %d\\n", called(), called_in_a_loop(), captured(), bound());
}
"""

# gcc's own variables are not the task's.
THROWING = """\
#include <cstdio>
int main() {
  int caught = 0;
  for (int round = 0; round < 3; round++) {
#pragma omp taskgraph
    {
#pragma omp task shared(caught)
      try {
        throw 5;
      } catch (int e) {
        caught += e;
      }
    }
#pragma omp taskgraph
    {
#pragma omp taskloop nogroup shared(caught) num_tasks(1)
      for (int k = 0; k < 2; k++) {
        try {
          throw 10L;
        } catch (long e) {
          caught += static_cast<int>(e);
        }
      }
    }
#pragma omp task shared(caught)
    {
      try {
        throw caught;
      } catch (int e) {
        caught = e + 100;
      }
    }
#pragma omp taskwait
  }
  std::printf("%d\\n", caught);
}
"""


class Sharing(CompilerTest):
    def test_a_replay_sees_the_variable(self) -> None:
        self.write("a.c", SKIPPED)
        for level in ("-O0", "-O2"):
            self.must(self.gcc(level, "-Wall", "a.c"))
            self.assert_runs(output="15\n")

    def test_so_does_a_taskloop(self) -> None:
        loop = "#pragma omp taskloop nogroup shared(step, sum)\n      for (int i = 0; i < 1; i++)"
        self.write("a.c", SKIPPED.replace("#pragma omp task shared(step, sum)", loop))
        self.must(self.gcc("-O2", "-Wall", "a.c"))
        self.assert_runs(output="15\n")

    def test_the_block_is_skipped(self) -> None:
        """Otherwise the test above would prove nothing."""
        counting = SKIPPED.replace("step = round;", "").replace("{\n#pragma omp task ", "{ step++;\n#pragma omp task ")
        self.assertIn("step++", counting)
        self.write("a.c", counting)
        self.must(self.gcc("-O2", "a.c"))
        result = run("./a.out", cwd=self.folder, env=RONDO | {"OMP_NUM_THREADS": "2"})
        self.assertEqual(result.stdout, "12\n")  # step is 2 for all six

    def test_in_lambdas_of_templates(self) -> None:
        self.write("a.cpp", MEMBERS)
        self.must(self.gcc("-O2", "-Wall", "a.cpp", compiler=GXX))
        self.assert_runs(output="14 18\n")

    def test_names_of_other_things(self) -> None:
        self.write("a.cpp", OTHERS)
        for level in ("-O0", "-O2"):
            self.must(self.gcc(level, "-std=gnu++17", "a.cpp", compiler=GXX))
            self.assert_runs(output="15 21 15 15\n")

    def test_nested_functions(self) -> None:
        """Those of a region's function, which it calls."""
        nested = SKIPPED.replace("step = 1, sum = 0, round;", "step = 1, sum = 0, round;\n  void add(void) {\n@\n  }")
        task = "#pragma omp task shared(step, sum)\n      sum += step;"
        nested = nested.replace(task, "add();").replace("@", task.replace("task ", "task replayable "))
        self.write("a.c", nested)
        self.must(self.gcc("-O2", "a.c"))
        self.assert_runs(output="15\n")

    def test_exceptions(self) -> None:
        self.write("a.cpp", THROWING)
        for level in ("-O0", "-O1", "-O2", "-O3"):
            self.must(self.gcc(level, "-Wall", "a.cpp", compiler=GXX))
            self.assert_runs(output="375\n")

    def sharing(self, text: str) -> str:
        """What gcc puts into the task's block for `step`: its address or its value."""
        self.write("a.c", text)
        self.must(self.gcc("-c", "-fdump-tree-omplower", "a.c"))
        dump = next(self.folder.glob("*.omplower"))
        written = re.findall(r"\.omp_data_o\.\d+\.step = (&?)step;", dump.read_text())
        dump.unlink()
        self.assertEqual(len(written), 1)
        return "address" if written[0] else "value"

    def test_only_of_recorded_tasks(self) -> None:
        self.assertEqual(self.sharing(SKIPPED), "address")
        elsewhere = SKIPPED.replace("#pragma omp taskgraph recurrent", "")
        self.assertEqual(self.sharing(elsewhere), "value")
        beside = "void beside(void) {\n#pragma omp taskgraph\n  {}\n}\n"
        self.assertEqual(self.sharing(beside + elsewhere), "value")
        replayable = elsewhere.replace("omp task ", "omp task replayable ")
        self.assertEqual(self.sharing(replayable), "address")

    def test_a_register_cannot_be_shared(self) -> None:
        """A variable without an address is left alone instead of stopping the compiler."""
        self.write("a.c", SKIPPED.replace("int step = 1, sum", "register int step = 1; int sum"))
        self.assertIn("register", self.read("a.c"))
        self.must(self.gcc("-c", "a.c", compiler=GCC))


if __name__ == "__main__":
    unittest.main()
