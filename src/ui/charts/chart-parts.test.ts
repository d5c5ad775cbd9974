import { expect, it } from 'vitest';
import type { Chart } from 'chart.js';
import type { ChartColours } from './chart-colours.ts';
import { TEXT_GAP, textRoom } from './chart-parts.ts';

it('gives texts behind a chart the room of the widest of them, in the font of the chart', () => {
  const fonts: string[] = [];
  const ctx = {
    font: '',
    save: () => undefined,
    restore: () => undefined,
    measureText: (text: string) => {
      fonts.push(ctx.font);
      return { width: text.length * 7.5 };
    },
  };
  const room = (...texts: string[]) =>
    textRoom({ ctx } as unknown as Chart, texts, { font: 'Wide, serif' } as ChartColours);
  expect(room('Value', 'Exempt amount')).toBe(TEXT_GAP + 98);
  expect(new Set(fonts)).toEqual(new Set(['12px Wide, serif']));
  expect([room(''), room()]).toEqual([0, 0]);
});
