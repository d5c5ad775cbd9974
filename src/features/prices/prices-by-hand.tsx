import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { londonDate } from '../../../domain/values/dates.ts';
import { DENOMINATIONS, type Denomination } from '../../../domain/fields/enums.ts';
import { hasKnownDenomination } from '../../../domain/holdings/missing-prices.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { farFigure } from '../../compute/far-figure.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { answerText } from '../../sync/ask/ask-server.ts';
import { statePrice } from '../../sync/ask/price-calls.ts';
import { serverReach } from '../../sync/engine/server-reach.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { typedDate } from '../../ui/texts/date-text.ts';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TypedNote } from '../../ui/forms/typed-note.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useStatingReason } from '../../ui/app-state/use-offline-reason.ts';
import styles from './prices.module.css';
import { readTypedPrice, typedFigureOf } from './stated-price.ts';

/** An administrator's closing prices: one typed, or many from a file. */
export function PricesByHand({ asset, onImport }: { readonly asset: Asset; readonly onImport: () => void }) {
  const offline = useStatingReason(serverReach);
  const today = londonDate(useNow());
  const [day, setDay] = useState('');
  const [price, setPrice] = useState('');
  const isKnown = hasKnownDenomination(asset);
  const [currency, setCurrency] = useState<Denomination | ''>(isKnown ? asset.denomination : '');
  const [busy, setBusy] = useState(false);
  const noteId = useId();
  const [fault, setFault] = useState<string | null>(null);

  const add = async () => {
    const read = readTypedPrice(asset, { price, day, currency }, today);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    setBusy(true);
    setFault(null);
    const stated = await statePrice(currentDatabase(), asset, read.stated).catch(tellFaultAnd(null));
    setBusy(false);
    if (stated?.kind !== 'answer') {
      setFault(stated === null ? 'Failed to add the price. Please try again.' : answerText(stated));
      return;
    }
    showToast({ title: `Price of ${typedDate(read.stated.priceDate)} saved.` });
    setDay('');
    setPrice('');
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (offline === null && !busy) void add();
      }}
    >
      <div className={styles.byHand}>
        <DateField label="Price Date" value={day} onValueChange={setDay} max={today} />
        <DecimalField
          label={isKnown ? `Closing Price (${asset.denomination})` : 'Closing Price'}
          value={price}
          onValueChange={setPrice}
          describedBy={noteId}
        />
        {!isKnown && (
          <SelectField
            label="Currency"
            placeholder="Currency"
            options={DENOMINATIONS}
            value={currency}
            onChange={({ target: { value } }) => {
              setCurrency(DENOMINATIONS.find((option) => option.value === value)?.value ?? '');
            }}
          />
        )}
        <Button type="submit" loading={busy} disabled={offline !== null}>
          Add Price
        </Button>
        <Button icon={<FileUp size={16} aria-hidden="true" />} disabled={offline !== null} onClick={onImport}>
          Import Prices
        </Button>
        <TypedNote id={noteId} typed={typedFigureOf(asset, { price, day, currency }, today)} ask={farFigure} />
      </div>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
