# What is installed of the program, and its .deb.
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS ninelives RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES packaging/ninelives.service deploy/ninelives@.service deploy/ninelives-cluster.target DESTINATION lib/systemd/system)
install(FILES packaging/ninelives.default DESTINATION /etc/default RENAME ninelives)
install(FILES README.md docs/RULES.md docs/NOTATION.md docs/ADVICE.md docs/RUNNING.md docs/CLUSTER.md
  protocol/PROTOCOL.md protocol/asyncapi.yaml protocol/openapi.yaml
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY deploy DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME changelog)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
# Manual pages and completions, from the program's own help.
set(manual ${CMAKE_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/completion.fish
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/manual $<TARGET_FILE:ninelives> ${manual}
  DEPENDS ninelives tools/manual tools/languages.py)
add_custom_target(manual ALL DEPENDS ${manual}/completion.fish)
install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ninelives)
install(FILES ${manual}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _ninelives)
install(FILES ${manual}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME ninelives.fish)
# The package must contain the web client.
set(web ${CMAKE_SOURCE_DIR}/build/web)
install(CODE "if(NOT EXISTS ${web}/index.html)
  message(FATAL_ERROR \"the web client is not built: run tools/build-web first\")
endif()")
install(DIRECTORY ${web} DESTINATION ${CMAKE_INSTALL_DATADIR}/ninelives)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ninelives)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "five party games with hidden information, for a table of friends
A table server, a terminal client and bots for Exploding Kittens (three
editions), Rat-a-Tat Cat and Codenames: Duet. One program, one port, one data
file; people play in their browsers with a link and no sign-up.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "adduser, ca-certificates")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
  "${CMAKE_SOURCE_DIR}/packaging/postinst;${CMAKE_SOURCE_DIR}/packaging/prerm;${CMAKE_SOURCE_DIR}/packaging/postrm;${CMAKE_SOURCE_DIR}/packaging/conffiles")
list(APPEND CPACK_COMPONENTS_ALL program)
