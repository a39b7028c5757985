# The program: commands around the library.
file(GLOB program_sources CONFIGURE_DEPENDS cli/*.c protocol/*.c bots/*.c terminal/*.c)
set(texts ${generated}/texts.c)
file(GLOB text_files CONFIGURE_DEPENDS ${NL_GAMES_DIR}/[a-z]*/text/*.txt)
add_custom_command(OUTPUT ${texts}
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/embed ${texts} ${text_files}
  DEPENDS tools/embed ${text_files})
add_executable(ninelives ${program_sources} ${texts})
target_compile_definitions(ninelives PRIVATE NINELIVES_VERSION="${PROJECT_VERSION}")
target_link_libraries(ninelives PRIVATE engine m)
