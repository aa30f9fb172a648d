# The loops over lanes (src/sim/lane_loop_*.cpp), each for its instruction set. Traps and errno are nobody's business there; both leave all
# values as they are.
set(lane_flags -fno-math-errno -fno-trapping-math)
set(lane_loop ${PROJECT_SOURCE_DIR}/src/sim/lane_loop_)
set_source_files_properties(${lane_loop}sse2.cpp PROPERTIES COMPILE_OPTIONS "${lane_flags}")
# One template serves all widths: sanitizers look at the narrowest, as each width takes the compiler minutes with them.
set(wide_flags ${lane_flags})
if(SALTUS_SANITIZE)
  list(APPEND wide_flags -fno-sanitize=all)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(${lane_loop}avx2.cpp PROPERTIES COMPILE_OPTIONS "${wide_flags};-march=x86-64-v3")
  set_source_files_properties(${lane_loop}avx512.cpp PROPERTIES COMPILE_OPTIONS "${wide_flags};-march=x86-64-v4")
  # Kernels of packed codes (src/tape/run_packed_*.cpp).
  set(run_packed ${PROJECT_SOURCE_DIR}/src/tape/run_packed_)
  set_source_files_properties(${run_packed}256.cpp PROPERTIES COMPILE_OPTIONS "${wide_flags};-march=x86-64-v3")
  set_source_files_properties(${run_packed}512.cpp PROPERTIES COMPILE_OPTIONS "${wide_flags};-march=x86-64-v4")
endif()
