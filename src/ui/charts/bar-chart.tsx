import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartOptions,
  LinearScale,
  type Plugin,
  Tooltip,
} from 'chart.js';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import { canvasFont, chartFont, figureScale, TEXT_GAP, textRoom, tooltipLook } from './chart-parts.ts';
import { formatMoney } from '../texts/format.ts';
import { DrawnChart } from './drawn-chart.tsx';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const BAR_WIDTH = 24;

/** An amount of a period. */
export interface ChartBar {
  /** Its words stand one under the other. */
  readonly label: string;
  readonly value: number;
  /** An amount to compare it with, drawn as a line across it; null where it is not known. */
  readonly mark?: number | null;
}

export interface BarChartProps {
  /** A description of the chart for screen readers; a table with the figures is beside it. */
  readonly label: string;
  readonly bars: readonly ChartBar[];
  /** The name of the marks, written behind the last of them. */
  readonly markName?: string;
  /** The highlighted bar. */
  readonly chosen?: string;
  /** The tooltip of a bar, line by line. */
  readonly words?: (index: number) => readonly string[];
}

interface Marks {
  readonly marks: readonly (number | null)[];
  readonly name: string;
  readonly colours: ChartColours;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType> {
    barMarks?: TType extends 'bar' ? Marks : never;
  }
}

/** Amounts as bars, losses below the line; not drawn at all while values are hidden. */
export function BarChart({ label, bars, markName = '', chosen, words }: BarChartProps) {
  const colours = useChartColours();
  const linesOf = (index: number) => words?.(index) ?? [formatMoney(bars[index]?.value ?? 0)];
  const wordsOf = (index: number) => [bars[index]?.label ?? '', ...linesOf(index)].join(', ');
  const data = {
    labels: bars.map((bar) => bar.label.split(' ')),
    datasets: [
      {
        label,
        data: bars.map(({ value }) => value),
        backgroundColor: bars.map((bar) =>
          chosen !== undefined && bar.label !== chosen ? colours.quiet : bar.value < 0 ? colours.loss : colours.accent,
        ),
        maxBarThickness: BAR_WIDTH,
      },
    ],
  };
  const marks: Marks = { marks: bars.map(({ mark }) => mark ?? null), name: markName, colours };
  return (
    <DrawnChart
      type="bar"
      data={data}
      options={optionsOf(marks, linesOf)}
      plugins={[barMarks]}
      label={label}
      points={{ count: bars.length, words: wordsOf }}
    />
  );
}

function optionsOf(marks: Marks, linesOf: (index: number) => readonly string[]): ChartOptions<'bar'> {
  const { colours } = marks;
  const font = chartFont(colours);
  const y = figureScale((value) => formatMoney(value, { places: 0 }), colours) as NonNullable<
    NonNullable<ChartOptions<'bar'>['scales']>['y']
  >;
  return {
    animation: false,
    maintainAspectRatio: false,
    font,
    layout: { padding: ({ chart }) => ({ top: 4, right: textRoom(chart, [marks.name], colours) }) },
    scales: {
      x: {
        grid: { display: false },
        border: { color: colours.line },
        ticks: { color: colours.muted, font, maxRotation: 0, autoSkipPadding: 8 },
      },
      y: {
        ...y,
        beginAtZero: true,
        suggestedMax: Math.max(0, ...marks.marks.map((mark) => mark ?? 0)),
      },
    },
    plugins: {
      barMarks: marks,
      tooltip: {
        ...tooltipLook(colours),
        callbacks: {
          title: ([item]) => item?.label.replace(',', ' ') ?? '',
          label: ({ dataIndex }) => [...linesOf(dataIndex)],
        },
      },
    },
  };
}

const barMarks: Plugin<'bar', Marks> = {
  id: 'barMarks',
  afterDatasetsDraw: (chart, _event, { marks, name, colours }) => {
    const { x, y } = chart.scales;
    if (chart.data.datasets.length === 0 || x === undefined || y === undefined || !marks.some((mark) => mark !== null))
      return;
    const { ctx, chartArea } = chart;
    const half = chartArea.width / Math.max(1, marks.length) / 2;
    let last = 0;
    ctx.save();
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    marks.forEach((mark, index) => {
      if (mark === null) return;
      last = y.getPixelForValue(mark);
      const middle = x.getPixelForValue(index);
      ctx.moveTo(middle - half, last);
      ctx.lineTo(middle + half, last);
    });
    ctx.stroke();
    ctx.font = canvasFont(colours);
    ctx.textBaseline = 'middle';
    ctx.fillStyle = colours.ink;
    ctx.fillText(name, chartArea.right + TEXT_GAP, last);
    ctx.restore();
  },
};
