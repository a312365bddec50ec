#pragma once

class UUnrealEdEngine;

// [D Editor/UnrealEd/GUnrealEd; AGXUnreal AGXUnrealEditor.cpp:812] 5.3+
extern UUnrealEdEngine* GUnrealEd;
