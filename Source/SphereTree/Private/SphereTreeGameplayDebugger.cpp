// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeGameplayDebugger.h"

#if WITH_GAMEPLAY_DEBUGGER

#include "GameFramework/Actor.h"
#include "GameFramework/PlayerController.h"
#include "GameplayDebugger.h"
#include "GameplayDebuggerCategory.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"

namespace
{
	class FSphereTreeDebuggerCategory : public FGameplayDebuggerCategory
	{
	public:
		static TSharedRef<FGameplayDebuggerCategory> MakeInstance()
		{
			return MakeShareable(new FSphereTreeDebuggerCategory());
		}

		virtual void CollectData(APlayerController* OwnerPC, AActor* DebugActor) override
		{
			const USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(OwnerPC);
			if (!Subsystem)
			{
				return;
			}
			const FSphereTreeBudgetReport& Report = Subsystem->GetReport();
			AddTextLine(FString::Printf(TEXT("{yellow}frame %.3f ms, traversal %.3f ms, left %.3f ms, overruns %d"), Report.FrameMs, Report.SpentMs, Report.LeftMs, Report.Overruns));
			AddTextLine(FString::Printf(TEXT("bodies %d, pairs %d, open %d, contacts %d, worst error %.2f cm"), Report.Bodies, Report.Pairs, Report.OpenPairs, Report.Contacts, Report.WorstError));
			const USphereTreeComponent* Component = DebugActor ? DebugActor->FindComponentByClass<USphereTreeComponent>() : nullptr;
			if (Component)
			{
				CollectComponent(*Subsystem, *Component);
			}
		}

	private:
		void CollectComponent(const USphereTreeSubsystem& Subsystem, const USphereTreeComponent& Component)
		{
			TArray<FSphereTreeContact> Contacts;
			Subsystem.GetContacts(Component, Contacts);
			AddTextLine(FString::Printf(TEXT("{white}%s: in scene %s, importance %.2f, %d contact points"), *Component.GetName(), Component.IsInScene() ? TEXT("yes") : TEXT("no"), Subsystem.GetImportance(Component), Contacts.Num()));
			for (const FSphereTreeContact& Contact : Contacts)
			{
				AddTextLine(FString::Printf(TEXT("  depth %.2f, error %.2f cm, level %d with %s"), Contact.Depth, Contact.ErrorBound, Contact.Level, Contact.Other ? *Contact.Other->GetName() : TEXT("nobody")));
			}
		}
	};
}

void FSphereTreeDebuggerPage::Register()
{
	IGameplayDebugger& Debugger = IGameplayDebugger::Get();
	Debugger.RegisterCategory("SphereTree", IGameplayDebugger::FOnGetCategory::CreateStatic(&FSphereTreeDebuggerCategory::MakeInstance), EGameplayDebuggerCategoryState::EnabledInGameAndSimulate, 5);
	Debugger.NotifyCategoriesChanged();
}

void FSphereTreeDebuggerPage::Unregister()
{
	if (IGameplayDebugger::IsAvailable())
	{
		IGameplayDebugger& Debugger = IGameplayDebugger::Get();
		Debugger.UnregisterCategory("SphereTree");
		Debugger.NotifyCategoriesChanged();
	}
}

#else

void FSphereTreeDebuggerPage::Register()
{
}

void FSphereTreeDebuggerPage::Unregister()
{
}

#endif
