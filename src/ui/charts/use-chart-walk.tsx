import { Chart } from 'chart.js';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

/** Page Up and Page Down go this part of the way. */
const PAGES = 12;

function steppedTo(key: string, at: number | null, count: number): number | null {
  const page = Math.max(1, Math.round(count / PAGES));
  const from = at ?? count;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: at === null ? 0 : at + 1,
    PageUp: from - page,
    PageDown: (at ?? -1) + page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, target));
}

/** The points of a chart, walked by keys. */
export interface WalkedPoints {
  /** Of all points, also of those that are not drawn yet: no key is lost. */
  readonly count: number;
  readonly words: (index: number) => string;
  /** How many of the datasets have those points, where others have their own. */
  readonly lines?: number;
}

interface ChartWalk {
  /** For the chart's canvas: it becomes a stop of the Tab key. */
  readonly chartProps: {
    readonly tabIndex: 0;
    readonly 'aria-describedby': string;
    readonly onKeyDown: (event: KeyboardEvent<HTMLCanvasElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLCanvasElement>) => void;
  };
  /** Beside the chart: the keys, and the point that they have reached. */
  readonly spoken: ReactNode;
}

/** Highlights a point of the first `lines` datasets, with its tooltip; null highlights none. */
function highlight(canvas: HTMLCanvasElement, index: number | null, lines: number): void {
  const chart = Chart.getChart(canvas);
  if (chart === undefined) return;
  const active =
    index === null
      ? []
      : chart.data.datasets.slice(0, lines).flatMap((_, datasetIndex) => {
          const point = chart.getDatasetMeta(datasetIndex).data[index];
          return point === undefined || Number.isNaN(point.y) ? [] : [{ datasetIndex, index }];
        });
  chart.setActiveElements(active);
  chart.tooltip?.setActiveElements(active, { x: 0, y: 0 });
  chart.update('none');
}

/** Arrow keys move along a chart's points: each shows its tooltip and is said by `words`. For whoever draws the chart. */
export function useChartWalk({ count, words, lines = Infinity }: WalkedPoints): ChartWalk {
  const [at, setAt] = useState<number | null>(null);
  const help = useId();
  const walked = useRef<HTMLCanvasElement>(null);
  // After each drawing, which may have brought the point only now.
  useEffect(() => {
    if (at !== null && walked.current !== null) highlight(walked.current, at, lines);
  });
  return {
    chartProps: {
      tabIndex: 0,
      'aria-describedby': help,
      onKeyDown: (event) => {
        const next = steppedTo(event.key, at, count);
        if (next === null) return;
        event.preventDefault();
        walked.current = event.currentTarget;
        setAt(next);
      },
      onBlur: (event) => {
        if (at === null) return;
        setAt(null);
        highlight(event.currentTarget, null, lines);
      },
    },
    spoken: (
      <VisuallyHidden>
        <span id={help}>Arrow keys move along the chart.</span>
        <span role="status">{at === null || at >= count ? '' : words(at)}</span>
      </VisuallyHidden>
    ),
  };
}
