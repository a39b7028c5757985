# The parts that the program, the tools and the tests are made of: each is compiled once, and linked by whoever needs it.
function(part name)
  file(GLOB sources CONFIGURE_DEPENDS ${name}/*.c)
  add_library(part_${name} STATIC ${sources})
endfunction()

part(bots)
target_link_libraries(part_bots PUBLIC engine m)
part(protocol)
target_link_libraries(part_protocol PUBLIC part_bots)
part(store)
target_link_libraries(part_store PUBLIC engine schema)
add_library(part_cli STATIC cli/cli.c)                # what all command lines have in common
target_link_libraries(part_cli PUBLIC engine)
part(server)
pkg_check_modules(server REQUIRED IMPORTED_TARGET libuv libqrencode libcurl libcrypto)
target_link_libraries(part_server PUBLIC part_store part_protocol part_cli PkgConfig::server wslay http_parser)
target_compile_definitions(part_server PRIVATE NINELIVES_VERSION="${PROJECT_VERSION}" _DEFAULT_SOURCE)
