import { useState } from 'react';
import { londonDate } from '../../../domain/values/dates.ts';
import { daysOld } from '../../../domain/plans/price-age.ts';
import type { PlannableSecurity } from '../../../workers/api/worker-api.ts';
import { dateInSentence } from '../../ui/texts/date-text.ts';
import { DecimalField } from '../../ui/forms/decimal-field.tsx';
import { FieldRow } from '../../ui/layout/page.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { type Planner, priceFault } from './use-plans.ts';

interface TypedPricesProps {
  readonly planner: Planner;
  readonly securities: readonly PlannableSecurity[];
}

/** Prices in place of the latest stored ones: a security is chosen, and its price typed. */
export function TypedPrices({ planner: { inputs, change }, securities }: TypedPricesProps) {
  const [typing, setTyping] = useState<string | null>(null);
  if (securities.length === 0) return null;
  const setPrice = (isin: string, text: string): void => change({ prices: { ...inputs.prices, [isin]: text } });
  const isTyped = ({ isin }: PlannableSecurity): boolean => inputs.prices[isin] !== undefined;
  return (
    <FieldRow>
      <SelectField
        label="Enter another price for"
        placeholder="Select a security"
        options={securities
          .filter((security) => !isTyped(security))
          .map(({ isin, assetName }) => ({ value: isin, label: assetName }))}
        value=""
        onChange={({ target: { value } }) => setPrice(value, '')}
      />
      {securities.filter(isTyped).map(({ isin, assetName, price }) => {
        const text = inputs.prices[isin] ?? '';
        return (
          <DecimalField
            key={isin}
            label={`Price of ${assetName}`}
            prefix="£"
            hint={storedText(price)}
            value={text}
            onValueChange={(typed) => {
              setTyping(isin);
              setPrice(isin, typed);
            }}
            onBlur={() => setTyping(null)}
            // A figure that is still being typed is not an error yet.
            error={typing === isin ? null : priceFault(`Price of ${assetName}`, text)}
          />
        );
      })}
    </FieldRow>
  );
}

function storedText(price: PlannableSecurity['price']): string {
  if (price?.date == null) return 'In pounds, per unit; no price is stored';
  const days = daysOld(price.date, londonDate(Date.now()));
  const age = days === null ? '' : `, ${days} days old`;
  return `In pounds, per unit; leave empty for the latest, from ${dateInSentence(price.date)}${age}`;
}
