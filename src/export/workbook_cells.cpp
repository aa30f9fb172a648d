#include "export/workbook_cells.hpp"

namespace saltus {

WorkbookCells::WorkbookCells(lxw_workbook* b)
    : book(b),
      title(workbook_add_format(b)),
      head(workbook_add_format(b)),
      note(workbook_add_format(b)),
      wrapped(workbook_add_format(b)),
      input(workbook_add_format(b)),
      code(workbook_add_format(b)),
      happened(workbook_add_format(b)),
      truth(workbook_add_format(b)),
      gap(workbook_add_format(b)) {
  constexpr lxw_color_t pale = 0x595959;
  format_set_bold(title);
  format_set_font_size(title, 14);
  format_set_bold(head);
  format_set_bottom(head, LXW_BORDER_THIN);
  format_set_italic(note);
  format_set_font_color(note, pale);
  format_set_text_wrap(wrapped);
  format_set_align(wrapped, LXW_ALIGN_VERTICAL_TOP);
  format_set_font_color(wrapped, pale);
  format_set_bg_color(input, 0xFFF2CC);
  format_set_border(input, LXW_BORDER_THIN);
  format_set_border_color(input, 0xBF9000);
  format_set_font_name(code, "Courier New");
  format_set_bg_color(happened, 0xF8CBAD);
  format_set_num_format(truth, "\"TRUE\";\"TRUE\";\"FALSE\"");
  format_set_font_color(gap, 0xBFBFBF);
}

void WorkbookCells::put(lxw_worksheet* sheet, std::size_t row, std::size_t column, const std::string& text,
                        lxw_format* f) const {
  worksheet_write_string(sheet, row_of(row), column_of(column), text.c_str(), f);
}

void WorkbookCells::put_formula(lxw_worksheet* sheet, std::size_t row, std::size_t column, const std::string& formula,
                                double value, lxw_format* f) const {
  worksheet_write_formula_num(sheet, row_of(row), column_of(column), ("=" + formula).c_str(), f, value);
}

void WorkbookCells::put_heads(lxw_worksheet* sheet, std::size_t row, std::initializer_list<const char*> words) const {
  std::size_t column = 0;
  for (const char* word : words) put(sheet, row, column++, word, head);
}

void print_as_wide_as_a_page(lxw_worksheet* sheet) {
  worksheet_set_landscape(sheet);
  worksheet_fit_to_pages(sheet, 1, 0);
}

}  // namespace saltus
