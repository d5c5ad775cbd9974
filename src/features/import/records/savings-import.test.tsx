import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentDatabase } from '../../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../../data/database/test-database.fixture.ts';
import { listSavingsAccounts } from '../../../data/records/savings-accounts.ts';
import { createHoldfastWorker } from '../../../../workers/opening/holdfast-worker.ts';
import type { HoldfastWorker } from '../../../../workers/api/worker-api.ts';
import { SavingsImportScreen } from './savings-import-screen.tsx';
import { SavingsImport } from './savings-import.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';

const worker = vi.hoisted(() => ({ current: null as HoldfastWorker | null }));
const saved = catchSavedFiles();
handInCompute(() => worker.current);

const ADA = { id: 'ada', name: 'Ada' };
const BEA = { id: 'bea', name: 'Bea' };
const HEADER =
  'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Account Close Date,Interest Rate';
const EASY = 'Aldermore,Easy access,01/02/2023,"1,234.56",03/03/2024,,4.32';
const BOND = 'Aldermore,Fixed bond,01/02/2023,10,03/03/2024,31/12/2024,';
const WRONG = 'Nobank,Easy access,01/02/2023,1,03/03/2024,,';
const csv = (...lines: readonly string[]) =>
  new File([[HEADER, ...lines].join('\n')], 'accounts.csv', { type: 'text/csv' });

beforeEach(async () => {
  // The preview draws the rows in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  await openTestDatabase();
  const db = currentDatabase();
  await db.accounts.bulkAdd([
    { ...ADA, version: 1 },
    { ...BEA, version: 1 },
  ]);
  await db.bankNames.add({
    id: 'aldermore',
    name: 'Aldermore',
    isActive: true,
    createdAt: '',
    updatedAt: '',
    version: 1,
  });
  worker.current = createHoldfastWorker(() => Date.parse('2024-03-03T10:00:00Z'));
  await worker.current.open(db.name);
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  await worker.current?.close();
  await removeTestDatabase();
});

const stored = async () =>
  (await listSavingsAccounts(currentDatabase()))
    .map(({ accountType, accountId, latestBalance, interestRate }) => [
      accountType,
      accountId,
      latestBalance,
      interestRate,
    ])
    .toSorted((a, b) => String(a).localeCompare(String(b)));

function Address() {
  return <output aria-label="Address">{useLocation().pathname}</output>;
}

describe('savings account import page (002 §2, §5)', () => {
  function open(accounts = [ADA, BEA]) {
    render(
      <MemoryRouter initialEntries={['/savings-accounts/import']}>
        <SavingsImportScreen accounts={accounts} />
        <Address />
      </MemoryRouter>,
    );
    // The picker would not offer the files that the page refuses.
    return { user: userEvent.setup({ delay: null, applyAccept: false }) };
  }
  const picker = () => screen.getByLabelText<HTMLInputElement>('Click to select a CSV file or drag and drop');
  const run = () => screen.getByRole('button', { name: 'Import Bank Accounts' });
  const error = async () => (await screen.findByRole('alert')).textContent;

  it('gives instructions and the columns, and offers a template', async () => {
    const { user } = open();
    expect(screen.getByRole('heading', { name: 'Import Bank Accounts' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      expect.arrayContaining(['Download the template', 'Fill it in, one bank account in each row', 'Upload it here']),
    );
    expect(screen.getByText('Required columns').nextElementSibling?.textContent).toBe(
      'Bank Name, Account Type, Account Open Date, Latest Balance, Latest Balance Date',
    );
    expect(screen.getByText('Optional columns').nextElementSibling?.textContent).toBe(
      'Account Close Date, Interest Rate, Account Reference, Sort Code, Account Number, Notes',
    );
    expect(screen.getByText('Formats').nextElementSibling?.textContent).toContain(
      'Sort Code: XX-XX-XX. Account Number: 8 digits.',
    );
    expect(screen.getByText('Maximum file size: 10MB')).toBeTruthy();
    expect(screen.getByText('All imported bank accounts will be associated with this account')).toBeTruthy();
    expect(screen.getByText('Matching is based on Bank Name, Account Type, and Account Reference')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Download Template' }));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledOnce();
    });
    const file = saved.mock.lastCall?.[0] as { readonly fileName: string; readonly blob: Blob };
    expect(file.fileName).toBe('bank-accounts-template.csv');
    expect((await file.blob.text()).replace('\uFEFF', '').trim()).toBe(
      'Bank Name,Account Type,Account Open Date,Account Close Date,Latest Balance,Latest Balance Date,Interest Rate,Account Reference,Sort Code,Account Number,Notes',
    );
    saved.mockImplementationOnce(() => {
      throw new Error('refused');
    });
    await user.click(screen.getByRole('button', { name: 'Download Template' }));
    expect(await error()).toBe('Import ErrorFailed to download template');
  });

  it('shows the chosen file with its size, and removes it', async () => {
    const { user } = open();
    await user.upload(picker(), csv(EASY));
    expect(screen.getByText(/^accounts\.csv \(\d+ Bytes\)$/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove file' }));
    expect(screen.queryByText(/accounts\.csv/u)).toBeNull();
  });

  it('takes a file that is dropped on it', async () => {
    open();
    fireEvent.drop(screen.getByText('Click to select a CSV file or drag and drop'), {
      dataTransfer: { files: { item: () => csv(EASY) } },
    });
    expect(await screen.findByText(/^accounts\.csv/u)).toBeTruthy();
  });

  it('refuses files that are not CSV, and files over 10 MB', async () => {
    const { user } = open();
    await user.upload(picker(), new File(['x'], 'accounts.txt', { type: 'text/plain' }));
    expect(await error()).toBe('Import ErrorPlease select a CSV file');
    await user.upload(picker(), new File(['x'], 'ACCOUNTS.CSV'));
    expect(screen.queryByRole('alert')).toBeNull();
    const large = csv(EASY);
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1, configurable: true });
    await user.upload(picker(), large);
    expect(await error()).toBe('Import ErrorFile size must be less than 10MB');
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 });
    await user.upload(picker(), large);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for an account, and chooses the only one beforehand', async () => {
    const { user } = open();
    await user.upload(picker(), csv(EASY));
    await user.click(run());
    expect(await error()).toBe('Import ErrorPlease select an account to associate with the imported bank accounts');
    cleanup();
    open([BEA]);
    expect(screen.getByLabelText<HTMLSelectElement>('Default Account *').value).toBe('bea');
  });

  it('imports the valid rows into the chosen account, names the others, and starts again', async () => {
    const { user } = open();
    await user.upload(picker(), csv(EASY, WRONG, BOND));
    await user.selectOptions(screen.getByLabelText('Default Account *'), 'bea');
    await user.click(run());
    expect((await screen.findByText('Import Successful')).closest('[role=status]')?.textContent).toBe(
      'Import Successful2 bank account(s) imported successfully',
    );
    expect(screen.getByText('Validation Errors (1)').closest('[role=alert]')?.textContent).toMatch(
      /^Validation Errors \(1\)Row 3: .*Nobank/u,
    );
    expect(screen.getByText('Partial Import').closest('[role=status]')?.textContent).toBe(
      'Partial Import1 row(s) were skipped due to validation errors',
    );
    expect(await stored()).toEqual([
      ['Easy access', 'bea', 1234.56, 0.0432],
      ['Fixed bond', 'bea', 10, null],
    ]);
    await user.click(screen.getByRole('button', { name: 'Import Another File' }));
    expect(screen.queryByText('Import Successful')).toBeNull();
    expect(screen.queryByText(/accounts\.csv/u)).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>('Default Account *').value).toBe('');
  });

  it('updates accounts of the same bank, type and reference only when asked to, and leads to the list', async () => {
    const { user } = open([ADA]);
    await user.upload(picker(), csv(EASY));
    await user.click(run());
    await screen.findByText('Import Successful');
    const changed = () => csv(EASY.replace('1,234.56', '2,000.00'), BOND);
    await waitFor(async () => {
      expect(
        await worker.current?.previewEntities({
          kind: 'savingsAccount',
          name: 'a.csv',
          bytes: await changed().arrayBuffer(),
        }),
      ).toMatchObject({ rowNumbers: { duplicate: [2] } });
    });
    await user.upload(picker(), changed());
    await user.click(screen.getByLabelText('Update existing bank accounts if they match'));
    await user.click(run());
    expect(await screen.findByText('2 bank account(s) imported successfully')).toBeTruthy();
    expect(await stored()).toEqual([
      ['Easy access', 'ada', 2000, 0.0432],
      ['Fixed bond', 'ada', 10, null],
    ]);
    await user.click(screen.getByRole('link', { name: 'View Bank Accounts' }));
    expect(screen.getByLabelText('Address').textContent).toBe('/savings-accounts');
  });

  it('leaves matching accounts alone otherwise, and says so', async () => {
    const { user } = open([ADA]);
    await user.upload(picker(), csv(EASY, EASY));
    await user.click(run());
    expect(await screen.findByText('1 bank account that already exists was left unchanged.')).toBeTruthy();
    expect(await stored()).toHaveLength(1);
  });

  it('says that it is busy, and when the import failed', async () => {
    const { user } = open([ADA]);
    await user.upload(picker(), csv(EASY));
    let fail: (error: Error) => void = () => undefined;
    vi.spyOn(worker.current ?? ({} as HoldfastWorker), 'previewEntities').mockImplementation(
      async () =>
        await new Promise((_resolve, reject) => {
          fail = reject;
        }),
    );
    await user.click(run());
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeTruthy();
    await waitFor(() => {
      expect(fail).not.toHaveLength(0);
    });
    fail(new Error('gone'));
    expect(await error()).toBe('Import ErrorFailed to import savings accounts');
  });
});

describe('import of savings accounts from the list (002 §2, §4)', () => {
  function open() {
    const onClose = vi.fn();
    render(
      <MemoryRouter>
        <SavingsImport onClose={onClose} />
      </MemoryRouter>,
    );
    return { onClose, user: userEvent.setup({ delay: null }) };
  }
  async function choose(user: ReturnType<typeof userEvent.setup>, file: File, button: string) {
    const dialog = await screen.findByRole('dialog', { name: 'Import Savings Accounts' });
    await user.upload(within(dialog).getByLabelText('Select CSV/TSV File'), file);
    await user.click(within(dialog).getByRole('button', { name: button }));
  }

  it('previews the columns, with money and percent, and imports the chosen rows into the first account', async () => {
    const { user, onClose } = open();
    await choose(user, csv(EASY, BOND, WRONG), 'Preview Import');
    const dialog = await screen.findByRole('dialog', { name: 'Savings Account Import Preview' });
    const headers = within(dialog).getAllByRole('columnheader');
    expect(headers.map((cell) => cell.textContent)).toEqual([
      'Select',
      '#',
      'Status',
      'Bank Name',
      'Account Type',
      'Associated Account',
      'Open Date',
      'Close Date',
      'Balance',
      'Interest Rate',
      'Balance Date',
      'Details',
    ]);
    expect(headers.filter((cell) => /end/u.test(cell.className)).map((cell) => cell.textContent)).toEqual([
      '#',
      'Balance',
      'Interest Rate',
    ]);
    expect((await within(dialog).findByText('£1,234.56')).className).toMatch(/end/u);
    expect(within(dialog).getByText('4.32%').className).toMatch(/end/u);
    await user.click(within(dialog).getByRole('button', { name: 'Import 2 Selected' }));
    await waitFor(() => {
      expect(onClose).toHaveBeenCalled();
    });
    expect(await stored()).toEqual([
      ['Easy access', 'ada', 1234.56, 0.0432],
      ['Fixed bond', 'ada', 10, null],
    ]);
  });

  it('lets a row be corrected in place; it becomes valid and is selected', async () => {
    const { user, onClose } = open();
    await choose(user, csv(EASY, WRONG, EASY.replace('Aldermore', 'Nobank')), 'Preview Import');
    const dialog = within(await screen.findByRole('dialog', { name: 'Savings Account Import Preview' }));
    const correct = async (row: number) => {
      await user.click(await dialog.findByRole('button', { name: `Correct row ${row}` }));
      const form = within(dialog.getByRole('form', { name: `Correct row ${row}` }));
      expect(form.getByLabelText('Bank Name').getAttribute('aria-invalid')).toBe('true');
      await user.clear(form.getByLabelText('Bank Name'));
      await user.type(form.getByLabelText('Bank Name'), 'aldermore');
      if (row === 3) {
        expect(form.getAllByRole('textbox').map((box) => (box as HTMLInputElement).value)).toEqual([
          'aldermore',
          'Easy access',
          '01/02/2023',
          '1',
          '03/03/2024',
        ]);
        await user.clear(form.getByLabelText('Account Type'));
        await user.type(form.getByLabelText('Account Type'), 'Notice');
      }
      await user.click(form.getByRole('button', { name: 'Check row' }));
    };
    await correct(3);
    expect(await dialog.findByText('Selected: 2 savings accounts')).toBeTruthy();
    await correct(4);
    // It repeats the first row now.
    expect(await dialog.findByText('The same account as row 2 of this file.')).toBeTruthy();
    expect(dialog.getByText('Selected: 2 savings accounts')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Import 2 Selected' }));
    await waitFor(() => {
      expect(onClose).toHaveBeenCalled();
    });
    expect(await stored()).toEqual([
      ['Easy access', 'ada', 1234.56, 0.0432],
      ['Notice', 'ada', 1, null],
    ]);
  });

  it('stops a quick import at wrong rows and names them', async () => {
    const { user, onClose } = open();
    await choose(user, csv(EASY, WRONG), 'Quick Import');
    const report = await screen.findByRole('alert');
    expect(report.textContent).toContain('Import failed with validation errors:');
    expect(within(report).getByRole('listitem').textContent).toMatch(/^Row 3: /u);
    expect([await stored(), onClose.mock.calls.length]).toEqual([[], 0]);
  });

  it('says after a quick import what was skipped, and closes by itself after 3 seconds', async () => {
    const { user, onClose } = open();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await choose(user, csv(EASY, EASY, BOND), 'Quick Import');
    expect(
      await screen.findByText('Imported 2 savings accounts successfully. 1 duplicates were skipped.'),
    ).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    // Their end is not waited for: the test lets them pass.
    const due = timers.mock.calls.filter(([, ms]) => ms === 3000);
    expect(due).toHaveLength(1);
    for (const [pass] of due) (pass as () => void)();
    expect(onClose).toHaveBeenCalledOnce();
    timers.mockRestore();
    expect((await stored()).map(([, account]) => account)).toEqual(['ada', 'ada']);
  });

  it('closes at once after a quick import without duplicates', async () => {
    const { user, onClose } = open();
    await choose(user, csv(EASY), 'Quick Import');
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    expect(await stored()).toHaveLength(1);
  });

  it('says that there is no account yet', async () => {
    await currentDatabase().accounts.clear();
    const { user } = open();
    await choose(user, csv(EASY), 'Quick Import');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'No accounts available. Please create an account first.',
    );
  });
});
