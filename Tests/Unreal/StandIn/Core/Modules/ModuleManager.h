#pragma once

#include "Modules/ModuleInterface.h"
#include "UObject/NameTypes.h"

// [N Runtime/Core/Modules/FDefaultModuleImpl] 5.3+
class FDefaultModuleImpl : public IModuleInterface {};

// [D Runtime/Core/Modules/FModuleManager/GetModule, IsModuleLoaded, 5.3, 5.5] 5.3+
class FModuleManager {
public:
    static FModuleManager& Get();
    bool IsModuleLoaded(FName Name) const;
    IModuleInterface* GetModule(FName Name);
    // [HoudiniEngineForUnreal HoudiniEngineEditor.cpp; D Runtime/Core/Modules/FModuleManager] 5.3+
    template <typename T>
    static T& LoadModuleChecked(const FName Name) {
        return GetModuleChecked<T>(Name);
    }
    template <typename T>
    static T& GetModuleChecked(const FName Name) {
        IModuleInterface* Found = Get().GetModule(Name);
        check(Found);
        return static_cast<T&>(*Found);
    }
};

struct StandInModule {
    StandInModule(const char* Name, IModuleInterface* (*Make)());
};

// [N Runtime/Core/Modules/IMPLEMENT_MODULE] 5.3+
#define IMPLEMENT_MODULE(Class, Module) \
    static StandInModule StandInModule_##Module(#Module, []() -> IModuleInterface* { return new Class(); })
