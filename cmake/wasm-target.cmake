# ninelives.wasm: the same library, and wasm/engine.c in place of a program.
target_compile_options(engine PRIVATE -O2)
add_executable(wasm wasm/engine.c)
set_target_properties(wasm PROPERTIES OUTPUT_NAME ninelives)
target_compile_options(wasm PRIVATE -O2)
target_link_options(wasm PRIVATE -Wl,--strip-all)
# Refusals are explained with printf's help, but never with a fraction: 6 kB less.
target_link_libraries(wasm PRIVATE engine c-printscan-no-floating-point)
