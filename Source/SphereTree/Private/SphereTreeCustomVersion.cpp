// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeCustomVersion.h"

#include "Serialization/CustomVersion.h"

const FGuid FSphereTreeCustomVersion::GUID(0x5b1c9a07, 0x7f2e4d13, 0x9a66e0c4, 0x21d8b35f);

static FCustomVersionRegistration GRegisterSphereTreeCustomVersion(FSphereTreeCustomVersion::GUID, FSphereTreeCustomVersion::LatestVersion, TEXT("SphereTree"));
