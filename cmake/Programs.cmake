# Programs, tests, benchmarks, fuzzers and examples, each found by folder.

find_package(CLI11 REQUIRED)
find_package(EXPAT REQUIRED)
pkg_check_modules(GRAPHVIZ REQUIRED libgvc libcgraph cairo)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
# Charts load these when the first one is drawn: "libgvc.so.6", with the version of the headers here.
set(graphviz_files "")
foreach(library gvc cgraph cairo)
  find_library(MLF_${library} ${library} HINTS ${GRAPHVIZ_LIBRARY_DIRS} REQUIRED)
  file(REAL_PATH "${MLF_${library}}" file)
  string(REGEX MATCH "lib${library}\\.so\\.[0-9]+" file "${file}")
  list(APPEND graphviz_files "\"${file}\"")
endforeach()
list(JOIN graphviz_files ", " graphviz_files)
pkg_check_modules(CMARK REQUIRED IMPORTED_TARGET libcmark-gfm)

# Precompiled headers of most tools (and, below, most tests). Only headers without code belong here: every file would compile the
# variables and templates of CLI11 and nlohmann-json again, four to twenty seconds each.
file(WRITE "${PROJECT_BINARY_DIR}/generated/headers.cc.new" "// Carries the precompiled headers.\n")
file(COPY_FILE "${PROJECT_BINARY_DIR}/generated/headers.cc.new" "${PROJECT_BINARY_DIR}/generated/headers.cc" ONLY_IF_DIFFERENT)
set(tool_headers <mlf/flow/flow.h> <mlf/table/board.h>)
add_library(tool_headers OBJECT "${PROJECT_BINARY_DIR}/generated/headers.cc")
target_link_libraries(tool_headers PRIVATE mlf tree fmt::fmt nlohmann_json::nlohmann_json yaml-cpp Boost::headers CLI11::CLI11)
target_precompile_headers(tool_headers PRIVATE ${tool_headers})
# libmlf_c.so and the Python module have the kit and charts in them.
set_target_properties(tool_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)
if(MLF_UNITY)
  # Optimizing texts and checks takes most of the build time. The code that plays is in the library and is optimized.
  target_compile_options(tool_headers PRIVATE -O1)
endif()

# Templates of the standard library, fmt and json are compiled once for each batch, so larger batches take less time; two batches keep two
# processors busy. The files of a batch share their anonymous names.
set(MLF_BATCH 25)

# tools/<name>/ becomes the library <name>_lib of all but main.cc, which tests use, and with a main.cc the program <name>.
set(server_tools mlf-sim robots server)
set_source_files_properties(tools/kit/public_kit.cc tools/chart/public_chart.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set(MLF_TOOL_LIBRARIES "")
set(MLF_PROGRAMS "")
file(GLOB mains CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*/main.cc")
file(GLOB tool_folders LIST_DIRECTORIES true RELATIVE "${PROJECT_SOURCE_DIR}/tools" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*")
if(NOT MLF_SERVER)
  list(REMOVE_ITEM tool_folders ${server_tools})
endif()
foreach(tool IN LISTS tool_folders)
  set(folder "${PROJECT_SOURCE_DIR}/tools/${tool}")
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cc")
  list(FILTER sources EXCLUDE REGEX "/main\\.cc$")
  # tools/<name>/page/ holds the files of its pages; tools/<name>/page_files.h declares access to them.
  if(IS_DIRECTORY "${folder}/page")
    file(GLOB page_files CONFIGURE_DEPENDS "${folder}/page/*")
    set(embedded_page "${PROJECT_BINARY_DIR}/generated/${tool}_page_files.cc")
    add_custom_command(
      OUTPUT "${embedded_page}"
      COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}/page" "-DHEADER=tools/${tool}/page_files.h" -DSPACE=mlf::tools -DFUNCTION=PageFile "-DOUTPUT=${embedded_page}"
              -P "${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake"
      DEPENDS ${page_files} "${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake"
      COMMENT "Embedding the pages of ${tool}" VERBATIM)
    # ./dev tidy reads batches, and this file may not exist then.
    set_source_files_properties("${embedded_page}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    list(APPEND sources "${embedded_page}")
  endif()
  # The page of a hand is built with the page of the server (web/src/replay). Without node the program says that it lacks the page.
  if(tool STREQUAL "flowviz")
    file(GLOB replay_page CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/dist/replay.html")
    set(embedded_replay "${PROJECT_BINARY_DIR}/generated/flowviz_replay_page.cc")
    add_custom_command(
      OUTPUT "${embedded_replay}"
      COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${PROJECT_SOURCE_DIR}/web/dist" "-DONLY=^replay\\.html$" -DHEADER=tools/flowviz/page_files.h -DSPACE=mlf::tools
              -DFUNCTION=WebFile "-DOUTPUT=${embedded_replay}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake"
      DEPENDS ${replay_page} "${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake"
      COMMENT "Embedding the page of a hand" VERBATIM)
    set_source_files_properties("${embedded_replay}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    list(APPEND sources "${embedded_replay}")
  endif()
  if(sources)
    add_library(${tool}_lib STATIC ${sources})
    target_link_libraries(${tool}_lib PUBLIC mlf "$<BUILD_INTERFACE:tree>" bots_lib
        PRIVATE fmt::fmt nlohmann_json::nlohmann_json yaml-cpp "$<BUILD_INTERFACE:Boost::headers>" "$<BUILD_INTERFACE:CLI11::CLI11>")
    if(MLF_UNITY)
      target_compile_options(${tool}_lib PRIVATE -O1)
    endif()
    target_precompile_headers(${tool}_lib REUSE_FROM tool_headers)
    set_target_properties(${tool}_lib PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD ${MLF_UNITY} UNITY_BUILD_BATCH_SIZE ${MLF_BATCH})
    list(APPEND MLF_TOOL_LIBRARIES ${tool}_lib)
  endif()
  if(EXISTS "${folder}/main.cc")
    # The library already has the target name mlf, hence the suffix; the file has the name of the folder.
    add_executable(${tool}_program "${folder}/main.cc")
    set(program ${tool})
    if(tool MATCHES "^(play|robots|server)$")
      set(program mlf-${tool})
    endif()
    set_target_properties(${tool}_program PROPERTIES OUTPUT_NAME ${program})
    target_link_libraries(${tool}_program PRIVATE mlf tree fmt::fmt CLI11::CLI11)
    if(tool IN_LIST server_tools)
      target_link_libraries(${tool}_program PRIVATE cluster_lib server_lib kit_lib)
    endif()
    if(MLF_UNITY)
      target_compile_options(${tool}_program PRIVATE -O1)
    endif()
    if(TARGET ${tool}_lib)
      target_link_libraries(${tool}_program PRIVATE ${tool}_lib)
    endif()
    list(APPEND MLF_PROGRAMS ${tool}_program)
  endif()
endforeach()
add_custom_target(tools DEPENDS ${MLF_PROGRAMS})

# The server knows no tools; its program hands in what draws charts and replay pages.
if(TARGET server_program)
  target_compile_definitions(server_program PRIVATE "MLF_VERSION=\"${PROJECT_VERSION}\"")
  target_link_libraries(server_program PRIVATE cluster_lib flowviz_lib)
  # Its allocator takes the place of the C library's; sanitizers bring one of their own.
  if(NOT MLF_SANITIZE)
    find_package(mimalloc REQUIRED)
    target_link_libraries(server_program PRIVATE mimalloc)
  endif()
endif()

# Charts use graphviz for layout, flowviz the kit for games and cmark for READMEs; mlf draws charts and checks walls of the server.
target_link_libraries(kit_lib PUBLIC console_lib)
target_link_libraries(chart_lib PRIVATE PkgConfig::ZLIB ${CMAKE_DL_LIBS} PUBLIC console_lib)
target_include_directories(chart_lib SYSTEM PRIVATE ${GRAPHVIZ_INCLUDE_DIRS})
set_source_files_properties(tools/chart/graphviz.cc PROPERTIES COMPILE_DEFINITIONS "MLF_GRAPHVIZ_FILES=${graphviz_files}")
target_link_libraries(play_lib PUBLIC chart_lib console_lib)
target_link_libraries(flowviz_lib PRIVATE PkgConfig::CMARK PUBLIC chart_lib kit_lib)
if(TARGET mlf_lib)
  foreach(library kit_lib chart_lib play_lib mjai_lib fair_lib)
    if(TARGET ${library})
      target_link_libraries(mlf_lib PUBLIC ${library})
    endif()
  endforeach()
endif()

# The command lines of both, for own programs.
if(TARGET tool_lib)
  target_link_libraries(tool_lib PUBLIC mlf_lib flowviz_lib)
endif()

if(TARGET mjai_lib)
  target_link_libraries(mjai_lib PUBLIC kit_lib PRIVATE EXPAT::EXPAT)
endif()
if(TARGET robots_lib)
  target_link_libraries(robots_lib PUBLIC kit_lib server_lib)
endif()

# fuzz/<name>_fuzz.cc is one program each.
if(MLF_FUZZ)
  add_custom_target(fuzzers)
  file(GLOB fuzzers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/fuzz/*_fuzz.cc")
  foreach(source IN LISTS fuzzers)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(${name} "${source}")
    target_link_libraries(${name} PRIVATE mlf tree kit_lib server_lib fmt::fmt)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers ${name})
  endforeach()
endif()

if(NOT MLF_TESTS)
  return()
endif()

enable_testing()
# Labels: a group of packages.txt without which a test is skipped, and `long` for what only ./dev full runs.
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(rapidcheck REQUIRED)

# All fuzz programs in one test, for a second each.
if(NOT MLF_FUZZ)
  file(GLOB fuzzers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/fuzz/*_fuzz.cc")
  # One unit each of the server's programs and the others', because most of the time goes into headers that they share.
  set(fuzz_programs "")
  set(fuzz_unit_server "")
  set(fuzz_unit_other "")
  foreach(source IN LISTS fuzzers)
    get_filename_component(name "${source}" NAME_WE)
    string(APPEND fuzz_programs "MLF_FUZZ_PROGRAM(${name})\n")
    file(STRINGS "${source}" of_server REGEX "#include \"server/")
    set(unit other)
    if(of_server)
      set(unit server)
    endif()
    string(APPEND fuzz_unit_${unit} "#define LLVMFuzzerTestOneInput ${name}_input\n#include \"${source}\"\n#undef LLVMFuzzerTestOneInput\n")
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/fuzz_programs.inc" CONTENT "${fuzz_programs}")
  foreach(unit server other)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/fuzz_${unit}.cc" CONTENT "${fuzz_unit_${unit}}" @ONLY)
  endforeach()
  add_executable(fuzz_short "${PROJECT_SOURCE_DIR}/fuzz/short_run.cc" "${PROJECT_BINARY_DIR}/generated/fuzz_server.cc"
                            "${PROJECT_BINARY_DIR}/generated/fuzz_other.cc")
  target_include_directories(fuzz_short PRIVATE "${PROJECT_BINARY_DIR}/generated")
  target_compile_options(fuzz_short PRIVATE -O1)
  target_link_libraries(fuzz_short PRIVATE mlf tree kit_lib server_lib fmt::fmt)
  add_test(NAME fuzz_short COMMAND fuzz_short "${PROJECT_SOURCE_DIR}/fuzz/seeds" 1000)
endif()

# tests/support is a library of helpers linked into every test program.
set(test_libraries mlf tree cluster_lib server_lib ${MLF_TOOL_LIBRARIES} GTest::gmock GTest::gtest fmt::fmt nlohmann_json::nlohmann_json yaml-cpp Boost::headers
    CLI11::CLI11 spdlog::spdlog rapidcheck "${MLF_cairo}")
set(test_definitions "MLF_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"" "MLF_BINARY_DIR=\"${PROJECT_BINARY_DIR}\"")
file(GLOB support CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/support/*.cc")
if(support)
  add_library(test_support STATIC ${support})
  set_target_properties(test_support PROPERTIES UNITY_BUILD ${MLF_UNITY})
  target_compile_options(test_support PRIVATE -O1)
  target_compile_definitions(test_support PRIVATE ${test_definitions})
  target_link_libraries(test_support PUBLIC ${test_libraries})
  list(PREPEND test_libraries test_support)
endif()

# Tests are not measured, so build time matters more. Those that play many hands or read large pages are optimized a little, because
# inline functions of the libraries are compiled with them.
set(playing_areas "^(bots|flowviz|kit|play|score|server_sim|skills|table|validate)$")
foreach(level 0 1)
  add_library(test_headers_${level} OBJECT "${PROJECT_BINARY_DIR}/generated/headers.cc")
  target_compile_options(test_headers_${level} PRIVATE -O${level})
  target_link_libraries(test_headers_${level} PRIVATE ${test_libraries})
  target_precompile_headers(test_headers_${level} PRIVATE ${tool_headers} <gmock/gmock.h>)
endforeach()

# tests/<area>/ becomes the program test_<area>, one entry of ctest: hundreds of short cases share one process.
file(GLOB stray CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/*.cc")
if(stray)
  message(FATAL_ERROR "Tests belong in a folder of their area, tests/<area>/<name>_test.cc; these do not: ${stray}")
endif()
file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/tests/*.cc")
list(FILTER test_sources EXCLUDE REGEX "^(support|plugin/plugins)/")
list(SORT test_sources)
set(areas ${test_sources})
list(TRANSFORM areas REPLACE "/.*$" "")
list(REMOVE_DUPLICATES areas)
foreach(area IN LISTS areas)
  set(sources ${test_sources})
  list(FILTER sources INCLUDE REGEX "^${area}/")
  set(with_cases ${sources})
  list(FILTER with_cases INCLUDE REGEX "_test\\.cc$")
  if(NOT with_cases)
    message(${MLF_FAULT} "tests/${area} has sources but no *_test.cc, so it would test nothing. Name the files with the cases <name>_test.cc.")
  endif()
  list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/tests/")
  add_executable(test_${area} ${sources})
  target_compile_definitions(test_${area} PRIVATE ${test_definitions})
  set(level 0)
  if(area MATCHES "${playing_areas}" OR MLF_SANITIZE)
    set(level 1)
  endif()
  target_compile_options(test_${area} PRIVATE -O${level})
  target_link_libraries(test_${area} PRIVATE ${test_libraries} GTest::gmock_main)
  target_precompile_headers(test_${area} REUSE_FROM test_headers_${level})
  set_target_properties(test_${area} PROPERTIES UNITY_BUILD ${MLF_UNITY} UNITY_BUILD_BATCH_SIZE ${MLF_BATCH})
  set(seconds 1500)
  if(MLF_SANITIZE)
    set(seconds 3600)
  endif()
  # Whole games of every variant and simulated worlds take longest, so two cores share them.
  set(shards 1)
  if(area MATCHES "^(kit|server_sim)$")
    set(shards 2)
  endif()
  foreach(shard RANGE 1 ${shards})
    set(name ${area})
    if(shards GREATER 1)
      set(name ${area}_${shard})
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${name} COMMAND test_${area} --gtest_brief=1)
    # tests/project/run.py reads the file, which has the cases that were skipped.
    set_tests_properties(${name} PROPERTIES TIMEOUT ${seconds} ENVIRONMENT
        "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index};GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/Testing/cases/${name}.xml")
  endforeach()
endforeach()

# The examples as plug-ins, and plug-ins that are refused. (The test `install` builds the examples from the package.)
set(plugins "")
foreach(plugin "harbour:examples/own_game:harbour" "dui_jia:examples/own_mahjong:dui_jia" throws throws_when_made twice same_variant other_deal other_engine missing_symbol)
  string(REPLACE ":" ";" plugin "${plugin}")
  list(GET plugin 0 name)
  if(plugin MATCHES ";")
    list(GET plugin 1 folder)
    set(folder "${PROJECT_SOURCE_DIR}/${folder}")
    mlf_add_plugin(${name} "${folder}/${name}.cc" "${folder}/plugin.cc" VARIANTS "${folder}/variants/${name}")
    target_include_directories(${name} PRIVATE "${folder}")
  else()
    mlf_add_plugin(${name} "${PROJECT_SOURCE_DIR}/tests/plugin/plugins/${name}.cc")
  endif()
  set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/plugins")
  target_compile_options(${name} PRIVATE -O1)
  list(APPEND plugins ${name})
endforeach()
target_link_options(missing_symbol PRIVATE -Wl,--unresolved-symbols=ignore-all)
add_dependencies(test_plugin ${plugins})

# It starts the program.
if(TARGET test_server_gateway AND TARGET server_program)
  add_dependencies(test_server_gateway server_program harbour)
endif()

# It starts the program as an mjai bot.
if(TARGET test_mjai AND TARGET mlf_program)
  add_dependencies(test_mjai mlf_program)
endif()

# Pages in a browser, if one is installed: those of flowviz, and (play*) the page of the server. Each file is a test, so that they run beside
# others.
if(TARGET flowviz_program AND TARGET mlf_program AND TARGET server_program AND NOT MLF_SANITIZE)
  file(GLOB pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/browser/*.test.mjs")
  foreach(page ${pages})
    get_filename_component(file "${page}" NAME)
    string(REPLACE ".test.mjs" "" name "${file}")
    add_test(NAME browser_${name} COMMAND bash "${PROJECT_SOURCE_DIR}/tests/browser/run.sh" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}" ${file})
    set_tests_properties(browser_${name} PROPERTIES SKIP_RETURN_CODE 77 LABELS "browser;node")
  endforeach()
  # It opens what the test site has built.
  set_tests_properties(browser_site PROPERTIES DEPENDS site LABELS "browser;node;site")
endif()
# The parts of the page that need no browser.
add_test(NAME web COMMAND bash "${PROJECT_SOURCE_DIR}/web/scripts/test.sh")
set_tests_properties(web PROPERTIES SKIP_RETURN_CODE 77 LABELS node)


# The script that measures the bindings ends at a language that fails.
add_test(NAME bench_bindings COMMAND bash tests/project/bench_bindings.sh WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")

# An implementation without code of this tree computes the vectors of the page.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME fair_vectors COMMAND "${Python3_EXECUTABLE}" tests/fair/wall.py docs/en/fair.md docs/zh/fair.md
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  # The pages of the protocol match the two files that they are made from.
  add_test(NAME protocol_pages COMMAND "${Python3_EXECUTABLE}" docs/protocol/render.py --check
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  add_test(NAME run_report COMMAND "${Python3_EXECUTABLE}" tests/project/run_test.py "${PROJECT_BINARY_DIR}" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  # The documents as a site, and every command that they show.
  add_test(NAME site COMMAND bash tests/project/site.sh "${PROJECT_BINARY_DIR}" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(site PROPERTIES SKIP_RETURN_CODE 77 LABELS site)
  if(MLF_BINDINGS AND TARGET mlf_program AND TARGET flowviz_program AND TARGET server_program AND TARGET robots_program AND NOT MLF_SANITIZE)
    add_test(NAME commands COMMAND "${Python3_EXECUTABLE}" tests/project/commands.py "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}" "${PROJECT_BINARY_DIR}"
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    # Programs whose output nobody reads, or is on a full disk.
    add_test(NAME closed_output COMMAND "${Python3_EXECUTABLE}" tests/project/closed_output.py "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
  # The real program: in trouble and among hostile clients (./dev chaos runs both longer), and in its two other wire forms.
  if(TARGET server_program AND NOT MLF_SANITIZE)
    add_test(NAME chaos COMMAND "${Python3_EXECUTABLE}" tests/chaos/chaos.py "$<TARGET_FILE:server_program>" erren,xueliu,yilaidaodi
                                kill=5 stop=2 term=2 full=2)
    add_test(NAME hostile_clients COMMAND "${Python3_EXECUTABLE}" tests/chaos/hostile.py "$<TARGET_FILE:server_program>" 500)
    add_test(NAME wires_program COMMAND "${Python3_EXECUTABLE}" tests/server_wires/program.py "$<TARGET_FILE:server_program>")
    add_test(NAME deploy COMMAND "${Python3_EXECUTABLE}" tests/deploy/deploy.py "$<TARGET_FILE:server_program>")
    # A cluster in trouble (./dev chaos --cluster runs it longer), a server that moves to a cluster and back, the commands of
    # docs/en/operating.md for an etcd that has lost members or is full, and the start of servers.
    set(cluster_chaos "${Python3_EXECUTABLE}" tests/chaos/cluster_chaos.py "$<TARGET_FILE:server_program>" erren,xueliu,yilaidaodi
                      host=1 etcd=1 cut=1)
    set(cluster_move "${Python3_EXECUTABLE}" tests/cluster/move.py "$<TARGET_FILE:server_program>")
    set(cluster_restore "${Python3_EXECUTABLE}" tests/cluster/restore.py "$<TARGET_FILE:server_program>")
    set(cluster_start "${Python3_EXECUTABLE}" tests/cluster/start.py "$<TARGET_FILE:server_program>")
    set(cluster_full "${Python3_EXECUTABLE}" tests/cluster/full.py "$<TARGET_FILE:server_program>")
    foreach(name cluster_chaos cluster_move cluster_restore cluster_start cluster_full)
      if(NOT TARGET cluster_grpc)
        set(${name} bash -c "echo 'skipped: the server is built without etcd (group cluster)' && exit 77")
      endif()
      add_test(NAME ${name} COMMAND ${${name}})
      set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 LABELS cluster WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    endforeach()
    set_tests_properties(cluster_move cluster_restore PROPERTIES LABELS "cluster;long")
    set_tests_properties(chaos hostile_clients wires_program deploy PROPERTIES WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  endif()
endif()

# Robots play against the server and check what they are sent.
if(TARGET server_program AND TARGET robots_program AND NOT MLF_SANITIZE)
  add_test(NAME robots_run COMMAND bash "${PROJECT_SOURCE_DIR}/tests/robots/run.sh" "$<TARGET_FILE:server_program>" "$<TARGET_FILE:robots_program>")
endif()

# The example clients play a hand against the server.
if(TARGET server_program AND NOT MLF_SANITIZE)
  add_test(NAME client_examples COMMAND bash "${PROJECT_SOURCE_DIR}/examples/client/run.sh" "$<TARGET_FILE:server_program>")
  set_tests_properties(client_examples PROPERTIES SKIP_RETURN_CODE 77)
endif()

# A separate project uses the installed package. Skipped with sanitizers, which that project would need too.
if(EXISTS "${PROJECT_SOURCE_DIR}/examples/embed/main.cc" AND NOT MLF_SANITIZE)
  add_test(NAME install
           COMMAND bash "${PROJECT_SOURCE_DIR}/tests/install/run.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" "${CMAKE_CXX_COMPILER}")
endif()

# examples/<name>/ without a CMakeLists.txt of its own becomes the program example_<name>.
file(GLOB example_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/examples" "${PROJECT_SOURCE_DIR}/examples/*/*.cc")
set(examples ${example_sources})
list(TRANSFORM examples REPLACE "/.*$" "")
list(REMOVE_DUPLICATES examples)
foreach(example IN LISTS examples)
  if(NOT EXISTS "${PROJECT_SOURCE_DIR}/examples/${example}/CMakeLists.txt")
    set(sources ${example_sources})
    list(FILTER sources INCLUDE REGEX "^${example}/")
    list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/examples/")
    add_executable(example_${example} ${sources})
    target_link_libraries(example_${example} PRIVATE mlf fmt::fmt)
  endif()
endforeach()
if(TARGET example_loop)
  add_test(NAME example_loop COMMAND example_loop riichi)
  set_tests_properties(example_loop PROPERTIES PASS_REGULAR_EXPRESSION "seat 0: -?[0-9]+")
endif()

# bench/<name>_bench.cc is one program each. Tests do not need them; ./dev bench and ./dev build make them.
add_custom_target(benchmarks)
file(GLOB benchmarks CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*_bench.cc")
foreach(source IN LISTS benchmarks)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} EXCLUDE_FROM_ALL "${source}" "${PROJECT_SOURCE_DIR}/bench/main.cc")
  target_compile_definitions(${name} PRIVATE ${test_definitions})
  target_link_libraries(${name} PRIVATE mlf tree cluster_lib ${MLF_TOOL_LIBRARIES} fmt::fmt benchmark::benchmark)
  add_dependencies(benchmarks ${name})
endforeach()
add_executable(compare EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/bench/compare/compare.cc")
target_link_libraries(compare PRIVATE mlf kit_lib)
add_dependencies(benchmarks compare)

# Compares instruction counts with a baseline; skipped without valgrind or with a build other than the baseline's.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(build "${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${MLF_CPU_FLAG}")
string(APPEND build " ${MLF_SANITIZE} unity=${MLF_UNITY}")
string(REGEX REPLACE " +" " " build "${build}")
add_executable(instructions "${PROJECT_SOURCE_DIR}/bench/instructions.cc")
target_compile_definitions(instructions PRIVATE ${test_definitions} "MLF_BUILD=\"${build}\"")
target_compile_options(instructions PRIVATE -O1)
target_link_libraries(instructions PRIVATE mlf kit_lib fmt::fmt nlohmann_json::nlohmann_json)
add_test(NAME instructions COMMAND instructions check "${PROJECT_SOURCE_DIR}/bench/instructions.json")
set_tests_properties(instructions PROPERTIES SKIP_RETURN_CODE 77)
