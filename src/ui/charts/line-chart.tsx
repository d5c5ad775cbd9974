import {
  Chart,
  type ChartOptions,
  Filler,
  LineController,
  LineElement,
  LinearScale,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import { type IsoDate, toDayNumber } from '../../../domain/values/dates.ts';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import { chartFont, dayScale, dayTooltip, figureScale, TEXT_GAP, textRoom } from './chart-parts.ts';
import { formatDate } from '../texts/date-text.ts';
import styles from './chart.module.css';
import { DrawnChart } from './drawn-chart.tsx';

Chart.register(Filler, LineController, LineElement, LinearScale, PointElement, Tooltip);

export interface LineSeries {
  /** Written at the line's end instead of in a legend. */
  readonly label: string;
  readonly tone: 'accent' | 'muted' | 'ink' | 'point';
  /** One for each date; null breaks the line. */
  readonly values: readonly (number | null)[];
}

export interface LineChartProps {
  /** A description of the chart for screen readers; a table with the figures is beside it. */
  readonly label: string;
  readonly dates: readonly IsoDate[];
  readonly series: readonly LineSeries[];
  /** Writes a figure of the axis; null hides the axis and the tooltip, for values that are hidden. */
  readonly format: ((value: number) => string) | null;
  /** The series are stacked as areas: each is a part of their total. */
  readonly stacked?: boolean;
  /** Further lines of a day's tooltip, by its index. */
  readonly detail?: (index: number) => string[];
}

/** Labels closer than this, in pixels, would overlap. */
const LABEL_APART = 15;

/** Thin lines over days, labelled at their ends, without a legend; filled only where they stand on each other. */
export function LineChart({ label, dates, series, format, detail, stacked = false }: LineChartProps) {
  const colours = useChartColours();
  const days = dates.map(toDayNumber);
  const words = (index: number): string =>
    [
      formatDate(dates[index] ?? ''),
      ...(format === null
        ? []
        : [...series.map((line) => pointWords(line, index, format)), ...(detail?.(index) ?? [])]),
    ].join(', ');
  const data = {
    datasets: series.map(({ label: name, tone, values }, at) => ({
      label: name,
      data: days.map((x, index) => ({ x, y: values[index] ?? Number.NaN })),
      borderColor: colours[tone],
      borderWidth: tone === 'accent' ? 2 : 1.5,
      pointRadius: dates.length === 1 ? 3 : 0,
      pointHoverRadius: 4,
      pointBackgroundColor: colours[tone],
      ...(stacked && { fill: at === 0 ? 'origin' : '-1', backgroundColor: tinted(colours[tone]) }),
    })),
  };
  return (
    <div className={styles.chart}>
      <DrawnChart
        type="line"
        data={data}
        options={optionsOf(dates, colours, { format, detail, stacked, series })}
        plugins={[endLabels]}
        label={label}
        points={{ count: days.length, words }}
      />
    </div>
  );
}

function pointWords({ label, values }: LineSeries, index: number, format: (value: number) => string): string {
  const value = values[index] ?? null;
  return value === null ? `no ${label}` : `${label}: ${format(value)}`;
}

/** A colour of the theme, which is opaque, for an area. */
function tinted(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/u, 'rgba($1, 0.3)');
}

function optionsOf(
  dates: readonly IsoDate[],
  colours: ChartColours,
  {
    format,
    detail,
    stacked,
    series,
  }: Pick<LineChartProps, 'format' | 'series'> & {
    readonly detail: LineChartProps['detail'];
    readonly stacked: boolean;
  },
): ChartOptions<'line'> {
  const labels = series.map(({ label }) => label);
  return {
    animation: false,
    maintainAspectRatio: false,
    font: chartFont(colours),
    color: colours.ink,
    layout: { padding: ({ chart }) => ({ right: textRoom(chart, labels, colours), top: 8 }) },
    interaction: { mode: 'index', axis: 'x', intersect: false },
    scales: {
      x: dayScale(dates[0], dates.at(-1), colours),
      y: { ...figureScale(format, colours), display: format !== null, stacked, beginAtZero: stacked },
    },
    plugins: {
      tooltip: dayTooltip(
        colours,
        format !== null,
        ({ dataset, parsed }) => `${dataset.label ?? ''}: ${parsed.y === null ? '' : (format?.(parsed.y) ?? '')}`,
        detail,
      ),
    },
  };
}

/** Writes each line's name behind its last point, pushed apart where they would overlap. */
const endLabels: Plugin<'line'> = {
  id: 'endLabels',
  afterDatasetsDraw: (chart) => {
    const { ctx, data, chartArea, options } = chart;
    const labels = data.datasets.flatMap((dataset, index) => {
      const end = chart.getDatasetMeta(index).data.findLast((point) => !Number.isNaN(point.y));
      if (end === undefined) return [];
      // An area is named at its middle.
      const below = dataset.fill === '-1' ? chart.getDatasetMeta(index - 1).data.at(-1)?.y : undefined;
      const foot = dataset.fill === 'origin' ? chartArea.bottom : below;
      const y = foot === undefined ? end.y : (end.y + foot) / 2;
      return [{ text: dataset.label ?? '', colour: dataset.borderColor as string, y }];
    });
    labels.sort((a, b) => a.y - b.y);
    labels.forEach((entry, index) => {
      const above = labels[index - 1];
      if (above !== undefined) entry.y = Math.max(entry.y, above.y + LABEL_APART);
    });
    // Labels pushed below the picture's foot move up again, and those above them too.
    for (let index = labels.length - 1, foot = chartArea.bottom; index >= 0; index -= 1, foot -= LABEL_APART) {
      const entry = labels[index];
      if (entry !== undefined) entry.y = Math.min(entry.y, foot);
    }
    ctx.save();
    const { family, size } = options.font as { family: string; size: number };
    ctx.font = `${size}px ${family}`;
    ctx.textBaseline = 'middle';
    for (const { text, colour, y } of labels) {
      ctx.fillStyle = colour;
      ctx.fillText(text, chartArea.right + TEXT_GAP, y);
    }
    ctx.restore();
  },
};
