import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FirstReadNote } from './first-read-note.tsx';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { NOTHING_KNOWN } from '../../sync/engine/sync-status.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useSyncStatus.setState(NOTHING_KNOWN);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useSyncStatus.setState(NOTHING_KNOWN);
});

const said = () => screen.queryByRole('status')?.textContent ?? null;

function wait(): void {
  act(() => {
    vi.advanceTimersByTime(1000);
  });
}

it('says that figures are not complete while the first reading takes its time, and nothing later', () => {
  render(<FirstReadNote />);
  act(() => {
    useSyncStatus.setState({ phase: 'pulling', everRead: 'none', pulled: 12_000 });
  });
  expect(said()).toBeNull();
  wait();
  expect(said()).toBe(
    'Records and prices are being fetched from the server (12,000 so far). Lists and figures are incomplete until this finishes.',
  );
  act(() => {
    useSyncStatus.setState({ phase: 'idle', everRead: 'all' });
  });
  expect(said()).toBeNull();
  act(() => {
    useSyncStatus.setState({ phase: 'pulling' });
  });
  wait();
  expect(said()).toBeNull();
});

it('lets no screen offer first steps meanwhile', () => {
  render(
    <>
      <FirstReadNote />
      <FirstSteps title="No Holdings Found" action={<button type="button">Import transactions</button>}>
        Record what you hold.
      </FirstSteps>
    </>,
  );
  expect(screen.getByRole('button', { name: 'Import transactions' })).toBeTruthy();
  act(() => {
    useSyncStatus.setState({ phase: 'pulling', everRead: 'none' });
  });
  wait();
  expect(screen.getByText('No Holdings Found')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/They appear here as they arrive\.$/u)).toBeTruthy();
  act(() => {
    useSyncStatus.setState({ phase: 'idle', everRead: 'all' });
  });
  expect(screen.getByRole('button', { name: 'Import transactions' })).toBeTruthy();
});

it('says nothing while a slow device has not yet checked its own records', () => {
  render(<FirstReadNote />);
  act(() => {
    useSyncStatus.setState({ phase: 'pulling' });
  });
  wait();
  expect(said()).toBeNull();
});

it('says so too when the first reading was interrupted', () => {
  render(<FirstReadNote />);
  act(() => {
    useSyncStatus.setState({ phase: 'offline', everRead: 'some' });
  });
  wait();
  expect(said()).toBe(
    'This device has not fetched all of your records from the server yet. Lists and figures are incomplete until it has.',
  );
});

it.each(['offline', 'idle'] as const)(
  'says so where nothing could be read (%s): empty lists are not what the user has',
  (phase) => {
    render(<FirstReadNote />);
    act(() => {
      useSyncStatus.setState({ phase, everRead: 'none' });
    });
    wait();
    expect(said()).toBe(
      'This device has not fetched your records from the server yet. Lists and figures are incomplete until it has.',
    );
  },
);
