# Duet's words, with the hashes by which clues are compared.
add_custom_command(OUTPUT ${generated}/words_table.inc
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/gen-words ${CMAKE_CURRENT_LIST_DIR}/words/words.tsv
          ${generated}/words_table.inc
  DEPENDS tools/gen-words tools/gen-fold tools/languages.py core/languages.def ${CMAKE_CURRENT_LIST_DIR}/words/words.tsv)
target_sources(engine PRIVATE ${generated}/words_table.inc)

# Nor should it load in pairs what was stored one by one.
no_widest_vectors(${CMAKE_CURRENT_LIST_DIR} -fno-tree-slp-vectorize)
