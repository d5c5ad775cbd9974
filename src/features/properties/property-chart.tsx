import { Chart, type ChartOptions, LineController, LineElement, LinearScale, PointElement, Title, Tooltip } from 'chart.js';
import { useEffect, useState } from 'react';
import { Line } from 'react-chartjs-2';
import { fromDayNumber, toDayNumber } from '../../../domain/dates.ts';
import type { Currency } from '../../../domain/enums.ts';
import type { PropertyPrice } from '../../../domain/records.ts';
import { type ChartColours, useChartColours } from '../../ui/chart-colours.ts';
import { dateTicks } from '../../ui/chart-ticks.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatMoney, moneyParts } from '../../ui/format.ts';
import { useValuesHidden } from '../../ui/values-visibility.ts';
import styles from './properties.module.css';

Chart.register(LineController, LineElement, LinearScale, PointElement, Title, Tooltip);

/** 002 §9. */
const START_DELAY_MS = 100;

export interface PropertyChartProps {
  /** Oldest first; those in another currency are not drawn: they are no value of the property. */
  readonly prices: readonly PropertyPrice[];
  readonly currency: Currency;
}

/** What a property was worth over time (002 §2). Hidden values hide the axis and the tooltip. */
export function PropertyChart({ prices, currency }: PropertyChartProps) {
  const colours = useChartColours();
  const hidden = useValuesHidden();
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => { setDue(true); }, START_DELAY_MS);
    return () => { clearTimeout(timer); };
  }, []);
  const own = prices.filter((price) => price.currency === currency);
  const data = {
    datasets: [{
      data: own.map(({ priceDate, price }) => ({ x: toDayNumber(priceDate), y: price as number })),
      borderColor: colours.accent, borderWidth: 2, pointRadius: 3, pointBackgroundColor: colours.accent,
    }],
  };
  return <div className={styles.chart}>{due && <Line data={data} options={optionsOf(own, { currency, colours, hidden })} role="img" aria-label="Property Value History. The figures are in the list below." />}</div>;
}

function optionsOf(prices: readonly PropertyPrice[], { currency, colours, hidden }: { readonly currency: Currency; readonly colours: ChartColours; readonly hidden: boolean }): ChartOptions<'line'> {
  const [first, last] = [prices[0], prices.at(-1)];
  const font = { family: colours.font, size: 12 };
  const title = { display: true, color: colours.muted, font };
  return {
    animation: false,
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
          axis.ticks = dateTicks(first.priceDate, last.priceDate, Math.max(2, Math.floor(axis.width / 90))).map(({ day, label }) => ({ value: day, label }));
        },
      },
      y: {
        title: { ...title, text: `Value (${moneyParts(0, { currency }).unit})` },
        grid: { color: colours.line, lineWidth: 1 },
        border: { display: false },
        ticks: { display: !hidden, color: colours.muted, font, maxTicksLimit: 6, callback: (value) => formatMoney(Number(value), { currency, places: 0 }) },
      },
    },
    plugins: {
      title: { ...title, color: colours.ink, text: 'Property Value History' },
      tooltip: {
        enabled: !hidden,
        backgroundColor: colours.raised, borderColor: colours.line, borderWidth: 1, titleColor: colours.ink, bodyColor: colours.ink, titleFont: font, bodyFont: font, displayColors: false,
        callbacks: {
          title: ([item]) => (item === undefined ? '' : formatDate(fromDayNumber(item.parsed.x ?? 0))),
          label: ({ parsed }) => `Value: ${formatMoney(parsed.y ?? 0, { currency })}`,
        },
      },
    },
  };
}
