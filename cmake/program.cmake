# The program: commands around the library.
file(GLOB program_sources CONFIGURE_DEPENDS cli/*.c terminal/*.c)
set(texts ${generated}/texts.c)
file(GLOB text_files CONFIGURE_DEPENDS ${NL_GAMES_DIR}/[a-z]*/text/*.txt)
add_custom_command(OUTPUT ${texts}
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/embed ${texts} ${text_files}
  DEPENDS tools/embed ${text_files})
set(words ${generated}/words.c)
file(GLOB word_files CONFIGURE_DEPENDS terminal/text/*.po ${NL_GAMES_DIR}/*/text/*.po ${NL_GAMES_DIR}/*/text/*.tsv)
add_custom_command(OUTPUT ${words}
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/gen-text ${words} ${CMAKE_SOURCE_DIR}/terminal/text ${NL_GAMES_DIR}
  DEPENDS tools/gen-text tools/languages.py core/languages.def ${word_files} ${text_files})
list(REMOVE_ITEM program_sources ${CMAKE_SOURCE_DIR}/cli/cli.c)
add_executable(ninelives ${program_sources} lib/batch.c lib/crew.c ${texts} ${words})
target_compile_definitions(ninelives PRIVATE NINELIVES_VERSION="${PROJECT_VERSION}")
pkg_check_modules(table REQUIRED IMPORTED_TARGET ncursesw fribidi)
pkg_check_modules(tls REQUIRED IMPORTED_TARGET openssl)
target_link_libraries(ninelives PRIVATE part_server shelf PkgConfig::table PkgConfig::tls)
