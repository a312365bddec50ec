// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeDebugDraw.h"

#include "DrawDebugHelpers.h"
#include "Engine/World.h"
#include "SphereTree/PackedTree.h"
#include "SphereTreeConvert.h"
#include "SphereTreeFrameSettings.h"
#include "SphereTreeWorld.h"

FColor FSphereTreeDebugDraw::ColorOf(int32 Level)
{
	static const FColor Colors[] = {FColor::White, FColor::Yellow, FColor::Orange, FColor::Red, FColor::Magenta, FColor::Blue, FColor::Cyan, FColor::Green};
	return Colors[FMath::Clamp(Level, 0, 7)];
}

#if ENABLE_DRAW_DEBUG && !UE_BUILD_SHIPPING

namespace
{
	// So many lines that a level of all bodies stays readable, and the editor alive.
	constexpr int32 MostSpheres = 4096;

	void DrawLevel(const UWorld& World, const FSphereTreeBody& Body, int32 Level, int32& Left)
	{
		const spheretree::PackedTree& Tree = *Body.Runtime->Tree;
		const FColor Color = FSphereTreeDebugDraw::ColorOf(Level);
		const double Scale = Body.Placed.GetScale3D().GetAbsMax();
		for (size_t Block = 0; Block < Tree.blocks.size() && Left > 0; ++Block)
		{
			if (Tree.blockLevel[Block] != Level)
			{
				continue;
			}
			for (int32 Lane = 0; Lane < Tree.laneCount[Block]; ++Lane, --Left)
			{
				const spheretree::Sphere Ball = spheretree::BallOf(Tree, static_cast<int32>(Block) * spheretree::kLanes + Lane);
				const FVector Center = Body.Placed.TransformPosition(SphereTreeConvert::FromCore(Ball.centre));
				DrawDebugSphere(&World, Center, static_cast<float>(Ball.radius * Scale), 12, Color, false, -1.0f, 0, 0.0f);
			}
		}
	}

	void DrawContact(const UWorld& World, const spheretree::ContactPoint& Point)
	{
		const FVector Place = SphereTreeConvert::FromCore(Point.position);
		const FVector Normal = SphereTreeConvert::FromCore(Point.normal);
		const FColor Color = Point.isLeaf ? FColor::Green : FColor::Orange;
		FVector Across;
		FVector Along;
		Normal.FindBestAxisVectors(Across, Along);
		DrawDebugLine(&World, Place, Place + Normal * 20.0, Color, false, -1.0f, 0, 1.0f);
		// The ring is as large as the doubt: a small one is an exact contact.
		DrawDebugCircle(&World, Place, static_cast<float>(FMath::Max(Point.error, 0.1)), 24, Color, false, -1.0f, 0, 0.5f, Across, Along, false);
	}

	void DrawOpenPairs(const UWorld& World, const FSphereTreeWorld& Scene)
	{
		for (const spheretree::Contact& Contact : Scene.Contacts.contacts)
		{
			const FSphereTreeBody* A = Scene.Find(Contact.a);
			const FSphereTreeBody* B = Scene.Find(Contact.b);
			if (A && B && Contact.state == spheretree::ContactState::Open)
			{
				DrawDebugLine(&World, A->Placed.GetLocation(), B->Placed.GetLocation(), Contact.isConfirmed ? FColor::Yellow : FColor::Red, false, -1.0f, 0, 0.0f);
			}
		}
	}
}

void FSphereTreeDebugDraw::Draw(const UWorld& World, const FSphereTreeWorld& Scene)
{
	const FSphereTreeDrawSettings Settings = FSphereTreeDrawSettings::Read();
	if (!Settings.IsAny())
	{
		return;
	}
	int32 Left = MostSpheres;
	for (const FSphereTreeBody& Body : Scene.Bodies)
	{
		// Simple collision has no levels, and the engine draws it by itself.
		if (Body.Component && Body.Runtime && Settings.Level >= 0)
		{
			DrawLevel(World, Body, Settings.Level, Left);
		}
	}
	if (Settings.bContacts)
	{
		for (const spheretree::ContactPoint& Point : Scene.Contacts.points)
		{
			DrawContact(World, Point);
		}
	}
	if (Settings.bOpenPairs)
	{
		DrawOpenPairs(World, Scene);
	}
}

#else

void FSphereTreeDebugDraw::Draw(const UWorld& World, const FSphereTreeWorld& Scene)
{
}

#endif
