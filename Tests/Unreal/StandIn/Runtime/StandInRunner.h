#pragma once

void StandInStartModules();
void StandInStopModules();
void StandInEditorReady();  // menus may be made now
void StandInMakeEditor();   // GEngine, GEditor and GUnrealEd
