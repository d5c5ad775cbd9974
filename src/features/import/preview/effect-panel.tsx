import { useDeferredValue, useEffect, useState } from 'react';
import type { ImportEffect } from '../../../../domain/csv/import/import-effect.ts';
import { totalsNotice, type TotalsProof } from '../../../../domain/csv/tables/file-totals.ts';
import type { BalanceProof } from '../../../../domain/csv/tables/balance-lines.ts';
import type { ImportRequest } from '../../../../workers/api/worker-api.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { formatCount, formatMoney, formatQuantity } from '../../../ui/texts/format.ts';
import { HiddenValue } from '../../../ui/values/hidden-value.tsx';
import { ValuesTextButton } from '../../../ui/values/values-text-button.tsx';
import { LazyDetails } from '../../../ui/layout/lazy-details.tsx';
import styles from './effect-panel.module.css';

export interface EffectPanelProps {
  readonly effect: ImportEffect;
  readonly balance: BalanceProof | null;
  readonly totals?: TotalsProof | null | undefined;
}

/** Lines listed at once; more open on demand. */
const MOST_LINES = 100;

/** What the file's own running balance proves. */
export function balanceText({ agreeing, breaks }: BalanceProof): string {
  const rows = `${formatCount(agreeing)} ${agreeing === 1 ? 'row' : 'rows'}`;
  const [first] = breaks;
  if (first === undefined) return `The file's own balance agrees in all ${rows}.`;
  return `The file's own balance agrees in ${rows}. It first differs on line ${first.line}: ${formatMoney(first.expected)} is expected, ${formatMoney(first.stated)} is stated.`;
}

/** Totals by type, units and cost of each security before and after, and what stays open. */
export function EffectPanel({ effect: { types, securities, open }, balance, totals = null }: EffectPanelProps) {
  return (
    <div className={styles.panel}>
      <div>
        <ValuesTextButton />
      </div>
      <ul className={styles.totals}>
        {types.map(({ label, rows, pounds, currency = 'GBP' }) => (
          <li key={`${label} ${currency}`}>
            {formatCount(rows)} {label}: <HiddenValue>{formatMoney(pounds, { currency })}</HiddenValue>
          </li>
        ))}
      </ul>
      {balance !== null && (
        <Banner tone={balance.breaks.length === 0 ? 'success' : 'warning'}>
          <HiddenValue mask="The file's own balance is hidden while values are hidden.">
            {balanceText(balance)}
          </HiddenValue>
        </Banner>
      )}
      {totals !== null && (
        <Banner tone={totals.breaks.length === 0 ? 'success' : 'warning'}>
          <HiddenValue mask="The file's own totals are hidden while values are hidden.">
            {totalsNotice(totals)}
          </HiddenValue>
        </Banner>
      )}
      {open.length > 0 && (
        <Banner tone="warning">
          <ul>
            {open.slice(0, MOST_LINES).map(({ accountName, name, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one security may have several of one text
              <li key={index}>
                {accountName}, {name}: <HiddenValue>{text}</HiddenValue>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {securities.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Security</th>
                <th scope="col">Units before</th>
                <th scope="col">Units after</th>
                <th scope="col">Cost before</th>
                <th scope="col">Cost after</th>
              </tr>
            </thead>
            <tbody>
              {securities.slice(0, MOST_LINES).map(({ isin, name, before, after }) => (
                <tr key={isin}>
                  <th scope="row">{name}</th>
                  <td>{formatQuantity(before.units)}</td>
                  <td>{formatQuantity(after.units)}</td>
                  <td>
                    <HiddenValue>{formatMoney(before.cost)}</HiddenValue>
                  </td>
                  <td>
                    <HiddenValue>{formatMoney(after.cost)}</HiddenValue>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {securities.length > MOST_LINES && <p>and {formatCount(securities.length - MOST_LINES)} more securities.</p>}
        </div>
      )}
    </div>
  );
}

/** The changes that the chosen rows would make, worked out again as the choice changes. */
export function LiveEffect({
  request: chosen,
  revision,
  read,
  balance,
  totals = null,
}: {
  readonly request: ImportRequest;
  /** Raised when the rows themselves change. */
  readonly revision: number;
  readonly read: (request: ImportRequest) => Promise<ImportEffect | null>;
  readonly balance: BalanceProof | null;
  readonly totals?: TotalsProof | null | undefined;
}) {
  // After the choice itself has been drawn.
  const request = useDeferredValue(chosen);
  const [effect, setEffect] = useState<ImportEffect | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    read(request).then(
      (found) => {
        if (isCurrent) setEffect(found);
      },
      () => {
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [read, request, revision]);
  if (failed) return <Banner tone="error">What this import does could not be worked out.</Banner>;
  if (effect === null || (effect.types.length === 0 && balance === null && totals === null)) return null;
  const toCheck = effect.open.length + (balance?.breaks.length ?? 0) + (totals?.breaks.length ?? 0);
  return (
    <LazyDetails
      summary={`What this import does${toCheck > 0 ? `: ${formatCount(toCheck)} ${toCheck === 1 ? 'point' : 'points'} to check` : ''}`}
    >
      <EffectPanel effect={effect} balance={balance} totals={totals} />
    </LazyDetails>
  );
}
