import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { TypedFigure } from '../../../workers/api/worker-api.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { describing } from '../../testing/page-parts.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { PriceNotes, usePriceNoteIds } from './price-notes.tsx';
import { PricingSection } from './transaction-form-sections.tsx';
import { newValues, type TransactionFormValues } from './transaction-form-values.ts';

const asked: TypedFigure[] = [];
const hidden: boolean[] = [];
handInCompute(() => ({
  farFigure: async (typed: TypedFigure, options: { readonly areValuesHidden: boolean }) => {
    asked.push(typed);
    hidden.push(options.areValuesHidden);
    return `${typed.kind} is far.`;
  },
}));

beforeEach(() => {
  asked.length = 0;
  hidden.length = 0;
  useValuesVisibility.getState().reset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const ISIN = 'US0378331005';
const APPLE = { id: 's3', name: 'Apple', isin: ISIN, type: 'EQUITY', category: 'US_TSM', denomination: 'USD' } as const;

function Notes(change: Partial<TransactionFormValues>) {
  const form = useForm({ defaultValues: { ...newValues(), transactionDate: '2024-06-14', ...change } });
  return (
    <FormProvider {...form}>
      <PriceNotes asset={APPLE} noteIds={usePriceNoteIds()} id="t1" />
    </FormProvider>
  );
}

const about = { kind: 'price', isin: ISIN, day: '2024-06-14' as IsoDate, transactionId: 't1' };

it('compares both prices of a trade with each other and with what is known', async () => {
  const { findAllByRole } = render(<Notes transactionType="BUY" nativePrice="200" localPrice="250" />);
  await waitFor(() => {
    expect(asked).toEqual([
      { kind: 'exchange', from: 'GBP', to: 'USD', rate: 0.8, day: '2024-06-14' },
      { ...about, price: 200, unit: 'USD' },
      { ...about, price: 250, unit: 'GBP' },
    ]);
  });
  expect((await findAllByRole('status')).map(({ textContent }) => textContent)).toEqual([
    'exchange is far.',
    'price is far.',
    'price is far.',
  ]);
});

it('ties each note to the fields that it is about', async () => {
  function Fields() {
    const form = useForm({
      defaultValues: {
        ...newValues(),
        transactionDate: '2024-06-14',
        transactionType: 'BUY',
        nativePrice: '200',
        localPrice: '250',
      },
    });
    return (
      <FormProvider {...form}>
        <PricingSection asset={APPLE} stated={false} id="t1" />
      </FormProvider>
    );
  }
  render(<Fields />);
  await waitFor(() => {
    expect(describing(screen.getByLabelText('Native Price (per share)'))).toEqual([
      'As quoted, in USD',
      'exchange is far.',
      'price is far.',
    ]);
  });
  expect(describing(screen.getByLabelText('Local Price (per share)'))).toEqual([
    'In pounds',
    'exchange is far.',
    'price is far.',
  ]);
  expect(describing(screen.getByLabelText('Consideration'))).not.toContain('price is far.');
});

it('compares what a unit cost where no price is typed', async () => {
  render(<Notes transactionType="SELL" quantity="8" consideration="1600.4" />);
  await waitFor(() => {
    expect(asked).toEqual([{ ...about, price: 200.05, unit: 'GBP' }]);
  });
});

it('compares no income with prices', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const figures = { nativePrice: '0.2', localPrice: '0.25', quantity: '8', consideration: '1.6' };
  for (const [transactionType, count] of [
    ['DIVIDEND', 0],
    ['BUY', 3],
  ] as const) {
    render(<Notes transactionType={transactionType} {...figures} />);
    await act(async () => await vi.advanceTimersByTimeAsync(1000));
    expect(asked).toHaveLength(count);
  }
});

it('asks for a sentence without known figures while values are hidden, and again once they are shown', async () => {
  render(<Notes transactionType="SELL" quantity="8" consideration="1600.4" />);
  await waitFor(() => {
    expect(hidden).toEqual([true]);
  });
  act(() => {
    useValuesVisibility.getState().press(60_000);
  });
  await waitFor(() => {
    expect(hidden).toEqual([true, false]);
  });
});
