// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/Contact.h"
#include "SphereTree/Host.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Traversal.h"
#include "SphereTreeFilters.h"
#include "SphereTreeFrameSettings.h"
#include "SphereTreeImportance.h"
#include "SphereTreeMerge.h"
#include "SphereTreeRuntime.h"
#include "SphereTreeSimple.h"
#include "SphereTreeTables.h"
#include "SphereTreeTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

class UPrimitiveComponent;
class USphereTreeComponent;
class UWorld;

/** What the scene knows of a component, as long as it is registered. */
struct FSphereTreeBody
{
	USphereTreeComponent* Component = nullptr;
	/** None for a component with simple collision. */
	TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe> Runtime;

	/** The elements of simple collision, each a body of the core; none for a tree. */
	TArray<FSphereTreePart> Parts;
	TWeakObjectPtr<UPrimitiveComponent> Drawn;

	/** The tree's body, or that of the first part, by which contacts name the component. */
	spheretree::BodyHandle Handle;
	spheretree::ResponseClass Filter = 0;
	FTransform Placed;
	FVector Velocity = FVector::ZeroVector;
	float Importance = 1.0f;
	bool bMoved = false;
	bool bSwept = false;
	bool bHasDrawn = false;
	bool bToldFault = false;

	bool IsCompound() const { return Parts.Num() > 1; }
	int32 NumHandles() const { return FMath::Max(1, Parts.Num()); }
	spheretree::BodyHandle GetHandle(int32 Index) const { return Parts.IsEmpty() ? Handle : Parts[Index].Handle; }
	FTransform GetPlace(int32 Index, const FTransform& Now) const { return Parts.IsEmpty() ? Now : Parts[Index].Place(Now); }
};

/** A component that has left, until the end of its contacts has been told. */
struct FSphereTreeDeparted
{
	spheretree::BodyHandle Handle;
	TWeakObjectPtr<USphereTreeComponent> Component;
	spheretree::ResponseClass Filter = 0;
};

/** The scene of one world, and the loop of a frame. Everything that Unreal need not see. */
struct FSphereTreeWorld
{
	FSphereTreeWorld();

	/** A place for a component with a tree, or with parts when it has none; INDEX_NONE when the core refuses. */
	int32 Add(USphereTreeComponent& Component, const TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe>& Runtime, const TArray<FSphereTreePart>& Parts);
	void Remove(int32 Body);
	void MarkMoved(int32 Body);

	/** Lets queries see what has moved since the last frame. */
	void ShowMoves();

	void Step(const UWorld& World, double DeltaTime);
	void Publish();

	const FSphereTreeBody* Find(const USphereTreeComponent* Component) const;
	const FSphereTreeBody* Find(spheretree::BodyHandle Handle) const;

	/** Contacts of a body, both ways round; the second is null for any other. */
	void CollectContacts(const FSphereTreeBody& Of, const FSphereTreeBody* With, TArray<FSphereTreeContact>& Out) const;
	FSphereTreeContact MakeContact(const spheretree::Contact& Contact, const spheretree::ContactPoint* Point, const FSphereTreeBody& Of, const FSphereTreeBody& With) const;
	const spheretree::ContactPoint* DeepestPoint(const spheretree::Contact& Contact) const;

	spheretree::Scene Core;
	spheretree::Traversal Traversal;
	spheretree::Contacts Contacts;
	spheretree::Host Host;
	FSphereTreeFilters Filters;
	FSphereTreeTables Tables;
	FSphereTreeBudgetReport Report;
	TArray<FSphereTreeBody> Bodies;
	TArray<FSphereTreeView> ExtraViews;
	double WorldMs = -1.0;
	int64 WorldOperations = -1;

private:
	struct FEvent
	{
		enum class EKind : uint8
		{
			End,
			Begin,
			Stay
		};

		EKind Kind;
		bool bOverlap;
		int32 Contact;
		TWeakObjectPtr<USphereTreeComponent> Sides[2];
	};

	/** A side of a contact that was never told of its begin, because the other was gone before its turn came. */
	struct FUnheard
	{
		uint64 Contact;
		spheretree::BodyHandle Side;
	};

	/** Where a body of the core is to be found again. */
	struct FCorePlace
	{
		int32 Place = INDEX_NONE;
		uint32 Generation = 0;
	};

	bool AddToCore(FSphereTreeBody& Body, const TArray<FSphereTreePart>& Parts, spheretree::BodyDescription& Description);
	bool AddOne(const FSphereTreeBody& Body, const FTransform& Place, spheretree::BodyDescription& Description, spheretree::BodyHandle& OutHandle);
	void Remember(const FSphereTreeBody& Body, int32 Place);
	void ApplyMoves(double DeltaTime);
	void ShowBody(FSphereTreeBody& Body, const FTransform& Now);
	void StopBody(FSphereTreeBody& Body);
	void PlaceBody(FSphereTreeBody& Body, double DeltaTime);
	void SweepBody(FSphereTreeBody& Body, const FTransform& Now, double DeltaTime);
	void TellFault(FSphereTreeBody& Body, const std::string& Fault);
	void UpdateImportance(const UWorld& World);
	void MeasureBody(FSphereTreeBody& Body, const FSphereTreeImportance& Weights);
	void Search(double DeltaTime);
	void FillReport(const FSphereTreeFrameSettings& Settings, const spheretree::Progress& Progress, double SpentMs);
	void QueueEvents();
	void QueueEnd(const spheretree::EndedContact& Ended);
	bool ForgetUnheard(uint64 Contact, spheretree::BodyHandle Side);
	void Dispatch(const FEvent& Event);
	bool MakeEventContact(const FEvent& Event, int32 Side, const USphereTreeComponent& To, FSphereTreeContact& Out);
	void Tell(const FEvent& Event, USphereTreeComponent& To, USphereTreeComponent* Other, const FSphereTreeContact& Contact) const;
	bool IsOverlap(const FSphereTreeBody& A, const FSphereTreeBody& B) const;
	USphereTreeComponent* FindPast(spheretree::BodyHandle Handle, spheretree::ResponseClass& OutFilter) const;

	TArray<int32> FreePlaces;
	TArray<int32> Moved;
	TArray<int32> Movers;
	TArray<int32> Changed;
	TArray<FCorePlace> PlaceOfCore;
	TArray<FSphereTreeDeparted> Departed;
	TArray<FSphereTreeView> Views;
	TArray<FEvent> Events;
	TArray<FUnheard> Unheard;
	FSphereTreeMerge Merge;
	int32 NextMeasured = 0;
	int32 Compounds = 0;
	uint32 LastFamily = 0;
	bool bAnySwept = false;
	bool bPublishing = false;
	bool bToldStepFault = false;
};
