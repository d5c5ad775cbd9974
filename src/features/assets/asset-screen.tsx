import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AssetFields } from '../../../domain/records/asset.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { findAssetByIsin, saveAsset } from '../../data/records/assets.ts';
import { getRecord } from '../../data/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { writeFaultText } from '../../data/database/write-fault-text.ts';
import type { WriteFault } from '../../data/database/write.ts';
import { mayChangeLists } from '../../sync/session/session.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useOnce } from '../../ui/hooks/use-live.ts';
import { AssetDetails } from './asset-details.tsx';
import { AssetForm } from './asset-form.tsx';
import { editedValuesOf, NEW_ASSET } from './asset-form-values.ts';
import { MergeSecurity } from './merge-security.tsx';

export type AssetMode = 'view' | 'edit' | 'new';

const TITLES: Readonly<Record<AssetMode, string>> = { new: 'Add Asset', view: 'Asset Details', edit: 'Edit Asset' };
const FAILED_SAVE = 'Failed to save asset. Please try again.';

export interface AssetScreenProps {
  readonly mode: AssetMode;
  /** The asset's id, or its ISIN; none in mode `new`. */
  readonly id?: string | undefined;
  /** The price history, below the form. */
  readonly priceHistory?: (asset: Asset) => ReactNode;
}

async function readAsset(id: string | undefined): Promise<Asset | null> {
  if (id === undefined) return null;
  const asset = (await getRecord(currentDatabase(), 'asset', id)) ?? (await findAssetByIsin(currentDatabase(), id));
  if (asset === null) throw new Error('no such asset');
  return asset;
}

function saveFailure(fault: WriteFault): string {
  if (fault.code === 'taken') return `This ISIN is already in the catalogue: ${fault.name}.`;
  if (fault.code === 'inUse')
    return `The ISIN cannot change: ${fault.count === 1 ? '1 of your transactions is' : `${fault.count} of your transactions are`} in this asset.`;
  return writeFaultText(fault) ?? FAILED_SAVE;
}

/** Saves and returns null, or why it was not saved. */
async function save(mode: AssetMode, asset: Asset | null, fields: AssetFields): Promise<string | null> {
  if (!mayChangeLists())
    return mode === 'new' ? 'Access denied. Only administrators can create new assets.' : FAILED_SAVE;
  const written = await saveAsset(currentDatabase(), {
    ...fields,
    ...(asset !== null && { id: asset.id }),
    opened: asset,
  }).catch(tellFaultAnd(null));
  if (written?.ok !== true) return written === null ? FAILED_SAVE : saveFailure(written.fault);
  showToast({ title: mode === 'new' ? 'Asset saved.' : 'Asset updated.' });
  return null;
}

/** An asset to add, edit or read (001 §2.6). To be mounted again for another address. */
export function AssetScreen({ mode, id, priceHistory }: AssetScreenProps) {
  const isAdministrator = mayChangeLists();
  // Read once: a form must not change while it is being filled in.
  const { data, error } = useOnce(() => readAsset(id), [id]);
  // A new asset's form reads nothing that could fail.
  const failed = error === undefined ? null : 'Failed to load asset data. Please try again.';
  const asset = data ?? null;
  const isForm = mode !== 'view' && (isAdministrator || mode === 'new');
  return (
    <FormPage
      title={TITLES[mode]}
      breadcrumb={[
        { label: 'Assets', to: '/assets' },
        { label: mode === 'new' ? 'New' : mode === 'edit' ? 'Edit' : 'Details' },
      ]}
      {...(mode === 'view' &&
        isAdministrator &&
        asset !== null && {
          actions: (
            <ButtonLink
              to={`/assets/edit/${encodeURIComponent(asset.id)}`}
              icon={<Pencil size={16} aria-hidden="true" />}
            >
              Edit Asset
            </ButtonLink>
          ),
        })}
      back={{ to: '/assets', label: 'Assets' }}
      failed={failed}
      loading={data === undefined && mode !== 'new' ? { lines: 8, text: 'Loading asset...' } : null}
    >
      {data !== undefined && isForm && (
        <AssetForm
          mode={mode === 'new' ? 'new' : 'edit'}
          draftKey={`asset-${asset?.id ?? 'new'}`}
          values={asset === null ? NEW_ASSET : editedValuesOf(asset)}
          onSave={(fields) => save(mode, asset, fields)}
        />
      )}
      {asset !== null && isForm && mode === 'edit' && <MergeSecurity asset={asset} />}
      {asset !== null && !isForm && <AssetDetails asset={asset} isAdministrator={isAdministrator} />}
      {asset !== null && priceHistory?.(asset)}
    </FormPage>
  );
}
