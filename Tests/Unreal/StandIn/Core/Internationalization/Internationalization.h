#pragma once

#include "Internationalization/Text.h"

// [D text-localization-in-unreal-engine] 5.3+; LOCTEXT needs LOCTEXT_NAMESPACE, here as there.
#define NSLOCTEXT(Namespace, Key, Literal) (FText::FromString(FString(u##Literal)))
#define LOCTEXT(Key, Literal) (void(LOCTEXT_NAMESPACE), NSLOCTEXT(LOCTEXT_NAMESPACE, Key, Literal))
#define INVTEXT(Literal) (FText::FromString(FString(u##Literal)))
