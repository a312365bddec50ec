#pragma once

#include "Widgets/SCompoundWidget.h"

class SDockTab;

// [D Runtime/Slate/Framework/Docking/FSpawnTabArgs, FOnSpawnTab] 5.3+
class FSpawnTabArgs {};
using FOnSpawnTab = TDelegate<TSharedRef<SDockTab>(const FSpawnTabArgs&)>;

// [D Runtime/SlateCore/Types/EOrientation; Runtime/Slate/Framework/Docking/ETabState__Type] 5.3+
enum EOrientation { Orient_Horizontal, Orient_Vertical };
namespace ETabState {
enum Type { OpenedTab, ClosedTab };
}

// [D Runtime/Slate/Framework/Docking/FTabSpawnerEntry] 5.3+
struct FTabSpawnerEntry {
    FTabSpawnerEntry& SetDisplayName(const TAttribute<FText>&) { return *this; }
    FName Name;
    FOnSpawnTab StandInSpawn;
};

// [D Runtime/Slate/Framework/Docking/FTabManager: NewLayout, NewPrimaryArea, NewStack, RegisterTabSpawner; EpicSandbox
// MyCustomAssetEditor.cpp] 5.3+
class FTabManager : public TSharedFromThis<FTabManager> {
public:
    class FLayoutNode {
    public:
        virtual ~FLayoutNode() = default;
        TArray<FName> StandInTabs;
    };
    class FStack : public FLayoutNode, public TSharedFromThis<FStack> {
    public:
        TSharedRef<FStack> AddTab(const FName TabType, ETabState::Type) {
            StandInTabs.Add(TabType);
            return AsShared();
        }
        TSharedRef<FStack> SetSizeCoefficient(float) { return AsShared(); }
    };
    class FArea : public FLayoutNode, public TSharedFromThis<FArea> {
    public:
        TSharedRef<FArea> SetOrientation(EOrientation) { return AsShared(); }
        TSharedRef<FArea> Split(const TSharedRef<FStack>& Stack) {
            StandInTabs.Append(Stack->StandInTabs);
            return AsShared();
        }
    };
    class FLayout : public FLayoutNode, public TSharedFromThis<FLayout> {
    public:
        TSharedRef<FLayout> AddArea(const TSharedRef<FArea>& Area) {
            StandInTabs.Append(Area->StandInTabs);
            return AsShared();
        }
    };
    static TSharedRef<FLayout> NewLayout(FName) { return MakeShared<FLayout>(); }
    static TSharedRef<FArea> NewPrimaryArea() { return MakeShared<FArea>(); }
    static TSharedRef<FStack> NewStack() { return MakeShared<FStack>(); }
    FTabSpawnerEntry& RegisterTabSpawner(const FName TabId, const FOnSpawnTab& OnSpawnTab) {
        StandInSpawners.Add(MakeShared<FTabSpawnerEntry>());
        StandInSpawners.Last()->Name = TabId;
        StandInSpawners.Last()->StandInSpawn = OnSpawnTab;
        return *StandInSpawners.Last();
    }
    bool UnregisterTabSpawner(const FName TabId) {
        return StandInSpawners.RemoveAll([&](const TSharedRef<FTabSpawnerEntry>& One) { return One->Name == TabId; }) >
               0;
    }
    TArray<TSharedRef<FTabSpawnerEntry>> StandInSpawners;
};
