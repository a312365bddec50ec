#pragma once

// [D Runtime/Engine/Interfaces/IInterface_AssetUserData, 5.3 to 5.5] 5.3+; here the mesh has the functions itself.
#include "Engine/AssetUserData.h"
