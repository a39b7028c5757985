# Tools for tuning and measuring: built by name (--target tune), not part of the program.
add_executable(tune EXCLUDE_FROM_ALL tools/tune.c)
target_link_libraries(tune PRIVATE part_bots part_cli)

# The load generator is a process of its own, so that its CPU and memory do not count as the server's.
file(GLOB load_sources CONFIGURE_DEPENDS tools/load/*.c)
add_executable(load EXCLUDE_FROM_ALL ${load_sources})
target_link_libraries(load PRIVATE part_protocol part_cli)
add_executable(knock EXCLUDE_FROM_ALL tools/knock.c tools/knock_model.c)
target_link_libraries(knock PRIVATE part_bots part_cli)
add_executable(endings EXCLUDE_FROM_ALL tools/endings.c tools/tree.c tools/solve.c cli/bout.c cli/mean.c)
target_link_libraries(endings PRIVATE part_bots part_cli)
add_executable(appraise EXCLUDE_FROM_ALL tools/appraise.c)
target_link_libraries(appraise PRIVATE part_bots part_cli)
add_executable(store-bench EXCLUDE_FROM_ALL tools/store-bench.c)
target_link_libraries(store-bench PRIVATE part_store)
add_executable(calibrate EXCLUDE_FROM_ALL tools/calibrate.c)
target_link_libraries(calibrate PRIVATE part_bots part_cli shelf)
