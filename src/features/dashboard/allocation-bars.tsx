import { BarController, BarElement, CategoryScale, Chart, type ChartOptions, LinearScale, type Plugin } from 'chart.js';
import { type ChartColours, useChartColours } from '../../ui/charts/chart-colours.ts';
import { canvasFont, chartFont, TEXT_GAP, textRoom } from '../../ui/charts/chart-parts.ts';
import { DrawnChart } from '../../ui/charts/drawn-chart.tsx';
import { type AllocationBar, allocationWords } from './allocation-words.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

interface Bars {
  readonly targets: readonly (number | null)[];
  readonly words: readonly string[];
  readonly colours: ChartColours;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType> {
    marksAndWords?: TType extends 'bar' ? Bars : never;
  }
}

export interface AllocationBarsProps {
  /** What the picture shows, for those who do not see it. */
  readonly label: string;
  readonly bars: readonly AllocationBar[];
}

/**
 * Each part's share as a bar, its target as a mark across it where there are targets, and both in words at the bar's
 * end.
 */
export function AllocationBars({ label, bars }: AllocationBarsProps) {
  const colours = useChartColours();
  const words = (index: number): string => {
    const bar = bars[index];
    return bar === undefined ? '' : `${bar.label}, ${allocationWords(bar)}`;
  };
  const drawn: Bars = {
    colours,
    targets: bars.map(({ target }) => target),
    words: bars.map(allocationWords),
  };
  const data = {
    labels: bars.map((bar) => linesOf(bar.label)),
    datasets: [
      {
        label: 'Share',
        data: bars.map(({ share }) => share),
        backgroundColor: colours.accent,
        barThickness: 10,
      },
    ],
  };
  const largest = Math.max(1, ...bars.flatMap(({ share, target }) => [share ?? 0, target ?? 0]));
  return (
    <DrawnChart
      type="bar"
      data={data}
      options={optionsOf(drawn, largest)}
      plugins={[marksAndWords]}
      label={label}
      points={{ count: bars.length, words }}
    />
  );
}

/** A long name in two lines, so that a phone shows all of it. */
function linesOf(label: string): string[] {
  if (label.length <= 18) return [label];
  const at = label.indexOf(' ', Math.floor(label.length / 2) - 3);
  return at === -1 ? [label] : [label.slice(0, at), label.slice(at + 1)];
}

function optionsOf(bars: Bars, largest: number): ChartOptions<'bar'> {
  const { colours } = bars;
  const font = chartFont(colours);
  return {
    indexAxis: 'y',
    animation: false,
    maintainAspectRatio: false,
    events: [],
    font,
    layout: { padding: ({ chart }) => ({ right: textRoom(chart, bars.words, colours) }) },
    // A chart keeps its plugins as they are when it is made, and takes new options.
    plugins: { marksAndWords: bars },
    scales: {
      x: { display: false, min: 0, max: largest },
      y: {
        grid: { display: false },
        border: { color: colours.line },
        ticks: { color: colours.ink, font, autoSkip: false },
      },
    },
  };
}

const marksAndWords: Plugin<'bar', Bars> = {
  id: 'marksAndWords',
  afterDatasetsDraw: (chart, _event, { targets, words, colours }) => {
    const { ctx } = chart;
    const { x } = chart.scales;
    if (x === undefined) return;
    ctx.save();
    ctx.font = canvasFont(colours);
    ctx.textBaseline = 'middle';
    chart.getDatasetMeta(0).data.forEach((bar, index) => {
      const target = targets[index] ?? null;
      const mark = target === null ? bar.x : x.getPixelForValue(target);
      ctx.fillStyle = colours.ink;
      if (target !== null) ctx.fillRect(mark - 1, bar.y - 9, 2, 18);
      ctx.fillStyle = colours.muted;
      ctx.fillText(words[index] ?? '', Math.max(mark, bar.x) + TEXT_GAP, bar.y);
    });
    ctx.restore();
  },
};
