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
import { useDelayed } from '../hooks/use-delayed.ts';
import { DrawnChart } from './drawn-chart.tsx';
import type { WalkedPoints } from './use-chart-walk.tsx';

Chart.register(LineController, LineElement, LinearScale, PointElement, Title, Tooltip);

/** 001 §9, 002 §9. */
const START_DELAY_MS = 100;

export interface HistoryLineProps {
  /** A description of the chart for screen readers, with the place of its figures. */
  readonly label: string;
  readonly className: string | undefined;
  readonly data: ChartData<'line', { x: number; y: number }[]>;
  readonly options: ChartOptions<'line'>;
  readonly points: WalkedPoints;
}

/** The line of a history, drawn a moment after its place is there. */
export function HistoryLine({ label, className, data, options, points }: HistoryLineProps) {
  const due = useDelayed(true, START_DELAY_MS);
  return (
    <div className={className}>
      {due && <DrawnChart type="line" data={data} options={options} label={label} points={points} />}
    </div>
  );
}
