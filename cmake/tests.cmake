# Tests. Laws run for every game there is; scenarios for every file beside a game.
add_executable(laws tests/laws.c protocol/json.c)
target_link_libraries(laws PRIVATE engine)
