import { useState } from 'react';
import { natureLabel, NATURE_LABELS } from '../../../domain/income/labels.ts';
import type { Nature } from '../../../domain/income/nature.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { stateNature } from '../../data/records/income-statements.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { IncomeRows } from './income-rows.tsx';
import { GROUND_WORDS } from './income-words.ts';
import styles from './income.module.css';

type Figures = IncomeView['totals'];
type NatureRow = IncomeView['byNature'][number];
type SecurityRow = IncomeView['bySecurity'][number];

function figureColumns<Row extends Figures>(totals: Figures): readonly Column<Row>[] {
  const column = (key: 'gross' | 'withheld' | 'net', header: string, card: 'value' | 'detail'): Column<Row> => ({
    key,
    header,
    align: 'end',
    card,
    cell: (row) => <HiddenMoney value={row[key]} />,
    total: <HiddenMoney value={totals[key]} />,
  });
  return [
    column('gross', 'Gross', 'value'),
    column('withheld', 'Tax withheld', 'detail'),
    column('net', 'Net', 'detail'),
  ];
}

const TABS = [
  { value: 'nature', label: 'By nature' },
  { value: 'security', label: 'By security' },
  { value: 'rows', label: 'Every row' },
] as const;

/** The year's income by its kind, and by the security that paid it. */
export function IncomeBreakdown({ view }: { readonly view: IncomeView }) {
  const [tab, setTab] = useState<'nature' | 'security' | 'rows'>('nature');
  return (
    <Tabs label="Income by" value={tab} onChange={setTab} tabs={TABS}>
      {tab === 'nature' && <ByNature view={view} />}
      {tab === 'security' && <BySecurity view={view} />}
      {tab === 'rows' && <IncomeRows view={view} />}
    </Tabs>
  );
}

function ByNature({ view }: { readonly view: IncomeView }) {
  const columns: readonly Column<NatureRow>[] = [
    { key: 'nature', header: 'Nature', cell: ({ nature }) => natureLabel(nature), grow: true, card: 'title' },
    ...figureColumns<NatureRow>(view.totals),
  ];
  return (
    <DataTable
      caption="Income by nature"
      columns={columns}
      rows={view.byNature}
      rowKey={({ nature }) => nature ?? ''}
      rowLabel={({ nature }) => natureLabel(nature)}
      totalsLabel="Total"
    />
  );
}

function BySecurity({ view }: { readonly view: IncomeView }) {
  const columns: readonly Column<SecurityRow>[] = [
    {
      key: 'security',
      header: 'Security',
      cell: ({ name }) => <TruncatedText text={name} />,
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    {
      key: 'nature',
      header: 'Nature',
      cell: (row) => <NatureField row={row} taxYear={view.taxYear} />,
      width: '300px',
    },
    ...figureColumns<SecurityRow>(view.totals),
  ];
  return (
    <DataTable
      caption="Income by security"
      columns={columns}
      rows={view.bySecurity}
      rowKey={({ isin }) => isin}
      rowLabel={({ name }) => name}
      totalsLabel="Total"
      cardsBelow="medium"
    />
  );
}

const NATURES = Object.entries(NATURE_LABELS).map(([value, label]) => ({ value, label }));

/** What a security pays, with the reason; another choice applies from this tax year on. */
function NatureField({ row, taxYear }: { readonly row: SecurityRow; readonly taxYear: IncomeView['taxYear'] }) {
  // Interest on cash has no security whose nature could be chosen.
  if (row.isin === '') return natureLabel(row.nature);
  const choose = async (value: string) => {
    const nature = (Object.keys(NATURE_LABELS) as Nature[]).find((known) => known === value);
    if (nature === undefined) return;
    const saved = await stateNature(currentDatabase(), row.isin, taxYear, nature).catch(tellFaultAnd(null));
    if (saved?.ok === true) return;
    showToast({
      title: notWrittenText(saved, 'The nature could not be saved. Please try again.'),
      tone: 'error',
    });
  };
  return (
    <span className={styles.nature}>
      <SelectField
        label={`Nature of the income from ${row.name}`}
        labelHidden
        options={NATURES}
        {...(row.nature === null && { placeholder: natureLabel(null) })}
        value={row.nature ?? ''}
        onChange={({ target: { value } }) => void choose(value)}
      />
      <span className={styles.ground}>{GROUND_WORDS[row.ground]}</span>
    </span>
  );
}
