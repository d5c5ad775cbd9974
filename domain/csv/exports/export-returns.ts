/** A scope's bridge and years as a file: ISO days, amounts to the penny, rates as fractions with six decimals. */
import type { Pounds } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import { exact, toFixed } from '../../values/decimal.ts';
import { BRIDGE_LABELS, BRIDGE_PARTS, type BridgePart } from '../../returns/answers/bridge.ts';
import type { ReturnsView } from '../../returns/answers/returns-view.ts';
import type { YearRow } from '../../returns/answers/year-rows.ts';
import { csvFile } from '../cells/write-csv.ts';

const HEADER = [
  'Period',
  'From',
  'To',
  ...BRIDGE_PARTS.map((part) => BRIDGE_LABELS[part]),
  'Net paid in',
  'Gain',
  'Time-weighted',
  'Money-weighted',
];

/** The period first, then tax years and calendar years, newest first. Figures that cannot be calculated are empty. */
export function returnsCsv(view: ReturnsView): string {
  const { period, bridge, timeWeighted, moneyWeighted, years } = view;
  const money = moneyWeighted?.found === true ? moneyWeighted.forPeriod : null;
  const chosen = [
    'Chosen period',
    period.from,
    period.to,
    ...BRIDGE_PARTS.map((part) => pounds(bridge?.[part] ?? null)),
    '',
    '',
    rate(timeWeighted.rate),
    rate(money),
  ];
  return csvFile(HEADER, [chosen, ...years.taxYears.map(yearCells), ...years.calendarYears.map(yearCells)]);
}

function yearCells({ year, from, to, opening, netPaidIn, gain, closing, ...rates }: YearRow): string[] {
  const amounts: Partial<Record<BridgePart, Pounds | null>> = { opening, closing };
  return [
    year,
    from,
    to,
    ...BRIDGE_PARTS.map((part) => pounds(amounts[part] ?? null)),
    pounds(netPaidIn),
    pounds(gain),
    rate(rates.timeWeighted),
    rate(rates.moneyWeighted?.found === true ? rates.moneyWeighted.forPeriod : null),
  ];
}

function pounds(amount: Pounds | null): string {
  return amount === null ? '' : toFixed(exact(amount), 2);
}

function rate(value: number | null): string {
  return value === null ? '' : value.toFixed(6);
}

export function returnsFileName(today: IsoDate): string {
  return `returns-${today}.csv`;
}
