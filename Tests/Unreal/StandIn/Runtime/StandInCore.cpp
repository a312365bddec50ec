// Log, archives, console variables, configuration, modules, time, threads and figures.

#include "Async/ParallelFor.h"
#include "CoreGlobals.h"
#include "CoreMinimal.h"
#include "HAL/IConsoleManager.h"
#include "HAL/PlatformTime.h"
#include "Misc/ConfigCacheIni.h"
#include "Modules/ModuleManager.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Runtime/StandInRunner.h"
#include "Serialization/CustomVersion.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Serialization/ObjectAndNameAsStringProxyArchive.h"
#include "Stats/Stats.h"
#include "UObject/SoftObjectPtr.h"

#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <thread>

FString GGameIni(u"Game"), GEngineIni(u"Engine");
uint64 GFrameCounter = 0;

FArchive& FArchive::operator<<(FName&) {
    checkf(false, TEXT("this archive knows no names"));
    return *this;
}
FArchive& FArchive::operator<<(UObject*&) {
    checkf(false, TEXT("this archive knows no objects"));
    return *this;
}
void FArchive::UsingCustomVersion(const FGuid& Key) {
    if (Used.ContainsByPredicate([&](const FUsed& One) { return One.Key == Key; })) return;
    const int32 Latest = StandInLatestVersion(Key);
    check(Latest != INDEX_NONE);
    // What was written without saying a version was written by the first one; our archives keep none in their bytes, so
    // a reader counts as up to date unless somebody set it.
    Used.Add({Key, Latest});
}
int32 FArchive::CustomVer(const FGuid& Key) const {
    for (const FUsed& One : Used)
        if (One.Key == Key) return One.Version;
    return -1;
}
void FArchive::SetCustomVersion(const FGuid& Key, int32 Version, FName) { Used.Add({Key, Version}); }

bool StandInTrustCount(FArchive& Ar, int32 Count, size_t SizeOfOne) {
    const int64 Left = Ar.TotalSize() < 0 ? INT32_MAX : Ar.TotalSize() - Ar.Tell();
    if (Ar.IsError() || Count < 0 || static_cast<int64>(SizeOfOne) * Count > Left) {
        Ar.SetError();
        return false;
    }
    return true;
}

FArchive& operator<<(FArchive& Ar, FString& Value) {
    TArray<uint16> Letters(reinterpret_cast<const uint16*>(*Value), Value.Len());
    Ar << Letters;
    if (Ar.IsLoading()) Value = FString(Letters.Num(), reinterpret_cast<const TCHAR*>(Letters.GetData()));
    return Ar;
}
FArchive& operator<<(FArchive& Ar, FText& Value) {
    FString Text = Value.ToString();
    Ar << Text;
    if (Ar.IsLoading()) Value = FText::FromString(Text);
    return Ar;
}
FArchive& operator<<(FArchive& Ar, FVector& V) { return Ar << V.X << V.Y << V.Z; }
FArchive& operator<<(FArchive& Ar, FRotator& R) { return Ar << R.Pitch << R.Yaw << R.Roll; }
FArchive& operator<<(FArchive& Ar, FQuat& Q) { return Ar << Q.X << Q.Y << Q.Z << Q.W; }
FArchive& operator<<(FArchive& Ar, FColor& C) { return Ar << C.B << C.G << C.R << C.A; }
FArchive& operator<<(FArchive& Ar, FLinearColor& C) { return Ar << C.R << C.G << C.B << C.A; }
FArchive& operator<<(FArchive& Ar, FGuid& G) { return Ar << G.A << G.B << G.C << G.D; }
FArchive& operator<<(FArchive& Ar, FTransform& T) {
    FQuat Rotation = T.GetRotation();
    FVector Translation = T.GetTranslation(), Scale = T.GetScale3D();
    Ar << Rotation << Translation << Scale;
    T = FTransform(Rotation, Translation, Scale);
    return Ar;
}
FArchive& operator<<(FArchive& Ar, FSoftObjectPath& Path) { return Ar << Path.Path; }

void FMemoryReader::Serialize(void* Data, int64 Length) {
    if (IsError() || Length < 0 || Offset + Length > Bytes.Num()) {
        SetError();
        std::memset(Data, 0, static_cast<size_t>(Length > 0 ? Length : 0));
        return;
    }
    if (Length > 0) std::memcpy(Data, Bytes.GetData() + Offset, static_cast<size_t>(Length));
    Offset += Length;
}
void FMemoryWriter::Serialize(void* Data, int64 Length) {
    if (Length <= 0) return;
    if (Offset + Length > Bytes.Num()) Bytes.SetNum(static_cast<int32>(Offset + Length));
    std::memcpy(Bytes.GetData() + Offset, Data, static_cast<size_t>(Length));
    Offset += Length;
}
FObjectAndNameAsStringProxyArchive::FObjectAndNameAsStringProxyArchive(FArchive& InInner, bool) : Inner(InInner) {
    bLoading = Inner.IsLoading();
    bSaving = Inner.IsSaving();
    bPersistent = Inner.IsPersistent();
}
FArchive& FObjectAndNameAsStringProxyArchive::operator<<(FName& Name) {
    FString Text = Name.ToString();
    Inner << Text;
    if (IsLoading()) Name = FName(Text);
    return *this;
}
FArchive& FObjectAndNameAsStringProxyArchive::operator<<(UObject*& Object) {
    FString Text = Object ? Object->GetPathName() : FString();
    Inner << Text;
    if (IsLoading()) Object = Text.IsEmpty() ? nullptr : StandInObjects::FindByPath(Text);
    return *this;
}

namespace {
std::map<std::string, int32>& Versions() {
    static std::map<std::string, int32> Map;
    return Map;
}
std::string KeyOf(const FGuid& G) { return std::string(reinterpret_cast<const char*>(&G), sizeof G); }
std::map<std::string, IConsoleVariable*>& Variables() {
    static std::map<std::string, IConsoleVariable*> Map;
    return Map;
}
std::map<std::string, IModuleInterface* (*)()>& ModuleMakers() {
    static std::map<std::string, IModuleInterface* (*)()> Map;
    return Map;
}
std::map<std::string, IModuleInterface*>& LiveModules() {
    static std::map<std::string, IModuleInterface*> Map;
    return Map;
}
std::string NameOf(const TCHAR* Text) { return StandInUtf8(*FString(Text).ToLower()); }
}  // namespace

FCustomVersionRegistration::FCustomVersionRegistration(FGuid Key, int32 Version, FName) {
    Versions()[KeyOf(Key)] = Version;
}
int32 StandInLatestVersion(const FGuid& Key) {
    const auto Found = Versions().find(KeyOf(Key));
    return Found == Versions().end() ? INDEX_NONE : Found->second;
}

IConsoleManager& IConsoleManager::Get() {
    static IConsoleManager Only;
    return Only;
}
IConsoleVariable* IConsoleManager::FindConsoleVariable(const TCHAR* Name) const {
    const auto Found = Variables().find(NameOf(Name));
    return Found == Variables().end() ? nullptr : Found->second;
}
void IConsoleManager::StandInRegister(const TCHAR* Name, IConsoleVariable* Variable) {
    Variables()[NameOf(Name)] = Variable;
}
void IConsoleManager::StandInForget(IConsoleVariable* Variable) {
    std::erase_if(Variables(), [&](const auto& Entry) { return Entry.second == Variable; });
}

FConfigCacheIni* GConfig = new FConfigCacheIni();
void FConfigCacheIni::SetString(const TCHAR* Section, const TCHAR* Key, const TCHAR* Value, const FString& File) {
    RemoveKey(Section, Key, File);
    Lines.Add({File, Section, Key, Value});
}
bool FConfigCacheIni::GetString(const TCHAR* Section, const TCHAR* Key, FString& Value, const FString& File) const {
    for (const FLine& Line : Lines)
        if (Line.File == File && Line.Section == Section && Line.Key == Key) {
            Value = Line.Value;
            return true;
        }
    return false;
}
bool FConfigCacheIni::RemoveKey(const TCHAR* Section, const TCHAR* Key, const FString& File) {
    return Lines.RemoveAll(
               [&](const FLine& Line) { return Line.File == File && Line.Section == Section && Line.Key == Key; }) > 0;
}
bool FConfigCacheIni::EmptySection(const TCHAR* Section, const FString& File) {
    return Lines.RemoveAll([&](const FLine& Line) { return Line.File == File && Line.Section == Section; }) > 0;
}

StandInModule::StandInModule(const char* Name, IModuleInterface* (*Make)()) { ModuleMakers()[Name] = Make; }
FModuleManager& FModuleManager::Get() {
    static FModuleManager Only;
    return Only;
}
bool FModuleManager::IsModuleLoaded(FName Name) const { return LiveModules().count(StandInUtf8(*Name.ToString())) > 0; }
IModuleInterface* FModuleManager::GetModule(FName Name) {
    const auto Found = LiveModules().find(StandInUtf8(*Name.ToString()));
    return Found == LiveModules().end() ? nullptr : Found->second;
}
void StandInStartModules() {
    for (const auto& [Name, Make] : ModuleMakers()) {
        LiveModules()[Name] = Make();
        LiveModules()[Name]->StartupModule();
    }
    StandInEditorReady();
}
void StandInStopModules() {
    while (!LiveModules().empty()) {  // last in, first out
        const auto Last = std::prev(LiveModules().end());
        Last->second->ShutdownModule();
        delete Last->second;
        LiveModules().erase(Last);
    }
}

double FPlatformTime::Seconds() { return ToSeconds64(Cycles64()); }
uint64 FPlatformTime::Cycles64() {
    return static_cast<uint64>(std::chrono::steady_clock::now().time_since_epoch().count());
}
double FPlatformTime::ToSeconds64(uint64 Cycles) { return static_cast<double>(Cycles) * 1e-9; }

namespace {
const std::thread::id GameThread = std::this_thread::get_id();
}
bool IsInGameThread() { return std::this_thread::get_id() == GameThread; }

void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags Flags) {
    if (Num < 2 || Flags == EParallelForFlags::ForceSingleThread) {
        for (int32 i = 0; i < Num; ++i) Body(i);
        return;
    }
    std::thread Other([&] {
        for (int32 i = Num - 1; i >= Num / 2; --i) Body(i);
    });
    for (int32 i = 0; i < Num / 2; ++i) Body(i);
    Other.join();
}

int64& StandInStat(const char* Name) {
    static std::map<std::string, int64, std::less<>> Stats;
    const auto Found = Stats.find(std::string_view(Name));
    return Found != Stats.end() ? Found->second : Stats[Name];
}
double& StandInCsvValue(std::string_view Name) {
    static std::map<std::string, double, std::less<>> Values;
    const auto Found = Values.find(Name);
    return Found != Values.end() ? Found->second : Values[std::string(Name)];
}
double& StandInCsv(const char* Category, const char* Stat) {
    return StandInCsvValue(std::string(Category) + "/" + Stat);
}
