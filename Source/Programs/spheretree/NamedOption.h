#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace spheretree::tool {

/// An option whose values have names: the help and the refusal list them.
template <typename Value>
CLI::Option* AddNamedOption(CLI::App& verb, const std::string& name, Value& value,
                            const std::vector<std::pair<std::string, Value>>& names, const std::string& text) {
    std::vector<std::string> words;
    for (const auto& entry : names) words.push_back(entry.first);
    return verb
        .add_option_function<std::string>(
            name,
            [&value, names](const std::string& word) {
                for (const auto& entry : names)
                    if (entry.first == word) value = entry.second;
            },
            text)
        ->transform(CLI::IsMember(words, CLI::ignore_case));
}

}  // namespace spheretree::tool
