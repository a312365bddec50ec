#pragma once

void StandInStartModules();
void StandInStopModules();
