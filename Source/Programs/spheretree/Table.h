#pragma once

#include <string>
#include <vector>

namespace spheretree::tool {

/// Rows of cells, printed in columns: the first to the left, numbers to the right.
class Table {
public:
    explicit Table(std::vector<std::string> head) { rows_.push_back(std::move(head)); }

    void Add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    std::string Text(const std::string& indent = "  ") const;

private:
    std::vector<std::vector<std::string>> rows_;
};

/// One line of a file: the cells with a mark between them, and an end of line.
std::string Line(const std::vector<std::string>& cells, char between);

/// Four digits that count; for people.
std::string Short(double value);
/// As many digits as reading the same double back takes; for files.
std::string Exact(double value);

}  // namespace spheretree::tool
