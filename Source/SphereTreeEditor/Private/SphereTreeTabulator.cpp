// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeTabulator.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Misc/PackageName.h"
#include "ScopedTransaction.h"
#include "SphereTreeAsset.h"
#include "SphereTreeSubsetAsset.h"
#include "UObject/Package.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	FString WithoutTreePrefix(const USphereTreeAsset& Tree)
	{
		const FString Prefix(TEXT("ST_"));
		return Tree.GetName().StartsWith(Prefix) ? Tree.GetName().RightChop(Prefix.Len()) : Tree.GetName();
	}

	UObject* FindTableObject(const USphereTreeAsset& First, const USphereTreeAsset& Second)
	{
		const FSoftObjectPath Path(FSphereTreeTabulator::PackageNameFor(First, Second) + TEXT(".") + FSphereTreeTabulator::NameFor(First, Second));
		const FAssetData Found = IAssetRegistry::GetChecked().GetAssetByObjectPath(Path);
		return Found.IsValid() ? Found.GetAsset() : nullptr;
	}

	bool IsOrWas(const TSoftObjectPtr<USphereTreeAsset>& Named, const USphereTreeAsset& Tree)
	{
		return Named.IsNull() || Named.ToSoftObjectPath() == FSoftObjectPath(&Tree);
	}

	/** The table that stands where it belongs; null for none yet. False when the place is taken. */
	bool FindTableTarget(const USphereTreeAsset& First, const USphereTreeAsset& Second, USphereTreeSubsetAsset*& OutTable, FString& OutReason)
	{
		UObject* Object = FindTableObject(First, Second);
		OutTable = Cast<USphereTreeSubsetAsset>(Object);
		const FString PackageName = FSphereTreeTabulator::PackageNameFor(First, Second);
		if (Object && !OutTable)
		{
			OutReason = FString::Printf(TEXT("%s exists and is no sphere tree table. Rename or delete it."), *PackageName);
			return false;
		}
		if (OutTable && (!IsOrWas(OutTable->FirstTree, First) || !IsOrWas(OutTable->SecondTree, Second)))
		{
			OutReason = FString::Printf(TEXT("%s is the table of two other trees, %s and %s. Rename or delete it."), *PackageName, *OutTable->FirstTree.ToString(), *OutTable->SecondTree.ToString());
			OutTable = nullptr;
			return false;
		}
		return true;
	}

	USphereTreeSubsetAsset* CreateTableAsset(const USphereTreeAsset& First, const USphereTreeAsset& Second)
	{
		UPackage* Package = CreatePackage(*FSphereTreeTabulator::PackageNameFor(First, Second));
		const FName Name(*FSphereTreeTabulator::NameFor(First, Second));
		USphereTreeSubsetAsset* Table = NewObject<USphereTreeSubsetAsset>(Package, Name, RF_Public | RF_Standalone | RF_Transactional);
		FAssetRegistryModule::AssetCreated(Table);
		return Table;
	}
}

FString FSphereTreeTabulator::NameFor(const USphereTreeAsset& First, const USphereTreeAsset& Second)
{
	return FString(TEXT("STT_")) + WithoutTreePrefix(First) + TEXT("_") + WithoutTreePrefix(Second);
}

FString FSphereTreeTabulator::PackageNameFor(const USphereTreeAsset& First, const USphereTreeAsset& Second)
{
	return FPackageName::GetLongPackagePath(First.GetPackage()->GetName()) + TEXT("/") + NameFor(First, Second);
}

FSphereTreeSubsetSettings FSphereTreeTabulator::SettingsFor(const USphereTreeAsset& First, const USphereTreeAsset& Second)
{
	const USphereTreeSubsetAsset* Table = Cast<USphereTreeSubsetAsset>(FindTableObject(First, Second));
	return Table ? Table->Settings : FSphereTreeSubsetSettings();
}

FSphereTreeTableOutcome FSphereTreeTabulator::Tabulate(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings, ISphereTreeBakeProgress& Progress)
{
	FSphereTreeTableOutcome Outcome;
	Outcome.Name = NameFor(First, Second);
	USphereTreeSubsetAsset* Table = nullptr;
	if (!FindTableTarget(First, Second, Table, Outcome.Reason))
	{
		return Outcome;
	}
	Outcome.Asset = Table;
	TArray<uint8> Bytes;
	if (Progress.Begin(0, 1, Outcome.Name))
	{
		Bytes = USphereTreeSubsetAsset::Compute(First, Second, Motion, Settings, [&Progress](double Fraction) { return Progress.Advance(Fraction); }, Outcome.Reason);
	}
	if (Bytes.IsEmpty())
	{
		Outcome.Result = Outcome.Reason.IsEmpty() ? ESphereTreeBakeResult::Cancelled : ESphereTreeBakeResult::Failed;
		return Outcome;
	}
	// All edits at once, so that one undo takes them back; a new asset stays, as everywhere in the editor.
	const FScopedTransaction Transaction(FText::Format(LOCTEXT("TableTransaction", "Build sphere tree table {0}"), FText::FromString(Outcome.Name)));
	Table = Table ? Table : CreateTableAsset(First, Second);
	Table->Modify();
	Outcome.Asset = Table;
	if (Table->SetTable(Bytes, First, Second, Motion, Settings, Outcome.Reason))
	{
		Table->MarkPackageDirty();
		Outcome.Result = ESphereTreeBakeResult::Built;
	}
	return Outcome;
}

#undef LOCTEXT_NAMESPACE
