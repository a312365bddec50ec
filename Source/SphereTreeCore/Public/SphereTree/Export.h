#pragma once

// UnrealBuildTool defines SPHERETREECORE_API for the module's exports; elsewhere the core is linked statically.
#if !defined(SPHERETREECORE_API)
#define SPHERETREECORE_API
#endif
