#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"
#include "Logging/LogMacros.h"
#include "Math/Transform.h"
#include "Templates/Function.h"
#include "Templates/UnrealTemplate.h"

#if STANDIN_MINOR >= 5
// [D Runtime/Core/Misc/EAutomationTestFlags, application_version=5.5] 5.5+: an enum, and the mask is a free constant.
enum class EAutomationTestFlags : uint32 {
    None = 0,
    EditorContext = 1,
    ClientContext = 2,
    ServerContext = 4,
    CommandletContext = 8,
    SmokeFilter = 0x01000000,
    EngineFilter = 0x02000000,
    ProductFilter = 0x04000000,
    PerfFilter = 0x08000000,
};
ENUM_CLASS_FLAGS(EAutomationTestFlags)
inline constexpr EAutomationTestFlags EAutomationTestFlags_ApplicationContextMask =
    EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext |
    EAutomationTestFlags::CommandletContext;
using StandInTestFlags = EAutomationTestFlags;
#else
// [D Runtime/Core/Misc/EAutomationTestFlags, application_version=5.4] up to 5.4: a scope with a Type and the mask in
// it.
struct EAutomationTestFlags {
    enum Type : uint32 {
        None = 0,
        EditorContext = 1,
        ClientContext = 2,
        ServerContext = 4,
        CommandletContext = 8,
        ApplicationContextMask = 15,
        SmokeFilter = 0x01000000,
        EngineFilter = 0x02000000,
        ProductFilter = 0x04000000,
        PerfFilter = 0x08000000,
    };
};
using StandInTestFlags = uint32;
#endif

// [D Runtime/Core/Misc/EAutomationExpectedErrorFlags__MatchType] 5.3+
namespace EAutomationExpectedErrorFlags {
enum MatchType { Exact, Contains };
}

// [D Runtime/Core/Misc/FAutomationTestBase] 5.3+
class FAutomationTestBase {
public:
    FAutomationTestBase(const char* Name, bool bInComplexTask);
    virtual ~FAutomationTestBase() = default;
    virtual uint32 GetTestFlags() const = 0;
    virtual bool RunTest(const FString& Parameters) = 0;
    virtual void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const = 0;
    virtual FString GetBeautifiedTestName() const = 0;

    void AddError(const FString& Message, int32 StackOffset = 0);
    void AddWarning(const FString& Message, int32 StackOffset = 0);
    void AddInfo(const FString& Message, int32 StackOffset = 0);
    void AddExpectedError(FString Pattern,
                          EAutomationExpectedErrorFlags::MatchType Match = EAutomationExpectedErrorFlags::Contains,
                          int32 Occurrences = 1);
    bool HasAnyErrors() const { return !ErrorList.IsEmpty(); }

    bool TestTrue(const TCHAR* What, bool bValue);
    bool TestFalse(const TCHAR* What, bool bValue);
    bool TestEqual(const TCHAR* What, int32 Actual, int32 Expected);
    bool TestEqual(const TCHAR* What, int64 Actual, int64 Expected);
    bool TestEqual(const TCHAR* What, float Actual, float Expected, float Tolerance = UE_KINDA_SMALL_NUMBER);
    bool TestEqual(const TCHAR* What, double Actual, double Expected, double Tolerance = UE_KINDA_SMALL_NUMBER);
    bool TestEqual(const TCHAR* What, FVector Actual, FVector Expected, float Tolerance = UE_KINDA_SMALL_NUMBER);
    bool TestEqual(const TCHAR* What, const FString& Actual, const FString& Expected);
    // The template compares with == and prints what it can. [D 5.0 TestEqual] 5.3+
    template <typename T>
    bool TestEqual(const TCHAR* What, const T& Actual, const T& Expected) {
        return TestTrue(What, Actual == Expected);
    }
    template <typename T>
    bool TestNotNull(const TCHAR* What, const T* Pointer) {
        return TestTrue(What, Pointer != nullptr);
    }
    bool TestNull(const TCHAR* What, const void* Pointer) { return TestTrue(What, Pointer == nullptr); }

    void StandInHear(ELogVerbosity::Type Level, const FString& Message);
    void StandInBegin();
    TArray<FString> StandInEnd();

private:
    struct FExpected {
        FString Pattern;
        EAutomationExpectedErrorFlags::MatchType Match;
        int32 Wanted, Seen;
    };
    TArray<FString> ErrorList;
    TArray<FExpected> ExpectedErrors;
};

// [D automation-spec-in-unreal-engine; Runtime/Core/Misc/FAutomationSpecBase] 5.3+. What must wait for a frame ticks
// its own world, so nothing latent is here.
class FAutomationSpecBase : public FAutomationTestBase {
public:
    using FAutomationTestBase::FAutomationTestBase;
    void Describe(const FString& Description, TFunction<void()> Work);
    void It(const FString& Description, TFunction<void()> Work);
    void BeforeEach(TFunction<void()> Work);
    void AfterEach(TFunction<void()> Work);
    virtual void Define() = 0;
    bool RunTest(const FString& Parameters) override;
    void GetTests(TArray<FString>& OutBeautifiedNames, TArray<FString>& OutTestCommands) const override;

private:
    struct FScope {
        FString Description;
        TArray<TFunction<void()>> Before, After;
    };
    struct FCase {
        FString Name;
        TArray<TFunction<void()>> Steps;
    };
    void EnsureDefined() const;
    TArray<FScope> Stack;
    TArray<FCase> Cases;
    bool bDefined = false;
};

// [D Runtime/Core/Misc/IMPLEMENT_SIMPLE_AUTOMATION_TEST; automation-spec-in-unreal-engine] 5.3+. Exactly one filter.
#define STANDIN_ONE_FILTER(Flags)                                                                                     \
    static_assert(((static_cast<uint32>(Flags) >> 24) & 0xffu) != 0 &&                                                \
                      (((static_cast<uint32>(Flags) >> 24) & ((static_cast<uint32>(Flags) >> 24) - 1)) & 0xffu) == 0, \
                  "a test needs exactly one filter flag");                                                            \
    static_assert((static_cast<uint32>(Flags) & 15u) != 0, "a test needs a context flag")
#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(TClass, PrettyName, Flags)                       \
    STANDIN_ONE_FILTER(Flags);                                                            \
    class TClass : public FAutomationTestBase {                                           \
    public:                                                                               \
        TClass() : FAutomationTestBase(#TClass, false) {}                                 \
        uint32 GetTestFlags() const override { return static_cast<uint32>(Flags); }       \
        FString GetBeautifiedTestName() const override { return FString(PrettyName); }    \
        void GetTests(TArray<FString>& Names, TArray<FString>& Commands) const override { \
            Names.Add(FString(PrettyName));                                               \
            Commands.Add(FString());                                                      \
        }                                                                                 \
        bool RunTest(const FString& Parameters) override;                                 \
    };                                                                                    \
    namespace {                                                                           \
    TClass TClass##AutomationTestInstance;                                                \
    }
#define BEGIN_DEFINE_SPEC(TClass, PrettyName, Flags)                                   \
    STANDIN_ONE_FILTER(Flags);                                                         \
    class TClass : public FAutomationSpecBase {                                        \
    public:                                                                            \
        TClass() : FAutomationSpecBase(#TClass, false) {}                              \
        uint32 GetTestFlags() const override { return static_cast<uint32>(Flags); }    \
        FString GetBeautifiedTestName() const override { return FString(PrettyName); } \
        void Define() override;                                                        \
                                                                                       \
    private:
#define END_DEFINE_SPEC(TClass)            \
    }                                      \
    ;                                      \
    namespace {                            \
    TClass TClass##AutomationSpecInstance; \
    }
