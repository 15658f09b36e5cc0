# The table server: the library `server_lib` of all sources in server/<room>/ (server/fair is fair_lib, of Library.cmake). Its program is in tools/server/.

find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(Protobuf REQUIRED)
find_package(prometheus-cpp REQUIRED COMPONENTS core)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)

file(GLOB_RECURSE server_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/server/*.cc")
list(SORT server_sources)
set(wrong "")
foreach(source IN LISTS server_sources)
  if(NOT source MATCHES "^server/[^/]+/[^/]+$")
    string(APPEND wrong "\n  ${source}: the server is the files server/<room>/<name>.cc.")
  endif()
endforeach()
if(wrong)
  message(${MLF_FAULT} "Sources in a wrong place:${wrong}")
endif()

list(FILTER server_sources EXCLUDE REGEX "^server/fair/")

file(GLOB server_protos CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/server/protocol/*.proto")
if(server_protos)
  # Generated code has warnings of its own.
  add_library(server_proto STATIC ${server_protos})
  target_link_libraries(server_proto PUBLIC protobuf::libprotobuf)
  set(proto_folder "${PROJECT_BINARY_DIR}/generated/proto")
  file(MAKE_DIRECTORY "${proto_folder}")
  protobuf_generate(TARGET server_proto LANGUAGE cpp IMPORT_DIRS "${PROJECT_SOURCE_DIR}/server/protocol" PROTOC_OUT_DIR "${proto_folder}")
  target_include_directories(server_proto SYSTEM PUBLIC "${proto_folder}")
  target_compile_options(server_proto PRIVATE -w -O1)
endif()

# Headers that are made by a build. ./dev tidy needs them.
add_custom_target(server_headers)
if(TARGET server_proto)
  add_dependencies(server_headers server_proto)
endif()

# The page of the server and the descriptions of its protocols are part of the program. Without node web/dist is missing; a small page that
# says so takes its place.
set(page_folder "server/http/page")
file(GLOB built_page CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/dist/index.html")
if(built_page)
  set(page_folder "web/dist")
endif()
foreach(embedded "page:${page_folder}:PageFile" "protocol:docs/protocol:ProtocolFile")
  string(REPLACE ":" ";" embedded "${embedded}")
  list(GET embedded 0 name)
  list(GET embedded 1 folder)
  list(GET embedded 2 function)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*")
  set(output "${PROJECT_BINARY_DIR}/generated/server_${name}_files.cc")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${PROJECT_SOURCE_DIR}/${folder}" -DHEADER=server/http/files.h -DSPACE=mlf::server "-DFUNCTION=${function}"
            "-DOUTPUT=${output}" "-DWITHOUT=^replay\\.html$" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake"
    DEPENDS ${files} "${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake"
    COMMENT "Embedding ${folder}" VERBATIM)
  list(APPEND server_sources "${output}")
endforeach()

set(MLF_ECHECS_VARIANT "erren" CACHE STRING "The game of quick matches over echecs frames where server.yaml names none")

# What runs at a start, at a log line, for an HTTP page, or in the simulation. It is compiled apart, because
# optimizing it takes build time and no act gets quicker.
set(server_rare ${server_sources})
list(FILTER server_rare INCLUDE REGEX "^server/(config|http|log|serve|sim)/|_files\\.cc$")
list(REMOVE_ITEM server_sources ${server_rare})

add_library(server_rare OBJECT ${server_rare})
add_library(server_lib STATIC ${server_sources} $<TARGET_OBJECTS:server_rare>)
foreach(target server_rare server_lib)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MLF_UNITY} UNITY_BUILD_MODE GROUP)
  target_compile_definitions(${target} PUBLIC "MLF_ECHECS_VARIANT=\"${MLF_ECHECS_VARIANT}\"")
  target_link_libraries(${target} PUBLIC mlf tree bots_lib fair_lib nlohmann_json::nlohmann_json PkgConfig::SODIUM PkgConfig::SQLITE OpenSSL::SSL
      OpenSSL::Crypto Threads::Threads prometheus-cpp::core PRIVATE fmt::fmt yaml-cpp Boost::headers CLI11::CLI11 spdlog::spdlog PkgConfig::UTF8PROC)
  if(TARGET server_proto)
    target_link_libraries(${target} PUBLIC server_proto)
  endif()
endforeach()
# Files of the rooms of one group are compiled together, so a name in a file must differ from those of these rooms only. Batches of a number
# of files would begin elsewhere whenever a file is added.
foreach(rooms "config|http|log|serve" sim "host|world" "gateway|protocol" journal lobby)
  set(group ${server_sources} ${server_rare})
  list(FILTER group INCLUDE REGEX "^server/(${rooms})/")
  string(REPLACE "|" "_" name "${rooms}")
  set_source_files_properties(${group} PROPERTIES UNITY_GROUP "${name}")
endforeach()
if(MLF_UNITY)
  target_compile_options(server_rare PRIVATE -O1)
  target_compile_options(server_lib PRIVATE -O2)
endif()
