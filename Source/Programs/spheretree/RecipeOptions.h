#pragma once

#include "SphereTree/Recipe.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace spheretree::tool {

/// Small letters, no hyphens: how names given by people are compared.
std::string PlainWord(std::string word);

/// The names of all methods as the command line takes them, small letters.
std::vector<std::string> MethodWords();

/// By its name; capitals and hyphens do not matter. False when there is none.
bool MethodOfWord(const std::string& word, Method& method);

/// What bake and compare share: everything of a recipe but the method.
void AddRecipeOptions(CLI::App& verb, Recipe& recipe);

}  // namespace spheretree::tool
