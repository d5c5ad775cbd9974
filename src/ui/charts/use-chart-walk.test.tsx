import { act, fireEvent, render, screen } from '@testing-library/react';
import { Chart } from 'chart.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chartIn, standInCanvas } from '../../testing/drawn-chart.ts';
import { BarChart } from './bar-chart.tsx';

beforeEach(() => {
  standInCanvas();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('answers a key that is pressed before the bars are drawn, and marks the bar once it is', () => {
  vi.useFakeTimers();
  const nextTask = () => {
    act(() => {
      vi.runOnlyPendingTimers();
    });
  };
  const bars = [
    { label: '2024-25', value: 10 },
    { label: '2025-26', value: -20 },
  ];
  render(<BarChart label="Gains of each year" bars={bars} />);
  nextTask();
  const picture = screen.getByRole<HTMLCanvasElement>('img', { name: 'Gains of each year' });
  expect(chartIn(picture).data.datasets).toEqual([]);
  fireEvent.keyDown(picture, { key: 'End' });
  expect(screen.getByRole('status').textContent).toBe('2025-26, −£20.00');
  nextTask();
  expect(Chart.getChart(picture)?.getActiveElements()).toMatchObject([{ datasetIndex: 0, index: 1 }]);
  fireEvent.blur(picture);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(Chart.getChart(picture)?.getActiveElements()).toEqual([]);
});
