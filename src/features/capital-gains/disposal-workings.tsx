import type { DisposalView, MatchView, PoolView } from '../../../domain/cgt/views/disposal-view.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { longDateInSentence, typedDate } from '../../ui/texts/date-text.ts';
import { decimalPlaces } from '../../ui/texts/decimal-places.ts';
import { HiddenMoney, type MoneyProps, Quantity } from '../../ui/values/figures.tsx';
import { formatQuantity } from '../../ui/texts/format.ts';
import styles from './capital-gains.module.css';
import { fxChargeWords, POOL_ROUNDED, poolIsRoundedApart, ruleLabel, ruleMeaning } from './match-rules.ts';

interface NumberedMatch extends MatchView {
  readonly key: string;
}

/** Units and their cost, one above the other. */
function Pool({ pool }: { readonly pool: PoolView }) {
  return (
    <>
      <Quantity value={pool.quantity} />
      <span className={styles.aside}>
        <HiddenMoney value={pool.cost} />
      </span>
    </>
  );
}

function Rule({ match }: { readonly match: MatchView }) {
  return (
    <>
      {ruleLabel(match.rule)}
      <span className={styles.second}>{ruleMeaning(match.rule)}</span>
    </>
  );
}

/** The quantity sold; beside it the units bought, where a split between the two days makes them another number. */
function MatchedQuantity({ match, places }: { readonly match: MatchView; readonly places: number }) {
  return (
    <>
      <Quantity value={match.quantity} alignPlaces={places} />
      {match.acquisitionQuantity !== match.quantity && (
        <span className={styles.aside}>{formatQuantity(match.acquisitionQuantity)} as bought, before the split</span>
      )}
    </>
  );
}

/** The day, and what was bought on it in all: the match took its part by quantity. */
function Acquired({ match }: { readonly match: MatchView }) {
  if (match.acquisitionDate === null) return null;
  return (
    <>
      {typedDate(match.acquisitionDate)}
      <span className={styles.aside}>
        <Quantity value={match.acquiredQuantity} /> for <HiddenMoney value={match.acquiredCost} />
      </span>
    </>
  );
}

function columnsFor(disposal: DisposalView): readonly Column<NumberedMatch>[] {
  const { matches } = disposal;
  const places = decimalPlaces(matches.map((match) => match.quantity));
  return [
    { key: 'rule', header: 'Rule', cell: (match) => <Rule match={match} /> },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      cell: (match) => <MatchedQuantity match={match} places={places} />,
      total: <Quantity value={disposal.quantityDisposed} alignPlaces={places} />,
    },
    { key: 'acquired', header: 'Acquired', cell: (match) => <Acquired match={match} />, cardLabel: true },
    {
      key: 'before',
      header: 'Pool before',
      align: 'end',
      cell: (match) => match.poolBefore && <Pool pool={match.poolBefore} />,
    },
    {
      key: 'after',
      header: 'Pool after',
      align: 'end',
      cell: (match) => match.poolAfter && <Pool pool={match.poolAfter} />,
    },
    {
      key: 'cost',
      header: 'Cost',
      align: 'end',
      card: 'value',
      cell: (match) => <HiddenMoney value={match.cost} />,
      total: <HiddenMoney value={sumShown(matches.map((match) => match.cost))} />,
    },
  ];
}

function Line({
  label,
  value,
  tone = false,
  strong = false,
}: {
  readonly label: string;
  readonly value: MoneyProps['value'];
  readonly tone?: boolean;
  readonly strong?: boolean;
}) {
  return (
    <div className={strong ? styles.sumResult : styles.sumLine}>
      <dt>{label}</dt>
      <dd>
        <HiddenMoney value={value} tone={tone} />
      </dd>
    </div>
  );
}

function Sum({ disposal }: { readonly disposal: DisposalView }) {
  const { disposalProceeds, matches, incidentalCosts, allowableCost, capitalGain } = disposal;
  return (
    <dl className={styles.sum}>
      <Line label="Proceeds" value={disposalProceeds} />
      <Line label="Cost of the matched units, with charges" value={sumShown(matches.map((match) => match.cost))} />
      <Line label="Charges on the sale" value={incidentalCosts} />
      <Line label="Allowable cost" value={allowableCost} />
      <Line label={capitalGain < 0 ? 'Loss' : 'Gain'} value={capitalGain} tone strong />
    </dl>
  );
}

/** What is not certain about the disposal, and which charges were left out. */
function Notes({ disposal }: { readonly disposal: DisposalView }) {
  const { unmatchedQuantity, provisionalUntil, fxCharges, notes } = disposal;
  return (
    <>
      {unmatchedQuantity > 0 && (
        <Banner tone="warning">
          {formatQuantity(unmatchedQuantity)} of the units sold could not be matched with any purchase: their cost
          counts as nil. A purchase or transfer is probably missing, and the year is not final.
        </Banner>
      )}
      {provisionalUntil !== null && (
        <Banner tone="info">
          Provisional until {longDateInSentence(provisionalUntil)}: a purchase on or before that day changes the match.
        </Banner>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.muted}>
          {note}
        </p>
      ))}
      {poolIsRoundedApart(disposal) && <p className={styles.muted}>{POOL_ROUNDED}</p>}
      {fxCharges > 0 && (
        <p className={styles.muted}>
          FX charges of <HiddenMoney value={fxCharges} /> on the sale {fxChargeWords(disposal)}
        </p>
      )}
    </>
  );
}

/** How a disposal's gain comes about: every match with its rule, the pool before and after, the charges. */
export function DisposalWorkings({ disposal }: { readonly disposal: DisposalView }) {
  const rows = disposal.matches.map((match, index): NumberedMatch => ({ ...match, key: String(index) }));
  return (
    <section className={styles.part} aria-label="Workings">
      <h2 className={styles.partTitle}>Workings</h2>
      <Notes disposal={disposal} />
      <div className={styles.workings}>
        <DataTable
          caption="Matches"
          columns={columnsFor(disposal)}
          rows={rows}
          rowKey={(match) => match.key}
          rowLabel={(match) => `${ruleLabel(match.rule)}, ${formatQuantity(match.quantity)}`}
          totalsLabel="Total"
          dense
        />
        <Sum disposal={disposal} />
      </div>
    </section>
  );
}
