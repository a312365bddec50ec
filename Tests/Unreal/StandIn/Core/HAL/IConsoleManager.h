#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/HAL/EConsoleVariableFlags] 5.3+
enum EConsoleVariableFlags : uint32 {
    ECVF_Default = 0,
    ECVF_Cheat = 1,
    ECVF_Scalability = 0x40,
    ECVF_SetByScalability = 0x02000000,
    ECVF_SetByCode = 0x0c000000,
    ECVF_SetByConsole = 0x0d000000,
};

// [D Runtime/Core/HAL/IConsoleVariable] 5.3+
class IConsoleVariable {
public:
    virtual ~IConsoleVariable() = default;
    virtual void Set(const TCHAR* Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) = 0;
    void Set(int32 Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) { Set(*FString::FromInt(Value), SetBy); }
    void Set(float Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) {
        Set(*FString::SanitizeFloat(static_cast<double>(Value)), SetBy);
    }
    virtual FString GetString() const = 0;
    virtual float GetFloat() const = 0;
    virtual int32 GetInt() const = 0;
    virtual const TCHAR* GetHelp() const = 0;
};

// [D Runtime/Core/HAL/IConsoleManager] 5.3+
class IConsoleManager {
public:
    static IConsoleManager& Get();
    IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const;
    void StandInRegister(const TCHAR* Name, IConsoleVariable* Variable);
    void StandInForget(IConsoleVariable* Variable);
};

// [D Runtime/Core/HAL/TAutoConsoleVariable] 5.3+; int32, float and FString.
template <typename T>
class TAutoConsoleVariable final : public IConsoleVariable {
public:
    TAutoConsoleVariable(const TCHAR* Name, const T& Default, const TCHAR* InHelp, uint32 = ECVF_Default)
        : Value(Default), Help(InHelp) {
        IConsoleManager::Get().StandInRegister(Name, this);
    }
    ~TAutoConsoleVariable() override { IConsoleManager::Get().StandInForget(this); }
    TAutoConsoleVariable(const TAutoConsoleVariable&) = delete;
    T GetValueOnGameThread() const { return Value; }
    T GetValueOnAnyThread() const { return Value; }
    IConsoleVariable* AsVariable() { return this; }
    IConsoleVariable* operator->() { return this; }
    using IConsoleVariable::Set;
    void Set(const TCHAR* In, EConsoleVariableFlags = ECVF_SetByCode) override {
        Value = static_cast<T>(FCString::Atod(In));
    }
    FString GetString() const override { return FString::SanitizeFloat(static_cast<double>(Value)); }
    float GetFloat() const override { return static_cast<float>(Value); }
    int32 GetInt() const override { return static_cast<int32>(Value); }
    const TCHAR* GetHelp() const override { return Help; }

private:
    T Value;
    const TCHAR* Help;
};
