import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CashLedgerView, LedgerLineView, LedgerMarkView } from '../../../domain/cash-ledger/ledger-view.ts';
import { labelOf, TRANSACTION_TYPES, type CashEventType } from '../../../domain/fields/enums.ts';
import type { BrokerCashBalance } from '../../../domain/records/records.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import styles from './cash-ledger.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

/** Entries that are shown before all are asked for. */
const FIRST_ENTRIES = 50;

type Entry = LedgerLineView | LedgerMarkView;

function entryKey(entry: Entry): string {
  return entry.kind === 'mark' ? `mark ${entry.day}` : entry.id;
}

function columnsIn(currency: string): readonly Column<Entry>[] {
  return [
    {
      key: 'day',
      header: 'Date',
      width: '112px',
      card: 'detail',
      cardLabel: false,
      cell: ({ day }) => <DateText value={day} />,
    },
    {
      key: 'what',
      header: 'Entry',
      grow: true,
      card: 'title',
      cell: (entry) => (entry.kind === 'mark' ? <Mark mark={entry} currency={currency} /> : <Line line={entry} />),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      width: 'clamp(110px, 11vw, 150px)',
      cardLabel: false,
      cell: (entry) =>
        entry.kind === 'mark' ? null : <HiddenMoney value={entry.amount} currency={currency} sign="always" />,
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'end',
      width: 'clamp(110px, 11vw, 150px)',
      card: 'value',
      cell: (entry) => <HiddenMoney value={entry.kind === 'mark' ? entry.stated : entry.balance} currency={currency} />,
    },
  ];
}

function Line({ line }: { readonly line: LedgerLineView }) {
  return (
    <>
      <Link to={transactionPath(line.id)}>{line.typeLabel}</Link>
      {line.assetName !== '' && ` ${line.assetName}`}
      {line.reference !== '' && <span className={styles.second}> {line.reference}</span>}
    </>
  );
}

/** A stated balance: that it agrees, or by how much it differs and since when. */
function Mark({ mark, currency }: { readonly mark: LedgerMarkView; readonly currency: string }) {
  return (
    <strong className={mark.since === null ? styles.agrees : styles.differs}>
      Stated balance:{' '}
      {mark.since === null ? (
        'agrees'
      ) : (
        <>
          differs by <HiddenMoney value={Math.abs(mark.difference)} currency={currency} /> since{' '}
          {dateInSentence(mark.since)}
        </>
      )}
    </strong>
  );
}

/** The running cash behind a stated balance (docs/decisions/0004). */
export function CashLedgerPanel({ balance }: { readonly balance: BrokerCashBalance }) {
  const { accountId, brokerId, taxWrapper, currency } = balance;
  const [limit, setLimit] = useState(FIRST_ENTRIES);
  const { data, error, loading } = useLive(
    () => compute().cashLedger({ place: { accountId, brokerId, taxWrapper, currency }, limit }),
    onComputeChange,
    [accountId, brokerId, taxWrapper, currency, limit],
  );
  if (error !== undefined) return <Banner tone="error">The ledger could not be worked out. Please try again.</Banner>;
  if (data === null)
    return (
      <p className={styles.note}>
        No cash ledger is kept here. It starts with the first deposit, contribution or other cash event that you record.{' '}
        <Link to={`/transactions/new?${eventAddress(balance, { type: 'DEPOSIT' })}`}>Record a deposit</Link>
      </p>
    );
  const entries = data?.entries ?? [];
  return (
    <div className={styles.panel}>
      {data?.missing != null && <Missing balance={balance} missing={data.missing} />}
      <DataTable
        caption="Cash ledger"
        columns={columnsIn(currency)}
        rows={entries}
        rowKey={entryKey}
        rowLabel={(entry) => `${entry.kind === 'mark' ? 'Stated balance' : entry.typeLabel}, ${formatDate(entry.day)}`}
        loading={loading && entries.length === 0}
        loadingText="Loading cash ledger..."
        dense
      />
      {data !== undefined && data.total > entries.length && (
        <Button size="small" onClick={() => setLimit(data.total)}>
          Show all {formatCount(data.total)} entries
        </Button>
      )}
    </div>
  );
}

/** The likeliest events that would explain the difference, each as a form to check and save. */
function Missing({
  balance,
  missing,
}: {
  readonly balance: BrokerCashBalance;
  readonly missing: NonNullable<CashLedgerView['missing']>;
}) {
  return (
    <Banner
      tone="warning"
      actions={missing.types.map((type) => (
        <ButtonLink
          key={type}
          size="small"
          to={`/transactions/new?${eventAddress(balance, { type, amount: missing.amount, day: missing.day })}`}
        >
          {labelOf(TRANSACTION_TYPES, type)}
        </ButtonLink>
      ))}
    >
      The ledger and the stated balance differ by <HiddenMoney value={missing.amount} currency={balance.currency} />{' '}
      since {dateInSentence(missing.day)}. Add what is missing:
    </Banner>
  );
}

/** The address of a form that is filled in with the place of the balance. */
function eventAddress(
  { accountId, brokerId, taxWrapper, currency }: BrokerCashBalance,
  { type, amount, day }: { readonly type: CashEventType; readonly amount?: number; readonly day?: string },
): string {
  return new URLSearchParams({
    transactionType: type,
    accountId,
    brokerId,
    taxWrapper,
    cashCurrency: currency,
    ...(amount !== undefined && { cashAmount: String(amount) }),
    ...(day !== undefined && { transactionDate: day }),
  }).toString();
}
