// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSettings.h"

FName USphereTreeSettings::GetCategoryName() const
{
	return FName(TEXT("Plugins"));
}
