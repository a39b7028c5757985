# ninelives.wasm: the same library and bots, and wasm/ in place of a program.
target_compile_options(engine PRIVATE -O2)
file(GLOB wasm_sources CONFIGURE_DEPENDS wasm/*.c bots/*.c protocol/*.c)
add_executable(wasm ${wasm_sources} lib/batch.c lib/batch_api.c)
set_target_properties(wasm PROPERTIES OUTPUT_NAME ninelives)
target_compile_options(wasm PRIVATE -O2)
# Bots keep lists of all moves on the stack; the usual 64 kB are too small for that.
target_link_options(wasm PRIVATE -Wl,--strip-all -Wl,-z,stack-size=1048576)
# The batches of lib/ninelives.h are exported as they are.
foreach(name new bot reset seats actions features describe seat mask observation done reward step random mark)
  target_link_options(wasm PRIVATE -Wl,--export=nl_batch_${name})
endforeach()
# Reasons for refusals are written by printf, but without fractions: this printf is 6 kB smaller.
target_link_libraries(wasm PRIVATE engine c-printscan-no-floating-point)
