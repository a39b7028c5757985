# Tools for people who study the games: built by name, no part of the program.
file(GLOB bot_sources CONFIGURE_DEPENDS bots/*.c)
add_executable(tune EXCLUDE_FROM_ALL tools/tune.c cli/cli.c ${bot_sources})
target_link_libraries(tune PRIVATE engine m)
