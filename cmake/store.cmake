# Where tables are kept. store/*.c needs `schema`: the SQL as a string, SQLite and PostgreSQL's library.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(databases REQUIRED IMPORTED_TARGET sqlite3 libpq)
add_custom_command(OUTPUT ${generated}/postgres_sql.c
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tools/embed --string postgres_sql ${generated}/postgres_sql.c
    ${CMAKE_SOURCE_DIR}/store/postgres.sql
  DEPENDS tools/embed store/postgres.sql)
add_library(schema STATIC ${generated}/postgres_sql.c)
target_link_libraries(schema PUBLIC PkgConfig::databases Threads::Threads)
