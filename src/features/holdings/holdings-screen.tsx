import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type IsoDate, londonDate } from '../../../domain/values/dates.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { Account } from '../../../domain/records/records.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import type { HoldingReturnsPeriod } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { type Kept, keptFigures } from '../../data/kept-figures/kept-figures.ts';
import { readHoldingReturns, storeHoldingReturns } from '../../data/device/local-settings.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { classNames } from '../../ui/layout/class-names.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { formatLongDate } from '../../ui/texts/date-text.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { firstReads } from '../../data/records/first-reads.ts';
import { Spinner } from '../../ui/controls/spinner.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { UpdatingNote } from '../../ui/layout/updating-note.tsx';
import { type KeptAnswer, useKeptFirst } from '../../ui/hooks/use-kept-first.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import { ExchangeRatesLine } from './exchange-rates-line.tsx';
import { HoldingsFilterBar } from './holdings-filter-bar.tsx';
import { filterHoldings, type HoldingsFilters, NO_FILTERS } from './holdings-filters.ts';
import { type Grouping, GROUPINGS } from './group-holdings.ts';
import { GroupedHoldings } from './grouped-holdings.tsx';
import { RETURNS_PERIODS, useHoldingReturns } from './holding-returns.tsx';
import { HealthNotice } from './health-notice.tsx';
import { holdingLabel, HoldingsTable, type HoldingsTableProps, useHoldingsTableState } from './holdings-table.tsx';
import styles from './holdings.module.css';
import { usePriceLines } from './price-line.tsx';
import { useHoldingsFilters } from './use-holdings-filters.ts';

/** Why the holdings could not be answered, in the words of 001 §8. */
export function holdingsErrorText(error: unknown): string {
  const said = error instanceof Error ? error.message : '';
  if (said.toLowerCase().includes('future date'))
    return 'Cannot retrieve holdings for a future date. Please select a current or past date.';
  return 'Could not load holdings. Please try again later.';
}

const NONE: readonly HoldingView[] = [];

interface ShownHoldings {
  readonly asOf: IsoDate;
  readonly holdings: readonly HoldingView[];
}

/** Those of another day than today are not stored. */
async function keptHoldings(asOf: string, today: IsoDate): Promise<KeptAnswer<ShownHoldings> | null> {
  return asOf === '' ? shownOf(await keptFigures(currentDatabase(), 'holdings', today), today) : null;
}

function shownOf(kept: Kept<readonly HoldingView[]> | null, today: IsoDate): KeptAnswer<ShownHoldings> | null {
  return kept && { value: { asOf: today, holdings: kept.value }, final: kept.final };
}

/** Positions per account, security and wrapper, today or as of a past day. */
export function HoldingsScreen({ accounts }: { readonly accounts: readonly Account[] }) {
  const today = londonDate(useNow());
  const state = useHoldingsFilters(today);
  const asOf = state.filters.historicalDateString;
  const answer = useLive<ShownHoldings>(() => compute().holdings(asOf === '' ? {} : { asOf }), onComputeChange, [
    asOf,
    today,
  ]);
  const first = firstReads().holdings;
  const { data, error, loading, updating } = useKeptFirst(
    answer,
    async () => await keptHoldings(asOf, today),
    [asOf, today],
    first === undefined || asOf !== '' ? undefined : shownOf(first, today),
  );
  const slow = useDelayed(loading);
  const all = data?.holdings ?? NONE;
  const shown = useShown(all, state.filters);
  // The day that the figures are of: while another is loading, the previous one is still shown.
  const day = data === undefined || data.asOf >= today ? '' : data.asOf;
  const [grouping, setGrouping] = useState<Grouping | ''>('');
  const [period, setPeriod] = useReturnsPeriod();
  const returns = useHoldingReturns(day === '' ? period : null);
  const table = useHoldingsTableState(returns.data ?? null, usePriceLines(day === '' && all.length > 0));
  const leadTo = useLeadToRow();

  return (
    <>
      <HoldingsFilterBar state={state} accounts={accounts} today={today} />
      {day !== '' && <Banner tone="info">Showing holdings as of {formatLongDate(day)}</Banner>}
      {state.asOf.queryMessage !== null && (
        <Banner tone="error" title="Error:">
          {state.asOf.queryMessage}
        </Banner>
      )}
      {error !== undefined && (
        <Banner tone="error" title="Error:">
          {holdingsErrorText(error)}
        </Banner>
      )}
      <HealthNotice
        holdings={all}
        onShow={({ key, holding }) => {
          if (!shown.includes(holding)) state.setFilters({ ...NO_FILTERS });
          table.setOpenKey(key);
          leadTo(holdingLabel(holding));
        }}
      />
      <TotalValue
        holdings={data === undefined ? null : shown}
        loading={slow}
        updating={updating || (period !== null && returns.loading && !loading)}
      />
      {(shown.length > 0 || (loading && error === undefined)) && (
        <div className={styles.grouping}>
          <SelectField
            label="Group by"
            placeholder="No groups"
            options={GROUPINGS}
            value={grouping}
            onChange={({ target: { value } }) =>
              setGrouping(GROUPINGS.find((option) => option.value === value)?.value ?? '')
            }
          />
          {day === '' && (
            <SelectField
              label="Returns"
              placeholder="Not shown"
              options={RETURNS_PERIODS}
              value={period ?? ''}
              onChange={({ target: { value } }) => setPeriod(value)}
            />
          )}
        </div>
      )}
      {period !== null && returns.error !== undefined && (
        <Banner tone="error" title="Error:">
          The returns of these holdings could not be worked out. Please try again.
        </Banner>
      )}
      {!loading && error === undefined && shown.length === 0 ? (
        <Nothing any={all.length > 0} onClear={state.clear} />
      ) : (
        <Positions holdings={shown} grouping={grouping} asOf={day} loading={loading} state={table} />
      )}
      {/* Once the rows are there, so that it is not pushed down. */}
      {(shown.length > 0 || !loading) && (
        <footer className={styles.footer}>
          {data !== undefined && shown.length > 0 && (
            <p>
              Showing {formatCount(shown.length)} of {formatCount(all.length)} holdings{acrossAccounts(shown)}
              {day !== '' && <span className={styles.historical}>Historical data as of {formatLongDate(day)}</span>}
            </p>
          )}
          <ExchangeRatesLine />
        </footer>
      )}
    </>
  );
}

/** The period of the columns of returns, as this device remembers it. */
function useReturnsPeriod(): readonly [HoldingReturnsPeriod | null, (value: string) => void] {
  const [stored, setStored] = useState(readHoldingReturns);
  const period = RETURNS_PERIODS.find(({ value }) => value === stored)?.value ?? null;
  return [
    period,
    (value) => {
      storeHoldingReturns(value === '' ? null : value);
      setStored(value);
    },
  ];
}

/** What the filters show: the same list until the holdings or one of the filters that choose among them changes. */
function useShown(
  all: readonly HoldingView[],
  { accountFilter, assetNameFilter, taxWrapperFilter, assetCategoryFilter }: HoldingsFilters,
): readonly HoldingView[] {
  return useMemo(
    () => filterHoldings(all, { accountFilter, assetNameFilter, taxWrapperFilter, assetCategoryFilter }),
    [all, accountFilter, assetNameFilter, taxWrapperFilter, assetCategoryFilter],
  );
}

function Positions({ grouping, ...table }: HoldingsTableProps & { readonly grouping: Grouping | '' }) {
  if (grouping === '' || table.holdings.length === 0) return <HoldingsTable {...table} />;
  return <GroupedHoldings grouping={grouping} {...table} />;
}

/** Brings a row into view and moves focus to it, as soon as it is there. */
function useLeadToRow(): (label: string) => void {
  const wanted = useRef<string | null>(null);
  const [, tryAgain] = useReducer((tries: number) => tries + 1, 0);
  useEffect(() => {
    const control =
      wanted.current === null
        ? null
        : document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(`Details of ${wanted.current}`)}"]`);
    if (control === null) return;
    wanted.current = null;
    control.scrollIntoView({ block: 'center' });
    control.focus();
  });
  return (label) => {
    wanted.current = label;
    tryAgain();
  };
}

function acrossAccounts(holdings: readonly HoldingView[]): string {
  const accounts = new Set(holdings.map((holding) => holding.accountId)).size;
  return accounts > 1 ? ` across ${formatCount(accounts)} accounts` : '';
}

interface TotalValueProps {
  /** Null until they were read: until then it is not known whether anything is held. */
  readonly holdings: readonly HoldingView[] | null;
  readonly loading: boolean;
  readonly updating: boolean;
}

function TotalValue({ holdings, loading, updating }: TotalValueProps) {
  const values = holdings?.map((holding) => holding.currentValueInGBP) ?? [];
  const unvalued = values.filter((value) => value === null).length;
  const isKnown = holdings !== null && (unvalued === 0 || unvalued < values.length);
  return (
    <div>
      <div className={styles.total}>
        <p>
          <span className={styles.label}>
            Total Value {loading && <Spinner />}
            <UpdatingNote active={updating} />
          </span>
          <strong className={classNames(styles.figure, isKnown && styles.known)}>
            {isKnown ? <HiddenMoney value={sumShown(values)} /> : '-'}
          </strong>
        </p>
        <ValuesTextButton />
      </div>
      {unvalued > 0 && (
        <p className={styles.note}>
          {unvalued === 1
            ? '1 holding without a price is not included.'
            : `${formatCount(unvalued)} holdings without a price are not included.`}
        </p>
      )}
    </div>
  );
}

function Nothing({ any, onClear }: { readonly any: boolean; readonly onClear: () => void }) {
  if (any) {
    return (
      <EmptyState title="No Holdings Match Your Filters" action={<Button onClick={onClear}>Clear All Filters</Button>}>
        Try adjusting your filters to see more results.
      </EmptyState>
    );
  }
  return (
    <FirstSteps
      title="No Holdings Found"
      action={
        <ButtonLink to="/transactions/new" variant="primary">
          Add Your First Transaction
        </ButtonLink>
      }
    >
      You don't have any investment positions yet.
    </FirstSteps>
  );
}
