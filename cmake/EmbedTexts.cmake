# cmake -DTEXTS=<folder> -DOUTPUT=<file> -P EmbedTexts.cmake: a C++ file that holds every file of the folder, for report/assets.hpp.
file(GLOB texts ${TEXTS}/*)
list(SORT texts)
set(entries "")
foreach(file IN LISTS texts)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "  if (name == \"${name}\") return R\"saltus_text(${text})saltus_text\";\n")
endforeach()
file(WRITE ${OUTPUT}
  "#include \"report/assets.hpp\"\n\nnamespace saltus {\n\nstd::string_view report_asset(std::string_view name) {\n${entries}  return {};\n}\n\n}  // namespace saltus\n")
