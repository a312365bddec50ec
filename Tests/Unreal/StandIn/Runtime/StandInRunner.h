#pragma once

void StandInStartModules();
void StandInStopModules();
void StandInEditorReady();  // GEditor and GUnrealEd are there now, and menus may be made
void StandInMakeEditor();   // GEngine
