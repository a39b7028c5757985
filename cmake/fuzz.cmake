# Fuzzers: one program for every tests/fuzz/fuzz_*.c (clang, preset "fuzz"). All of them may
# use the JSON reader; the command-line fuzzer also gets the commands it runs.
file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/fuzz_*.c)
target_compile_options(engine PUBLIC -UNDEBUG)      # optimised builds drop assert(); fuzzers need it
add_library(fuzz_help STATIC cli/match.c cli/scenario.c)
target_link_libraries(fuzz_help PUBLIC part_protocol part_cli)
# The server without its loop: these fuzzers stand in for the network (tests/fuzz/wire.h).
file(GLOB wire_sources CONFIGURE_DEPENDS server/*.c)
list(FILTER wire_sources EXCLUDE REGEX "server/(loop|outbox|invite)\\.c$")
add_library(fuzz_wire STATIC ${wire_sources})
target_link_libraries(fuzz_wire PUBLIC fuzz_help part_store PkgConfig::server wslay http_parser)
target_compile_definitions(fuzz_wire PRIVATE NINELIVES_VERSION="${PROJECT_VERSION}")
set(wire_fuzzers fuzz_http fuzz_frame fuzz_message fuzz_keep)
# The whole server with its loop, which fuzz_table runs step by step (tests/fuzz/table.h). The
# fuzzer supplies the time and the entropy, and the linker redirects the calls in `held` to it.
file(GLOB table_sources CONFIGURE_DEPENDS server/*.c store/*.c bots/*.c)
add_library(fuzz_server STATIC ${table_sources})
target_link_libraries(fuzz_server PUBLIC fuzz_help PkgConfig::server schema wslay http_parser)
target_compile_definitions(fuzz_server PRIVATE NINELIVES_VERSION="${PROJECT_VERSION}"
  _DEFAULT_SOURCE clock_gettime=table_clock getentropy=table_entropy)
# Comparisons are not traced here: loops over tables and hash sums make too many of them.
target_compile_options(fuzz_server PRIVATE -fno-sanitize-coverage=trace-cmp)
set(held store_open store_ask store_done store_close thinker_ask uv_async_send uv_signal_start uv_stop)
list(TRANSFORM held PREPEND -Wl,--wrap=)
# The terminal, which hears what a server says.
file(GLOB terminal_sources CONFIGURE_DEPENDS terminal/*.c)
add_library(fuzz_terminal STATIC ${terminal_sources} ${texts} ${words} cli/lay.c cli/rules.c cli/mean.c cli/plot.c
  server/handshake.c)
target_link_libraries(fuzz_terminal PUBLIC fuzz_help shelf PkgConfig::table PkgConfig::tls wslay)
add_custom_target(fuzzers)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE fuzz_help engine)
  if(name IN_LIST wire_fuzzers)
    target_link_libraries(${name} PRIVATE fuzz_wire)
  endif()
  if(name STREQUAL fuzz_table)
    target_link_libraries(${name} PRIVATE fuzz_server)
    target_link_options(${name} PRIVATE ${held})
    target_compile_definitions(${name} PRIVATE _GNU_SOURCE)
    target_compile_options(${name} PRIVATE -fno-sanitize=fuzzer-no-link)        # only the server counts as coverage, not the fuzzer
  endif()
  if(name STREQUAL fuzz_heard)
    target_link_libraries(${name} PRIVATE fuzz_terminal)
  endif()
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endforeach()
