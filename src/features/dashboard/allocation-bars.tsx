import { BarController, BarElement, CategoryScale, Chart, type ChartOptions, LinearScale, type Plugin } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { type ChartColours, useChartColours } from '../../ui/charts/chart-colours.ts';
import { useSecondTask } from '../../ui/hooks/use-second-task.ts';
import { type AllocationProps, allocationWords, shareOf } from './allocation-words.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

/** Room behind the longest bar for its words, in pixels. */
const WORDS_ROOM = 132;

interface Bars {
  readonly targets: readonly number[];
  readonly words: readonly string[];
  readonly colours: ChartColours;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType> {
    marksAndWords?: TType extends 'bar' ? Bars : never;
  }
}

/** Each class's share as a bar, its target as a mark across it, and both in words at the bar's end. */
export function AllocationBars({ rows, byCost }: AllocationProps) {
  const colours = useChartColours();
  const shown = useSecondTask() ? rows : [];
  const bars: Bars = {
    colours,
    targets: shown.map(({ target }) => target),
    words: shown.map((row) => allocationWords(shareOf(row, byCost), row.target)),
  };
  const data = {
    labels: shown.map(({ assetClassLabel }) => linesOf(shortened(assetClassLabel))),
    datasets: [
      {
        label: byCost ? 'Share of cost %' : 'Current %',
        data: shown.map((row) => shareOf(row, byCost)),
        backgroundColor: colours.accent,
        barThickness: 10,
      },
    ],
  };
  const largest = Math.max(1, ...rows.flatMap((row) => [shareOf(row, byCost) ?? 0, row.target]));
  return (
    <Bar
      data={data}
      options={optionsOf(bars, largest)}
      plugins={[marksAndWords]}
      aria-label={`${byCost ? 'Share of the cost' : 'Current share'} of each asset class as a bar, its target as a mark. ${byCost ? 'Costs and targets' : 'The figures'} are in the table below.`}
    />
  );
}

/** 'Total Stock Market' is in four of the nine names and makes no difference between them. */
function shortened(label: string): string {
  return label.replace('Total Stock Market', 'Total Market');
}

/** A long name in two lines, so that a phone shows all of it. */
function linesOf(label: string): string[] {
  if (label.length <= 14) return [label];
  const at = label.indexOf(' ', Math.floor(label.length / 2) - 3);
  return at === -1 ? [label] : [label.slice(0, at), label.slice(at + 1)];
}

function optionsOf(bars: Bars, largest: number): ChartOptions<'bar'> {
  const { colours } = bars;
  const font = { family: colours.font, size: 12 };
  return {
    indexAxis: 'y',
    animation: false,
    maintainAspectRatio: false,
    events: [],
    font,
    layout: { padding: { right: WORDS_ROOM } },
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
    ctx.font = `12px ${colours.font}`;
    ctx.textBaseline = 'middle';
    chart.getDatasetMeta(0).data.forEach((bar, index) => {
      const mark = x.getPixelForValue(targets[index] ?? 0);
      ctx.fillStyle = colours.ink;
      ctx.fillRect(mark - 1, bar.y - 9, 2, 18);
      ctx.fillStyle = colours.muted;
      ctx.fillText(words[index] ?? '', Math.max(mark, bar.x) + 8, bar.y);
    });
    ctx.restore();
  },
};
