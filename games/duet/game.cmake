# Duet's words, with the hashes by which clues are compared.
add_custom_command(OUTPUT ${generated}/words_table.inc
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/gen-words ${CMAKE_CURRENT_LIST_DIR}/words/words.tsv
          ${generated}/words_table.inc
  DEPENDS tools/gen-words tools/gen-fold ${CMAKE_CURRENT_LIST_DIR}/words/words.tsv)
target_sources(engine PRIVATE ${generated}/words_table.inc)

# Of the widest vectors gcc makes loads that wait for several narrow stores.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  file(GLOB duet_sources ${CMAKE_CURRENT_LIST_DIR}/*.c)
  set_source_files_properties(${duet_sources} PROPERTIES COMPILE_OPTIONS -mno-avx512f)
endif()
