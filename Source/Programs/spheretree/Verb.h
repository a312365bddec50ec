#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace spheretree::tool {

/// What the tool's process ends with; `--help` of every verb says which of them it uses.
enum ExitCode : int {
    kDone = 0,
    kCannotDo = 1,    // a file cannot be read or written
    kWrongUsage = 2,  // the command line is not understood
    kNotSound = 3,    // the answer is no: check --strict, verify
    kCancelled = 130  // Ctrl-C
};

/// Adds one verb's command and its options to the tool and returns what to run when it is chosen. A verb is a file
/// Verb<Name>.cpp, a line below and a line in Main.cpp's table.
using AddVerb = std::function<int()>(CLI::App& tool);

AddVerb AddBakeVerb;
AddVerb AddBatchVerb;
AddVerb AddCheckVerb;
AddVerb AddCollideVerb;
AddVerb AddCompareVerb;
AddVerb AddCompletionVerb;
AddVerb AddDropVerb;
AddVerb AddEvaluateVerb;
AddVerb AddExactVerb;
AddVerb AddExportVerb;
AddVerb AddInspectVerb;
AddVerb AddReportVerb;
AddVerb AddShapesVerb;
AddVerb AddShellsVerb;
AddVerb AddSimulateVerb;
AddVerb AddTabulateVerb;
AddVerb AddTraceVerb;
AddVerb AddVerifyVerb;
AddVerb AddViewVerb;

}  // namespace spheretree::tool
