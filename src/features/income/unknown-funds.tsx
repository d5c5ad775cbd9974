import { useState } from 'react';
import { fundMeaning } from '../../../domain/income/income-findings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DateText } from '../../ui/values/figures.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { FigureForm } from './figure-form.tsx';
import { FUND_STATUS_WORDS } from './income-words.ts';
import styles from './income.module.css';

type Fund = IncomeView['unknownFunds'][number];

const columnsFor = (asked: string | null): readonly Column<Fund>[] => [
  {
    key: 'fund',
    header: 'Fund',
    cell: ({ name }) => <TruncatedText text={name} />,
    grow: true,
    rowHeader: true,
    card: 'title',
  },
  { key: 'from', header: 'Held from', cell: ({ from }) => <DateText value={from} />, cardLabel: true, width: '112px' },
  { key: 'state', header: 'State', cell: (fund) => <State fund={fund} asked={asked} />, width: '420px' },
];

/** Offshore funds of which no reporting period is known (RULES 4.10); the form of `asked`, an ISIN, is open at first. */
export function UnknownFunds({ funds, asked }: { readonly funds: readonly Fund[]; readonly asked: string | null }) {
  return (
    <DataTable
      caption="Funds without a known report"
      columns={columnsFor(asked)}
      rows={funds}
      rowKey={({ isin }) => isin}
      rowLabel={({ name }) => name}
      cardsBelow="medium"
    />
  );
}

function State({ fund, asked }: { readonly fund: Fund; readonly asked: string | null }) {
  const { isin, name, status } = fund;
  const [isTyping, setTyping] = useState(asked === isin);
  return (
    <span className={styles.state}>
      <strong>{FUND_STATUS_WORDS[status]}</strong>
      <span className={styles.ground}>{fundMeaning(fund)}</span>
      {isTyping ? (
        <FigureForm
          name={name}
          start={{ isin, periodEnd: '', currency: 'USD', excessPerUnit: '', provider: '', distributionDate: '' }}
          isOwn={false}
          onClose={() => {
            setTyping(false);
          }}
        />
      ) : (
        <Button
          size="small"
          aria-label={`Enter a figure: ${name}`}
          onClick={() => {
            setTyping(true);
          }}
        >
          Enter a figure
        </Button>
      )}
    </span>
  );
}
