#include "Table.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace spheretree::tool {

namespace {

/// Letters, not bytes: some headings are not plain ASCII.
size_t Width(const std::string& text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string Table::Text(const std::string& indent) const {
    std::vector<size_t> widths(rows_.front().size());
    for (const auto& row : rows_)
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
    std::string text;
    for (const auto& row : rows_) {
        std::string line = indent;
        for (size_t i = 0; i < row.size(); ++i) {
            const std::string filling(widths[i] - Width(row[i]), ' ');
            line += i == 0 ? row[i] + filling : "  " + filling + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string Line(const std::vector<std::string>& cells, char between) {
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += between;
        line += cells[i];
    }
    line += '\n';
    return line;
}

std::string Short(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

std::string Exact(double value) {
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace spheretree::tool
