import type { PoundTotal } from '../../../domain/holdings/pound-total.ts';
import { dateInSentence } from '../texts/date-text.ts';
import { HiddenMoney } from './figures.tsx';
import styles from './pound-total-note.module.css';

/**
 * What a total in pounds is based on: which currencies were converted, and which could not be. Nothing where all is in
 * pounds.
 */
export function PoundTotalNote({ total: { converted, missing } }: { readonly total: PoundTotal }) {
  if (converted.length === 0 && missing.length === 0) return null;
  const list = new Intl.ListFormat('en-GB');
  const days = converted.map(({ rateDate }) => rateDate).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  const when =
    first === last
      ? `of ${dateInSentence(first ?? '')}`
      : `of ${dateInSentence(first ?? '')} to ${dateInSentence(last ?? '')}`;
  return (
    <>
      {converted.length > 0 &&
        `${list.format(converted.map(({ currency }) => currency))} converted to GBP at the rates ${when}.`}
      {missing.length > 0 && ` Without ${list.format(missing)}: this device has no exchange rate for it.`}
      {converted.map(({ currency, amount, pounds }) => (
        <span key={currency} className={styles.converted}>
          <HiddenMoney value={amount} currency={currency} /> is <HiddenMoney value={pounds} />
        </span>
      ))}
    </>
  );
}
