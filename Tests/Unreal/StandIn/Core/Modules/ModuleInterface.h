#pragma once

// [N Runtime/Core/Modules/IModuleInterface] 5.3+
class IModuleInterface {
public:
    virtual ~IModuleInterface() = default;
    virtual void StartupModule() {}
    virtual void ShutdownModule() {}
};
