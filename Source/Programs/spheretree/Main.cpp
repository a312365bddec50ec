#include "Verb.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <utility>

namespace {

using namespace spheretree::tool;

struct VerbLine {
    const char* name;
    AddVerb* add;
};

constexpr std::array kVerbs{
    VerbLine{"check", AddCheckVerb},       VerbLine{"bake", AddBakeVerb},
    VerbLine{"batch", AddBatchVerb},       VerbLine{"inspect", AddInspectVerb},
    VerbLine{"verify", AddVerifyVerb},     VerbLine{"compare", AddCompareVerb},
    VerbLine{"export", AddExportVerb},     VerbLine{"simulate", AddSimulateVerb},
    VerbLine{"collide", AddCollideVerb},   VerbLine{"trace", AddTraceVerb},
    VerbLine{"evaluate", AddEvaluateVerb}, VerbLine{"completion", AddCompletionVerb},
    VerbLine{"drop", AddDropVerb},         VerbLine{"view", AddViewVerb},
    VerbLine{"report", AddReportVerb},     VerbLine{"exact", AddExactVerb},
    VerbLine{"shapes", AddShapesVerb},     VerbLine{"shells", AddShellsVerb},
    VerbLine{"tabulate", AddTabulateVerb},
};

/// Help and version are answers; everything else is one sentence and code 2.
int Explain(const CLI::App& tool, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return tool.exit(error);
    std::string words = error.what();
    for (char& c : words)
        if (c == '\n') c = ' ';
    std::cerr << words << ". Try spheretree --help.\n";
    return kWrongUsage;
}

bool IsVerb(const std::string& word) {
    return std::any_of(kVerbs.begin(), kVerbs.end(), [&word](const VerbLine& verb) { return verb.name == word; });
}

int Run(int argc, char** argv) {
    if (argc > 1 && argv[1][0] != '-' && !IsVerb(argv[1])) {
        std::cerr << "There is no verb " << argv[1] << ". Try spheretree --help.\n";
        return kWrongUsage;
    }
    CLI::App tool{"Tight sphere trees for meshes"};
    tool.name("spheretree");
    tool.set_version_flag("--version", "spheretree " SPHERETREE_VERSION);
    tool.require_subcommand(1);
    tool.footer("spheretree VERB --help says more about each, with examples and exit codes.");
    std::array<std::function<int()>, kVerbs.size()> run;
    for (size_t i = 0; i < kVerbs.size(); ++i) run[i] = kVerbs[i].add(tool);
    try {
        tool.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return Explain(tool, error);
    }
    for (size_t i = 0; i < kVerbs.size(); ++i)
        if (tool.got_subcommand(kVerbs[i].name)) return run[i]();
    return kWrongUsage;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return Run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "spheretree stopped: " << error.what() << ".\n";
        return kCannotDo;
    }
}
