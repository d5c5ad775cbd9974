import type { ChartOptions } from 'chart.js';
import { toDayNumber } from '../../../domain/values/dates.ts';
import type { Currency } from '../../../domain/fields/enums.ts';
import type { PropertyPrice } from '../../../domain/records/records.ts';
import { type ChartColours, useChartColours } from '../../ui/charts/chart-colours.ts';
import { chartTitle, dayScale, dayTooltip, figureScale } from '../../ui/charts/chart-parts.ts';
import { currencyMark, formatMoney } from '../../ui/texts/format.ts';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { HistoryLine } from '../../ui/charts/history-line.tsx';
import styles from './properties.module.css';

export interface PropertyChartProps {
  /** Oldest first; those in another currency are not drawn: they are no value of the property. */
  readonly prices: readonly PropertyPrice[];
  readonly currency: Currency;
}

/** What a property was worth over time (002 §2). Hidden values hide the axis and the tooltip. */
export function PropertyChart({ prices, currency }: PropertyChartProps) {
  const colours = useChartColours();
  const hidden = useValuesHidden();
  const own = prices.filter((price) => price.currency === currency);
  const words = (index: number): string => {
    const entry = own[index];
    if (entry === undefined) return '';
    const day = formatDate(entry.priceDate);
    return hidden ? day : `${day}, Value: ${formatMoney(entry.price, { currency })}`;
  };
  const data = {
    datasets: [
      {
        data: own.map(({ priceDate, price }) => ({ x: toDayNumber(priceDate), y: price as number })),
        borderColor: colours.accent,
        borderWidth: 2,
        clip: 8,
        pointRadius: 3,
        pointBackgroundColor: colours.accent,
      },
    ],
  };
  return (
    <HistoryLine
      className={styles.chart}
      label="Property Value History. The figures are in the list below."
      data={data}
      options={optionsOf(own, { currency, colours, hidden })}
      points={{ count: own.length, words }}
    />
  );
}

function optionsOf(
  prices: readonly PropertyPrice[],
  {
    currency,
    colours,
    hidden,
  }: { readonly currency: Currency; readonly colours: ChartColours; readonly hidden: boolean },
): ChartOptions<'line'> {
  const format = hidden ? null : (value: number) => formatMoney(value, { currency, places: 0 });
  return {
    animation: false,
    maintainAspectRatio: false,
    // The last point is drawn whole.
    layout: { padding: { right: 6 } },
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales: {
      x: dayScale(prices[0]?.priceDate, prices.at(-1)?.priceDate, colours, 'Date'),
      y: figureScale(format, colours, `Value (${currencyMark(currency)})`),
    },
    plugins: {
      title: { ...chartTitle(colours, 'Property Value History'), color: colours.ink },
      tooltip: dayTooltip(colours, !hidden, ({ parsed }) => `Value: ${formatMoney(parsed.y ?? 0, { currency })}`),
    },
  };
}
