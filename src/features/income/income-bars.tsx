import { BarController, BarElement, CategoryScale, Chart, type ChartOptions, LinearScale, Tooltip } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { type ChartColours, useChartColours } from '../../ui/charts/chart-colours.ts';
import { chartFont, figureScale } from '../../ui/charts/chart-parts.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { useSecondTask } from '../../ui/hooks/use-second-task.ts';
import type { Stretch } from './income-picture.tsx';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const BAR_WIDTH = 24;

/** A bar for each stretch of time; not drawn at all while values are hidden. */
export function IncomeBars({ label, rows }: { readonly label: string; readonly rows: readonly Stretch[] }) {
  const colours = useChartColours();
  const shown = useSecondTask() ? rows : [];
  const data = {
    labels: shown.map((row) => row.label.split(' ')),
    datasets: [
      {
        label: 'Gross',
        data: shown.map(({ gross }) => gross),
        backgroundColor: colours.accent,
        maxBarThickness: BAR_WIDTH,
      },
    ],
  };
  return <Bar data={data} options={optionsOf(colours)} aria-label={label} />;
}

function optionsOf(colours: ChartColours): ChartOptions<'bar'> {
  const font = chartFont(colours);
  const { ticks, ...y } = figureScale((value) => formatMoney(value, { places: 0 }), colours) as NonNullable<
    NonNullable<ChartOptions<'bar'>['scales']>['y']
  >;
  return {
    animation: false,
    maintainAspectRatio: false,
    font,
    scales: {
      x: {
        grid: { display: false },
        border: { color: colours.line },
        ticks: { color: colours.muted, font, maxRotation: 0, autoSkipPadding: 8 },
      },
      y: { ...y, ticks: { ...ticks }, beginAtZero: true },
    },
    plugins: {
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
          title: ([item]) => item?.label.replace(',', ' ') ?? '',
          label: ({ parsed }) => formatMoney(parsed.y ?? 0),
        },
      },
    },
  };
}
