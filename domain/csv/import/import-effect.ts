/**
 * What an import changes, shown before it is written and stored with it: units and cost of each security, totals, and
 * open problems.
 */
import type { AccountSettings } from '../../records/account-settings.ts';
import type { Unit } from '../../values/amount.ts';
import { isCashTransaction } from '../../records/cash-event.ts';
import type { AssetFacts } from '../../cgt/terms/capacity.ts';
import { computeGains } from '../../cgt/matching/compute.ts';
import { healthText } from '../../cgt/matching/data-health.ts';
import type { GainsResult } from '../../cgt/terms/gains.ts';
import type { IsoDate } from '../../values/dates.ts';
import { add, exact, sum, toFixed, toText, type Exact } from '../../values/decimal.ts';
import { labelOf, TRANSACTION_TYPES } from '../../fields/enums.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';

/** Units held and their allowable cost in pounds, as exact decimal text. */
export interface EffectPosition {
  readonly units: string;
  readonly cost: string;
}

export interface ImportEffect {
  /** Rows and their amounts by type, largest number of rows first. */
  readonly types: readonly {
    readonly label: string;
    readonly rows: number;
    /** The sum of the considerations in pounds; for cash events of the amounts in their currency. */
    readonly pounds: string;
    /** The currency of cash events that are not in pounds. */
    readonly currency?: string;
  }[];
  /** The securities of the rows over all accounts, by name. */
  readonly securities: readonly {
    readonly isin: string;
    readonly name: string;
    readonly before: EffectPosition;
    readonly after: EffectPosition;
  }[];
  /** What remains unmatched or oversold in these securities after the import, as sentences. */
  readonly open: readonly { readonly accountName: string; readonly name: string; readonly text: string }[];
}

export interface EffectInput {
  readonly stored: readonly Transaction[];
  readonly added: readonly Transaction[];
  /** Stored transactions that the import reverses; absent for none. */
  readonly removed?: readonly Transaction[];
  /** By ISIN; includes the securities that the import adds. */
  readonly assets: ReadonlyMap<string, AssetFacts>;
  /** By id; includes the accounts that the import creates. */
  readonly accountNames: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, AccountSettings>;
  readonly asOf: IsoDate;
}

/** Calculates what the rows change in the securities that they name and in those linked with them. */
export function importEffect({
  stored,
  added,
  removed = [],
  assets,
  accountNames,
  settings,
  asOf,
}: EffectInput): ImportEffect {
  const isins = linkedIsins([...added, ...removed], stored);
  const removedIds = new Set(removed.map(({ id }) => id));
  const left = stored.filter(({ isin, id }) => isins.has(isin) && !removedIds.has(id));
  const held = stored.filter(({ isin }) => isins.has(isin));
  const compute = (transactions: readonly Transaction[]): GainsResult =>
    computeGains({ transactions, assets, settings, asOf });
  const [before, after] = [compute(held), compute([...left, ...added])];
  const [positionsBefore, positionsAfter] = [positionsOf(before), positionsOf(after)];
  const nameOf = (isin: string): string => assets.get(isin)?.name ?? isin;
  const none: EffectPosition = { units: '0', cost: '0' };
  const securities = [...new Set([...positionsBefore.keys(), ...positionsAfter.keys()])].map((isin) => ({
    isin,
    name: nameOf(isin),
    before: shown(positionsBefore.get(isin)) ?? none,
    after: shown(positionsAfter.get(isin)) ?? none,
  }));
  const open = after.classes.flatMap(({ issues }) =>
    issues
      .filter(({ code }) => code === 'unmatched' || code === 'soldMoreThanHeld')
      .map((issue) => ({
        accountName: accountNames.get(issue.accountId) ?? '',
        name: nameOf(issue.isin),
        text: healthText(issue),
      })),
  );
  return {
    types: [
      ...totalsByType(added),
      ...totalsByType(removed).map((total) => ({ ...total, label: `${total.label} reversed` })),
    ],
    securities: securities.toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB')),
    open,
  };
}

/**
 * The most lines of each kind that are stored with an import; thousands of securities would make its record too large.
 */
const MOST_KEPT = 200;

/** The part of an effect that is stored with its import. */
export function keptEffect({ types, securities, open }: ImportEffect): ImportEffect {
  return { types, securities: securities.slice(0, MOST_KEPT), open: open.slice(0, MOST_KEPT) };
}

interface Sum {
  readonly units: Exact<'quantity'>;
  readonly cost: Exact<'pounds'>;
}

function shown(sum: Sum | undefined): EffectPosition | null {
  return sum === undefined ? null : { units: toText(sum.units), cost: toFixed(sum.cost, 2) };
}

function positionsOf({ classes }: GainsResult): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { isin, positions } of classes) {
    for (const { quantity, cost } of positions) {
      const known = sums.get(isin);
      sums.set(
        isin,
        known === undefined
          ? { units: quantity, cost }
          : { units: add(known.units, quantity), cost: add(known.cost, cost) },
      );
    }
  }
  return sums;
}

/** The securities of the rows, and those linked with them by a change of ISIN, merger or demerger. */
function linkedIsins(added: readonly Transaction[], stored: readonly Transaction[]): ReadonlySet<string> {
  const isins = new Set(
    added.flatMap(({ isin, relatedIsin }) => [isin, ...(relatedIsin === undefined ? [] : [relatedIsin])]),
  );
  const links = stored.filter(({ relatedIsin }) => relatedIsin !== undefined);
  for (let size = -1; size !== isins.size;) {
    size = isins.size;
    for (const { isin, relatedIsin } of links) {
      if (relatedIsin === undefined || (!isins.has(isin) && !isins.has(relatedIsin))) continue;
      isins.add(isin).add(relatedIsin);
    }
  }
  return isins;
}

function totalsByType(added: readonly Transaction[]): ImportEffect['types'] {
  const kinds = groupBy(added, (row) => `${row.transactionType} ${isCashTransaction(row) ? row.cashCurrency : 'GBP'}`);
  return [...kinds]
    .map(([kind, rows]) => {
      const [type = '', currency = 'GBP'] = kind.split(' ');
      const amounts = rows.map((row) => exact<Unit>(isCashTransaction(row) ? row.cashAmount : row.consideration));
      const total = { label: labelOf(TRANSACTION_TYPES, type), rows: rows.length, pounds: toFixed(sum(amounts), 2) };
      return currency === 'GBP' ? total : { ...total, currency };
    })
    .toSorted((a, b) => b.rows - a.rows);
}
