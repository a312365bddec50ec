// The only file of the core that knows the engine: UnrealBuildTool compiles it, CMake leaves it out.
#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, SphereTreeCore);
