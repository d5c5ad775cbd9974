/** Splits that only some holders of a security have in their records (cgt/RULES 10.2). */
import type { HealthNames, HealthView } from '../cgt/matching/data-health.ts';
import type { ClassGains } from '../cgt/terms/gains.ts';
import { groupBy } from '../values/group-by.ts';
import { partitionPoint } from '../values/partition-point.ts';
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { splitsOf } from './pricing.ts';
import { quantitySteps } from './quantity-steps.ts';

/** Brokers book a split some days apart. */
const LONGEST_DELAY = 30;
const SPLITS: ReadonlySet<string> = new Set(['SPLIT', 'BONUS_ISSUE']);

/** A notice for each holder who held units when another holder's records split them, and has no such split; each split once. */
export function splitsElsewhere(classes: readonly ClassGains[], names: HealthNames): HealthView[] {
  const found: HealthView[] = [];
  const named = new Map<ClassGains, IsoDate[]>();
  const byCode = groupBy(
    classes.flatMap((gains) => gains.codes.map((code) => ({ code, gains }))),
    ({ code }) => code,
  );
  for (const split of classes) {
    const alike = new Set(split.codes.flatMap((code) => byCode.get(code) ?? []).map(({ gains }) => gains));
    for (const { date, transactions } of splitsOf(split)('TAXABLE')) {
      const [row] = transactions;
      for (const gains of alike) {
        const days = named.get(gains) ?? [];
        if (gains.accountId === split.accountId) continue;
        if (!isHeldBefore(gains, date) || [...days, ...splitDays(gains)].some((day) => isNear(day, date))) continue;
        named.set(gains, [...days, date]);
        const { accountId, isin } = gains;
        const nameOf = (id: string): string => names.accounts.get(id)?.name ?? 'another holder';
        const [holder, own] = [nameOf(split.accountId), nameOf(accountId)];
        found.push({
          accountName: names.accounts.get(accountId)?.name ?? '',
          assetName: names.assets.get(isin)?.name ?? isin,
          isin,
          transactionId: row?.id ?? null,
          date,
          text: `The records of ${holder} have this split, but those of ${own} do not, although units were held: the units, value and gains of ${own} are calculated without it. Record the split for ${own}, or delete it for ${holder} if there was none.`,
          serious: false,
          isOfField: false,
        });
      }
    }
  }
  return found;
}

function isHeldBefore(gains: ClassGains, day: IsoDate): boolean {
  const steps = quantitySteps(gains);
  return (steps[partitionPoint(steps, ({ date }) => date < day) - 1]?.quantity ?? 0n) > 0n;
}

function splitDays({ transactions }: ClassGains): IsoDate[] {
  return transactions
    .filter(({ transactionType }) => SPLITS.has(transactionType))
    .map(({ transactionDate }) => transactionDate);
}

function isNear(a: IsoDate, b: IsoDate): boolean {
  return Math.abs(daysBetween(a, b)) <= LONGEST_DELAY;
}
