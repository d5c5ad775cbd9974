import { percentOfFraction } from '../../../domain/records/savings-account.ts';
import type { SavingsSortField } from '../../../domain/lists/savings-list.ts';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DateText, HiddenMoney, Percent } from '../../ui/values/figures.tsx';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { StatusBadge } from '../../ui/messages/status-badge.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import type { SavingsRow } from './use-savings.ts';

/** Where a savings account is edited. */
export function savingsPath(id: string): string {
  return `/savings-accounts/${encodeURIComponent(id)}/edit`;
}

/** The type as it was typed, with the mark of a cash ISA where the type does not say it already. */
function typeText({ accountType, isCashIsa }: SavingsRow): string {
  return isCashIsa === true && !/cash isa/iu.test(accountType) ? `${accountType} · Cash ISA` : accountType;
}

/** The columns of 002 §2. */
export const SAVINGS_COLUMNS: readonly (Column<SavingsRow> & { readonly key: SavingsSortField })[] = [
  {
    key: 'bankName',
    header: 'Bank',
    sortable: true,
    grow: true,
    card: 'title',
    cell: (row) => <RecordName id={row.id} name={row.bankName} to={savingsPath(row.id)} pending={row.pending} />,
  },
  {
    key: 'accountType',
    header: 'Account Type',
    sortable: true,
    width: 'clamp(110px, 12vw, 180px)',
    truncates: true,
    cell: (row) => <TruncatedText text={typeText(row)} />,
  },
  {
    key: 'accountName',
    header: 'Associated Account',
    sortable: true,
    width: 'clamp(120px, 13vw, 190px)',
    truncates: true,
    cell: (row) => <TruncatedText text={row.accountName} />,
  },
  {
    key: 'accountOpenDate',
    header: 'Opened',
    sortable: true,
    width: '108px',
    card: 'none',
    cell: (row) => <DateText value={row.accountOpenDate} />,
  },
  {
    key: 'accountCloseDate',
    header: 'Closed',
    sortable: true,
    width: '108px',
    cardOrder: 1,
    cardLabel: true,
    cardAbsent: (row) => row.accountCloseDate === null,
    cell: (row) => <DateText value={row.accountCloseDate} />,
  },
  {
    key: 'latestBalance',
    header: 'Balance',
    sortable: true,
    width: 'clamp(110px, 10vw, 150px)',
    align: 'end',
    card: 'value',
    cell: (row) => <HiddenMoney value={row.latestBalance} />,
  },
  {
    key: 'interestRate',
    header: 'Interest Rate',
    sortable: true,
    width: '112px',
    align: 'end',
    cardOrder: 1,
    cardAbsent: (row) => row.interestRate === null,
    cell: (row) => <Percent value={row.interestRate === null ? null : percentOfFraction(row.interestRate)} />,
  },
  {
    key: 'latestBalanceDate',
    header: 'Last Updated',
    sortable: true,
    width: '116px',
    cardOrder: 1,
    cardLabel: true,
    cell: (row) => <DateText value={row.latestBalanceDate} />,
  },
  {
    key: 'isClosed',
    header: 'Status',
    sortable: true,
    width: '84px',
    cell: (row) => (
      <StatusBadge tone={row.isClosed ? 'quiet' : 'good'}>{row.isClosed ? 'Closed' : 'Active'}</StatusBadge>
    ),
  },
];
