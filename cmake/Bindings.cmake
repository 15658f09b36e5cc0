# The engine for other languages: bindings/c becomes libmlf_c.so, on which Go, Node and Java build, and bindings/python a module.
#
# bindings/<language>/ has a README of its own. Without a toolchain its test is skipped and says what is missing.

file(GLOB c_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/c/*.cc")
set(c_map "${PROJECT_SOURCE_DIR}/bindings/c/mlf_c.map")
add_library(mlf_c SHARED ${c_sources})
target_compile_definitions(mlf_c PRIVATE "MLF_VERSION=\"${PROJECT_VERSION}\"")
target_link_libraries(mlf_c PRIVATE mlf tree bots_lib)
# Only the symbols of the map leave the library, each with its version.
target_link_options(mlf_c PRIVATE "-Wl,--version-script=${c_map}" -Wl,--no-undefined -Wl,-Bsymbolic)
set_target_properties(mlf_c PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS "${c_map}"
    VERSION "${PROJECT_VERSION}" SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

include(GNUInstallDirs)
install(TARGETS mlf_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES "${PROJECT_SOURCE_DIR}/bindings/c/mlf.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# A sanitizer would have to be loaded before the programs of the tests, which have none.
if(NOT MLF_TESTS OR MLF_SANITIZE)
  return()
endif()

# bindings/c/example and bindings/c/test are C. The test is compiled by another compiler than the library, if one is installed.
add_test(NAME bindings_c COMMAND bash "${PROJECT_SOURCE_DIR}/bindings/c/test/run.sh" "${PROJECT_BINARY_DIR}")
set_tests_properties(bindings_c PROPERTIES TIMEOUT 300)
