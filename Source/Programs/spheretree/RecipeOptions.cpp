#include "RecipeOptions.h"

#include "NamedOption.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <utility>

namespace spheretree::tool {

namespace {

void AddBalance(CLI::App& verb, Recipe& recipe) {
    verb.add_option_function<std::vector<double>>(
            "--balance",
            [&recipe](const std::vector<double>& numbers) {
                recipe.balance = true;
                recipe.balanceOptions = {numbers[0], numbers[1], numbers[2]};
            },
            "Drop spheres while the error stays within eq 6.2 of the thesis (Algorithm 11), e.g. 5,0,0.75")
        ->delimiter(',')
        ->expected(3)
        ->type_name("A,B,v");
}

/// "0.5", "0.5cm", "5mm", "0.01m": in the mesh's unit, which is the centimetre where a unit is named (Unreal's own).
std::string ReadLength(const std::string& text, double& value) {
    std::string problem = "is a length above 0, such as 0.5, 0.5cm or 5mm";
    size_t used = 0;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        return problem;
    }
    const std::string unit = text.substr(used);
    const std::pair<const char*, double> units[] = {{"", 1}, {"mm", 0.1}, {"cm", 1}, {"m", 100}};
    for (const auto& [name, size] : units) {
        if (unit != name) continue;
        value *= size;
        return value > 0 && value < 1e150 ? "" : problem;
    }
    return problem;
}

void AddTargets(CLI::App& verb, Recipe& recipe) {
    verb.add_option_function<std::string>(
            "--max-error",
            [&recipe](const std::string& text) {
                if (const std::string fault = ReadLength(text, recipe.maxError); !fault.empty())
                    throw CLI::ValidationError("--max-error", fault);
            },
            "The smallest tree whose leaves stick out no more than this (mm, cm and m count a mesh unit as 1 cm)")
        ->type_name("LENGTH");
    verb.add_option("--spheres", recipe.maxSpheres, "The tightest tree of at most so many spheres, all levels counted")
        ->check(CLI::Range(1, 10'000'000));
}

void AddEffort(CLI::App& verb, Recipe& recipe) {
    AddNamedOption(verb, "--preset", recipe.effort,
                   {{"fast", Effort::Fast}, {"balanced", Effort::Balanced}, {"tight", Effort::Tight}},
                   "How much Tight may do");
    verb.add_option("--foresight", recipe.foresight,
                    "Tight: half of what a level may stick out more, where that lets those below stick out less")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
}

}  // namespace

std::string PlainWord(std::string word) {
    std::erase_if(word, [](char c) { return c == '-' || c == '_'; });
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word;
}

std::vector<std::string> MethodWords() {
    std::vector<std::string> words;
    for (int32_t i = 0; i < kMethodCount; ++i) words.push_back(PlainWord(MethodName(static_cast<Method>(i))));
    return words;
}

bool MethodOfWord(const std::string& word, Method& method) {
    const std::vector<std::string> words = MethodWords();
    const auto found = std::find(words.begin(), words.end(), PlainWord(word));
    if (found == words.end()) return false;
    method = static_cast<Method>(found - words.begin());
    return true;
}

void AddRecipeOptions(CLI::App& verb, Recipe& recipe) {
    verb.add_option("--depth", recipe.depth, "Levels below the root")->check(CLI::Range(0, 8))->capture_default_str();
    verb.add_option("--branch", recipe.branching, "Children per node at most")
        ->check(CLI::Range(2, 8))
        ->capture_default_str();
    AddTargets(verb, recipe);
    AddEffort(verb, recipe);
    verb.add_option("--samples", recipe.samplePoints, "Points on the surface, at least")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    verb.add_option("--medial", recipe.initialMedialSpheres, "Medial spheres of the whole object")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    verb.add_option("--hubbard-medial", recipe.hubbardMedialSpheres, "Medial spheres for HubbardMerge")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    verb.add_option("--region-medial", recipe.regionMedialSpheres, "Medial spheres for each region, at least")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    AddNamedOption(verb, "--selection", recipe.selection,
                   {{"max-cover", Selection::MaxCover}, {"max-elim", Selection::MaxElim}},
                   "Which sphere Expand takes next");
    verb.add_flag("--optimise", recipe.optimise,
                  "Move the spheres of each node until they fit better (Algorithms 9, 10)");
    AddBalance(verb, recipe);
    verb.add_flag("--solid", recipe.solid, "Cover the interior too; closed meshes only");
    verb.add_flag("--triangles", recipe.triangles, "Keep the triangles at the leaves: contacts can become exact");
    verb.add_option("--seed", recipe.seed, "Same seed, same bytes")->capture_default_str();
}

}  // namespace spheretree::tool
