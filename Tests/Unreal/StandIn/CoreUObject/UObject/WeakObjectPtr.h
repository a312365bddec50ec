#pragma once

// [D Runtime/CoreUObject/UObject/FWeakObjectPtr: the header that the templates rest on] 5.3+
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"
