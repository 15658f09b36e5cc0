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
  set(server_scripts "${PROJECT_BINARY_DIR}/generated/package/conffiles")
  foreach(script postinst prerm postrm)
    list(APPEND server_scripts "${PROJECT_SOURCE_DIR}/deploy/debian/${script}")
  endforeach()
endif()

# The manual pages and completions are what the programs print with --help. Debian has them in English and Chinese.
set(manuals "${PROJECT_BINARY_DIR}/generated/package/manuals")
set(manual_programs "")
foreach(program mlf flowviz robots mlf-sim server)
  if(TARGET ${program}_program)
    list(APPEND manual_programs ${program}_program)
  endif()
endforeach()
set(manual_files "")
foreach(program IN LISTS manual_programs)
  list(APPEND manual_files "$<TARGET_FILE:${program}>")
endforeach()
add_custom_target(manuals
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${manuals}"
  COMMAND python3 "${PROJECT_SOURCE_DIR}/cmake/make_man.py" "${PROJECT_VERSION}" "${PROJECT_SOURCE_DIR}/variants" "${manuals}" ${manual_files} VERBATIM)
add_dependencies(manuals ${manual_programs})
foreach(program mlf flowviz mlf-robots mlf-sim mlf-server)
  set(component tools)
  if(program STREQUAL "mlf-server")
    set(component server)
  endif()
  foreach(folder man1 zh_CN/man1)
    install(FILES "${manuals}/share/man/${folder}/${program}.1.gz" DESTINATION "share/man/${folder}" COMPONENT ${component} EXCLUDE_FROM_ALL OPTIONAL)
  endforeach()
  install(FILES "${manuals}/share/bash-completion/completions/${program}" DESTINATION share/bash-completion/completions COMPONENT ${component}
          EXCLUDE_FROM_ALL OPTIONAL)
endforeach()

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
  add_custom_target(wheel COMMAND "${MLF_PYTHON}" "${PROJECT_SOURCE_DIR}/cmake/make_wheel.py" "${PROJECT_BINARY_DIR}/python/mlf" "${wheel}"
      "${PROJECT_SOURCE_DIR}/bindings/python/README.md" "${PROJECT_SOURCE_DIR}/LICENSE" VERBATIM)
  add_dependencies(wheel mlf_python)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/python/mlf" DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL
          PATTERN __pycache__ EXCLUDE)
endif()

# The site (./dev site), if it has been built.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/build/site/" DESTINATION share/doc/mlf-doc/html COMPONENT doc EXCLUDE_FROM_ALL OPTIONAL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/en" "${PROJECT_SOURCE_DIR}/docs/zh" DESTINATION share/doc/mlf-doc COMPONENT doc EXCLUDE_FROM_ALL)

foreach(component IN LISTS components)
  set(folder "share/doc/${package_${component}}")
  install(FILES "${PROJECT_SOURCE_DIR}/deploy/debian/copyright" DESTINATION "${folder}" COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${folder}" COMPONENT ${component} EXCLUDE_FROM_ALL)
  # What lintian finds and is meant so, with the reason.
  install(FILES "${PROJECT_SOURCE_DIR}/deploy/debian/overrides/${package_${component}}" DESTINATION share/lintian/overrides
          COMPONENT ${component} EXCLUDE_FROM_ALL OPTIONAL)
  string(TOUPPER "${component}" name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME "${package_${component}}")
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mlf)
set(MLF_MAINTAINER "MajongLogicFlow <packages@majonglogicflow.example>" CACHE STRING "Who maintains the Debian packages: Name <address>")
set(CPACK_PACKAGE_CONTACT "${MLF_MAINTAINER}")
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)  # games would belong to /usr/games
# dpkg-deb packs anew, and better (tests/package/run.sh).
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)

# Charts load Graphviz and cairo when one is drawn, so no program names them to the linker.
set(graphviz_packages "libgvc6, libcairo2")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "${graphviz_packages}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "${graphviz_packages}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${graphviz_packages}")
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS "${graphviz_packages}")

set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Regional mahjong as data: the library for C and other languages
libmlf_c runs tables of regional mahjong: it opens a variant, says who may do
what, plays actions or refuses them with a reason, and shows each seat what it
may know. Go, Node and Java build on it.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
# What packages of programs that link the library depend on, and the cache of the dynamic linker.
file(WRITE "${PROJECT_BINARY_DIR}/generated/package/shlibs" "libmlf_c 1 libmlf1 (>= ${PROJECT_VERSION})\n")
file(WRITE "${PROJECT_BINARY_DIR}/generated/package/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/generated/package/shlibs;${PROJECT_BINARY_DIR}/generated/package/triggers")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Regional mahjong as data: headers, and the library for C++
The header for C (mlf.h), the headers and the static library for C++, the tools
as libraries, and the files for CMake and pkg-config.")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libmlf1 (= ${PROJECT_VERSION}), libfmt-dev, libyaml-cpp-dev, nlohmann-json3-dev")
# What the tools as libraries (mlf::chart, mlf::tool) call.
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS
    "pkg-config, zlib1g-dev, libcmark-gfm-dev, libsodium-dev, libexpat1-dev, ${graphviz_packages}")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Regional mahjong as data: programs for variants, charts, journals and robots
mlf plays, checks, scores and replays variants; flowviz draws their charts and
differences; mlf-robots and mlf-sim test a table server. The variants are
included as files.")
set(CPACK_COMPONENT_SERVER_DESCRIPTION "Regional mahjong as data: the table server
mlf-server runs tables for people in a browser, or for the program of a
platform. It keeps every match in a journal and goes on with it after a
restart. The service is not enabled by the installation.")
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION net)
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS "fonts-wqy-microhei")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA ${server_scripts})
set(CPACK_COMPONENT_DOC_DESCRIPTION "Regional mahjong as data: documents
The documents of MajongLogicFlow in English and Chinese.")
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Regional mahjong as data: tables and environments for learning in Python
The Python package mlf plays tables of regional mahjong, and has environments
for reinforcement learning: one agent after the other, all at once, or many
tables in one call.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")

include(CPack)

if(MLF_TESTS AND TARGET server_program AND NOT MLF_SANITIZE)
  add_test(NAME package COMMAND bash "${PROJECT_SOURCE_DIR}/tests/package/run.sh" "${PROJECT_BINARY_DIR}")
  set_tests_properties(package PROPERTIES SKIP_RETURN_CODE 77 LABELS package)
endif()
