# Tools for tuning and measuring: built by name (--target tune), not part of the program.
file(GLOB bot_sources CONFIGURE_DEPENDS bots/*.c)
add_executable(tune EXCLUDE_FROM_ALL tools/tune.c cli/cli.c ${bot_sources})
target_link_libraries(tune PRIVATE engine m)

# The load generator is a process of its own, so that its CPU and memory do not count as the server's.
file(GLOB load_sources CONFIGURE_DEPENDS tools/load/*.c)
add_executable(load EXCLUDE_FROM_ALL ${load_sources} cli/cli.c protocol/json.c protocol/message.c)
target_link_libraries(load PRIVATE engine m)
add_executable(knock EXCLUDE_FROM_ALL tools/knock.c tools/knock_model.c cli/cli.c ${bot_sources})
target_link_libraries(knock PRIVATE engine m)
add_executable(endings EXCLUDE_FROM_ALL tools/endings.c tools/tree.c tools/solve.c cli/cli.c cli/bout.c cli/mean.c ${bot_sources})
target_link_libraries(endings PRIVATE engine m)
add_executable(appraise EXCLUDE_FROM_ALL tools/appraise.c cli/cli.c ${bot_sources})
target_link_libraries(appraise PRIVATE engine m)
add_executable(calibrate EXCLUDE_FROM_ALL tools/calibrate.c cli/cli.c ${bot_sources})
target_link_libraries(calibrate PRIVATE engine shelf m)
