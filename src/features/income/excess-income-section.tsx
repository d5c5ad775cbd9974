import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FACTS_INDEX } from '../../../domain/facts/facts-index.ts';
import type { FundPeriodView } from '../../../domain/income/period-view.ts';
import type { RateSetting } from '../../../domain/income/pound-rate.ts';
import { checkTransaction, type TransactionFields } from '../../../domain/transaction.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database.ts';
import { saveIncomeRate } from '../../data/income-statements.ts';
import { addTransactions, removeTransactions } from '../../data/transactions.ts';
import { writeFaultText } from '../../data/write-fault-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { formatDate } from '../../ui/date-text.ts';
import { DateText, HiddenMoney, Quantity } from '../../ui/figures.tsx';
import { HiddenValue } from '../../ui/hidden-value.tsx';
import { Section } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import type { IncomeQuery, IncomeView } from '../../../workers/income-types.ts';
import { STATE_WORDS, stateSentence, workingWords } from './income-words.ts';
import styles from './income.module.css';
import { OwnFigures } from './own-figures.tsx';

const UNDO_MS = 10_000;
const NOT_ADDED = 'The notional distributions could not be added. Nothing was saved. Please try again.';

const distributions = (count: number): string => `${count} notional distribution${count === 1 ? '' : 's'}`;

/** Adds what the year proposes as one step that can be undone as one; answers why it did not, or null. */
async function addProposals(query: IncomeQuery & { readonly doubted?: string }): Promise<string | null> {
  const checked = (await compute().incomeProposals(query)).map((record) => checkTransaction(record));
  const fields = checked.flatMap((result): TransactionFields[] => (result.ok ? [result.value] : []));
  if (fields.length < checked.length || fields.length === 0) return NOT_ADDED;
  const added = await addTransactions(currentDatabase(), fields);
  if (!added.ok) return writeFaultText(added.fault) ?? NOT_ADDED;
  const ids = added.value.map(({ id }) => id);
  showToast({
    title: `${distributions(ids.length)} added.`,
    timeoutMs: UNDO_MS,
    action: { label: 'Undo', onClick: () => void takeBack(ids) },
  });
  return null;
}

async function takeBack(ids: readonly string[]): Promise<void> {
  const removed = await removeTransactions(currentDatabase(), ids).catch(() => null);
  showToast(
    removed?.ok === true
      ? { title: `${distributions(ids.length)} removed.` }
      : { title: 'The notional distributions could not be removed.', tone: 'error' },
  );
}

/** Each reporting fund that was held at the end of its period: recorded, proposed, or missing. */
export function ExcessIncomeSection({ view }: { readonly view: IncomeView }) {
  const { accountId, taxYear, periods, unknownFunds } = view;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const proposed = periods.filter(({ state }) => state === 'proposed' || state === 'changed');
  const gaps = periods.filter(({ state }) => state === 'notKnown' || state === 'rateNeeded');
  const add = async (doubted?: string) => {
    setBusy(true);
    setFailure(
      await addProposals({ accountId, taxYear, ...(doubted !== undefined && { doubted }) }).catch(() => NOT_ADDED),
    );
    setBusy(false);
  };
  return (
    <Section
      title="Excess reportable income"
      description="Income that offshore reporting funds kept. It is taxed although it was not paid, and adds to the cost."
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
          {gaps.length === 1 ? 'One period is' : `${gaps.length} periods are`} missing from this year’s income:{' '}
          {gaps.map(({ name, periodEnd }) => `${name} to ${formatDate(periodEnd)}`).join(', ')}.
        </Banner>
      )}
      {unknownFunds.length > 0 && (
        <Banner tone="warning">
          Not a reporting fund as far as is known: {unknownFunds.map(({ name }) => name).join(', ')}. Gains on such a
          fund would be taxed as income. Add a figure below if it reports to HMRC.
        </Banner>
      )}
      {periods.length > 0 && <PeriodsTable periods={periods} busy={busy} onAdd={(period) => void add(period)} />}
      <RateFields accountId={accountId} setting={view.rateSetting} />
      <OwnFigures />
      <p className={styles.muted}>
        Figures: {FACTS_INDEX['excess-income'].source}, read {formatDate(FACTS_INDEX['excess-income'].readOn)}. Rates:{' '}
        {FACTS_INDEX['monthly-rates'].source}. {FACTS_INDEX['monthly-rates'].licence}
      </p>
    </Section>
  );
}

function PeriodsTable({
  periods,
  busy,
  onAdd,
}: {
  readonly periods: readonly FundPeriodView[];
  readonly busy: boolean;
  readonly onAdd: (period: string) => void;
}) {
  const columns: readonly Column<FundPeriodView>[] = [
    {
      key: 'fund',
      header: 'Fund',
      cell: ({ name }) => <TruncatedText text={name} />,
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    { key: 'end', header: 'Period to', cell: ({ periodEnd }) => <DateText value={periodEnd} />, cardLabel: true },
    {
      key: 'income',
      header: 'Income on',
      cell: ({ distributionDate }) => <DateText value={distributionDate} />,
      cardLabel: true,
    },
    {
      key: 'units',
      header: 'Units held',
      align: 'end',
      cell: ({ units }) => (
        <HiddenValue>
          <Quantity value={units} />
        </HiddenValue>
      ),
    },
    {
      key: 'each',
      header: 'Per unit',
      align: 'end',
      cell: ({ excessPerUnit, currency }) => (excessPerUnit === null ? '-' : `${excessPerUnit} ${currency ?? ''}`),
      cardAbsent: ({ excessPerUnit }) => excessPerUnit === null,
    },
    {
      key: 'state',
      header: 'State',
      cell: (period) => <State period={period} busy={busy} onAdd={onAdd} />,
      width: '300px',
    },
    {
      key: 'pounds',
      header: 'In pounds',
      align: 'end',
      card: 'value',
      cell: ({ pounds, recorded, state }) => <HiddenMoney value={state === 'recorded' ? recorded : pounds} />,
    },
  ];
  return (
    <DataTable
      caption="Reporting periods"
      columns={columns}
      rows={periods}
      rowKey={({ isin, periodEnd }) => `${isin} ${periodEnd}`}
      rowLabel={({ name, periodEnd }) => `${name}, ${formatDate(periodEnd)}`}
      cardsBelow="large"
    />
  );
}

function State({
  period,
  busy,
  onAdd,
}: {
  readonly period: FundPeriodView;
  readonly busy: boolean;
  readonly onAdd: (period: string) => void;
}) {
  const { state, isin, name, periodEnd, toAdd } = period;
  const working = workingWords(period);
  return (
    <span className={styles.state}>
      <strong>{STATE_WORDS[state]}</strong>
      <span className={styles.ground}>{stateSentence(period)}</span>
      {working !== null && (
        <span className={styles.ground}>
          <HiddenValue>{working}</HiddenValue>
        </span>
      )}
      {state === 'recorded' && (
        <Link to={`/transactions?search=${isin}`} className={styles.ground}>
          Show its transactions
        </Link>
      )}
      {state === 'doubted' && toAdd !== null && (
        <Button
          size="small"
          loading={busy}
          aria-label={`Add it all the same: ${name}, ${formatDate(periodEnd)}`}
          onClick={() => {
            onAdd(`${isin} ${periodEnd}`);
          }}
        >
          Add it all the same
        </Button>
      )}
    </span>
  );
}

const SOURCES = [
  { value: 'hmrcMonth', label: 'HMRC’s monthly rate' },
  { value: 'day', label: 'The day’s rate' },
] as const;
const DAYS = [
  { value: 'distributionDate', label: 'Of the distribution date' },
  { value: 'periodEnd', label: 'Of the end of the period' },
] as const;

/** HMRC has not said which rate to use: the holder chooses, for all years. */
function RateFields({ accountId, setting }: { readonly accountId: string; readonly setting: RateSetting }) {
  const keep = async (change: Partial<RateSetting>) => {
    const saved = await saveIncomeRate(currentDatabase(), accountId, { ...setting, ...change }).catch(() => null);
    if (saved?.ok !== true)
      showToast({
        title: (saved && writeFaultText(saved.fault)) ?? 'The rate could not be saved. Please try again.',
        tone: 'error',
      });
  };
  return (
    <div className={styles.fields}>
      <SelectField
        label="Exchange rate"
        options={SOURCES}
        value={setting.source}
        onChange={({ target: { value } }) => {
          const chosen = SOURCES.find((source) => source.value === value);
          if (chosen !== undefined) void keep({ source: chosen.value });
        }}
      />
      <SelectField
        label="Day of the rate"
        hint="What is recorded keeps its rate."
        options={DAYS}
        value={setting.day}
        onChange={({ target: { value } }) => {
          const chosen = DAYS.find((day) => day.value === value);
          if (chosen !== undefined) void keep({ day: chosen.value });
        }}
      />
    </div>
  );
}
