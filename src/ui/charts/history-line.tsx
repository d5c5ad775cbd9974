import {
  Chart,
  type ChartData,
  type ChartOptions,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Title,
  Tooltip,
} from 'chart.js';
import { Line } from 'react-chartjs-2';
import { useDelayed } from '../hooks/use-delayed.ts';
import type { ChartWalk } from './use-chart-walk.tsx';

Chart.register(LineController, LineElement, LinearScale, PointElement, Title, Tooltip);

/** 001 §9, 002 §9. */
const START_DELAY_MS = 100;

export interface HistoryLineProps {
  /** A description of the chart for screen readers, with the place of its figures. */
  readonly label: string;
  readonly className: string | undefined;
  readonly data: ChartData<'line', { x: number; y: number }[]>;
  readonly options: ChartOptions<'line'>;
  readonly walk: ChartWalk;
}

/** The line of a history, drawn a moment after its place is there. */
export function HistoryLine({ label, className, data, options, walk }: HistoryLineProps) {
  const due = useDelayed(true, START_DELAY_MS);
  return (
    <div className={className}>
      {due && <Line data={data} options={options} role="img" aria-label={label} {...walk.chartProps} />}
      {due && walk.spoken}
    </div>
  );
}
