# The engine for other languages: bindings/c becomes libmlf_c.so, on which Go, Node and Java build, and bindings/python a module.
#
# bindings/<language>/ has a README of its own. Without a toolchain its test is skipped and says what is missing.

file(GLOB c_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/c/*.cc")
set(c_map "${PROJECT_SOURCE_DIR}/bindings/c/mlf_c.map")
add_library(mlf_c SHARED ${c_sources})
target_compile_definitions(mlf_c PRIVATE "MLF_VERSION=\"${PROJECT_VERSION}\"")
target_link_libraries(mlf_c PRIVATE mlf tree bots_lib kit_lib chart_lib)
# Only the symbols of the map leave the library, each with its version.
target_link_options(mlf_c PRIVATE "-Wl,--version-script=${c_map}" -Wl,--no-undefined -Wl,-Bsymbolic)
set_target_properties(mlf_c PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD ${MLF_UNITY} LINK_DEPENDS "${c_map}"
    VERSION "${PROJECT_VERSION}" SOVERSION 1 LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

include(GNUInstallDirs)
install(TARGETS mlf_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
install(FILES "${PROJECT_SOURCE_DIR}/bindings/c/mlf.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev)

# A sanitizer would have to be loaded before the programs of the tests, which have none.
if(NOT MLF_TESTS OR MLF_SANITIZE)
  return()
endif()

# bindings/c/example and bindings/c/test are C. The test is compiled by another compiler than the library, if one is installed.
add_test(NAME bindings_c COMMAND bash "${PROJECT_SOURCE_DIR}/bindings/c/test/run.sh" "${PROJECT_BINARY_DIR}")

# The Python module, for Debian's Python, whose packages packages.txt lists. The package is the folder python/mlf of the build.
set(MLF_PYTHON "/usr/bin/python3" CACHE FILEPATH "The Python that bindings/python is built for")
find_path(MLF_PYBIND11 pybind11/pybind11.h)
execute_process(COMMAND "${MLF_PYTHON}" -c "import sysconfig, numpy; print(sysconfig.get_paths()['include'], sysconfig.get_config_var('EXT_SUFFIX'), sep=';', end='')"
                OUTPUT_VARIABLE python_facts ERROR_QUIET RESULT_VARIABLE no_python)
set(python_include "")
if(NOT no_python)
  list(GET python_facts 0 python_include)
  list(GET python_facts 1 python_suffix)
endif()
if(MLF_PYBIND11 AND EXISTS "${python_include}/Python.h")
  set(python_folder "${PROJECT_BINARY_DIR}/python/mlf")
  file(GLOB python_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/python/*.cc")
  add_library(mlf_python MODULE ${python_sources})
  target_include_directories(mlf_python SYSTEM PRIVATE "${MLF_PYBIND11}" "${python_include}")
  target_link_libraries(mlf_python PRIVATE mlf tree bots_lib kit_lib chart_lib)
  target_link_options(mlf_python PRIVATE -Wl,--exclude-libs,ALL)
  set_target_properties(mlf_python PROPERTIES PREFIX "" OUTPUT_NAME _mlf SUFFIX "${python_suffix}" CXX_VISIBILITY_PRESET hidden
      VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD ${MLF_UNITY} LIBRARY_OUTPUT_DIRECTORY "${python_folder}")
  file(GLOB python_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/python/mlf/*")
  add_custom_command(TARGET mlf_python POST_BUILD COMMAND "${CMAKE_COMMAND}" -E copy_if_different ${python_files} "${python_folder}" VERBATIM)
endif()
add_test(NAME bindings_python COMMAND bash "${PROJECT_SOURCE_DIR}/bindings/python/test/run.sh" "${PROJECT_BINARY_DIR}" "${MLF_PYTHON}")
set_tests_properties(bindings_python PROPERTIES SKIP_RETURN_CODE 77)

# Go, Node and Java use libmlf_c.so.
foreach(language go node java)
  add_test(NAME bindings_${language} COMMAND bash "${PROJECT_SOURCE_DIR}/bindings/${language}/test.sh" "${PROJECT_BINARY_DIR}")
  set_tests_properties(bindings_${language} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
set_tests_properties(bindings_c bindings_python bindings_go bindings_java PROPERTIES LABELS bindings)
set_tests_properties(bindings_node PROPERTIES LABELS "bindings;node")
