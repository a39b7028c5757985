# Fuzzers: one program for every tests/fuzz/fuzz_*.c (clang, preset "fuzz"). All of them may
# use the JSON reader; the command-line fuzzer also gets the commands it runs.
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
target_compile_options(engine PUBLIC -UNDEBUG)      # optimised builds drop assert(), fuzzers want it
add_library(fuzz_help STATIC protocol/json.c cli/cli.c cli/match.c cli/scenario.c)
target_link_libraries(fuzz_help PUBLIC engine)
add_custom_target(fuzzers)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE fuzz_help engine)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endforeach()
