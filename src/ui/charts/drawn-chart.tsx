import type { ChartData, ChartOptions, ChartType, DefaultDataPoint, Plugin } from 'chart.js';
import { Chart } from 'react-chartjs-2';
import { useOwnTasks } from '../hooks/use-own-tasks.ts';
import { useChartWalk, type WalkedPoints } from './use-chart-walk.tsx';

export interface DrawnChartProps<T extends ChartType, Data = DefaultDataPoint<T>> {
  readonly type: T;
  readonly data: ChartData<T, Data>;
  readonly options: ChartOptions<T>;
  /** They draw nothing while a chart has no datasets. */
  readonly plugins?: Plugin<T>[];
  /** What the picture shows, for those who do not see it. */
  readonly label: string;
  readonly points: WalkedPoints;
}

/** Takes its parent's room, and is drawn in two tasks: the canvas, then axes and figures. */
export function DrawnChart<T extends ChartType, Data = DefaultDataPoint<T>>({
  data,
  options,
  label,
  points,
  ...rest
}: DrawnChartProps<T, Data>) {
  const tasks = useOwnTasks(2);
  const walk = useChartWalk(points);
  const drawn = tasks === 2 ? { data, options } : { data: { datasets: [] }, options: withoutAxes(options) };
  return (
    <>
      {tasks > 0 && <Chart<T, Data> {...rest} {...drawn} aria-label={label} {...walk.chartProps} />}
      {walk.spoken}
    </>
  );
}

/** Without figures, axes need no room and no words. */
function withoutAxes<T extends ChartType>(options: ChartOptions<T>): ChartOptions<T> {
  const { scales = {}, ...rest } = options as ChartOptions;
  const hidden = Object.entries(scales).map(([id, scale]) => [id, { type: scale?.type, display: false }]);
  return { ...rest, scales: Object.fromEntries(hidden) } as ChartOptions<T>;
}
