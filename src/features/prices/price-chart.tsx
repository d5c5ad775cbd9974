import type { ChartOptions } from 'chart.js';
import { toDayNumber } from '../../../domain/values/dates.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import type { SecurityTrade } from '../../../workers/api/worker-api.ts';
import { type ChartColours, useChartColours } from '../../ui/charts/chart-colours.ts';
import { chartTitle, dayScale, dayTooltip, figureScale } from '../../ui/charts/chart-parts.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { HistoryLine } from '../../ui/charts/history-line.tsx';
import { changeOf } from './price-change.ts';
import { marksOn, type TradeMark } from './price-marks.ts';
import styles from './prices.module.css';

/** 001 §9. */
const ANIMATION_MS = 1000;
const RADIUS = 4;
const MOVED_RADIUS = 6;
const MARK_RADIUS = 8;

const POINT = { rise: 'gain', fall: 'loss', small: 'point' } as const;

export interface PriceChartProps {
  /** Oldest first. */
  readonly prices: readonly PricePoint[];
  /** Per cent. */
  readonly threshold: number;
  /** Purchases, sales and splits to be marked instead of movements. */
  readonly trades?: readonly SecurityTrade[] | undefined;
}

const NO_TRADES: readonly SecurityTrade[] = [];
const SIDES = [
  { side: 'bought', word: 'Bought', style: 'triangle', rotation: 0, colour: 'gain' },
  { side: 'sold', word: 'Sold', style: 'triangle', rotation: 180, colour: 'loss' },
  { side: 'split', word: 'Split, consolidation or bonus issue', style: 'rectRot', rotation: 0, colour: 'point' },
] as const;

function markWords({ side, quantities }: TradeMark): string {
  const word = SIDES.find((one) => one.side === side)?.word ?? '';
  return quantities.length === 0
    ? word
    : `${word} ${quantities.map((quantity) => formatQuantity(quantity)).join(' + ')}`;
}

/** The shape tells a purchase from a sale and from a split, not the colour alone. */
function markSets(marks: readonly TradeMark[], colours: ChartColours) {
  return SIDES.map(({ side, style, rotation, colour }) => {
    const own = marks.filter((mark) => mark.side === side);
    return {
      data: own.map(({ date, price }) => ({ x: toDayNumber(date), y: price })),
      showLine: false,
      clip: MARK_RADIUS,
      pointStyle: style,
      pointRotation: rotation,
      pointRadius: MARK_RADIUS,
      pointHoverRadius: MARK_RADIUS,
      pointBackgroundColor: colours[colour],
      pointBorderColor: colours.raised,
    };
  });
}

function pointsOf(pointRadius: number | number[], colour: string | string[]) {
  return { pointRadius, pointBackgroundColor: colour, pointBorderColor: colour };
}

/** Larger where the price moved more, in the colour of the movement. */
function movementPoints(prices: readonly PricePoint[], threshold: number, colours: ChartColours) {
  const movements = prices.map((price, index) => changeOf(price, prices[index - 1], threshold)?.movement ?? 'small');
  return pointsOf(
    movements.map((movement) => (movement === 'small' ? RADIUS : MOVED_RADIUS)),
    movements.map((movement) => colours[POINT[movement]]),
  );
}

/** `{currency} {value to 2 decimals}`: the words of ticks and tooltips. */
function label(currency: string, value: number): string {
  return `${currency} ${formatMoney(value, { currency: 'GBP' }).replace('£', '')}`;
}

/** The prices as a line whose points mark larger movements (001 §2.7), or purchases, sales and splits where these are given. */
export function PriceChart({ prices, threshold, trades }: PriceChartProps) {
  const colours = useChartColours();
  // Among points of every price, those of purchases, sales and splits are not found.
  const isLineAlone = trades !== undefined && prices.length > 1;
  const marks = marksOn(prices, trades ?? NO_TRADES);
  const words = (index: number): string => {
    const price = prices[index];
    if (price === undefined) return '';
    const ofDay = marks.filter(({ date }) => date === price.priceDate);
    return [formatDate(price.priceDate), label(price.currency, price.closePrice), ...ofDay.map(markWords)].join(', ');
  };
  const data = {
    datasets: [
      {
        data: prices.map(({ priceDate, closePrice }) => ({ x: toDayNumber(priceDate), y: closePrice as number })),
        borderColor: colours.accent,
        borderWidth: 1.5,
        // The first and last points are drawn whole at the edges.
        clip: MOVED_RADIUS,
        pointHoverRadius: RADIUS,
        ...(isLineAlone ? pointsOf(0, colours.accent) : movementPoints(prices, threshold, colours)),
      },
      ...markSets(marks, colours),
    ],
  };
  return (
    <HistoryLine
      className={styles.chart}
      label="Price History. The figures are in the table view."
      data={data}
      options={optionsOf(prices, marks, colours)}
      points={{ count: prices.length, words, lines: 1 }}
    />
  );
}

function optionsOf(
  prices: readonly PricePoint[],
  marks: readonly TradeMark[],
  colours: ChartColours,
): ChartOptions<'line'> {
  const [first, last] = [prices[0], prices.at(-1)];
  const words = (value: number) => label(last?.currency ?? 'USD', value);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: calm ? false : { duration: ANIMATION_MS },
    maintainAspectRatio: false,
    layout: { padding: { right: MOVED_RADIUS } },
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: dayScale(first?.priceDate, last?.priceDate, colours, 'Date'),
      y: figureScale(words, colours, 'Price'),
    },
    plugins: {
      title: { ...chartTitle(colours, 'Price History'), color: colours.ink },
      tooltip: dayTooltip(colours, true, ({ parsed, datasetIndex, dataIndex }) => {
        const side = SIDES[datasetIndex - 1]?.side;
        const mark = side === undefined ? undefined : marks.filter((one) => one.side === side)[dataIndex];
        return mark === undefined ? words(parsed.y ?? 0) : markWords(mark);
      }),
    },
  };
}
