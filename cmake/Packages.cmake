# ./dev package: Debian packages by CPack, one for each component of the installation, and the Python wheel. docs/en/packages.md describes them.
#
# The files here belong to packages only, so `cmake --install` without a component leaves them out.

# The settings of the server, as the program prints them.
if(TARGET server_program)
  set(server_settings "${PROJECT_BINARY_DIR}/generated/package/server.yaml")
  add_custom_command(OUTPUT "${server_settings}" COMMAND server_program --print-config > "${server_settings}" DEPENDS server_program VERBATIM)
  add_custom_target(server_settings DEPENDS "${server_settings}")
  file(READ "${PROJECT_SOURCE_DIR}/deploy/mlf-server.service" unit)
  string(REPLACE "/usr/local/bin" "/usr/bin" unit "${unit}")
  file(WRITE "${PROJECT_BINARY_DIR}/generated/package/mlf-server.service" "${unit}")
  install(FILES "${server_settings}" DESTINATION ../etc/mlf-server COMPONENT server EXCLUDE_FROM_ALL)
  install(FILES "${PROJECT_BINARY_DIR}/generated/package/mlf-server.service" DESTINATION lib/systemd/system COMPONENT server EXCLUDE_FROM_ALL)
  file(WRITE "${PROJECT_BINARY_DIR}/generated/package/conffiles" "/etc/mlf-server/server.yaml\n")
endif()

set(components runtime dev tools server doc)
set(package_runtime libmlf1)
set(package_dev libmlf-dev)
set(package_tools mlf-tools)
set(package_server mlf-server)
set(package_doc mlf-doc)
set(package_python python3-mlf)

if(TARGET mlf_python)
  list(APPEND components python)
  string(REGEX REPLACE "^\\.cpython-([0-9]+)-.*" "cp\\1" tag "${python_suffix}")
  set(wheel "${PROJECT_BINARY_DIR}/python/mlf-${PROJECT_VERSION}-${tag}-${tag}-linux_${CMAKE_SYSTEM_PROCESSOR}.whl")
  add_custom_target(wheel COMMAND "${MLF_PYTHON}" "${PROJECT_SOURCE_DIR}/cmake/make_wheel.py" "${PROJECT_BINARY_DIR}/python/mlf" "${wheel}" VERBATIM)
  add_dependencies(wheel mlf_python)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/python/mlf" DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL
          PATTERN __pycache__ EXCLUDE)
endif()

# The site (./dev site), if it has been built.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/build/site/" DESTINATION share/doc/mlf-doc/html COMPONENT doc EXCLUDE_FROM_ALL OPTIONAL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/en" "${PROJECT_SOURCE_DIR}/docs/zh" DESTINATION share/doc/mlf-doc COMPONENT doc EXCLUDE_FROM_ALL)

foreach(component IN LISTS components)
  set(folder "share/doc/${package_${component}}")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${folder}" RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${folder}" COMPONENT ${component} EXCLUDE_FROM_ALL)
  string(TOUPPER "${component}" name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME "${package_${component}}")
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mlf)
set(CPACK_PACKAGE_CONTACT "MajongLogicFlow <mlf@localhost>")
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
# dpkg-deb packs anew, and better (tests/package/run.sh).
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)

set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Regional mahjong as data: the library for C and other languages")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_DEV_DESCRIPTION "Regional mahjong as data: headers, and the library for C++")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libmlf1 (= ${PROJECT_VERSION}), libfmt-dev, libyaml-cpp-dev, nlohmann-json3-dev")
# What the tools as libraries (mlf::chart, mlf::tool) call.
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS
    "pkg-config, libgraphviz-dev, libcairo2-dev, zlib1g-dev, libcmark-gfm-dev, libsodium-dev, libexpat1-dev")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Regional mahjong as data: programs for variants, charts, journals and robots")
set(CPACK_COMPONENT_SERVER_DESCRIPTION "Regional mahjong as data: the table server")
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS "fonts-wqy-microhei")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/generated/package/conffiles")
set(CPACK_COMPONENT_DOC_DESCRIPTION "Regional mahjong as data: documents")
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Regional mahjong as data: tables and environments for learning in Python")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")

include(CPack)

if(MLF_TESTS AND TARGET server_program AND NOT MLF_SANITIZE)
  add_test(NAME package COMMAND bash "${PROJECT_SOURCE_DIR}/tests/package/run.sh" "${PROJECT_BINARY_DIR}")
  set_tests_properties(package PROPERTIES SKIP_RETURN_CODE 77 LABELS package)
endif()
