#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/EConsoleVariableFlags] 5.3+
enum EConsoleVariableFlags : uint32 {
    ECVF_Default = 0,
    ECVF_Cheat = 1,
    ECVF_Scalability = 0x40,
    ECVF_SetByScalability = 0x02000000,
    ECVF_SetByCode = 0x0c000000,
    ECVF_SetByConsole = 0x0d000000,
};

// [D Runtime/Core/HAL/IConsoleVariable and IConsoleObject, application_version=5.3 and 5.5] 5.3+. Set has a third
// argument, a tag, from 5.4 on: it is left out.
class IConsoleVariable {
public:
    virtual ~IConsoleVariable() = default;
    virtual void Set(const TCHAR* Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) = 0;
    void Set(bool bValue, EConsoleVariableFlags SetBy = ECVF_SetByCode) { Set(bValue ? u"1" : u"0", SetBy); }
    void Set(int32 Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) { Set(*FString::FromInt(Value), SetBy); }
    void Set(float Value, EConsoleVariableFlags SetBy = ECVF_SetByCode) {
        Set(*FString::SanitizeFloat(static_cast<double>(Value)), SetBy);
    }
    virtual FString GetString() const = 0;
    virtual float GetFloat() const = 0;
    virtual int32 GetInt() const = 0;
    bool GetBool() const { return GetInt() != 0; }
    virtual const TCHAR* GetHelp() const = 0;
};

// [D Runtime/Core/HAL/IConsoleManager/RegisterConsoleVariable, 5.4, 5.5] 5.3+
class IConsoleManager {
public:
    static IConsoleManager& Get();
    IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const;
    void StandInRegister(const TCHAR* Name, IConsoleVariable* Variable);
    void StandInForget(IConsoleVariable* Variable);
};

// [D Runtime/Core/HAL/TAutoConsoleVariable, application_version=5.2 to 5.4] 5.3+; of int32 and float. It is no console
// variable itself, but leads to one.
template <typename T>
class TAutoConsoleVariable {
public:
    TAutoConsoleVariable(const TCHAR* Name, const T& Default, const TCHAR* InHelp, uint32 = ECVF_Default)
        : Variable(Default, InHelp) {
        IConsoleManager::Get().StandInRegister(Name, &Variable);
    }
    ~TAutoConsoleVariable() { IConsoleManager::Get().StandInForget(&Variable); }
    TAutoConsoleVariable(const TAutoConsoleVariable&) = delete;
    TAutoConsoleVariable& operator=(const TAutoConsoleVariable&) = delete;
    T GetValueOnGameThread() const { return Variable.Value; }
    T GetValueOnAnyThread(bool = false) const { return Variable.Value; }
    IConsoleVariable* operator->() { return &Variable; }
    IConsoleVariable& operator*() { return Variable; }

private:
    struct FVariable final : IConsoleVariable {
        FVariable(const T& Default, const TCHAR* InHelp) : Value(Default), Help(InHelp) {}
        using IConsoleVariable::Set;
        void Set(const TCHAR* In, EConsoleVariableFlags = ECVF_SetByCode) override {
            Value = static_cast<T>(FCString::Atod(In));
        }
        FString GetString() const override { return FString::SanitizeFloat(static_cast<double>(Value)); }
        float GetFloat() const override { return static_cast<float>(Value); }
        int32 GetInt() const override { return static_cast<int32>(Value); }
        const TCHAR* GetHelp() const override { return Help; }
        T Value;
        const TCHAR* Help;
    };
    FVariable Variable;
};
