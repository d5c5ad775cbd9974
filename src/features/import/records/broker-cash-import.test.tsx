import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listBrokerCashBalances } from '../../../data/records/broker-cash-balances.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../../data/database/test-database.fixture.ts';
import { createHoldfastWorker } from '../../../../workers/opening/holdfast-worker.ts';
import type { HoldfastWorker } from '../../../../workers/api/worker-api.ts';
import { BrokerCashImport } from './broker-cash-import.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ current: null as HoldfastWorker | null }));
handInCompute(() => worker.current);

const ISA = 'Ada,AJ Bell,ISA,"1,250.10",GBP';
const SIPP = 'Ada,AJ Bell,SIPP,10,USD';
const WRONG = 'Ada,No Broker,SIPP,10,USD';
const csv = (...lines: readonly string[]) =>
  new File([['Account,Broker,Tax Wrapper,Cash Balance,Currency', ...lines].join('\n')], 'cash.csv', {
    type: 'text/csv',
  });

beforeEach(async () => {
  // The preview draws the rows in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await openTestDatabase();
  const db = currentDatabase();
  await db.accounts.add({ id: 'ada', name: 'Ada', version: 1 });
  await db.brokers.add({ id: 'ajb', name: 'AJ Bell', version: 1 });
  worker.current = createHoldfastWorker(() => Date.parse('2024-03-03T10:00:00Z'));
  await worker.current.open(db.name);
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await worker.current?.close();
  await removeTestDatabase();
});

async function choose(file: File, button: string) {
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <BrokerCashImport onClose={onClose} />
    </MemoryRouter>,
  );
  const user = userEvent.setup({ delay: null });
  const dialog = await screen.findByRole('dialog', { name: 'Import Cash Balances' });
  await user.upload(within(dialog).getByLabelText('Select CSV/TSV File'), file);
  await user.click(within(dialog).getByRole('button', { name: button }));
  return { onClose, user };
}
const stored = async () =>
  (await listBrokerCashBalances(currentDatabase())).map(({ taxWrapper, cashBalance, currency, lastUpdated }) => [
    taxWrapper,
    cashBalance,
    currency,
    lastUpdated,
  ]);

it('previews cash balances in their columns and imports the chosen ones', async () => {
  const { user, onClose } = await choose(csv(ISA, SIPP, WRONG), 'Preview Import');
  const dialog = await screen.findByRole('dialog', { name: 'Cash Balance Import Preview' });
  expect(
    within(dialog)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Select', '#', 'Status', 'Account', 'Broker', 'Tax Wrapper', 'Balance', 'Currency', 'Details']);
  expect(await within(dialog).findByText('1,250.10')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Import 2 Selected' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(await stored()).toEqual(
    expect.arrayContaining([
      ['ISA', 1250.1, 'GBP', '2024-03-03'],
      ['SIPP', 10, 'USD', '2024-03-03'],
    ]),
  );
});

it('lets a cash balance be corrected in its row', async () => {
  const { user, onClose } = await choose(csv(ISA, WRONG), 'Preview Import');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cash Balance Import Preview' }));
  await user.click(await dialog.findByRole('button', { name: 'Correct row 3' }));
  const broker = within(dialog.getByRole('form', { name: 'Correct row 3' })).getByLabelText('Broker');
  expect(broker.getAttribute('aria-invalid')).toBe('true');
  await user.clear(broker);
  await user.type(broker, 'AJ Bell{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Import 2 Selected' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(await stored()).toEqual(expect.arrayContaining([['SIPP', 10, 'USD', '2024-03-03']]));
});

it('stops a quick import of cash balances at wrong rows and lists them', async () => {
  const { onClose } = await choose(csv(ISA, WRONG), 'Quick Import');
  const report = await screen.findByRole('alert');
  expect(report.textContent).toContain('Import failed with validation errorsErrors (1 total):Row 3: ');
  expect([await stored(), onClose.mock.calls.length]).toEqual([[], 0]);
});

it('lists what a quick import of cash balances skipped, and stays open', async () => {
  const { onClose } = await choose(csv(ISA, ISA, SIPP), 'Quick Import');
  expect(await screen.findByText('Imported 2 cash balances, skipped 1 duplicates')).toBeTruthy();
  expect(screen.getByText('Skipped Duplicates:')).toBeTruthy();
  expect(
    screen.getByText('Row 3: The same account, broker, tax wrapper and currency as row 2 of this file.'),
  ).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('closes after a quick import of cash balances without duplicates', async () => {
  const { onClose } = await choose(csv(ISA), 'Quick Import');
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(await stored()).toHaveLength(1);
});
