# ninelives.wasm: the same library and bots, and wasm/ in place of a program.
target_compile_options(engine PRIVATE -O2)
file(GLOB wasm_sources CONFIGURE_DEPENDS wasm/*.c bots/*.c protocol/*.c)
add_executable(wasm ${wasm_sources})
set_target_properties(wasm PROPERTIES OUTPUT_NAME ninelives)
target_compile_options(wasm PRIVATE -O2)
# Bots list every move on the stack; 64 kB, the usual, would not hold them.
target_link_options(wasm PRIVATE -Wl,--strip-all -Wl,-z,stack-size=1048576)
# Refusals are explained with printf's help, but never with a fraction: 6 kB less.
target_link_libraries(wasm PRIVATE engine c-printscan-no-floating-point)
