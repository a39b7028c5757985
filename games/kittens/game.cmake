no_widest_vectors(${CMAKE_CURRENT_LIST_DIR})
