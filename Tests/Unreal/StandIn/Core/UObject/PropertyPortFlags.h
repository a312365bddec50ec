#pragma once

// [D Runtime/Core/EPropertyPortFlags] 5.3+
enum EPropertyPortFlags { PPF_None = 0, PPF_Duplicate = 0x00001000, PPF_DuplicateForPIE = 0x00400000 };
