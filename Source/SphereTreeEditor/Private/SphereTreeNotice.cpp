// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeNotice.h"

#include "CoreGlobals.h"
#include "Editor.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Misc/App.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "Widgets/Notifications/SNotificationList.h"

void FSphereTreeNotice::Show(const FText& Text, bool bBad, UObject* Asset)
{
	if (FApp::IsUnattended() || IsRunningCommandlet())
	{
		return;
	}
	FNotificationInfo Info(Text);
	Info.ExpireDuration = bBad ? 12.0f : 6.0f;
	Info.bUseSuccessFailIcons = true;
	if (Asset)
	{
		const TWeakObjectPtr<UObject> Weak(Asset);
		Info.Hyperlink = FSimpleDelegate::CreateLambda([Weak]()
		{
			if (Weak.IsValid())
			{
				GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->OpenEditorForAsset(Weak.Get());
			}
		});
		Info.HyperlinkText = FText::FromString(Asset->GetName());
	}
	const TSharedPtr<SNotificationItem> Item = FSlateNotificationManager::Get().AddNotification(Info);
	if (Item.IsValid())
	{
		Item->SetCompletionState(bBad ? SNotificationItem::CS_Fail : SNotificationItem::CS_Success);
	}
}
