# How the targets of this project are made: one library per folder of src/, one warning level for all.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON) # vector extensions and __float128
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2") # asserts stay on: they are cheap, and never reachable from input

find_program(SALTUS_CCACHE ccache)
if(SALTUS_CCACHE)
  # What was compiled in one checkout is known in another one.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${SALTUS_CCACHE})
endif()

add_library(saltus_flags INTERFACE)
# -ffp-contract=off: the same sums in every build; fma is written where it is meant.
target_compile_options(saltus_flags INTERFACE -Wall -Wextra -ffp-contract=off)
if(NOT SALTUS_FUZZ) # clang warns about other things than the compiler we build with
  target_compile_options(saltus_flags INTERFACE -Wconversion -Werror)
endif()
if(SALTUS_SANITIZE)
  # With sanitizers the compiler loses track of which member of a std::variant is alive, and warns of the others.
  target_compile_options(saltus_flags INTERFACE -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
    -Wno-maybe-uninitialized)
  target_link_options(saltus_flags INTERFACE -fsanitize=address,undefined)
endif()
if(SALTUS_FUZZ)
  target_compile_options(saltus_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
  target_link_options(saltus_flags INTERFACE -fsanitize=address,undefined)
endif()

# saltus_library(<folder> USES <targets...>): the library saltus_<folder> from src/<folder>/*.cpp, installed as saltus::<folder>.
function(saltus_library folder)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  set(name saltus_${folder})
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:saltus_flags>)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${name} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/saltus>)
  target_compile_features(${name} ${scope} cxx_std_20)
  target_link_libraries(${name} ${scope} ${ARG_USES})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${folder})
  install(TARGETS ${name} EXPORT saltus_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
