# Toolchain for the browser: Debian's clang, wasi-libc and lld (see the preset "wasm").
# Debian's sysroot is /usr itself, with include/wasm32-wasi and lib/wasm32-wasi.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/../wasm)      # Platform/WASI.cmake, which CMake 3.25 lacks

set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
set(CMAKE_C_COMPILER_WORKS ON)          # CMake's trial program has a main; a reactor has none

# Optimise where files are compiled (wasm-target.cmake), not where they are linked: seeing
# -O there, clang hands the result to whatever wasm-opt is installed.
set(CMAKE_C_FLAGS_RELEASE "-DNDEBUG" CACHE STRING "")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor")
