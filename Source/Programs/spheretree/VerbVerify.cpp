#include "LevelFigures.h"
#include "ReadMesh.h"
#include "Table.h"
#include "ToolHost.h"
#include "TreeFile.h"
#include "Verb.h"
#include "VerifyTable.h"

#include <iostream>
#include <memory>

namespace spheretree::tool {

namespace {

struct VerifySettings {
    std::string mesh, file;
    bool json = false;
    ReadOptions reading;
    ToolHost::Options host;
    VerifyTableSettings table;  // with a third file: two bodies and their table of subsets
};

struct Verification {
    std::string coverageFault, errorFault;
    ErrorProof errorProof;

    bool Holds() const { return coverageFault.empty() && errorFault.empty(); }
};

Verification Check(const VerifySettings& settings, const SphereTree& tree, const TriangleMesh& mesh) {
    Verification verification;
    {
        ToolHost toolHost(settings.host, "proving coverage");
        const Host host = toolHost.Get();
        verification.coverageFault = FindFault(tree, mesh, host);
    }
    if (ToolHost::IsCancelled()) return verification;
    ToolHost toolHost(settings.host, "proving errors");
    const Host host = toolHost.Get();
    verification.errorFault = FindErrorFault(tree, mesh, host, &verification.errorProof);
    return verification;
}

/// Bounds are often so tight that no proof fits between them and the truth; then it says how little is left open.
std::string ProofWords(const ErrorProof& proof) {
    std::string words = std::to_string(proof.provenNodes) + " proven";
    if (proof.searchedNodes > 0)
        words += ", " + std::to_string(proof.searchedNodes) + " proven up to " + Short(proof.undecided) +
                 ", and no point beyond was found";
    return words + ".";
}

void PrintVerification(const VerifySettings& settings, const SphereTree& tree, const Verification& verification) {
    if (settings.json) {
        const nlohmann::ordered_json json{{"mesh", settings.mesh},
                                          {"file", settings.file},
                                          {"holds", verification.Holds()},
                                          {"coverageFault", verification.coverageFault},
                                          {"errorFault", verification.errorFault},
                                          {"nodes", tree.nodes.size()},
                                          {"provenErrors", verification.errorProof.provenNodes},
                                          {"searchedErrors", verification.errorProof.searchedNodes},
                                          {"undecided", verification.errorProof.undecided}};
        std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
        return;
    }
    const char* what = tree.isSolid ? "every triangle and the interior" : "every triangle";
    std::cout << settings.file << " against " << settings.mesh << "\n";
    if (verification.coverageFault.empty())
        std::cout << "  Nested coverage is proven for " << what << ".\n";
    else
        std::cout << "  Nested coverage is broken. " << verification.coverageFault << "\n";
    if (verification.errorFault.empty())
        std::cout << "  Certified errors hold: " << ProofWords(verification.errorProof) << "\n";
    else
        std::cout << "  A certified error is broken. " << verification.errorFault << "\n";
}

int RunVerifyTable(const VerifySettings& settings) {
    VerifyTableSettings table = settings.table;
    table.first = settings.mesh;
    table.second = settings.file;
    table.json = settings.json;
    table.reading = settings.reading;
    table.host = settings.host;
    return VerifyTableFile(table);
}

int RunVerify(const VerifySettings& settings) {
    if (!settings.table.table.empty()) return RunVerifyTable(settings);
    const Result<SphereTree> tree = ReadTreeFile(settings.file);
    Result<ReadMesh> read = tree ? ReadMeshFile(settings.mesh, settings.reading) : Error{tree.Sentence()};
    if (!read) {
        std::cerr << read.Sentence() << "\n";
        return ToolHost::IsCancelled() ? kCancelled : kCannotDo;
    }
    const Verification verification = Check(settings, *tree, read->mesh);
    if (ToolHost::IsCancelled()) {
        std::cerr << "Cancelled.\n";
        return kCancelled;
    }
    PrintVerification(settings, *tree, verification);
    return verification.Holds() ? kDone : kNotSound;
}

constexpr const char* kVerifyFooter = R"(Two promises are held against the mesh:
  1. nested coverage: for every point of every triangle a chain of spheres from root to leaf contains it (proven)
  2. certified error: no point of a sphere's ball, outside the object, is farther from it than the node's error

A table of subsets is held against the two bodies that it was made from: at many poses of the motion, whatever the full
sets of spheres tell must be told by the table.

Examples:
  spheretree verify bunny.obj bunny.sphtree
  spheretree verify skull.sphtree jaw.sphtree jaw.tss --poses 100000

Exit codes:
  0    both promises hold; the table misses nothing
  1    a file cannot be read (one sentence says why)
  2    the command line is not understood
  3    a promise is broken (a sentence names the node and the place, or the pose)
  130  cancelled with Ctrl-C)";

}  // namespace

std::function<int()> AddVerifyVerb(CLI::App& tool) {
    auto settings = std::make_shared<VerifySettings>();
    CLI::App* verify = tool.add_subcommand("verify", "Hold a sphere tree's promises against its mesh");
    verify->add_option("MESH", settings->mesh, "Mesh file; with a table, its first body")->required();
    verify
        ->add_option("FILE", settings->file, "The .sphtree file that was baked from it; with a table, its second body")
        ->required();
    verify->add_option("TABLE", settings->table.table, "A .tss file: the table of the two bodies before it");
    verify->add_option("--poses", settings->table.poses, "Table: poses to look at")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    verify->add_option("--seed", settings->table.seed, "Table: of the poses")->capture_default_str();
    verify->add_option("--radius", settings->table.radius, "Table: as it was given to tabulate")
        ->check(CLI::PositiveNumber);
    verify->add_option("--constraint", settings->table.constraint, "Table: the file with the displacement fields");
    verify->add_flag("--json", settings->json, "Print the verdict as JSON");
    verify->add_option("--threads", settings->host.threads, "0 for as many as the machine has")
        ->check(CLI::NonNegativeNumber);
    verify->add_flag("--quiet", settings->host.quiet, "No progress");
    verify->footer(kVerifyFooter);
    return [settings] { return RunVerify(*settings); };
}

}  // namespace spheretree::tool
