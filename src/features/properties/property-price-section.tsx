import { Download, FileUp, Plus } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { CURRENCY_OPTIONS } from '../../../domain/fields/enums.ts';
import { fieldLabel } from '../../../domain/records/issue-text.ts';
import { checkPropertyPrice } from '../../../domain/records/property.ts';
import { PROPERTY_PRICE, type Property } from '../../../domain/records/records.ts';
import { compute } from '../../compute/compute.ts';
import { farFigure } from '../../compute/far-figure.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { withPending } from '../../data/outbox/outbox.ts';
import { priceHistoryOf } from '../../data/records/properties.ts';
import { saveRecord } from '../../data/records/records.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFault, tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { currencyMark } from '../../ui/texts/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { MissingFields } from '../../ui/forms/missing-fields.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { TypedNote } from '../../ui/forms/typed-note.tsx';
import { checkValues } from '../../ui/forms/record-values.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import styles from './properties.module.css';
import { PropertyPriceList } from './property-price-list.tsx';

const PropertyChart = lazy(async () => ({ default: (await import('./property-chart.tsx')).PropertyChart }));

export interface PropertyPriceSectionProps {
  readonly property: Property;
  /** Opens the import of prices. */
  readonly onImport: () => void;
}

/** The price history of a property: entries, a chart of them, adding, importing, exporting and deleting (002 §2). */
export function PropertyPriceSection({ property, onImport }: PropertyPriceSectionProps) {
  const {
    data: prices = [],
    loading,
    error: unread,
  } = useStored(
    async () => await withPending(currentDatabase(), await priceHistoryOf(currentDatabase(), property.id)),
    [property.id],
  );
  const [charted, setCharted] = useState(false);
  const [adding, setAdding] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const addButton = useRef<HTMLButtonElement>(null);

  const closeForm = () => {
    setAdding(false);
    addButton.current?.focus();
  };
  const exportPrices = async () => {
    setError(null);
    try {
      saveFile(await compute().exportPropertyPrices({ propertyId: property.id }));
    } catch (error) {
      tellFault(error);
      setError('Failed to export prices. Please try again.');
    }
  };

  return (
    <Section
      title="Price History"
      aside={
        <div className={styles.buttons}>
          <ValuesButton />
          {prices.length > 0 && (
            <IconButton
              label="Export prices"
              icon={<Download aria-hidden="true" />}
              onClick={() => void exportPrices()}
            />
          )}
          <IconButton label="Import prices from CSV" icon={<FileUp aria-hidden="true" />} onClick={onImport} />
          {prices.length > 0 && (
            <Button
              onClick={() => {
                setCharted(!charted);
              }}
            >
              {charted ? 'Hide Chart' : 'Show Chart'}
            </Button>
          )}
          <Button
            ref={addButton}
            icon={<Plus size={16} aria-hidden="true" />}
            aria-expanded={adding}
            onClick={() => {
              setAdding(!adding);
            }}
          >
            Add Price
          </Button>
        </div>
      }
    >
      {error !== null && <Banner tone="error">{error}</Banner>}
      {adding && <PriceForm property={property} onDone={closeForm} />}
      {charted && prices.length > 0 && (
        <Suspense fallback={<SkeletonBlock lines={8} text="Loading chart..." />}>
          <PropertyChart prices={prices.toReversed()} currency={property.currency} />
        </Suspense>
      )}
      {prices.length === 0 && !loading && unread === undefined && <p className={styles.muted}>No price history yet</p>}
      <PropertyPriceList prices={prices} onFault={setError} addButton={addButton} />
    </Section>
  );
}

/** The inline form of a price; a new one starts in pounds (002 §4). */
function PriceForm({ property, onDone }: { readonly property: Property; readonly onDone: () => void }) {
  const [values, setValues] = useState({ priceDate: '', price: '', currency: 'GBP' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const noteId = useId();
  const checked = checkValues(PROPERTY_PRICE, values, checkPropertyPrice);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!checked.ok || busy) return;
    setBusy(true);
    const saved = await saveRecord(currentDatabase(), 'propertyPrice', {
      ...checked.value,
      propertyId: property.id,
    }).catch(tellFaultAnd(null));
    setBusy(false);
    if (saved?.ok === true) onDone();
    else setError(notWrittenText(saved, 'Failed to add price'));
  };

  return (
    <form noValidate className={styles.add} aria-label="Add Price" onSubmit={(event) => void add(event)}>
      <DateField
        label="Date *"
        value={values.priceDate}
        onValueChange={(priceDate) => {
          setValues({ ...values, priceDate });
        }}
      />
      <DecimalField
        label="Price *"
        step="0.01"
        places={2}
        prefix={currencyMark(values.currency)}
        value={values.price}
        onValueChange={(text) => {
          setValues({ ...values, price: text });
        }}
        describedBy={noteId}
      />
      <SelectField
        label="Currency *"
        width="narrow"
        options={CURRENCY_OPTIONS}
        value={values.currency}
        onChange={(event) => {
          setValues({ ...values, currency: event.target.value });
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!checked.ok} loading={busy}>
          Add
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      {!checked.ok && (
        <MissingFields
          faults={checked.issues.map(({ field, code }) => ({
            label: fieldLabel(field),
            isMissing: code === 'required',
          }))}
        />
      )}
      {values.currency !== property.currency && (
        <p className={styles.note} role="status">
          The property is in {property.currency}: a price in {values.currency} is kept, but does not count as its value.
        </p>
      )}
      <TypedNote
        id={noteId}
        typed={
          checked.ok
            ? {
                kind: 'propertyPrice' as const,
                propertyId: property.id,
                day: checked.value.priceDate,
                price: checked.value.price,
                unit: checked.value.currency,
              }
            : null
        }
        ask={farFigure}
      />
      {error !== null && <Banner tone="error">{error}</Banner>}
    </form>
  );
}
