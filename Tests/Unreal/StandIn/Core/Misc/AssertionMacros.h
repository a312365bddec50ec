#pragma once

#include "HAL/Platform.h"

// [D asserts-in-unreal-engine] 5.3+
#define check(Expression) ((Expression) ? (void)0 : StandInDie(#Expression, __FILE__, __LINE__))
#define checkf(Expression, ...) ((Expression) ? (void)0 : StandInDie(#Expression, __FILE__, __LINE__))
#define checkNoEntry() StandInDie("no entry", __FILE__, __LINE__)
#define ensure(Expression) StandInEnsure(!!(Expression), #Expression, __FILE__, __LINE__)
#define ensureMsgf(Expression, ...) StandInEnsure(!!(Expression), #Expression, __FILE__, __LINE__)
#define verify(Expression) check(Expression)
