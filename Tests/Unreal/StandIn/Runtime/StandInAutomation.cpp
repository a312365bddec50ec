// The automation framework: it lists the tests, runs them and hears the log.

#include "Containers/UnrealString.h"
#include "Engine/Engine.h"
#include "Misc/AutomationTest.h"
#include "Runtime/StandInRunner.h"
#include "UObject/UObjectGlobals.h"

#include <regex.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

std::vector<FAutomationTestBase*>& AllTests() {
    static std::vector<FAutomationTestBase*> List;
    return List;
}
FAutomationTestBase* Current = nullptr;
bool bVerbose = false;

bool Matches(const FString& Message, const FString& Pattern, EAutomationExpectedErrorFlags::MatchType Match) {
    regex_t Compiled;
    const std::string Text = StandInUtf8(*Pattern);
    const std::string Whole = Match == EAutomationExpectedErrorFlags::Exact ? "^" + Text + "$" : Text;
    if (regcomp(&Compiled, Whole.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
        std::fprintf(stderr, "\"%s\" is no regular expression; patterns are, in the engine too\n", Text.c_str());
        std::abort();
    }
    const bool bFound = regexec(&Compiled, StandInUtf8(*Message).c_str(), 0, nullptr, 0) == 0;
    regfree(&Compiled);
    return bFound;
}

const char* LevelName(ELogVerbosity::Type Level) {
    return Level <= ELogVerbosity::Error ? "Error: " : Level == ELogVerbosity::Warning ? "Warning: " : "";
}

}  // namespace

void StandInLog(const FLogCategoryBase& Category, ELogVerbosity::Type Level, const FString& Message) {
    if (bVerbose || (!Current && Level <= ELogVerbosity::Warning))
        std::printf("%s: %s%s\n", StandInUtf8(Category.Name).c_str(), LevelName(Level), StandInUtf8(*Message).c_str());
    if (Current) Current->StandInHear(Level, Message);
}
bool StandInEnsure(bool bTrue, const char* What, const char* File, int Line) {
    if (bTrue) return true;
    static const FLogCategoryBase Log(u"LogOutputDevice", ELogVerbosity::Log);
    StandInLog(Log, ELogVerbosity::Error,
               FString::Printf(u"Ensure condition failed: %s (%s:%d)", *FString(What), *FString(File), Line));
    return false;
}

FAutomationTestBase::FAutomationTestBase(const char*, bool) { AllTests().push_back(this); }
void FAutomationTestBase::AddError(const FString& Message, int32) { ErrorList.Add(Message); }
void FAutomationTestBase::AddWarning(const FString& Message, int32) {
    if (bVerbose) std::printf("  warning: %s\n", StandInUtf8(*Message).c_str());
}
void FAutomationTestBase::AddInfo(const FString& Message, int32) {
    if (bVerbose) std::printf("  %s\n", StandInUtf8(*Message).c_str());
}
void FAutomationTestBase::AddExpectedError(FString Pattern, EAutomationExpectedErrorFlags::MatchType Match,
                                           int32 Occurrences) {
    ExpectedErrors.Add({Pattern, Match, Occurrences, 0});
}
void FAutomationTestBase::StandInHear(ELogVerbosity::Type Level, const FString& Message) {
    if (Level > ELogVerbosity::Warning) return;
    for (FExpected& One : ExpectedErrors)
        if (Matches(Message, One.Pattern, One.Match)) {
            ++One.Seen;
            return;
        }
    if (Level <= ELogVerbosity::Error) AddError(FString(u"an error in the log: ") + Message);
}
void FAutomationTestBase::StandInBegin() {
    ErrorList.Empty();
    ExpectedErrors.Empty();
    Current = this;
}
TArray<FString> FAutomationTestBase::StandInEnd() {
    for (const FExpected& One : ExpectedErrors) {
        const bool bFine = One.Wanted > 0 ? One.Seen == One.Wanted : One.Seen > 0;
        if (!bFine)
            AddError(FString::Printf(u"\"%s\" was expected %d times in the log and came %d times", *One.Pattern,
                                     One.Wanted, One.Seen));
    }
    Current = nullptr;
    return ErrorList;
}

bool FAutomationTestBase::TestTrue(const TCHAR* What, bool bValue) {
    if (!bValue) AddError(FString::Printf(u"Expected '%s' to be true.", What));
    return bValue;
}
bool FAutomationTestBase::TestFalse(const TCHAR* What, bool bValue) {
    if (bValue) AddError(FString::Printf(u"Expected '%s' to be false.", What));
    return !bValue;
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, int32 A, int32 E) { return TestEqual(What, int64(A), int64(E)); }
bool FAutomationTestBase::TestEqual(const TCHAR* What, int64 Actual, int64 Wanted) {
    if (Actual != Wanted)
        AddError(FString::Printf(u"Expected '%s' to be %lld, but it was %lld.", What, Wanted, Actual));
    return Actual == Wanted;
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, float A, float E, float Tolerance) {
    return TestEqual(What, double(A), double(E), double(Tolerance));
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, double Actual, double Wanted, double Tolerance) {
    const bool bFine = FMath::Abs(Actual - Wanted) <= Tolerance;
    if (!bFine) AddError(FString::Printf(u"Expected '%s' to be %g, but it was %g.", What, Wanted, Actual));
    return bFine;
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, FVector Actual, FVector Wanted, float Tolerance) {
    const bool bFine = Actual.Equals(Wanted, double(Tolerance));
    if (!bFine)
        AddError(
            FString::Printf(u"Expected '%s' to be %s, but it was %s.", What, *Wanted.ToString(), *Actual.ToString()));
    return bFine;
}
bool FAutomationTestBase::TestEqual(const TCHAR* What, const FString& Actual, const FString& Wanted) {
    const bool bFine = Actual.Equals(Wanted, ESearchCase::CaseSensitive);
    if (!bFine) AddError(FString::Printf(u"Expected '%s' to be \"%s\", but it was \"%s\".", What, *Wanted, *Actual));
    return bFine;
}

void FAutomationSpecBase::Describe(const FString& Description, TFunction<void()> Work) {
    Stack.Add({Description, {}, {}});
    Work();
    Stack.Pop();
}
void FAutomationSpecBase::BeforeEach(TFunction<void()> Work) {
    if (Stack.IsEmpty()) Stack.Add({FString(), {}, {}});
    Stack.Last().Before.Add(Work);
}
void FAutomationSpecBase::AfterEach(TFunction<void()> Work) {
    if (Stack.IsEmpty()) Stack.Add({FString(), {}, {}});
    Stack.Last().After.Add(Work);
}
// As in the engine, what stands before an It in its scopes is run before it; the scopes' AfterEach run inside out.
void FAutomationSpecBase::It(const FString& Description, TFunction<void()> Work) {
    FCase Case;
    for (const FScope& Scope : Stack) {
        if (!Scope.Description.IsEmpty()) Case.Name += Scope.Description + u".";
        for (const TFunction<void()>& Step : Scope.Before) Case.Steps.Add(Step);
    }
    Case.Name += Description;
    Case.Steps.Add(Work);
    for (int32 i = Stack.Num() - 1; i >= 0; --i)
        for (const TFunction<void()>& Step : Stack[i].After) Case.Steps.Add(Step);
    Cases.Add(Case);
}
void FAutomationSpecBase::EnsureDefined() const {
    FAutomationSpecBase* Self = const_cast<FAutomationSpecBase*>(this);
    if (bDefined) return;
    Self->bDefined = true;
    Self->Define();
}
void FAutomationSpecBase::GetTests(TArray<FString>& Names, TArray<FString>& Commands) const {
    EnsureDefined();
    for (const FCase& Case : Cases) {
        Names.Add(GetBeautifiedTestName() + u"." + Case.Name);
        Commands.Add(Case.Name);
    }
}
bool FAutomationSpecBase::RunTest(const FString& Parameters) {
    EnsureDefined();
    for (const FCase& Case : Cases)
        if (Case.Name.Equals(Parameters))
            for (const TFunction<void()>& Step : Case.Steps) Step();
    return true;
}

// standin [--list] [--verbose] [prefix]: as `Automation RunTests prefix` in an editor.
int main(int Count, char** Words) {
    std::string Prefix;
    bool bList = false;
    for (int i = 1; i < Count; ++i) {
        if (!std::strcmp(Words[i], "--list"))
            bList = true;
        else if (!std::strcmp(Words[i], "--verbose"))
            bVerbose = true;
        else
            Prefix = Words[i];
    }
    StandInMakeEditor();
    StandInStartModules();
    int Passed = 0, Failed = 0;
    for (FAutomationTestBase* Test : AllTests()) {
        TArray<FString> Names, Commands;
        Test->GetTests(Names, Commands);
        for (int32 i = 0; i < Names.Num(); ++i) {
            const std::string Name = StandInUtf8(*Names[i]);
            if (Name.rfind(Prefix, 0) != 0) continue;
            if (bList) {
                std::printf("%s\n", Name.c_str());
                continue;
            }
            if (bVerbose) std::printf("Test Started. Name={%s}\n", Name.c_str());
            Test->StandInBegin();
            const bool bResult = Test->RunTest(Commands[i]);
            const TArray<FString> Errors = Test->StandInEnd();
            CollectGarbage(RF_NoFlags, true);
            const bool bFine = bResult && Errors.IsEmpty();
            (bFine ? Passed : Failed)++;
            std::printf("Test Completed. Result={%s} Name={%s}\n", bFine ? "Success" : "Fail", Name.c_str());
            for (const FString& Error : Errors) std::printf("    %s\n", StandInUtf8(*Error).c_str());
            std::fflush(stdout);
        }
    }
    StandInStopModules();
    if (!bList) std::printf("%d passed, %d failed\n", Passed, Failed);
    return Failed == 0 && (bList || Passed > 0) ? 0 : 1;
}
