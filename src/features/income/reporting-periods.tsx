import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FundPeriodView } from '../../../domain/income/period-view.ts';
import type { TypedFigure } from '../../../domain/income/typed-figure.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { FigureForm } from './figure-form.tsx';
import { STATE_WORDS, stateSentence, workingWords } from './income-words.ts';
import styles from './income.module.css';

const keyOf = ({ isin, periodEnd }: FundPeriodView): string => `${isin} ${periodEnd}`;

export interface ReportingPeriodsProps {
  readonly periods: readonly FundPeriodView[];
  /** The period whose figure is being typed at first, by ISIN and period; null for none. */
  readonly asked: string | null;
  readonly busy: boolean;
  /** Adds a questioned figure all the same, by ISIN and period. */
  readonly onAdd: (period: string) => void;
}

/** Each reporting period with its state; the figure of one can be typed in its row. */
export function ReportingPeriods({ periods, asked, busy, onAdd }: ReportingPeriodsProps) {
  const [typing, setTyping] = useState(asked);
  return (
    <DataTable
      caption="Reporting periods"
      columns={columnsFor(({ period }) => (
        <State period={period} busy={busy} onAdd={onAdd} isTyping={typing === keyOf(period)} onTyping={setTyping} />
      ))}
      rows={periods}
      rowKey={keyOf}
      rowLabel={({ name, periodEnd }) => `${name}, ${formatDate(periodEnd)}`}
      cardsBelow="large"
    />
  );
}

function columnsFor(
  state: (props: { readonly period: FundPeriodView }) => React.ReactNode,
): readonly Column<FundPeriodView>[] {
  return [
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
    { key: 'state', header: 'State', cell: (period) => state({ period }), width: '300px' },
    {
      key: 'pounds',
      header: 'In pounds',
      align: 'end',
      card: 'value',
      cell: ({ pounds, recorded, state: found }) => <HiddenMoney value={found === 'recorded' ? recorded : pounds} />,
    },
  ];
}

interface StateProps {
  readonly period: FundPeriodView;
  readonly busy: boolean;
  readonly onAdd: (period: string) => void;
  readonly isTyping: boolean;
  readonly onTyping: (key: string | null) => void;
}

function State({ period, busy, onAdd, isTyping, onTyping }: StateProps) {
  const { state, isin, name, periodEnd, toAdd } = period;
  const working = workingWords(period);
  const about = `${name}, ${formatDate(periodEnd)}`;
  return (
    <span className={styles.state}>
      <strong>{STATE_WORDS[state]}</strong>
      <span className={styles.ground}>{stateSentence(period)}</span>
      {working !== null && (
        <span className={styles.ground}>
          <HiddenValue>{working}</HiddenValue>
        </span>
      )}
      {(state === 'recorded' || state === 'lowered') && (
        <Link to={`/transactions?search=${isin}`} className={styles.ground}>
          Show its transactions
        </Link>
      )}
      {state === 'implausible' && toAdd !== null && (
        <Button
          size="small"
          loading={busy}
          aria-label={`Add it anyway: ${about}`}
          onClick={() => {
            onAdd(keyOf(period));
          }}
        >
          Add it anyway
        </Button>
      )}
      {isTyping ? (
        <FigureForm
          name={name}
          start={startOf(period)}
          isOwn={period.isOwnFigure}
          onClose={() => {
            onTyping(null);
          }}
        />
      ) : (
        state !== 'recorded' && (
          <Button
            size="small"
            aria-label={`${typeLabel(period)}: ${about}`}
            onClick={() => {
              onTyping(keyOf(period));
            }}
          >
            {typeLabel(period)}
          </Button>
        )
      )}
    </span>
  );
}

function typeLabel({ excessPerUnit }: FundPeriodView): string {
  return excessPerUnit === null ? 'Enter the figure' : 'Change the figure';
}

/** A figure without a rate is typed in pounds. */
function startOf(period: FundPeriodView): TypedFigure {
  const { isin, periodEnd, state, excessPerUnit, currency, nearest, provider, isOwnFigure, ownDate } = period;
  const isRateMissing = state === 'rateNeeded';
  return {
    isin,
    periodEnd,
    currency: isRateMissing ? 'GBP' : (currency ?? nearest?.currency ?? 'USD'),
    excessPerUnit: isRateMissing || excessPerUnit === null ? '' : String(excessPerUnit),
    provider: isOwnFigure ? provider : '',
    distributionDate: ownDate ?? '',
  };
}
