import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Money, Percent } from '../../../../domain/values/amount.ts';
import type { IsoDate } from '../../../../domain/values/dates.ts';
import { ASSET_CATEGORIES } from '../../../../domain/fields/enums.ts';
import * as bankNames from '../../../data/records/bank-names.ts';
import { listBrokers, saveBroker, setBrokerActive } from '../../../data/records/brokers.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import * as records from '../../../data/records/records.ts';
import * as removals from '../../../data/outbox/removals.ts';
import * as targetAllocations from '../../../data/records/target-allocations.ts';
import { currentSession, startSession } from '../../../sync/session/session.ts';
import { type AnsweringServer, answeringServer } from '../../../testing/answering-server.ts';
import { useServerLacks } from '../../../ui/messages/device-only.tsx';
import { ToastRegion } from '../../../ui/messages/toast.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { BankNamesScreen } from './bank-names-screen.tsx';
import { BrokersScreen } from './brokers-screen.tsx';
import { TargetAllocationsScreen } from '../targets/target-allocations-screen.tsx';

/** From now on targets and bank names are not written, for a reason that has no words of its own. */
function refuseWrites(): void {
  const refused = { ok: false, fault: { code: 'interrupted' } } as const;
  vi.spyOn(bankNames, 'setBankNameActive').mockResolvedValue(refused);
  vi.spyOn(records, 'saveRecord').mockResolvedValue(refused);
  vi.spyOn(removals, 'removeRecords').mockResolvedValue(refused);
}

let server: AnsweringServer;

beforeEach(async () => {
  server = await answeringServer({ 'GET /admin/bank-names': [] });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  useServerLacks.setState({ fields: false, extras: false });
  await server.close();
});

const open = (element: ReactElement, address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      {element}
      <ToastRegion />
    </MemoryRouter>,
  );

async function bank(name: string, isActive = true): Promise<string> {
  const written = await records.saveRecord(currentDatabase(), 'bankName', { name, isActive });
  if (!written.ok) throw new Error(written.fault.code);
  return written.value.id;
}

/** The server's counts of the banks that the device has. */
async function countOnServer(counts: Readonly<Record<string, number>>): Promise<void> {
  const at = '2026-01-05T10:00:00Z';
  server.answers['GET /admin/bank-names'] = (await bankNames.listBankNames(currentDatabase())).map(
    ({ id, name, isActive }) => ({
      id,
      name,
      isActive,
      createdAt: at,
      updatedAt: at,
      usageCount: counts[name] ?? 0,
    }),
  );
}

/** What the device made here waits to be sent, and says so. */
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.replace('Waiting to be sent', ''));
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name, 'u') });

describe('bank names', () => {
  it('are searched by the text in the address', async () => {
    await bank('Aldermore');
    await bank('Barclays');
    open(<BankNamesScreen />, '/admin/bank-names?search=barc');
    expect(await screen.findByText(/^Showing 1 of 2 bank names/u)).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Barclays']));
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search bank names' }).value).toBe('barc');
  });

  it('says that there are none, and adds the first', async () => {
    open(<BankNamesScreen />);
    expect(await screen.findByText('No Bank Names Found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add First Bank Name' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Bank Name' });
    expect(within(dialog).getByText('Only active bank names appear in selection lists')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Active' }).checked).toBe(true);
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(within(dialog).getByText('Bank Name is required')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('textbox', { name: 'Bank Name *' }));
    await userEvent.paste('x'.repeat(101));
    expect(within(dialog).getByText('Bank Name must be no more than 100 characters')).toBeTruthy();
    await userEvent.clear(within(dialog).getByRole('textbox'));
    await userEvent.type(within(dialog).getByRole('textbox'), 'Nationwide');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Bank name created successfully')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Nationwide']));
    expect(await bankNames.listBankNames(currentDatabase())).toMatchObject([{ name: 'Nationwide', isActive: true }]);
  });

  it('shows active names first, searches them, and leaves the inactive out on request', async () => {
    await bank('Barclays', false);
    await bank('Nationwide');
    await bank('Aldermore');
    await countOnServer({ Nationwide: 2 });
    open(<BankNamesScreen />);
    expect(await screen.findByText('2 account(s)')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Aldermore', 'Nationwide', 'Barclays']));
    expect(screen.getByText('Showing 3 of 3 bank names · 2 active, 1 inactive')).toBeTruthy();
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Status', 'Usage', 'Created', 'Updated', 'Actions']);
    expect(within(row('Aldermore')).getByText('Active')).toBeTruthy();
    expect(within(row('Barclays')).getByText('Inactive')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add Bank Name' })).toBeTruthy();
    await userEvent.type(screen.getByPlaceholderText('Search bank names...'), 'NATION');
    await waitFor(() => expect(names()).toEqual(['Nationwide']));
    await userEvent.type(screen.getByPlaceholderText('Search bank names...'), 'zzz');
    expect(screen.getByText('No bank names match your search')).toBeTruthy();
    await userEvent.clear(screen.getByPlaceholderText('Search bank names...'));
    const box = screen.getByRole('checkbox', { name: 'Include Inactive Bank Names' });
    expect(box.getAttribute('aria-checked') ?? String((box as HTMLInputElement).checked)).toBe('true');
    const asked = () => server.asked.filter((call) => call.startsWith('GET /admin/bank-names')).length;
    expect(asked()).toBe(1);
    await countOnServer({ Nationwide: 3 });
    await userEvent.click(box);
    await waitFor(() => expect(names()).toEqual(['Aldermore', 'Nationwide']));
    expect(await screen.findByText('3 account(s)')).toBeTruthy();
    expect(asked()).toBe(2);
    await userEvent.click(box);
    await waitFor(() => expect(names()).toEqual(['Aldermore', 'Nationwide', 'Barclays']));
    await waitFor(() => expect(asked()).toBe(3));
  });

  it('are switched under their present name, which the list may not show yet', async () => {
    const id = await bank('Larch');
    await records.saveRecord(currentDatabase(), 'bankName', { id, name: 'Larch plc', isActive: true });
    await bankNames.setBankNameActive(currentDatabase(), id, false);
    expect(await bankNames.listBankNames(currentDatabase())).toMatchObject([
      { id, name: 'Larch plc', isActive: false },
    ]);
    const broker = await saveBroker(currentDatabase(), { name: 'Elm' });
    if (!broker.ok) throw new Error(broker.fault.code);
    await saveBroker(currentDatabase(), { id: broker.value.id, name: 'Elm Ltd' });
    await setBrokerActive(currentDatabase(), broker.value.id, false);
    expect(await listBrokers(currentDatabase())).toMatchObject([{ name: 'Elm Ltd', isActive: false }]);
    await setBrokerActive(currentDatabase(), broker.value.id, true);
    expect((await listBrokers(currentDatabase())).map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Elm Ltd', undefined],
    ]);
  });

  it('renames, deactivates and activates, and says so for 3 seconds', async () => {
    await bank('Nationwide');
    await bank('Barclays');
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    open(<BankNamesScreen />);
    await screen.findByText('Nationwide');
    await user.click(within(row('Nationwide')).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Bank name deactivated successfully')).toBeTruthy();
    expect((await bankNames.listBankNames(currentDatabase())).map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Barclays', true],
      ['Nationwide', false],
    ]);
    await act(async () => await vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Bank name deactivated successfully')).toBeTruthy();
    await act(async () => await vi.advanceTimersByTimeAsync(2000));
    expect(screen.queryByText('Bank name deactivated successfully')).toBeNull();
    await user.click(within(row('Nationwide')).getByRole('button', { name: 'Activate' }));
    expect(await screen.findByText('Bank name activated successfully')).toBeTruthy();
    await user.click(within(row('Nationwide')).getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Bank Name' });
    await user.clear(within(dialog).getByRole('textbox'));
    await user.type(within(dialog).getByRole('textbox'), 'barclays');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect(within(dialog).getByText('A bank name with this name already exists.')).toBeTruthy();
    await user.type(within(dialog).getByRole('textbox'), ' Direct');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Bank name updated successfully')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Barclays', 'barclays Direct']));
  });

  it('deletes a name that nothing uses, after asking', async () => {
    await bank('Nationwide');
    await bank('Barclays');
    await countOnServer({ Barclays: 1 });
    open(<BankNamesScreen />);
    await screen.findByText('1 account(s)');
    expect(within(row('Barclays')).queryByRole('button', { name: 'Delete' })).toBeNull();
    await userEvent.click(within(row('Nationwide')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Bank Name' });
    expect(
      within(dialog).getByText('Are you sure you want to delete "Nationwide"? This action cannot be undone.'),
    ).toBeTruthy();
    expect(within(dialog).getByText('This will permanently remove the bank name from the system.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Bank name deleted successfully')).toBeTruthy();
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Bank Name' }));
    });
    await waitFor(() => expect(names()).toEqual(['Barclays']));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 bank name restored.')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Barclays', 'Nationwide']));
  });

  it('asks nothing when the dialog was closed before the server answered the usage', async () => {
    await bank('Nationwide');
    await countOnServer({});
    open(<BankNamesScreen />);
    const button = await screen.findByRole('button', { name: 'Delete' });
    const counts = server.answers['GET /admin/bank-names'];
    let tell: (answer: unknown) => void = () => undefined;
    server.answers['GET /admin/bank-names'] = new Promise((resolve) => {
      tell = resolve;
    });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Loading...')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    tell(counts);
    // By the time that a change is written the answer has come through.
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Bank name deactivated successfully')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not delete a name that came into use since', async () => {
    await bank('Nationwide');
    await countOnServer({});
    open(<BankNamesScreen />);
    const button = await screen.findByRole('button', { name: 'Delete' });
    await countOnServer({ Nationwide: 3 });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Cannot Delete Bank Name' });
    expect(
      within(dialog).getByText('The bank name "Nationwide" cannot be deleted because it is currently in use.'),
    ).toBeTruthy();
    expect(
      within(dialog).getByText(
        'This bank name is used by 3 bank account(s). To remove it from the system, first delete or reassign all associated bank accounts, then try again.',
      ),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    expect(await bankNames.listBankNames(currentDatabase())).toHaveLength(1);
  });

  it('does no role check itself: the guard of the portal does', async () => {
    const part = (value: object): string => btoa(JSON.stringify(value));
    startSession(
      `${part({ alg: 'none' })}.${part({ sub: 'ada', unique_name: 'Ada', UserType: 0, exp: 4_000_000_000 })}.x`,
      'ada@example.test',
    );
    expect(currentSession()?.isAdministrator).toBe(false);
    await bank('Nationwide');
    open(<BankNamesScreen />);
    expect(await screen.findByText('Nationwide')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add Bank Name' })).toBeTruthy();
  });

  it('says what failed: loading, activating, updating, creating, deleting', async () => {
    const read = vi.spyOn(currentDatabase().bankNames, 'toArray').mockRejectedValue(new Error('gone'));
    open(<BankNamesScreen />);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load bank names');
    expect(screen.queryByText('No Bank Names Found')).toBeNull();
    cleanup();
    read.mockRestore();
    await bank('Nationwide');
    await countOnServer({});
    open(<BankNamesScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const confirm = within(await screen.findByRole('dialog', { name: 'Delete Bank Name' })).getByRole('button', {
      name: 'Delete',
    });
    const says = async (text: string) => {
      await waitFor(() => {
        expect(screen.getByRole('alert').textContent).toBe(text);
      });
    };
    refuseWrites();
    await userEvent.click(confirm);
    await says('Failed to delete bank name');
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await says('Failed to update bank name status');
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Update' }));
    await says('Failed to update bank name');
    await userEvent.click(screen.getByRole('button', { name: 'Add Bank Name' }));
    await userEvent.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Barclays');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create' }));
    await says('Failed to create bank name');
    vi.restoreAllMocks();
    // A cause that has words of its own is told instead.
    await currentDatabase().meta.delete('owner');
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await says(
      "The browser has erased this device's copy of your records, which is being fetched again. Nothing was saved; what you typed is still here, so save again in a moment.",
    );
    await waitFor(() => expect(names()).toEqual(['Nationwide']));
  });
});

describe('brokers', () => {
  it('follow the pattern of bank names: name, status, usage, and no deletion in use', async () => {
    const make = async (name: string): Promise<string> => {
      const written = await saveBroker(currentDatabase(), { name });
      if (!written.ok) throw new Error(written.fault.code);
      return written.value.id;
    };
    const used = await make('AJ Bell');
    await make('Freetrade');
    server.answers['GET /brokers/usage'] = [{ id: used, usageCount: 7 }];
    open(<Brokers />);
    expect(await screen.findByText('7 records')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Broker Management', level: 1 })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Status',
      'Usage',
      'Actions',
    ]);
    expect(within(row('AJ Bell')).queryByRole('button', { name: 'Delete' })).toBeNull();
    await userEvent.click(within(row('AJ Bell')).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Broker deactivated successfully')).toBeTruthy();
    expect(await listBrokers(currentDatabase())).toMatchObject([
      { name: 'AJ Bell', isActive: false },
      { name: 'Freetrade' },
    ]);
    await userEvent.click(within(row('Freetrade')).getByRole('button', { name: 'Delete' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Delete Broker' })).getByRole('button', { name: 'Delete' }),
    );
    expect(await screen.findByText('Broker deleted successfully')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['AJ Bell']));
  });

  it("can be deleted where the server counts no usage: the deletion checks the device's records", async () => {
    const db = currentDatabase();
    const used = await saveBroker(db, { name: 'AJ Bell' });
    await saveBroker(db, { name: 'Freetrade' });
    if (!used.ok) throw new Error(used.fault.code);
    await db.brokerCashBalances.add({
      id: 'c1',
      accountId: 'ada',
      brokerId: used.value.id,
      taxWrapper: 'ISA',
      cashBalance: 1 as Money,
      currency: 'GBP',
      notes: '',
      lastUpdated: '2024-03-03' as IsoDate,
      version: 1,
    });
    open(<Brokers />);
    await screen.findByText('Freetrade');
    await waitFor(() => {
      expect(server.asked).toContain('GET /brokers/usage');
    });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    act(() => {
      useServerLacks.setState({ fields: true });
    });
    const remove = async (name: string) => {
      await userEvent.click(within(row(name)).getByRole('button', { name: 'Delete' }));
      await userEvent.click(
        within(await screen.findByRole('dialog', { name: 'Delete Broker' })).getByRole('button', { name: 'Delete' }),
      );
    };
    await remove('AJ Bell');
    expect(
      await screen.findByText('The broker "AJ Bell" cannot be deleted because it is currently in use.'),
    ).toBeTruthy();
    await userEvent.click(
      within(screen.getByRole('dialog', { name: 'Cannot Delete Broker' })).getAllByRole('button', {
        name: 'Close',
      })[0] ?? document.body,
    );
    await remove('Freetrade');
    expect(await screen.findByText('Broker deleted successfully')).toBeTruthy();
    expect((await listBrokers(db)).map(({ name }) => name)).toEqual(['AJ Bell']);
  });

  it('are added and renamed, and say what failed', async () => {
    open(<Brokers />);
    const enter = async (name: string, button: string) => {
      const dialog = await screen.findByRole('dialog');
      await userEvent.clear(within(dialog).getByRole('textbox'));
      await userEvent.type(within(dialog).getByRole('textbox'), name);
      await userEvent.click(within(dialog).getByRole('button', { name: button }));
    };
    await userEvent.click(await screen.findByRole('button', { name: 'Add Broker' }));
    await enter('Freetrade', 'Create');
    expect(await screen.findByText('Broker created successfully')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await enter('AJ Bell', 'Update');
    expect(await screen.findByText('Broker updated successfully')).toBeTruthy();
    expect(await listBrokers(currentDatabase())).toMatchObject([{ name: 'AJ Bell' }]);
    await currentDatabase().meta.delete('owner');
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      "The browser has erased this device's copy of your records, which is being fetched again. Nothing was saved; what you typed is still here, so save again in a moment.",
    );
  });
});

/** As its page has it. */
function Brokers() {
  return <BrokersScreen brokers={useStored(() => listBrokers(currentDatabase()), [])} />;
}

describe('target allocations', () => {
  async function target(assetCategory: (typeof ASSET_CATEGORIES)[number]['value'], percentage: number) {
    const written = await records.saveRecord(currentDatabase(), 'targetAllocation', {
      assetCategory,
      targetPercentage: percentage as Percent,
    });
    if (!written.ok) throw new Error(written.fault.code);
  }

  it('says that there are none, and adds one', async () => {
    open(<TargetAllocationsScreen />);
    expect(screen.getByRole('heading', { name: 'Target Asset Allocation', level: 1 })).toBeTruthy();
    expect(await screen.findByText('No target allocations')).toBeTruthy();
    expect(screen.getByText('Get started by creating your first target allocation.')).toBeTruthy();
    expect(screen.getByText('Define your target allocation percentages across asset categories')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add Target Allocation' }));
    expect(screen.getByRole('heading', { name: 'Add New Target Allocation' })).toBeTruthy();
    expect(screen.getByText('Maximum 2 decimal places')).toBeTruthy();
    expect(screen.getByPlaceholderText('e.g. 40.50')).toBe(screen.getByRole('textbox', { name: 'Target Percentage' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add Allocation' }));
    expect(screen.getByText('Please select an asset category')).toBeTruthy();
    expect(screen.getByText('Please enter a target percentage')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Asset Category' }), 'Precious Metals');
    await userEvent.type(screen.getByRole('textbox', { name: 'Target Percentage' }), '40.505');
    expect(screen.getByText('Percentage must have at most 2 decimal places')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Target Percentage' }), '{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: 'Add Allocation' }));
    expect(await screen.findByText('Target allocation created successfully')).toBeTruthy();
    expect(await screen.findByText('Total Allocation: 40.50%')).toBeTruthy();
    expect(await targetAllocations.listTargetAllocations(currentDatabase())).toMatchObject([
      { assetCategory: 'PRECIOUS_METALS', targetPercentage: 40.5 },
    ]);
  });

  it('adds percentages up exactly, and marks a total that is not 100', async () => {
    await target('EM_TSM', 0.1);
    await target('CASH', 0.2);
    open(<TargetAllocationsScreen />);
    expect((await screen.findByText('Total Allocation: 0.30%')).className).toMatch(/notWhole/u);
    await act(async () => await target('UK_TSM', 99.7));
    await waitFor(() => expect(screen.getByText('Total Allocation: 100.00%').className).not.toMatch(/notWhole/u));
    await userEvent.click(screen.getByRole('button', { name: 'Add Target Allocation' }));
    const choices = within(screen.getByRole('combobox', { name: 'Asset Category' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(choices[0]).toBe('Select a category...');
    expect(choices).toHaveLength(1 + 6);
    expect(choices).not.toContain('Cash');
  });

  it('edits a percentage in its row, one row at a time', async () => {
    await target('CASH', 10);
    await target('UK_TSM', 90);
    open(<TargetAllocationsScreen />);
    await screen.findByText('Total Allocation: 100.00%');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Asset Category',
      'Target %',
      'Actions',
    ]);
    await userEvent.click(within(row('Cash')).getByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Target % of Cash' });
    for (const name of ['Save', 'Cancel']) expect(within(row('Cash')).getByRole('button', { name })).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '1000.01');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Percentage must be between 0 and 1000')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '10.001');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Percentage must have at most 2 decimal places')).toBeTruthy();
    await userEvent.click(within(row('UK Total')).getByRole('button', { name: 'Edit' }));
    expect(screen.queryByRole('textbox', { name: 'Target % of Cash' })).toBeNull();
    await userEvent.clear(screen.getByRole('textbox', { name: /UK Total/u }));
    await userEvent.type(screen.getByRole('textbox', { name: /UK Total/u }), '85.25{Enter}');
    expect(await screen.findByText('Target allocation updated successfully')).toBeTruthy();
    expect(await screen.findByText('Total Allocation: 95.25%')).toBeTruthy();
  });

  it('steps the percentage by 0.01', async () => {
    await target('CASH', 10);
    open(<TargetAllocationsScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Target % of Cash' }).value).toBe('10.01');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Add Target Allocation' }));
    await userEvent.click(screen.getByRole('textbox', { name: 'Target Percentage' }));
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Target Percentage' }).value).toBe('0.01');
  });

  it('says that it is loading', async () => {
    vi.spyOn(currentDatabase().targetAllocations, 'toArray').mockReturnValue(new Promise(() => undefined) as never);
    open(<TargetAllocationsScreen />);
    expect((await screen.findAllByText('Loading allocations...')).length).toBeGreaterThan(0);
  });

  it('deletes after asking', async () => {
    await target('CASH', 10);
    open(<TargetAllocationsScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Are you sure you want to delete the target allocation for Cash?')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Target allocation deleted successfully')).toBeTruthy();
    expect(await screen.findByText('No target allocations')).toBeTruthy();
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Target Allocation' }));
    });
    expect(await targetAllocations.listTargetAllocations(currentDatabase())).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 target allocation restored.')).toBeTruthy();
    expect(await targetAllocations.listTargetAllocations(currentDatabase())).toMatchObject([
      { assetCategory: 'CASH', targetPercentage: 10 },
    ]);
  });

  it('clears a success after 3 seconds', async () => {
    await target('CASH', 10);
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    open(<TargetAllocationsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Target allocation updated successfully')).toBeTruthy();
    await act(async () => await vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Target allocation updated successfully')).toBeTruthy();
    await act(async () => await vi.advanceTimersByTimeAsync(2000));
    expect(screen.queryByText('Target allocation updated successfully')).toBeNull();
  });

  it('adds one target however often its button is pressed', async () => {
    open(<TargetAllocationsScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Target Allocation' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Asset Category' }), 'Cash');
    await userEvent.type(screen.getByRole('textbox', { name: 'Target Percentage' }), '40');
    await userEvent.tripleClick(screen.getByRole('button', { name: 'Add Allocation' }));
    expect(await screen.findByText('Target allocation created successfully')).toBeTruthy();
    expect(await screen.findByText('Total Allocation: 40.00%')).toBeTruthy();
    expect(await targetAllocations.listTargetAllocations(currentDatabase())).toHaveLength(1);
  });

  it('does not add a category that another device has allocated meanwhile', async () => {
    open(<TargetAllocationsScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Target Allocation' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Asset Category' }), 'Cash');
    await userEvent.type(screen.getByRole('textbox', { name: 'Target Percentage' }), '40');
    // The screen has not heard of it yet.
    const stale = vi.spyOn(currentDatabase().targetAllocations, 'toArray').mockResolvedValueOnce([]);
    await act(async () => await target('CASH', 10));
    await waitFor(() => expect(stale).toHaveBeenCalledOnce());
    await userEvent.click(screen.getByRole('button', { name: 'Add Allocation' }));
    expect(await screen.findByText('An allocation for this category already exists')).toBeTruthy();
    expect(await targetAllocations.listTargetAllocations(currentDatabase())).toMatchObject([{ targetPercentage: 10 }]);
  });

  it('says what failed: loading, creating, updating, deleting', async () => {
    const read = vi.spyOn(currentDatabase().targetAllocations, 'toArray').mockRejectedValue(new Error('gone'));
    open(<TargetAllocationsScreen />);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load target allocations');
    cleanup();
    read.mockRestore();
    await target('CASH', 10);
    open(<TargetAllocationsScreen />);
    await screen.findByText('Total Allocation: 10.00%');
    refuseWrites();
    const says = async (text: string) => {
      await waitFor(() => {
        expect(screen.getByRole('alert').textContent).toBe(text);
      });
    };
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await says('Failed to update allocation');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await says('Failed to delete allocation');
    await userEvent.click(screen.getByRole('button', { name: 'Add Target Allocation' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Asset Category' }), 'Non-Core');
    await userEvent.type(screen.getByRole('textbox', { name: 'Target Percentage' }), '40');
    await userEvent.click(screen.getByRole('button', { name: 'Add Allocation' }));
    await says('Failed to create allocation');
  });

  it('has nothing left to add when every category has a target', async () => {
    for (const { value } of ASSET_CATEGORIES) await target(value, 1);
    open(<TargetAllocationsScreen />);
    expect(await screen.findByText('All asset categories have been allocated.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Target Allocation' }).disabled).toBe(true);
  });
});
