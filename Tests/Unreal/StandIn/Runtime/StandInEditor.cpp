// The editor: transactions, menus, notifications, assets, files, caches and windows, all in memory.

#include "AssetDefinition.h"
#include "AssetDefinitionDefault.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "Commandlets/Commandlet.h"
#include "ComponentVisualizer.h"
#include "Containers/Ticker.h"
#include "ContentBrowserMenuContexts.h"
#include "CoreGlobals.h"
#include "DerivedDataCacheInterface.h"
#include "Editor/UnrealEdEngine.h"
#include "EditorViewportClient.h"
#include "Factories/Factory.h"
#include "Framework/Notifications/NotificationManager.h"
#include "IDetailsView.h"
#include "Logging/MessageLog.h"
#include "Misc/App.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "Runtime/StandInRunner.h"
#include "SceneManagement.h"
#include "ScopedTransaction.h"
#include "SourceControlHelpers.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "Subsystems/ImportSubsystem.h"
#include "ThumbnailRendering/ThumbnailManager.h"
#include "ToolMenus.h"
#include "Toolkits/AssetEditorToolkit.h"
#include "UObject/Package.h"
#include "UObject/SavePackage.h"
#include "UnrealEdGlobals.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Notifications/SNotificationList.h"
#include "Widgets/SWindow.h"
#if STANDIN_MINOR >= 6
#include "PrimitiveDrawInterface.h"
#include "PrimitiveDrawingUtils.h"
#endif

#include <cstdio>
#include <map>
#include <string>

STANDIN_IMPLEMENT(UCommandlet, "Engine")
STANDIN_IMPLEMENT(UFactory, "UnrealEd")
STANDIN_IMPLEMENT(UThumbnailRenderer, "UnrealEd")
STANDIN_IMPLEMENT(UDefaultSizedThumbnailRenderer, "UnrealEd")
STANDIN_IMPLEMENT(UThumbnailManager, "UnrealEd")
STANDIN_IMPLEMENT(UEditorEngine, "UnrealEd")
STANDIN_IMPLEMENT(UUnrealEdEngine, "UnrealEd")
STANDIN_IMPLEMENT(UEditorSubsystem, "EditorSubsystem")
STANDIN_IMPLEMENT(UImportSubsystem, "UnrealEd")
STANDIN_IMPLEMENT(UAssetEditorSubsystem, "UnrealEd")
STANDIN_IMPLEMENT(UAssetDefinition, "AssetDefinition")
STANDIN_IMPLEMENT(UAssetDefinitionDefault, "UnrealEd")
STANDIN_IMPLEMENT(UToolMenu, "ToolMenus")
STANDIN_IMPLEMENT(UToolMenus, "ToolMenus")
STANDIN_IMPLEMENT(UContentBrowserAssetContextMenuContext, "ContentBrowser")
STANDIN_IMPLEMENT(USourceControlHelpers, "SourceControl")

UEditorEngine* GEditor = nullptr;
UUnrealEdEngine* GUnrealEd = nullptr;
FEditorDelegates::FOnPIEEvent FEditorDelegates::PreBeginPIE;

void StandInMakeEditor() {
    GEngine = NewObject<UUnrealEdEngine>();
    GEngine->AddToRoot();
}

bool UEditorEngine::UndoTransaction(bool) { return StandInTransactions::Undo(); }
void UEditorEngine::EditorAddModalWindow(TSharedRef<SWindow> Window) {
    checkf(StandInModal, TEXT("a modal window, and nobody there to close it"));
    StandInModal(*Window);
    StandInModal = nullptr;
}
UObject* UEditorEngine::StandInSubsystem(UClass* Class) const {
    for (UObject* One : Subsystems)
        if (One->IsA(Class)) return One;
    Subsystems.Add(NewObject<UObject>(const_cast<UEditorEngine*>(this), Class));
    return Subsystems.Last();
}
void UEditorEngine::StandInReferences(StandInVisitor& Visitor) {
    Super::StandInReferences(Visitor);
    for (UObject* One : Subsystems) Visitor.Visit(One);
}
void UUnrealEdEngine::RegisterComponentVisualizer(FName Name, TSharedPtr<FComponentVisualizer> Visualizer) {
    Names.Add(Name);
    Visualizers.Add(Visualizer);
}
void UUnrealEdEngine::UnregisterComponentVisualizer(FName Name) {
    const int32 At = Names.Find(Name);
    if (At == INDEX_NONE) return;
    Names.RemoveAt(At);
    Visualizers.RemoveAt(At);
}
TSharedPtr<FComponentVisualizer> UUnrealEdEngine::FindComponentVisualizer(FName Name) const {
    const int32 At = Names.Find(Name);
    return At == INDEX_NONE ? nullptr : Visualizers[At];
}

FScopedTransaction::FScopedTransaction(const FText& Name, const bool) { StandInTransactions::Begin(Name); }
FScopedTransaction::~FScopedTransaction() { StandInTransactions::End(); }

FTSTicker& FTSTicker::GetCoreTicker() {
    static FTSTicker Only;
    return Only;
}
void FTSTicker::Tick(float DeltaTime) {
    TArray<FEntry> Now;
    Swap(Now, Entries);
    for (FEntry& Entry : Now) {
        Entry.Left -= DeltaTime;
        const bool bDue = Entry.Left <= 0;
        if (bDue) Entry.Left = Entry.Delay;
        if (!bDue || Entry.Delegate.Execute(DeltaTime)) Entries.Add(Entry);
    }
}

bool FApp::bStandInUnattended = false;
bool FApp::IsUnattended() { return bStandInUnattended; }

int32 FScopedSlowTask::StandInDialogs = 0;
int32 FScopedSlowTask::StandInFrames = 0;
float FScopedSlowTask::StandInCancelAt = 2;
FScopedSlowTask::FScopedSlowTask(float InAmount, const FText&, bool) : Amount(InAmount) { check(IsInGameThread()); }
FScopedSlowTask::~FScopedSlowTask() { check(IsInGameThread()); }
void FScopedSlowTask::MakeDialog(bool bShowCancelButton, bool) {
    ++StandInDialogs;
    bCanCancel = bShowCancelButton;
}
void FScopedSlowTask::EnterProgressFrame(float Expected, const FText&) {
    check(IsInGameThread());
    ++StandInFrames;
    Entered += Expected;
    ensure(Expected >= 0 && Entered <= Amount * 1.01f);
}
bool FScopedSlowTask::ShouldCancel() const {
    check(IsInGameThread());
    return bCanCancel && Entered >= StandInCancelAt * Amount;
}

namespace {
TSharedRef<FTokenizedMessage> Tell(FName Log, ELogVerbosity::Type Level, const FText& Message) {
    const FString Name = Log.ToString();
    const FLogCategoryBase Category(*Name, ELogVerbosity::Log);
    StandInLog(Category, Level, Message.ToString());
    return MakeShared<FTokenizedMessage>();
}
}  // namespace
TSharedRef<FTokenizedMessage> FMessageLog::Warning(const FText& Message) {
    return Tell(LogName, ELogVerbosity::Warning, Message);
}
TSharedRef<FTokenizedMessage> FMessageLog::Error(const FText& Message) {
    return Tell(LogName, ELogVerbosity::Error, Message);
}

FSlateNotificationManager& FSlateNotificationManager::Get() {
    static FSlateNotificationManager Only;
    return Only;
}
TSharedPtr<SNotificationItem> FSlateNotificationManager::AddNotification(const FNotificationInfo& Info) {
    StandInTexts.Add(Info.Text.Get());
    StandInLinks.Add(Info.Hyperlink);
    return MakeShared<SNotificationItem>();
}

namespace {

TArray<TWeakObjectPtr<UObject>>& Registered() {
    static TArray<TWeakObjectPtr<UObject>> Assets;
    return Assets;
}
bool IsBelow(const FString& Path, const FString& Folder, bool bRecursive) {
    return Path == Folder || (bRecursive && Path.StartsWith(Folder + u"/"));
}
bool Matches(const FAssetData& Data, const FARFilter& Filter) {
    const auto InFolder = [&](FName Folder) {
        return IsBelow(Data.PackagePath.ToString(), Folder.ToString(), Filter.bRecursivePaths);
    };
    const bool bClass = Filter.ClassPaths.IsEmpty() || Filter.ClassPaths.Contains(Data.AssetClassPath);
    return bClass && (Filter.PackagePaths.IsEmpty() || Filter.PackagePaths.ContainsByPredicate(InFolder));
}

}  // namespace

int32 FAssetData::StandInLoads = 0;
FAssetData::FAssetData(const UObject* Asset)
    : PackageName(*Asset->GetPackage()->GetName()),
      AssetName(*Asset->GetName()),
      AssetClassPath(Asset->GetClass()->GetClassPathName()) {
    int32 Slash = 0;
    const FString Package = PackageName.ToString();
    PackagePath = FName(Package.FindLastChar(u'/', Slash) ? Package.Left(Slash) : Package);
}
UObject* FAssetData::GetAsset() const {
    ++StandInLoads;
    return GetSoftObjectPath().TryLoad();
}
bool FAssetData::IsInstanceOf(const UClass* Base) const {
    const UClass* Class = Cast<UClass>(StandInObjects::FindByPath(AssetClassPath.ToString()));
    for (UClass* (*Make)() : StandInReflection::Classes())
        if (Make()->GetClassPathName() == AssetClassPath) Class = Make();
    return Class && Class->IsChildOf(Base);
}
IAssetRegistry& IAssetRegistry::GetChecked() {
    static IAssetRegistry Only;
    return Only;
}
bool IAssetRegistry::GetAssets(const FARFilter& Filter, TArray<FAssetData>& Out) const {
    for (const TWeakObjectPtr<UObject>& Asset : Registered())
        if (bSearched && Asset.IsValid() && Matches(FAssetData(Asset.Get()), Filter)) Out.Add(FAssetData(Asset.Get()));
    return true;
}
FAssetData IAssetRegistry::GetAssetByObjectPath(const FSoftObjectPath& Path, bool) const {
    for (const TWeakObjectPtr<UObject>& Asset : Registered())
        if (Asset.IsValid() && Asset->GetPathName() == Path.ToString()) return FAssetData(Asset.Get());
    return FAssetData();
}
void FAssetRegistryModule::AssetCreated(UObject* Asset) { Registered().Add(Asset); }
void FAssetRegistryModule::AssetDeleted(UObject* Asset) { Registered().Remove(TWeakObjectPtr<UObject>(Asset)); }

FString FPackageName::LongPackageNameToFilename(const FString& Name, const FString& Extension) {
    return FString(u"Content") + Name + Extension;
}
FString FPackageName::GetLongPackagePath(const FString& Name) {
    int32 Slash = INDEX_NONE;
    return Name.FindLastChar(u'/', Slash) ? Name.Left(Slash) : FString();
}
const FString& FPackageName::GetAssetPackageExtension() {
    static const FString Extension(u".uasset");
    return Extension;
}
TArray<FString> UPackage::StandInSaved, UPackage::StandInFiles;
bool FPaths::FileExists(const FString& Path) { return UPackage::StandInFiles.Contains(Path); }
FString UPackage::StandInReadOnly;
bool UPackage::SavePackage(UPackage* Package, UObject*, const TCHAR* File, const FSavePackageArgs& Args) {
    const bool bWritten = StandInReadOnly.IsEmpty() || !FString(File).Contains(StandInReadOnly);
    if (!ensure(Args.TopLevelFlags != RF_NoFlags) || !bWritten) return false;
    StandInSaved.Add(File);
    StandInFiles.AddUnique(File);
    Package->SetDirtyFlag(false);
    return true;
}

bool USourceControlHelpers::bStandInAvailable = false;
FString USourceControlHelpers::StandInLocked;
TArray<FString> USourceControlHelpers::StandInCheckedOut, USourceControlHelpers::StandInAdded;
bool USourceControlHelpers::IsAvailable() { return bStandInAvailable; }
bool USourceControlHelpers::CheckOutOrAddFile(const FString& File, bool) {
    const bool bLocked = !StandInLocked.IsEmpty() && File.Contains(StandInLocked);
    if (bLocked || !FPaths::FileExists(File)) return false;
    StandInCheckedOut.Add(File);
    return true;
}
bool USourceControlHelpers::MarkFileForAdd(const FString& File, bool) {
    const bool bLocked = !StandInLocked.IsEmpty() && File.Contains(StandInLocked);
    if (bLocked || !FPaths::FileExists(File)) return false;
    StandInAdded.Add(File);
    return true;
}
FText USourceControlHelpers::LastErrorMsg() { return FText::FromString(u"somebody else has it"); }

namespace {
std::map<std::string, TArray<uint8>>& Cached() {
    static std::map<std::string, TArray<uint8>> Values;
    return Values;
}
}  // namespace
FDerivedDataCacheInterface& GetDerivedDataCacheRef() {
    static FDerivedDataCacheInterface Only;
    return Only;
}
bool FDerivedDataCacheInterface::GetSynchronous(const TCHAR* Key, TArray<uint8>& Out, FStringView) {
    const auto Found = Cached().find(StandInUtf8(Key));
    if (Found == Cached().end()) return false;
    ++StandInHits;
    Out = Found->second;
    if (bStandInDamages) Out[Out.Num() / 2] = static_cast<uint8>(Out[Out.Num() / 2] ^ 0x5a);
    return true;
}
void FDerivedDataCacheInterface::Put(const TCHAR* Key, TArrayView64<const uint8> Data, FStringView, bool) {
    const std::string Name = StandInUtf8(Key);
    // [D FDerivedDataCacheInterface/ValidCacheKeyChars]
    ensure(Name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos);
    ++StandInPuts;
    Cached()[Name] = TArray<uint8>(Data.GetData(), Data.Num());
}

bool FFileHelper::SaveStringToFile(const FString& Text, const TCHAR* File) {
    std::FILE* Open = std::fopen(StandInUtf8(File).c_str(), "wb");
    if (!Open) return false;
    const std::string Bytes = StandInUtf8(*Text);
    const bool bFine = std::fwrite(Bytes.data(), 1, Bytes.size(), Open) == Bytes.size();
    return std::fclose(Open) == 0 && bFine;
}
bool FFileHelper::LoadFileToString(FString& Text, const TCHAR* File) {
    std::FILE* Open = std::fopen(StandInUtf8(File).c_str(), "rb");
    if (!Open) return false;
    std::string Bytes;
    char Part[4096];
    for (size_t Count; (Count = std::fread(Part, 1, sizeof Part, Open)) > 0;) Bytes.append(Part, Count);
    std::fclose(Open);
    Text = FString(StandInUtf16(Bytes).c_str());
    return true;
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FString& Out) {
    const FString Line(Stream);
    const int32 At = Line.ToLower().Find(FString(Match).ToLower());
    if (At == INDEX_NONE) return false;
    Out = Line.Mid(At + FString(Match).Len());
    const bool bQuoted = Out.StartsWith(u"\"");
    if (bQuoted) Out = Out.Mid(1);
    for (const TCHAR* End : {bQuoted ? u"\"" : u" ", bQuoted ? u"\"" : u"\t"}) {
        const int32 Stop = Out.Find(End);
        if (Stop != INDEX_NONE) Out = Out.Left(Stop);
    }
    return true;
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, int32& Out) {
    FString Word;
    if (!Value(Stream, Match, Word)) return false;
    Out = FCString::Atoi(*Word);
    return true;
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, float& Out) {
    FString Word;
    if (!Value(Stream, Match, Word)) return false;
    Out = FCString::Atof(*Word);
    return true;
}
bool FParse::Param(const TCHAR* Stream, const TCHAR* Name) {
    TArray<FString> Words;
    FString(Stream).ParseIntoArray(Words, u" ");
    const FString Wanted = FString(u"-") + Name;
    return Words.ContainsByPredicate([&](const FString& Word) { return Word == Wanted; });
}

namespace {
TMulticastDelegate<void()>& MenuCallbacks() {
    static TMulticastDelegate<void()> Callbacks;
    return Callbacks;
}
FToolMenuOwner MenuOwner;
bool bEditorReady = false;
}  // namespace
void StandInEditorReady() {
    bEditorReady = true;
    GEditor = GUnrealEd = static_cast<UUnrealEdEngine*>(GEngine);
    MenuCallbacks().Broadcast();
}
FToolMenuOwnerScoped::FToolMenuOwnerScoped(const FToolMenuOwner In) { MenuOwner = In; }
FToolMenuOwnerScoped::~FToolMenuOwnerScoped() { MenuOwner = FToolMenuOwner(); }
FToolMenuEntry& FToolMenuSection::AddMenuEntry(const FName InName, const TAttribute<FText>& InLabel,
                                               const TAttribute<FText>& InToolTip, const TAttribute<FSlateIcon>&,
                                               const FToolUIActionChoice& InAction) {
    ensure(!InToolTip.Get().IsEmpty());
    return Blocks.Add_GetRef({InName, MenuOwner, InLabel, InAction, {}});
}
FToolMenuEntry& FToolMenuSection::AddDynamicEntry(const FName InName, const FNewToolMenuSectionDelegate& In) {
    return Blocks.Add_GetRef({InName, MenuOwner, {}, {}, In});
}
FToolMenuSection& UToolMenu::FindOrAddSection(const FName SectionName) {
    for (const TSharedPtr<FToolMenuSection>& Section : StandInSections)
        if (Section->Name == SectionName) return *Section;
    StandInSections.Add(MakeShared<FToolMenuSection>());
    StandInSections.Last()->Name = SectionName;
    return *StandInSections.Last();
}
UToolMenus* UToolMenus::Get() {
    check(bEditorReady);
    static UToolMenus* Only = nullptr;
    if (!Only) {
        Only = NewObject<UToolMenus>();
        Only->AddToRoot();
    }
    return Only;
}
FDelegateHandle UToolMenus::RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& In) {
    return MenuCallbacks().Add(In);
}
void UToolMenus::UnRegisterStartupCallback(FDelegateHandle Handle) { MenuCallbacks().Remove(Handle); }
void UToolMenus::UnregisterOwner(FToolMenuOwner Owner) {
    for (UToolMenu* Menu : Get()->StandInMenus)
        for (const TSharedPtr<FToolMenuSection>& Section : Menu->StandInSections)
            Section->Blocks.RemoveAll([&](const FToolMenuEntry& Entry) { return Entry.Owner.Name == Owner.Name; });
}
UToolMenu* UToolMenus::ExtendMenu(const FName Name) {
    for (UToolMenu* Menu : StandInMenus)
        if (Menu->MenuName == Name) return Menu;
    StandInMenus.Add(NewObject<UToolMenu>(this));
    StandInMenus.Last()->MenuName = Name;
    return StandInMenus.Last();
}
TArray<FToolMenuEntry> UToolMenus::StandInOpen(FName Name, UObject* Context) {
    FToolMenuSection Shown;
    Shown.Context.StandInObject = Context;
    for (const TSharedPtr<FToolMenuSection>& Section : ExtendMenu(Name)->StandInSections)
        for (const FToolMenuEntry& Entry : Section->Blocks) Entry.StandInConstruct.ExecuteIfBound(Shown);
    return Shown.Blocks;
}
void UToolMenus::StandInReferences(StandInVisitor& Visitor) {
    Super::StandInReferences(Visitor);
    for (UToolMenu* Menu : StandInMenus) Visitor.Visit(Menu);
}

UThumbnailManager& UThumbnailManager::Get() {
    static UThumbnailManager* Only = nullptr;
    if (!Only) {
        Only = NewObject<UThumbnailManager>();
        Only->AddToRoot();
    }
    return *Only;
}
void UThumbnailManager::RegisterCustomRenderer(UClass* Class, TSubclassOf<UThumbnailRenderer> Renderer) {
    check(Renderer.Get());
    StandInClasses.Add(Class);
}
void UThumbnailManager::UnregisterCustomRenderer(UClass* Class) { StandInClasses.Remove(Class); }

namespace {
class FPlainDetails final : public IDetailsView {
public:
    void SetObject(UObject*, bool) override {}
};
}  // namespace
TSharedRef<IDetailsView> FPropertyEditorModule::CreateDetailView(const FDetailsViewArgs&) {
    return MakeShared<FPlainDetails>();
}
IMPLEMENT_MODULE(FPropertyEditorModule, PropertyEditor);

FAssetCategoryPath EAssetCategoryPaths::Physics(FText::FromString(u"Physics"));
FAssetCategoryPath EAssetCategoryPaths::Misc(FText::FromString(u"Miscellaneous"));

bool UAssetEditorSubsystem::OpenEditorForAsset(UObject* Asset) {
    for (UClass* (*Make)() : StandInReflection::Classes()) {
        if (!Make()->IsChildOf(UAssetDefinition::StaticClass())) continue;
        const UAssetDefinition* Definition = static_cast<UAssetDefinition*>(Make()->GetDefaultObject());
        if (!Definition->GetAssetClass().Get() || !Asset->IsA(Definition->GetAssetClass().Get())) continue;
        FAssetOpenArgs Args;
        Args.Assets.Add(FAssetData(Asset));
        return Definition->OpenAssets(Args) == EAssetCommandResult::Handled;
    }
    return false;
}

TArray<TSharedRef<FAssetEditorToolkit>>& FAssetEditorToolkit::StandInOpen() {
    static TArray<TSharedRef<FAssetEditorToolkit>> Open;
    return Open;
}
void FAssetEditorToolkit::InitAssetEditor(const EToolkitMode::Type, const TSharedPtr<IToolkitHost>&, const FName,
                                          const TSharedRef<FTabManager::FLayout>& Layout, const bool, const bool,
                                          UObject*) {
    Tabs = MakeShared<FTabManager>();
    RegisterTabSpawners(Tabs.ToSharedRef());
    for (const FName Wanted : Layout->StandInTabs)
        for (const TSharedRef<FTabSpawnerEntry>& Spawner : Tabs->StandInSpawners)
            if (Spawner->Name == Wanted) StandInTabs.Add(Spawner->StandInSpawn.Execute(FSpawnTabArgs()));
    StandInOpen().Add(AsShared());
}
void FAssetEditorToolkit::StandInClose() {
    const TSharedRef<FAssetEditorToolkit> Self = AsShared();
    UnregisterTabSpawners(Tabs.ToSharedRef());
    StandInTabs.Empty();
    StandInOpen().RemoveAll([&](const TSharedRef<FAssetEditorToolkit>& One) { return &One.Get() == this; });
}
FEditorViewportClient::FEditorViewportClient(FEditorModeTools*, FPreviewScene* Scene,
                                             const TWeakPtr<SEditorViewport>&) {
    check(Scene);
}
void DrawWireSphere(FPrimitiveDrawInterface* PDI, const FVector&, const FLinearColor&, double, int32, uint8, float) {
    ++PDI->StandInSpheres;
}
