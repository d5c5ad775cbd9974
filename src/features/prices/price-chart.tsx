import { Chart, type ChartOptions, LineController, LineElement, LinearScale, PointElement, Title, Tooltip } from 'chart.js';
import { useEffect, useState } from 'react';
import { Line } from 'react-chartjs-2';
import { fromDayNumber, toDayNumber } from '../../../domain/dates.ts';
import type { PricePoint } from '../../../domain/records.ts';
import { type ChartColours, useChartColours } from '../../ui/chart-colours.ts';
import { dateTicks } from '../../ui/chart-ticks.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatMoney } from '../../ui/format.ts';
import { changeOf } from './price-change.ts';
import styles from './prices.module.css';

Chart.register(LineController, LineElement, LinearScale, PointElement, Title, Tooltip);

/** 001 §9. */
const START_DELAY_MS = 100;
const ANIMATION_MS = 1000;
const RADIUS = 4;
const MOVED_RADIUS = 6;

const POINT = { rise: 'gain', fall: 'loss', small: 'point' } as const;

export interface PriceChartProps {
  /** Oldest first. */
  readonly prices: readonly PricePoint[];
  /** Per cent. */
  readonly threshold: number;
}

/** `{currency} {value to 2 decimals}`: the words of ticks and tooltips. */
function label(currency: string, value: number): string {
  return `${currency} ${formatMoney(value, { currency: 'GBP' }).replace('£', '')}`;
}

/** The prices as a line whose points tell larger movements (001 §2.7). */
export function PriceChart({ prices, threshold }: PriceChartProps) {
  const colours = useChartColours();
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => { setDue(true); }, START_DELAY_MS);
    return () => { clearTimeout(timer); };
  }, []);
  const movements = prices.map((price, index) => changeOf(price, prices[index - 1], threshold)?.movement ?? 'small');
  const points = movements.map((movement) => colours[POINT[movement]]);
  const data = {
    datasets: [{
      data: prices.map(({ priceDate, closePrice }) => ({ x: toDayNumber(priceDate), y: closePrice as number })),
      borderColor: colours.accent,
      borderWidth: 1.5,
      pointRadius: movements.map((movement) => (movement === 'small' ? RADIUS : MOVED_RADIUS)),
      pointBackgroundColor: points,
      pointBorderColor: points,
    }],
  };
  return <div className={styles.chart}>{due && <Line data={data} options={optionsOf(prices, colours)} role="img" aria-label="Price History. The figures are in the table view." />}</div>;
}

function optionsOf(prices: readonly PricePoint[], colours: ChartColours): ChartOptions<'line'> {
  const [first, last] = [prices[0], prices.at(-1)];
  const currency = last?.currency ?? 'USD';
  const font = { family: colours.font, size: 12 };
  const title = { display: true, color: colours.muted, font };
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: calm ? false : { duration: ANIMATION_MS },
    maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: {
        type: 'linear',
        title: { ...title, text: 'Date' },
        grid: { display: false },
        border: { color: colours.line },
        ticks: { color: colours.muted, font, maxRotation: 0, autoSkip: false, callback: (_value, index, ticks) => (ticks[index] as { label?: string } | undefined)?.label ?? '' },
        afterBuildTicks: (axis) => {
          if (first === undefined || last === undefined) return;
          axis.ticks = dateTicks(first.priceDate, last.priceDate, Math.max(2, Math.floor(axis.width / 90))).map(({ day, label: text }) => ({ value: day, label: text }));
        },
      },
      y: {
        title: { ...title, text: 'Price' },
        grid: { color: colours.line, lineWidth: 1 },
        border: { display: false },
        ticks: { color: colours.muted, font, maxTicksLimit: 6, callback: (value) => label(currency, Number(value)) },
      },
    },
    plugins: {
      title: { ...title, color: colours.ink, text: 'Price History' },
      tooltip: {
        backgroundColor: colours.raised,
        borderColor: colours.line,
        borderWidth: 1,
        titleColor: colours.ink,
        bodyColor: colours.ink,
        titleFont: font,
        bodyFont: font,
        displayColors: false,
        callbacks: {
          title: ([item]) => (item === undefined ? '' : formatDate(fromDayNumber(item.parsed.x ?? 0))),
          label: ({ parsed }) => label(currency, parsed.y ?? 0),
        },
      },
    },
  };
}
