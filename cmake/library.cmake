# libninelives: the engine for other programs (lib/ninelives.h, docs/LIBRARY.md), shared and static. Compiled apart from
# the program, because it must be position-independent, for any machine of this kind, and hide all names but its own.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
find_package(Threads REQUIRED)
set(library_symbols ${CMAKE_SOURCE_DIR}/lib/symbols.map)

file(GLOB library_sources CONFIGURE_DEPENDS lib/*.c bots/*.c)
get_target_property(engine_sources engine SOURCES)
add_library(library_objects OBJECT ${library_sources} protocol/json.c protocol/message.c protocol/reviewed.c
  ${engine_sources} ${generated}/shelf.c)
if(NL_PROGRAM)
  add_dependencies(library_objects engine shelf)        # make must not generate the same sources twice at once
endif()
target_include_directories(library_objects PRIVATE ${CMAKE_SOURCE_DIR} ${generated})
target_compile_definitions(library_objects PRIVATE NL_BUILDING NINELIVES_VERSION="${PROJECT_VERSION}" NINELIVES_ABI=${NL_ABI})
set_target_properties(library_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
  INTERPROCEDURAL_OPTIMIZATION OFF)     # a static library is linked by other people's compilers

add_library(ninelives_shared SHARED $<TARGET_OBJECTS:library_objects>)
target_link_options(ninelives_shared PRIVATE -Wl,--version-script=${library_symbols} -Wl,--no-undefined)
set_target_properties(ninelives_shared PROPERTIES OUTPUT_NAME ninelives EXPORT_NAME shared
  VERSION ${PROJECT_VERSION} SOVERSION ${NL_ABI} LINK_DEPENDS ${library_symbols} INTERPROCEDURAL_OPTIMIZATION OFF)

# The static library is one object in which all names but the public ones are local, so that they cannot meet the
# names of the program that links it.
set(one_object ${CMAKE_CURRENT_BINARY_DIR}/ninelives_one.o)
add_custom_command(OUTPUT ${one_object}
  COMMAND ${CMAKE_C_COMPILER} -nostdlib -r -o ${one_object} $<TARGET_OBJECTS:library_objects>
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${one_object}
  DEPENDS library_objects $<TARGET_OBJECTS:library_objects> COMMAND_EXPAND_LISTS VERBATIM)
add_library(ninelives_static STATIC ${one_object})
set_source_files_properties(${one_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_target_properties(ninelives_static PROPERTIES OUTPUT_NAME ninelives EXPORT_NAME static LINKER_LANGUAGE C)

foreach(kind shared static)
  target_include_directories(ninelives_${kind} INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/lib>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_link_libraries(ninelives_shared PRIVATE m Threads::Threads)
target_link_libraries(ninelives_static INTERFACE m Threads::Threads)

# ---- installing: what programs need to run (component "library"), and to be built ("development") ----
set(config ${CMAKE_CURRENT_BINARY_DIR}/config)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ninelives)
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(lib/ninelives.pc.in ${config}/ninelives.pc @ONLY)
configure_package_config_file(lib/ninelivesConfig.cmake.in ${config}/ninelivesConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${config}/ninelivesConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(TARGETS ninelives_shared EXPORT ninelives LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS ninelives_static EXPORT ninelives ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT ninelives NAMESPACE ninelives:: FILE ninelivesTargets.cmake DESTINATION ${package_dir} COMPONENT development)
install(FILES ${config}/ninelivesConfig.cmake ${config}/ninelivesConfigVersion.cmake DESTINATION ${package_dir} COMPONENT development)
install(FILES ${config}/ninelives.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(FILES lib/ninelives.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
set(docs ${CMAKE_INSTALL_DATAROOTDIR}/doc)
install(FILES docs/LIBRARY.md docs/NOTATION.md docs/RULES.md docs/ADVICE.md protocol/PROTOCOL.md DESTINATION ${docs}/libninelives-dev COMPONENT development)
install(DIRECTORY lib/examples DESTINATION ${docs}/libninelives-dev COMPONENT development)
install(FILES LICENSE DESTINATION ${docs}/libninelives-dev RENAME copyright COMPONENT development)
install(FILES LICENSE DESTINATION ${docs}/libninelives${NL_ABI} RENAME copyright COMPONENT library)

# The two packages that Debian's users expect.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libninelives${NL_ABI})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)                    # of all packages; only this one has any
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "five party games with hidden information, as a library
Rules, bots and logs of Exploding Kittens (three editions), Rat-a-Tat Cat and
Codenames: Duet, for programs that play or study them.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libninelives-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libninelives${NL_ABI} (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "five party games with hidden information, to build programs with
The header, the static library, files for pkg-config and CMake, and examples.")
list(APPEND CPACK_COMPONENTS_ALL library development)
