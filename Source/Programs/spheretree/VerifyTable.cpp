#include "VerifyTable.h"

#include "ConstraintFile.h"
#include "Table.h"
#include "TableFile.h"
#include "Verb.h"

#include <iostream>

namespace spheretree::tool {

namespace {

Result<SubsetVerdict> Judge(const VerifyTableSettings& settings, const SubsetTable& table) {
    ConstraintFile file;
    if (!settings.constraint.empty()) {
        const Result<ConstraintFile> read = ReadConstraintFile(settings.constraint);
        if (!read) return Error{read.Sentence()};
        file = *read;
    }
    if (file.fields.empty() && !table.fields.empty())
        return Error{settings.table + " deforms: --constraint must name the file with its displacement fields."};
    ToolHost toolHost(settings.host, "verifying");
    const Host host = toolHost.Get();
    Host silent = host;
    silent.progress = [](double) { return !ToolHost::IsCancelled(); };
    const std::string* names[2] = {&settings.first, &settings.second};
    BodySpheres bodies[2];
    for (size_t i = 0; i < 2; ++i) {
        const SpheresWish wish{table.source[i], table.level[i], settings.radius, true};
        Result<BodySpheres> body = ReadBodySpheres(*names[i], wish, settings.reading, silent);
        if (!body) return Error{body.Sentence()};
        bodies[i] = std::move(*body);
    }
    VerifyOptions options;
    options.poses = settings.poses;
    options.seed = settings.seed;
    Result<SubsetVerdict> verdict =
        VerifySubsets(table, bodies[0], bodies[1], options, FieldsFor(file, bodies[1]), host);
    if (!verdict) return Error{settings.table + " was not verified. " + verdict.Sentence()};
    return verdict;
}

void PrintVerdict(const VerifyTableSettings& settings, const SubsetTable& table, const SubsetVerdict& verdict) {
    if (settings.json) {
        const nlohmann::ordered_json json{{"file", settings.table},
                                          {"holds", verdict.sentence.empty()},
                                          {"poses", verdict.poses},
                                          {"collidingPoses", verdict.collidingPoses},
                                          {"missedPoses", verdict.missedPoses},
                                          {"deepestMiss", verdict.deepestMiss},
                                          {"firstMissed", verdict.firstMissed},
                                          {"earlyPoses", verdict.earlyPoses},
                                          {"earliest", verdict.earliest}};
        std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
        return;
    }
    std::cout << settings.table << " against " << settings.first << " and " << settings.second << "\n  "
              << verdict.poses << " poses, " << verdict.collidingPoses << " of them colliding\n  ";
    if (verdict.sentence.empty())
        std::cout << "Nothing is missed: the table keeps " << KeepName(table.keep) << ". ";
    else
        std::cout << verdict.sentence << " ";
    std::cout << verdict.earlyPoses << " poses are told early, by " << Short(verdict.earliest) << " at most.\n";
}

}  // namespace

int VerifyTableFile(const VerifyTableSettings& settings) {
    const Result<SubsetTable> table = ReadTableFile(settings.table);
    const Result<SubsetVerdict> verdict = table ? Judge(settings, *table) : Error{table.Sentence()};
    if (!verdict) {
        std::cerr << verdict.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    PrintVerdict(settings, *table, *verdict);
    return verdict->sentence.empty() ? kDone : kNotSound;
}

}  // namespace spheretree::tool
