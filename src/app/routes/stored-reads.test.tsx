import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { listBrokers } from '../../data/records/brokers.ts';
import { saveRecord } from '../../data/records/records.ts';
import { closeDatabase, currentDatabase, openDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { queryRenewals } from '../../ui/app-state/query-renewals.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';

beforeEach(openTestDatabase);
afterEach(async () => {
  cleanup();
  await removeTestDatabase();
});

it('reads again only queries whose tables another tab has changed', async () => {
  const brokers = vi.fn(async () => await listBrokers(currentDatabase()));
  const accounts = vi.fn(async () => (await listAccounts(currentDatabase())).map(({ name }) => name));
  const { result } = renderHook(() => ({ brokers: useStored(brokers, []), accounts: useStored(accounts, []) }));
  expect(result.current.accounts).toEqual({ data: undefined, error: undefined, loading: true });
  await waitFor(() => {
    expect([result.current.accounts.data, result.current.brokers.data]).toEqual([[], []]);
  });
  const other = await openDatabase(currentDatabase().name);
  written(await saveRecord(other, 'account', { name: 'Ada' }));
  await waitFor(() => {
    expect(result.current.accounts).toEqual({ data: ['Ada'], error: undefined, loading: false });
  });
  written(await saveRecord(other, 'transaction', purchase()));
  written(await saveRecord(other, 'account', { name: 'Bea' }));
  await waitFor(() => {
    expect(result.current.accounts.data).toEqual(['Ada', 'Bea']);
  });
  expect(brokers).toHaveBeenCalledOnce();
  expect(accounts).toHaveBeenCalledTimes(3);
  closeDatabase(other);
});

it('keeps the last result while it reads for another query and when that fails, and reads again after the next change', async () => {
  let fails = false;
  const { result, rerender } = renderHook(
    ({ prefix }) =>
      useStored(async () => {
        const names = (await listAccounts(currentDatabase())).map(({ name }) => prefix + name);
        if (fails) throw new Error('no');
        return names;
      }, [prefix]),
    { initialProps: { prefix: '' } },
  );
  await waitFor(() => {
    expect(result.current.data).toEqual([]);
  });
  fails = true;
  rerender({ prefix: 'x' });
  expect(result.current).toEqual({ data: [], error: undefined, loading: true });
  await waitFor(() => {
    expect(result.current).toEqual({ data: [], error: new Error('no'), loading: false });
  });
  fails = false;
  await act(async () => written(await saveRecord(currentDatabase(), 'account', { name: 'Ada' })));
  await waitFor(() => {
    expect(result.current).toEqual({ data: ['xAda'], error: undefined, loading: false });
  });
});

it('runs a query again after some hundred writes that do not concern it, and shows the same meanwhile', async () => {
  const brokers = vi.fn(async () => await listBrokers(currentDatabase()));
  const { result } = renderHook(() => useStored(brokers, []));
  await waitFor(() => {
    expect(result.current.data).toEqual([]);
  });
  const write = (times: number): void => {
    act(() => {
      for (let time = 0; time < times; time += 1) queryRenewals.noteWrite();
    });
  };
  write(499);
  expect(brokers).toHaveBeenCalledOnce();
  write(1);
  expect(result.current).toEqual({ data: [], error: undefined, loading: false });
  await waitFor(() => {
    expect(brokers).toHaveBeenCalledTimes(2);
  });
});
