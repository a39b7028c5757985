# The games' lore as a library of its own: it is large, and not every program needs it.
option(NL_LORE "put the lore into what is built; without it bots do not understand words" ON)
if(NL_LORE)
  file(GLOB lore_files CONFIGURE_DEPENDS ${NL_GAMES_DIR}/[a-z]*/lore/*.lore)
endif()
add_custom_command(OUTPUT ${generated}/shelf.c
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/shelve ${generated}/shelf.c ${lore_files}
  DEPENDS tools/shelve ${lore_files})
set_source_files_properties(${generated}/shelf.c PROPERTIES OBJECT_DEPENDS "${lore_files}")
add_library(shelf STATIC ${generated}/shelf.c)
target_include_directories(shelf PRIVATE ${CMAKE_SOURCE_DIR})
set_target_properties(shelf PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)     # the bytes come in through inline assembler
