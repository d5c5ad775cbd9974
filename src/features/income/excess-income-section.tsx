import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { FACTS_INDEX } from '../../../domain/facts/facts-index.ts';
import { checkTransaction, type TransactionFields } from '../../../domain/records/transaction.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { addTransactions } from '../../data/records/transactions.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { dateInSentence } from '../../ui/texts/date-text.ts';
import { Section } from '../../ui/layout/page.tsx';
import { incomeFindingPath, incomeFindingSubject } from '../../ui/texts/income-finding.ts';
import { showToast } from '../../ui/messages/toast.tsx';
import type { IncomeQuery, IncomeView } from '../../../workers/api/worker-api.ts';
import styles from './income.module.css';
import { mixedRatesText, operatorText } from './income-words.ts';
import { OwnFigures } from './own-figures.tsx';
import { ReportingPeriods } from './reporting-periods.tsx';
import { UnknownFunds } from './unknown-funds.tsx';
import { removeRecords } from '../../data/outbox/removals.ts';

const UNDO_MS = 10_000;
const NOT_ADDED = 'The notional distributions could not be added. Nothing was saved. Please try again.';

const distributions = (count: number): string => `${count} notional distribution${count === 1 ? '' : 's'}`;

/** Adds the proposals of the year as one step that can be undone as one; returns why it did not, or null. */
async function addProposals(query: IncomeQuery & { readonly implausible?: string }): Promise<string | null> {
  const checked = (await compute().incomeProposals(query)).map((record) => checkTransaction(record));
  const fields = checked.flatMap((result): TransactionFields[] => (result.ok ? [result.value] : []));
  if (fields.length < checked.length || fields.length === 0) return NOT_ADDED;
  const added = await addTransactions(currentDatabase(), fields);
  if (!added.ok) return notWrittenText(added, NOT_ADDED);
  const ids = added.value.map(({ id }) => id);
  showToast({
    title: `${distributions(ids.length)} added.`,
    timeoutMs: UNDO_MS,
    action: { label: 'Undo', onClick: () => void undo(ids) },
  });
  return null;
}

async function undo(ids: readonly string[]): Promise<void> {
  const removed = await removeRecords(currentDatabase(), 'transaction', ids).catch(tellFaultAnd(null));
  showToast(
    removed?.ok === true
      ? { title: `${distributions(ids.length)} removed.` }
      : { title: 'The notional distributions could not be removed.', tone: 'error' },
  );
}

/** Each reporting fund that was held at the end of its period: recorded, proposed, or missing. */
export function ExcessIncomeSection({ view }: { readonly view: IncomeView }) {
  const { accountId, taxYear, periods, unknownFunds, otherYears, operatorSources } = view;
  const [address] = useSearchParams();
  const asked = [address.get('fund'), address.get('period')].filter((part) => part !== null).join(' ') || null;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const proposed = periods.filter(({ state }) => state === 'proposed' || state === 'changed');
  const gaps = periods.filter(({ state }) => state === 'notKnown' || state === 'rateNeeded');
  const mixed = mixedRatesText(periods);
  const fromOperator = operatorText(operatorSources);
  const add = async (implausible?: string) => {
    setBusy(true);
    setFailure(
      await addProposals({ accountId, taxYear, ...(implausible !== undefined && { implausible }) }).catch(
        tellFaultAnd(NOT_ADDED),
      ),
    );
    setBusy(false);
  };
  return (
    <Section
      title="Excess reportable income"
      description="Income that offshore reporting funds kept. It is taxed although it was not paid out, and it adds to the cost."
      aside={
        proposed.length > 0 && (
          <Button variant="primary" loading={busy} onClick={() => void add()}>
            Add {distributions(proposed.length)}
          </Button>
        )
      }
    >
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      {gaps.length > 0 && (
        <Banner tone="warning">
          {gaps.length === 1 ? 'One period is' : `${gaps.length} periods are`} missing from this year's income:{' '}
          {gaps.map(({ name, periodEnd }) => `${name} to ${dateInSentence(periodEnd)}`).join(', ')}.
        </Banner>
      )}
      {mixed !== null && <Banner tone="info">{mixed}</Banner>}
      {periods.length > 0 && (
        <ReportingPeriods
          key={`${taxYear} ${asked ?? ''}`}
          periods={periods}
          asked={asked}
          busy={busy}
          onAdd={(period) => void add(period)}
        />
      )}
      {unknownFunds.length > 0 && <UnknownFunds key={asked} funds={unknownFunds} asked={asked} />}
      {otherYears.length > 0 && (
        <details className={styles.assumptions}>
          <summary>
            {otherYears.length === 1 ? '1 thing is' : `${otherYears.length} things are`} missing in other tax years
          </summary>
          <ul>
            {otherYears.map((finding) => (
              <li key={incomeFindingPath(finding)}>
                <Link to={incomeFindingPath(finding)}>{incomeFindingSubject(finding)}</Link>: {finding.text}
              </li>
            ))}
          </ul>
        </details>
      )}
      <OwnFigures />
      {fromOperator !== null && <p className={styles.muted}>{fromOperator}</p>}
      <p className={styles.muted}>
        Figures: {FACTS_INDEX['excess-income'].source}, read {dateInSentence(FACTS_INDEX['excess-income'].readOn)}.
        Rates: {FACTS_INDEX['monthly-rates'].source}. {FACTS_INDEX['monthly-rates'].licence}
      </p>
    </Section>
  );
}
