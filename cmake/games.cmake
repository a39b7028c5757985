# The library: core/ and every folder of games/. Nothing here names a game; a folder that
# starts with a letter and holds a rules.c is one, and exports <folder>_games.
file(GLOB core_sources CONFIGURE_DEPENDS core/*.c)
file(GLOB game_folders CONFIGURE_DEPENDS ${NL_GAMES_DIR}/[a-z]*/rules.c)
set(game_sources "")
set(externs "")
set(names "")
foreach(rules ${game_folders})
  get_filename_component(folder ${rules} DIRECTORY)
  get_filename_component(name ${folder} NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
  list(APPEND game_sources ${sources})
  string(APPEND externs "extern GameList ${name}_games;\n")
  string(APPEND names "    ${name}_games,\n")
endforeach()

set(generated ${CMAKE_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${generated}/registry.c CONTENT
"/* Generated: every folder under games/. */
#include \"core/game.h\"

${externs}
const Game *const *const game_lists[] = {
${names}    NULL
};
" @ONLY)

add_custom_command(OUTPUT ${generated}/fold_table.inc
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/gen-fold ${generated}/fold_table.inc
  DEPENDS tools/gen-fold)
# Archives of WASM objects need llvm-ar, which a fresh machine lacks; as objects they need no archive.
set(engine_kind STATIC)
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(engine_kind OBJECT)
endif()
add_library(engine ${engine_kind} ${core_sources} ${game_sources} ${generated}/registry.c
  ${generated}/fold_table.inc)
target_include_directories(engine PUBLIC ${CMAKE_SOURCE_DIR} PRIVATE ${generated})
target_link_libraries(engine PUBLIC m)

# With AVX-512 gcc reads in one load what was stored in pieces, and keeps numbers in upper vector
# registers when it runs out of others; both stall. Arguments after the folder are more options.
function(no_widest_vectors folder)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    file(GLOB sources ${folder}/*.c)
    set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "-mno-avx512f;${ARGN}")
  endif()
endfunction()

# A game that needs more than its sources says so in its own folder.
foreach(rules ${game_folders})
  get_filename_component(folder ${rules} DIRECTORY)
  include(${folder}/game.cmake OPTIONAL)
endforeach()
