# The .deb of everything that is built: cmake --build --preset package, or cpack in a build folder. What is in each and how
# it is called is said where it is built (package.cmake, library.cmake).
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Ninelives maintainers <maintainers@ninelives.invalid>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
