# SPDX-License-Identifier: Apache-2.0
#
# The heat solver: heat (the user's program) and heat-graph (the same with a task graph region), which `rondo demo` runs
# as well, and heat-until (which asks after each sweep whether to go on). Kernel and main are one object each.
rondo_stock_parts(objects heat_kernel heat_main)
rondo_stock_pair(bench/heat SOURCE heat/heat.c FLAGS -std=c99 OBJECTS ${objects})
rondo_stock_pair(bench/heat-graph SOURCE heat/heat_graph.c FLAGS -std=c99 OBJECTS ${objects})
set(demonstrated ${rondo_stock_programs})
list(FILTER demonstrated INCLUDE REGEX "/(wavefront|heat(-graph)?)-(gcc|clang)$")  # wavefront: does it run at all?
add_custom_target(rondo_heat_programs DEPENDS ${demonstrated})
rondo_stock_pair(bench/heat-until SOURCE heat/heat_until.c FLAGS -std=c11 OBJECTS ${objects})

# Every form against the serial result, bit for bit.
set(arguments --size 240 --block 8 --iterations 5 --verify)
foreach(form IN ITEMS serial tasks diagonals)
  rondo_bench_test(heat ${form} ARGS ${arguments})
endforeach()
foreach(form IN ITEMS graph graph-same taskiter)
  rondo_bench_test(heat-graph ${form} ARGS ${arguments})
endforeach()
foreach(form IN ITEMS serial tasks diagonals bands graph graph-same taskiter)
  rondo_bench_test(heat-until ${form} ARGS ${arguments} --iterations 1000 --tolerance 100000)
endforeach()
