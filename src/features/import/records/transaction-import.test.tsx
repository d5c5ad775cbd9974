import 'fake-indexeddb/auto';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { setCurrentDatabase } from '../../../data/database/database.ts';
import { freshDatabase } from '../../../../tests/device/fixtures.ts';
import { ToastRegion } from '../../../ui/messages/toast.tsx';
import { previewOf } from '../preview/preview.fixture.ts';
import { TransactionImport } from './transaction-import.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';

const row = {
  rowNumber: 2,
  status: 'valid',
  duplicateInfo: null,
  errors: [],
  transaction: {
    transactionDate: '2024-03-03',
    transactionTypeLabel: 'Buy',
    isin: 'GB00BH4HKS39',
    assetName: 'Vodafone Group plc',
    quantity: 1234.5,
    consideration: 1500,
    considerationCurrency: 'GBP',
    localPrice: null,
    accountName: 'Main Account',
    brokerName: 'AJ Bell',
    taxWrapper: 'ISA',
    brokerDealReference: '',
  },
};
const worker = {
  previewImport: async () => previewOf({ valid: [2] }),
  previewRows: async () => [row],
  importEffect: async () => ({
    types: [{ label: 'Buy', rows: 1, pounds: '1500.00' }],
    securities: [],
    open: [{ accountName: 'Main Account', name: 'Vodafone Group plc', text: 'More was sold than held.' }],
  }),
  discardPreview: async () => undefined,
  reversedByImport: async () => ['stored-1'],
  commitImport: async () => ({
    ok: true,
    importId: 'import-1',
    importedCount: 1,
    reversedCount: 1,
    duplicateCount: 0,
    duplicates: [],
  }),
  undoImport: vi.fn(async () => ({ ok: true, removed: 1, kept: 0, restored: 1, keptRows: [] })),
};
handInCompute(() => worker);

beforeAll(async () => {
  setCurrentDatabase(await freshDatabase());
  // The test document has no layout; a list that draws what is in view needs a height to see any row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});
afterEach(cleanup);

it('the preview of transactions has its columns and formats', async () => {
  render(<TransactionImport accounts={[]} brokers={[]} onClose={() => undefined} />, { wrapper: MemoryRouter });
  await userEvent.upload(screen.getByLabelText('Select CSV/TSV File'), new File(['a'], 'a.csv', { type: 'text/csv' }));
  await userEvent.click(screen.getByRole('button', { name: 'Preview Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Transaction Import Preview' });
  await within(dialog).findByText('Vodafone Group plc');
  const [head, body] = within(dialog).getAllByRole('row');
  expect(
    within(head as HTMLElement)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent)
      .slice(1),
  ).toEqual(['#', 'Status', 'Date', 'Type', 'ISIN', 'Asset', 'Quantity', 'Amount', 'Account', 'Details']);
  const cells = within(body as HTMLElement).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent).slice(1)).toEqual([
    '2',
    '✓ valid',
    '3 Mar 2024',
    'Buy',
    'GB00BH4HKS39',
    'Vodafone Group plc',
    '1,234.5',
    '£1,500.00',
    'Main Account',
    '-',
  ]);
  const classOf = (text: string) => cells.find((cell) => cell.textContent === text)?.className ?? '';
  expect(classOf('GB00BH4HKS39')).toMatch(/code/u);
  for (const figure of ['1,234.5', '£1,500.00']) expect(classOf(figure)).toMatch(/end/u);
  await userEvent.click(await within(dialog).findByText('What this import does: 1 point to check'));
  const panel = (await within(dialog).findByText('1 Buy:', { exact: false })).closest('details');
  expect(panel?.textContent).not.toContain('£1,500.00');
  await userEvent.click(within(dialog).getByRole('button', { name: /show values/iu }));
  expect(panel?.textContent).toContain('1 Buy: £1,500.00');
  expect(panel?.textContent).toContain('Main Account, Vodafone Group plc: More was sold than held.');
});

it('names the transactions that an import removed, and undoes the import in one step', async () => {
  const onClose = vi.fn();
  render(
    <>
      <TransactionImport accounts={[]} brokers={[]} onClose={onClose} />
      <ToastRegion />
    </>,
    { wrapper: MemoryRouter },
  );
  await userEvent.upload(screen.getByLabelText('Select CSV/TSV File'), new File(['a'], 'a.csv', { type: 'text/csv' }));
  await userEvent.click(screen.getByRole('button', { name: 'Preview Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Transaction Import Preview' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Import 1 Selected' }));
  expect(
    await screen.findByText('Imported 1 transaction. Removed 1 stored transaction that the file reverses.'),
  ).toBeTruthy();
  expect(onClose).toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  expect(worker.undoImport).toHaveBeenCalledWith('import-1');
  expect(await screen.findByText('The import was undone.')).toBeTruthy();
});
