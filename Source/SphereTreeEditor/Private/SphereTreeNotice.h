// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

class UObject;

/** What the corner of the editor's window says when something has ended. */
class FSphereTreeNotice
{
public:
	/** With a link that opens the asset, if there is one. Nothing where nobody looks. */
	static void Show(const FText& Text, bool bBad, UObject* Asset);
};
