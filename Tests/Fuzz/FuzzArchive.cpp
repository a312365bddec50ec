#include "Archive/Chunks.h"
#include "SphereTree/Archive.h"
#include "SphereTree/ShellTree.h"
#include "SphereTree/SubsetQuery.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

// Any bytes → a sound tree of spheres or shells, a sound table of subsets, or a sentence. The checksum would stop
// nearly everything at the door, so each input is read twice: as it is, and with length and checksum made to fit.
namespace {

using namespace spheretree;

[[noreturn]] void Fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

void ReadAndCompare(const std::vector<uint8_t>& bytes) {
    const Result<SphereTree> tree = ReadArchive(bytes.data(), bytes.size());
    if (!tree) {
        if (tree.Sentence().empty()) Fail("refused without a sentence");
        return;
    }
    if (!FindStructureFault(*tree).empty()) Fail("an unsound tree was read");
    const std::vector<uint8_t> written = WriteArchive(*tree);
    const Result<SphereTree> again = ReadArchive(written.data(), written.size());
    if (!again) Fail("what was written cannot be read");
    if (WriteArchive(*again) != written) Fail("what was read is not what was written");
    if (written.size() > bytes.size()) Fail("more was read than the bytes hold");
}

void ReadTableAndCompare(const std::vector<uint8_t>& bytes) {
    const Result<SubsetTable> table = ReadSubsets(bytes.data(), bytes.size());
    if (!table) {
        if (table.Sentence().empty()) Fail("refused without a sentence");
        return;
    }
    if (!FindTableFault(*table).empty()) Fail("an unsound table was read");
    const std::vector<uint8_t> written = WriteSubsets(*table);
    const Result<SubsetTable> again = ReadSubsets(written.data(), written.size());
    if (!again || WriteSubsets(*again) != written) Fail("what was read is not what was written");
    if (written.size() > bytes.size()) Fail("more was read than the bytes hold");
    const Result<std::shared_ptr<const PackedSubsets>> packed = PackSubsets(*table);
    if (!packed) Fail("a sound table cannot be packed");
    SubsetState state;
    BeginSubsets(state, **packed, table->constraint.rest, std::vector<double>(table->fields.size(), 0.5));
    if (state.insideRange) AdvanceSubsets(state, **packed, Budget::Operations(1000));
}

void ReadShellsAndCompare(const std::vector<uint8_t>& bytes) {
    const Result<ShellTree> tree = ReadShellArchive(bytes.data(), bytes.size());
    if (!tree) {
        if (tree.Sentence().empty()) Fail("refused without a sentence");
        return;
    }
    if (!FindFault(*tree).empty()) Fail("an unsound tree of shells was read");
    const std::vector<uint8_t> written = WriteShellArchive(*tree);
    const Result<ShellTree> again = ReadShellArchive(written.data(), written.size());
    if (!again || WriteShellArchive(*again) != written) Fail("what was read is not what was written");
    if (written.size() > bytes.size()) Fail("more was read than the bytes hold");
}

void ReadAll(const std::vector<uint8_t>& bytes) {
    ReadAndCompare(bytes);
    ReadTableAndCompare(bytes);
    ReadShellsAndCompare(bytes);
}

void MakeFit(std::vector<uint8_t>& bytes) {
    const auto put = [&](size_t at, uint64_t value) {
        for (size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<uint8_t>(value >> (8 * i));
    };
    put(16, bytes.size());
    put(24, ArchiveChecksum(bytes.data(), bytes.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    std::vector<uint8_t> bytes(data, data + size);
    ReadAll(bytes);
    if (size < kHeaderBytes) return 0;
    MakeFit(bytes);
    ReadAll(bytes);
    return 0;
}
