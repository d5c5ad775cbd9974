import type { Account, Property } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { type Live, useOnce } from '../../ui/hooks/use-live.ts';
import { NEW_PROPERTY, PropertyForm, propertyValuesOf } from './property-form.tsx';
import { PropertyPriceSection } from './property-price-section.tsx';
import { getRecord, saveRecord } from '../../data/records/records.ts';

async function readProperty(id: string | undefined): Promise<Property | null> {
  if (id === undefined) return null;
  const property = await getRecord(currentDatabase(), 'property', id);
  if (property === null) throw new Error('no such property');
  return property;
}

export interface PropertyFormScreenProps {
  /** The property to edit; none adds one. */
  readonly id?: string | undefined;
  readonly accounts: Live<readonly Account[]>;
  /** Opens the import of the property's prices. */
  readonly onImportPrices: (property: Property) => void;
}

/**
 * Adds a property, or edits the one with the given id and its price history (002 §2). To be mounted again for another
 * address.
 */
export function PropertyFormScreen({ id, accounts, onImportPrices }: PropertyFormScreenProps) {
  const mode = id === undefined ? 'add' : 'edit';
  // Read once: a form must not change while it is being filled in.
  const record = useOnce(() => readProperty(id), [id]);
  const failed =
    record.error !== undefined
      ? 'Failed to load property'
      : accounts.error === undefined
        ? null
        : 'Failed to load accounts';
  const ready = record.data !== undefined && accounts.data !== undefined;
  const property = record.data ?? null;
  return (
    <FormPage
      title={mode === 'add' ? 'Add Property' : 'Edit Property'}
      breadcrumb={[{ label: 'Properties', to: '/properties' }, { label: mode === 'add' ? 'New' : 'Edit' }]}
      back={{ to: '/properties', label: 'Properties' }}
      failed={failed}
      loading={ready ? null : { lines: 7, text: 'Loading property...' }}
    >
      {ready && (
        <PropertyForm
          mode={mode}
          draftKey={`property-${id ?? 'new'}`}
          values={property === null ? NEW_PROPERTY : propertyValuesOf(property)}
          accounts={accounts.data}
          onSave={async (fields) => {
            const saved = await saveRecord(currentDatabase(), 'property', {
              ...fields,
              ...(id !== undefined && { id }),
              opened: property,
            }).catch(tellFaultAnd(null));
            if (saved?.ok !== true)
              return notWrittenText(saved, `Failed to ${mode === 'add' ? 'create' : 'update'} property`);
            showToast({ title: mode === 'add' ? 'Property saved.' : 'Property updated.' });
            return null;
          }}
        />
      )}
      {property !== null && (
        <PropertyPriceSection
          property={property}
          onImport={() => {
            onImportPrices(property);
          }}
        />
      )}
    </FormPage>
  );
}
