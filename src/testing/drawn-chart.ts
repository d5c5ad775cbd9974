/** Charts drawn by the real library, in a document that has no canvas to draw on. */
import { Chart } from 'chart.js';
import { screen, waitFor } from '@testing-library/react';
import { vi, type Mock } from 'vitest';

/** The part of a chart's options that the screens' tests look at, as the library took it. */
export interface ChartScale {
  readonly display?: boolean;
  readonly stacked?: boolean;
  readonly title: { readonly text: string };
  readonly ticks: { readonly display?: boolean; readonly callback: (value: number) => string };
}

export interface DrawnChart {
  readonly data: {
    /** Of bars, in lines. */
    readonly labels?: readonly (readonly string[])[];
    readonly datasets: readonly {
      readonly label?: string;
      readonly data: readonly { readonly x: number; readonly y: number }[];
      readonly pointRadius: readonly number[];
      readonly pointBackgroundColor: readonly string[];
    }[];
  };
  readonly options: {
    readonly animation: { readonly duration: number };
    readonly scales: { readonly x: ChartScale; readonly y: ChartScale };
    readonly plugins: {
      readonly title: { readonly text: string };
      readonly tooltip: {
        readonly enabled: boolean;
        readonly callbacks: { readonly label: (item: unknown) => string };
      };
      readonly marksAndWords?: { readonly targets: readonly number[] };
      readonly barMarks?: { readonly marks: readonly (number | null)[] };
    };
  };
}

/** Gives each canvas a context that accepts every stroke, until mocks are restored. Returns the mock. */
export function standInCanvas(): Mock {
  return vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function getContext(
    this: HTMLCanvasElement,
  ) {
    return contextOf(this) as never;
  });
}

function contextOf(canvas: HTMLCanvasElement): object {
  const known: Record<string | symbol, unknown> = { canvas, measureText: (text: string) => ({ width: text.length }) };
  return new Proxy(known, { get: (target, name) => (name in target ? target[name] : () => undefined) });
}

/** The picture, by what it says to those who do not see it, once something is drawn in it. */
export async function findPicture(label: RegExp): Promise<HTMLCanvasElement> {
  const picture = await screen.findByRole<HTMLCanvasElement>('img', { name: label });
  await waitFor(() => chartIn(picture));
  return picture;
}

/** What the library draws in this picture now. */
export function chartIn(picture: HTMLCanvasElement): DrawnChart {
  const config = Chart.getChart(picture)?.config;
  if (config === undefined) throw new Error('nothing is drawn there');
  return config as unknown as DrawnChart;
}
