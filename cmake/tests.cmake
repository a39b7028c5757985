# Tests. Laws run for every game, scenarios for every games/*/tests/*.json, unit tests for single
# files. NL_LAW_GAMES says how many random games a law run plays, NL_BOT_GAMES in how many games
# the bots are checked.
set(NL_LAW_GAMES 60 CACHE STRING "random games per law run")
set(NL_BOT_GAMES 3 CACHE STRING "games per run of the bots' laws")
find_package(PkgConfig REQUIRED)
pkg_check_modules(cmocka REQUIRED IMPORTED_TARGET cmocka)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)

add_executable(laws tests/laws.c)
target_link_libraries(laws PRIVATE part_protocol)

add_executable(small tests/small.c)
target_link_libraries(small PRIVATE engine)

add_executable(bots tests/bots.c)
target_link_libraries(bots PRIVATE part_bots shelf)

add_executable(secrecy tests/secrecy.c)
target_link_libraries(secrecy PRIVATE part_protocol)

add_executable(marks EXCLUDE_FROM_ALL tests/marks.c)
target_link_libraries(marks PRIVATE engine)

set(game_ids "")
foreach(source ${game_sources})
  file(STRINGS ${source} rows REGEX "\\.id = \"[a-z]+\"")
  foreach(row ${rows})
    string(REGEX REPLACE ".*\\.id = \"([a-z]+)\".*" "\\1" id ${row})
    list(APPEND game_ids ${id})
  endforeach()
endforeach()

foreach(id ${game_ids})
  add_test(NAME laws-${id} COMMAND laws ${id} ${NL_LAW_GAMES})
  add_test(NAME secrecy-${id} COMMAND secrecy ${id} 3)
  add_test(NAME small-${id} COMMAND small ${id} ${NL_LAW_GAMES})
  add_test(NAME small-listed-${id} COMMAND small --listed ${id} 6)
  add_test(NAME bots-${id} COMMAND bots ${id} ${NL_BOT_GAMES})
  set_tests_properties(laws-${id} secrecy-${id} small-${id} small-listed-${id} bots-${id} PROPERTIES LABELS rules)
endforeach()
# What another compiler, or another way to optimise, could get wrong (./test clang, ./test release).
add_custom_target(rule-tests DEPENDS laws secrecy small bots ninelives)

foreach(rules ${game_folders})
  get_filename_component(folder ${rules} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  add_test(NAME symbols-${name} COMMAND ${CMAKE_SOURCE_DIR}/tests/symbols ${CMAKE_NM} ${name}
    $<FILTER:$<TARGET_OBJECTS:engine>,INCLUDE,/${name}/[^/]*$> COMMAND_EXPAND_LISTS)
  file(GLOB scenarios CONFIGURE_DEPENDS ${folder}/tests/*.json)
  if(scenarios)
    add_test(NAME scenarios-${name} COMMAND ninelives scenario --quiet ${scenarios})
    set_tests_properties(scenarios-${name} PROPERTIES LABELS rules)
  endif()
endforeach()

file(GLOB unit_tests CONFIGURE_DEPENDS tests/unit/*_test.c)
# The library's run in all builds but those with link-time optimization, where each takes as long to link as the program.
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
  list(FILTER unit_tests EXCLUDE REGEX "/library_[a-z]+_test\\.c$")
endif()
foreach(source ${unit_tests})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${generated})
  target_link_libraries(${name} PRIVATE part_protocol shelf PkgConfig::cmocka PkgConfig::utf8proc)
  add_dependencies(${name} engine)
  if(NOT name STREQUAL store_shared_test)
    add_test(NAME ${name} COMMAND ${name})
  endif()
endforeach()

target_sources(endings_test PRIVATE tools/tree.c tools/solve.c)
target_compile_definitions(batch_test PRIVATE NL_OBSERVATIONS="${CMAKE_SOURCE_DIR}/docs/OBSERVATIONS.md")
target_link_libraries(batch_test PRIVATE library_parts)

# What the module for JavaScript is compared with (js/test/batch.test.mjs).
add_executable(batches EXCLUDE_FROM_ALL tests/batches.c lib/batch.c lib/crew.c)
target_link_libraries(batches PRIVATE part_bots shelf Threads::Threads)
foreach(name seal reach)
  target_link_libraries(${name}_test PRIVATE part_server)
endforeach()
# The library's functions, in a program with all that the sanitizers see. What is installed of it is tests/library's matter.
file(GLOB library_sources CONFIGURE_DEPENDS lib/*.c)
add_library(library_parts OBJECT EXCLUDE_FROM_ALL ${library_sources})
target_compile_definitions(library_parts PUBLIC NINELIVES_VERSION="${PROJECT_VERSION}" NINELIVES_ABI=${NL_ABI})
target_link_libraries(library_parts PUBLIC part_protocol Threads::Threads)
foreach(name table view bots log threads memory)
  if(TARGET library_${name}_test)
    target_link_libraries(library_${name}_test PRIVATE library_parts)
  endif()
endforeach()
if(TARGET library_memory_test)
  target_link_options(library_memory_test PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
endif()
add_executable(library-play EXCLUDE_FROM_ALL tests/library_play.c)
target_link_libraries(library-play PRIVATE library_parts shelf)
target_compile_definitions(notation_test PRIVATE NL_NOTATION="${CMAKE_SOURCE_DIR}/docs/NOTATION.md" NL_GAMES="${NL_GAMES_DIR}")

foreach(name store_test store_loss_test store_trouble_test store_contract_test store_shared_test)
  target_link_libraries(${name} PRIVATE part_store)
endforeach()
target_compile_definitions(store_shared_test PRIVATE _DEFAULT_SOURCE)
# Both kinds of store must behave alike; what several nodes do to each other can only be tried with the shared kind.
set(database ${CMAKE_SOURCE_DIR}/tests/database)
add_test(NAME store_contract_postgres COMMAND ${database} run $<TARGET_FILE:store_contract_test>)
set_target_properties(store-bench PROPERTIES EXCLUDE_FROM_ALL OFF)
add_test(NAME store_copy COMMAND ${database} run ${CMAKE_SOURCE_DIR}/tests/copy $<TARGET_FILE:ninelives> $<TARGET_FILE:store-bench>)
add_test(NAME store_shared COMMAND ${database} run $<TARGET_FILE:store_shared_test> ${database})

# A whole server, turned by the test itself.
foreach(name thinker_test room_test limits_test)
  target_compile_definitions(${name} PRIVATE _DEFAULT_SOURCE)
  target_link_libraries(${name} PRIVATE part_server)
endforeach()

add_test(NAME oracle COMMAND ${CMAKE_SOURCE_DIR}/tests/oracle/oracle --program $<TARGET_FILE:ninelives> --scripts 300)
add_test(NAME cli COMMAND ${CMAKE_SOURCE_DIR}/tests/cli $<TARGET_FILE:ninelives>)

# ThreadSanitizer is for these (./test tsan): crews of batches, thinkers and stores of the server. All else has one thread.
set(threaded batch_test library_threads_test room_test thinker_test store_test store_loss_test store_trouble_test store_contract_test
  store_contract_postgres store_copy store_shared)
add_custom_target(thread-tests DEPENDS ninelives store-bench store_shared_test)
foreach(name ${threaded})
  if(TEST ${name})
    set_tests_properties(${name} PROPERTIES LABELS threads)
  endif()
  if(TARGET ${name})
    add_dependencies(thread-tests ${name})
  endif()
endforeach()
