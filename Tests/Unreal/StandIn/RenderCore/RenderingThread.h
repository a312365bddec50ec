#pragma once

// [D Runtime/RenderCore/FlushRenderingCommands; HoudiniEngineForUnreal HoudiniMeshTranslator.cpp:3268] 5.3+
inline void FlushRenderingCommands() {}
