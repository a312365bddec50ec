#pragma once

#include "Framework/Commands/UIAction.h"
#include "Misc/Attribute.h"
#include "Textures/SlateIcon.h"
#include "UObject/UObjectGlobals.h"

// [D Developer/ToolMenus/FToolMenuOwner] 5.3+
struct FToolMenuOwner {
    FToolMenuOwner() = default;
    FToolMenuOwner(const FName In) : Name(In) {}
    FName Name;
};

// [D Developer/ToolMenus/FToolMenuContext] 5.3+
struct FToolMenuContext {
    template <typename T>
    T* FindContext() const {
        return Cast<T>(StandInObject);
    }
    UObject* StandInObject = nullptr;
};

// [D Developer/ToolMenus/FToolUIActionChoice] 5.3+
struct FToolUIActionChoice {
    FToolUIActionChoice() = default;
    FToolUIActionChoice(const FUIAction& In) : Action(In) {}
    FUIAction Action;
};

struct FToolMenuSection;

// [D Developer/ToolMenus/FNewToolMenuSectionDelegate] 5.3+
using FNewToolMenuSectionDelegate = TDelegate<void(FToolMenuSection&)>;

// [D Developer/ToolMenus/FToolMenuEntry] 5.3+
struct FToolMenuEntry {
    FName Name;
    FToolMenuOwner Owner;
    TAttribute<FText> Label;
    FToolUIActionChoice Action;
    FNewToolMenuSectionDelegate StandInConstruct;
};

// [D Developer/ToolMenus/FToolMenuSection: AddMenuEntry/3 5.4, AddDynamicEntry/1 5.3] 5.3+
struct FToolMenuSection {
    FToolMenuEntry& AddMenuEntry(const FName InName, const TAttribute<FText>& InLabel,
                                 const TAttribute<FText>& InToolTip, const TAttribute<FSlateIcon>& InIcon,
                                 const FToolUIActionChoice& InAction);
    FToolMenuEntry& AddDynamicEntry(const FName InName, const FNewToolMenuSectionDelegate& InConstruct);
    template <typename T>
    T* FindContext() const {
        return Context.FindContext<T>();
    }
    FName Name;
    TArray<FToolMenuEntry> Blocks;
    FToolMenuContext Context;
};

// [D Developer/ToolMenus/UToolMenu] 5.3+
class UToolMenu : public UObject {
    STANDIN_CLASS(UToolMenu, UObject)
public:
    FToolMenuSection& FindOrAddSection(const FName SectionName);
    FName MenuName;
    TArray<TSharedPtr<FToolMenuSection>> StandInSections;
};

// [D Developer/ToolMenus/FToolMenuOwnerScoped] 5.3+
class FToolMenuOwnerScoped {
public:
    FToolMenuOwnerScoped(const FToolMenuOwner In);
    ~FToolMenuOwnerScoped();
};

// [D Developer/ToolMenus/UToolMenus: RegisterStartupCallback 5.3, UnRegisterStartupCallback/2 5.0, ExtendMenu,
// UnregisterOwner] 5.3+. Callbacks wait until the editor is up.
class UToolMenus : public UObject {
    STANDIN_CLASS(UToolMenus, UObject)
public:
    static UToolMenus* Get();
    static FDelegateHandle RegisterStartupCallback(const FSimpleMulticastDelegate::FDelegate& InDelegate);
    static void UnRegisterStartupCallback(FDelegateHandle InHandle);
    static void UnregisterOwner(FToolMenuOwner Owner);
    UToolMenu* ExtendMenu(const FName InName);

    /// What a user sees who opens the menu with that context: dynamic entries are made now.
    TArray<FToolMenuEntry> StandInOpen(FName Menu, UObject* Context);
    void StandInReferences(StandInVisitor& Visitor) override;
    TArray<UToolMenu*> StandInMenus;
};
