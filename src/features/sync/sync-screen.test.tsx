import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Money, Percent, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import { addPairs } from '../../data/questions/asked-pairs.ts';
import { saveExtra } from '../../data/records/extras.ts';
import { watchFaults } from '../../ui/app-state/app-faults.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { saveAsset } from '../../data/records/assets.ts';
import { closeDatabase, deleteDatabase, openUserDatabase, setCurrentDatabase } from '../../data/database/database.ts';
import { updateSyncState } from '../../data/database/meta.ts';
import { addNotices } from '../../data/outbox/notices.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import type { OutboxEntry, RecordEntry } from '../../data/database/outbox-entry.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { listTransactions } from '../../data/records/transactions.ts';
import { saveRecord } from '../../data/records/records.ts';
import { setCurrentSync, useSyncStatus } from '../../sync/engine/current-sync.ts';
import * as sessions from '../../sync/session/session.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { SyncScreen } from './sync-screen.tsx';

let db: HoldfastDatabase;
const pull = vi.fn(async () => undefined);

/** Puts what a sender would have written into the only entry. */
async function turnEntry(changes: Partial<RecordEntry>): Promise<void> {
  const [entry] = await listOutbox(db);
  await db.outbox.put({ ...entry, ...changes } as RecordEntry);
}

function open() {
  return render(
    <MemoryRouter>
      <SyncScreen />
      <ToastRegion />
    </MemoryRouter>,
  );
}

beforeEach(async () => {
  db = await openUserDatabase({ apiBase: 'https://test/api', userId: crypto.randomUUID() });
  setCurrentDatabase(db);
  setCurrentSync({ pull, stop: () => undefined });
  useSyncStatus.setState({ phase: 'idle' });
});

afterEach(async () => {
  cleanup();
  setCurrentSync(null);
  closeDatabase(db);
  await deleteDatabase(db.name);
  vi.clearAllMocks();
});

describe('SyncScreen', () => {
  it('says at once that nothing waits, but that everything is saved only after the server was read', async () => {
    open();
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    expect(screen.queryByText('All changes are saved to your server.')).toBeNull();
    act(() => {
      useSyncStatus.setState({ lastSyncedAt: '2026-07-01T10:00:00.000Z' });
    });
    expect(screen.getByText('All changes are saved to your server.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Sync now' }));
    expect(pull).toHaveBeenCalled();
  });

  it('names the lists that the server refused', async () => {
    await updateSyncState(db, { unreadLists: [{ entity: 'brokerCashBalance', status: 400, message: 'Bad page.' }] });
    open();
    expect(await screen.findByText(/The server refused to list cash balances: Bad page\./u)).toBeTruthy();
  });

  it('keeps its place while the changes are read', async () => {
    let release = (): void => undefined;
    const held = new Promise<OutboxEntry[]>((resolve) => {
      release = () => {
        resolve([]);
      };
    });
    vi.spyOn(db.outbox, 'orderBy').mockReturnValueOnce({ toArray: () => held } as never);
    open();
    expect(await screen.findByText('Loading changes...')).toBeTruthy();
    release();
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    expect(screen.queryByText('Loading changes...')).toBeNull();
  });

  it('shows a queued change as soon as it is made, and forgets it when the user discards it', async () => {
    open();
    await screen.findByText('Nothing is waiting');
    await saveRecord(db, 'account', { name: 'Main Account' });
    expect(await screen.findByText("New account 'Main Account'")).toBeTruthy();
    expect(screen.getByText('Waiting')).toBeTruthy();
    expect(screen.getByText('under a minute')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: "Discard: New account 'Main Account'" }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard change' }));
    expect(
      dialog.getByText("Account 'Main Account' is removed from this device. It never reached the server."),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    expect(await listAccounts(db)).toEqual([]);
  });

  it("shows a refused change with the server's words and sends it again on Retry", async () => {
    await saveRecord(db, 'account', { name: 'Main Account' });
    await turnEntry({
      state: 'failed',
      attempts: 1,
      error: { status: 400, code: 'refused', message: 'The name is taken.' },
    });
    useSyncStatus.setState({ phase: 'idle', attention: 1 });
    open();
    expect(await screen.findByText('The server refused it. The name is taken.')).toBeTruthy();
    expect(screen.getByText('1 change needs your attention.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit and retry' }).getAttribute('href')).toMatch(
      /^\/accounts\/.+\/edit$/u,
    );
    await userEvent.click(screen.getByRole('button', { name: /^Retry:/u }));
    await waitFor(async () => expect((await listOutbox(db))[0]?.state).toBe('queued'));
  });

  it('leads to the form of a refused asset', async () => {
    const saved = await saveAsset(db, {
      name: 'Orchard Trust',
      type: 'EQUITY',
      category: 'NON_CORE',
      incomeTreatment: 'NA',
      totalExpenseRatio: 0 as Percent,
      isin: 'TESTORCHARD1',
      sedol: null,
      priceSource: 'LSE',
      fetchCode: 'ORCH',
      denomination: 'GBP',
      excludeFromPriceUpdates: false,
      cgtExempt: null,
    });
    await turnEntry({ state: 'failed', attempts: 1, error: { status: 400, code: 'refused', message: '' } });
    open();
    expect((await screen.findByRole('link', { name: 'Edit and retry' })).getAttribute('href')).toBe(
      `/assets/edit/${saved.ok ? saved.value.id : ''}`,
    );
  });

  // Sync rule 4.4
  it('sets both versions of a conflict side by side and saves the chosen one', async () => {
    const saved = await saveRecord(db, 'account', { name: 'Mine' });
    const id = saved.ok ? saved.value.id : '';
    await turnEntry({
      state: 'conflict',
      kind: 'update',
      base: { record: { id, name: 'Before' }, version: 1 },
      theirs: { record: { id, name: 'Theirs' }, version: 2 },
      error: { status: 412, code: 'sameField', message: '' },
    });
    open();
    const conflict = within(await screen.findByRole('region', { name: "Edit of account 'Mine'" }));
    expect(conflict.getByText('The same field was changed here and on another device.')).toBeTruthy();
    expect(conflict.getByText('1 field is still open')).toBeTruthy();
    expect(conflict.getByRole('button', { name: 'Save choice' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(conflict.getByRole('radio', { name: 'Theirs: Theirs' }));
    await userEvent.click(conflict.getByRole('button', { name: 'Save choice' }));
    await waitFor(async () => expect(await listAccounts(db)).toMatchObject([{ name: 'Theirs' }]));
    expect(await screen.findByText("Edit of account 'Theirs'")).toBeTruthy();
  });

  it('says which version is of this device and when it was made, and asks about amounts only once they are shown', async () => {
    useValuesVisibility.getState().reset();
    const saved = await saveRecord(db, 'transaction', purchase({ consideration: 120 as Pounds }));
    if (!saved.ok) throw new Error(saved.fault.code);
    const record = saved.value;
    await turnEntry({
      state: 'conflict',
      kind: 'update',
      queuedAt: '2024-03-03T10:00:00Z',
      base: { record: { ...record, consideration: 110 as Pounds }, version: 1 },
      theirs: { record: { ...record, consideration: 130 as Pounds }, version: 2 },
      error: { status: 412, code: 'sameField', message: '', fields: ['consideration'] },
    });
    open();
    const conflict = within(await screen.findByRole('region', { name: /^Edit of/u }));
    expect(
      conflict.getByText(
        /^Mine was changed on this device on 0?3 Mar 2024, 10:00.*; theirs is your server's present version\.$/u,
      ),
    ).toBeTruthy();
    expect(conflict.queryByRole('radio')).toBeNull();
    expect(conflict.queryByRole('button', { name: 'All mine' })).toBeNull();
    await userEvent.click(conflict.getByRole('button', { name: 'Show values' }));
    await userEvent.click(conflict.getByRole('radio', { name: /^Theirs: .*130/u }));
    await userEvent.click(conflict.getByRole('button', { name: 'Save choice' }));
    await waitFor(async () => expect(await listTransactions(db)).toMatchObject([{ consideration: 130 }]));
    useValuesVisibility.getState().reset();
  });

  it('shows amounts in a question in their currency, and those of an extra with their unit', async () => {
    useValuesVisibility.setState({ valuesVisible: true });
    written(
      await saveRecord(db, 'brokerCashBalance', {
        accountId: 'a',
        brokerId: 'b',
        taxWrapper: 'ISA',
        cashBalance: 10 as Money,
        currency: 'GBP',
        notes: '',
        lastUpdated: '2024-03-03' as IsoDate,
      }),
    );
    const [cash] = await listOutbox(db);
    const record = cash?.entity === 'brokerCashBalance' ? cash.payload?.record : undefined;
    await turnEntry({
      state: 'conflict',
      kind: 'update',
      theirs: { record: { ...record, cashBalance: 12.5 } as never, version: 2 },
      error: { status: 0, code: 'restoredFromBackup', message: '' },
    });
    open();
    const conflict = within(await screen.findByRole('region', { name: /cash balance/u }));
    expect(conflict.getByText(/^Your server was restored from a backup/u)).toBeTruthy();
    expect(conflict.getByText(/; the server's is from the restored backup\.$/u)).toBeTruthy();
    expect(conflict.getByRole('radio', { name: /^Mine: £ ?10 ?\.00$/u })).toBeTruthy();
    expect(conflict.getByRole('radio', { name: /^Server: £ ?12 ?\.50$/u })).toBeTruthy();
    await db.outbox.clear();
    written(await saveExtra(db, 'balance-history', 's_2024-03-03', { balance: 132.42 }));
    await turnEntry({
      state: 'conflict',
      kind: 'update',
      theirs: {
        record: {
          id: 'balance-history/s_2024-03-03',
          kind: 'balance-history',
          key: 's_2024-03-03',
          value: { balance: 99 },
        },
        version: 2,
      },
      error: { status: 412, code: 'sameField', message: '', fields: ['value'] },
    });
    const balance = within(await screen.findByRole('region', { name: /balance of a savings account/u }));
    expect(balance.getByText('The same field was changed here and on another device.')).toBeTruthy();
    expect(balance.getByRole('group', { name: 'Balance' })).toBeTruthy();
    expect(balance.getByRole('radio', { name: /^Mine: £ ?132 ?\.42$/u })).toBeTruthy();
    useValuesVisibility.getState().reset();
  });

  it("shows the server's version of a record that was deleted here", async () => {
    const saved = await saveRecord(db, 'account', { name: 'Mine' });
    const id = saved.ok ? saved.value.id : '';
    await turnEntry({
      state: 'conflict',
      kind: 'delete',
      payload: null,
      base: { record: { id, name: 'Before' }, version: 1 },
      theirs: { record: { id, name: 'Renamed elsewhere' }, version: 2 },
      error: { status: 412, code: 'changedElsewhere', message: '' },
    });
    open();
    const conflict = within(await screen.findByRole('region', { name: /^Deletion of account/u }));
    expect(conflict.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'FieldBeforeTheirs',
      'NameBeforeRenamed elsewhere',
    ]);
    await userEvent.click(conflict.getByRole('button', { name: 'Keep their version' }));
    await waitFor(async () => expect(await listAccounts(db)).toMatchObject([{ name: 'Renamed elsewhere' }]));
  });

  it.each([
    ['Keep the first', [100]],
    ['Keep the second', [120]],
    ['Keep both', [100, 120]],
  ])('asks about a cash balance that two devices added: %s', async (choice, left) => {
    useValuesVisibility.getState().reset();
    const fields = {
      accountId: 'a',
      brokerId: 'b',
      taxWrapper: 'ISA',
      currency: 'GBP',
      notes: '',
      lastUpdated: '2024-03-03' as IsoDate,
    } as const;
    for (const [id, balance] of [
      ['1', 100],
      ['2', 120],
    ] as const)
      await db.brokerCashBalances.add({ ...fields, id, cashBalance: balance as Money, version: 1 });
    await addPairs(db, 'cash', [{ first: '1', second: '2' }]);
    open();
    const region = within(await screen.findByRole('region', { name: 'Possible duplicates' }));
    expect(
      region.getByText(/so the cash counts twice\. Keep the right one, or both if they are separate\./u),
    ).toBeTruthy();
    // Stars cannot be judged.
    expect(region.queryByRole('button', { name: /^Keep the/u })).toBeNull();
    await userEvent.click(region.getByRole('button', { name: 'Show values' }));
    await userEvent.click(region.getByRole('button', { name: `${choice}: cash balance at ISA` }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    expect((await db.brokerCashBalances.toArray()).map(({ cashBalance }) => cashBalance)).toEqual(left);
    useValuesVisibility.getState().reset();
  });

  it('names records of ours that a restored server no longer has', async () => {
    await db.quarantine.put({
      entity: 'extra',
      ids: ['balance-history/s_2024-03-03', 'import-history/a', 'import-history/b'],
      reason: 'restoredFromBackup',
      at: '2024-03-03T10:00:00Z',
    });
    open();
    expect(
      await screen.findByText(
        /no longer has 2 entries of the import history and 1 earlier balance of a savings account that this device has/u,
      ),
    ).toBeTruthy();
  });

  it('asks whether to create a record again that was deleted elsewhere', async () => {
    await saveRecord(db, 'account', { name: 'Mine' });
    await turnEntry({
      state: 'conflict',
      kind: 'update',
      theirs: { record: null, version: null },
      error: { status: 404, code: 'deletedElsewhere', message: '' },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Recreate with my version' }));
    await waitFor(async () => expect((await listOutbox(db))[0]).toMatchObject({ kind: 'create', state: 'queued' }));
  });

  it('asks before it believes that many records are gone', async () => {
    await saveRecord(db, 'account', { name: 'Mine' });
    const [account] = await listAccounts(db);
    await db.outbox.clear();
    await db.quarantine.put({
      entity: 'account',
      ids: [account?.id ?? ''],
      reason: 'vanished',
      at: '2024-03-03T10:00:00Z',
    });
    open();
    expect(
      await screen.findByText('The server no longer shows 1 account that this device has. Nothing was removed here.'),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Keep and send again' }));
    expect(await screen.findByText("New account 'Mine'")).toBeTruthy();
  });

  it.each([true, false])(
    'offers to send shared records again only to administrators (administrator: %s)',
    async (isAdministrator) => {
      const session = vi.spyOn(sessions, 'currentSession').mockReturnValue({ isAdministrator } as sessions.Session);
      await db.quarantine.put({
        entity: 'broker',
        ids: ['b'],
        reason: 'restoredFromBackup',
        at: '2024-03-03T10:00:00Z',
      });
      open();
      expect(
        await screen.findByText(
          /^The server was restored from a backup and no longer has 1 broker that this device has\. Nothing was removed here\./u,
        ),
      ).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Keep and send again' }) !== null).toBe(isAdministrator);
      expect(screen.queryByText(/An administrator can add the missing records again/u) === null).toBe(isAdministrator);
      expect(screen.getByRole('button', { name: 'Remove from this device' })).toBeTruthy();
      session.mockRestore();
    },
  );

  it("exports a refused change with the server's words", async () => {
    await saveRecord(db, 'account', { name: 'Main Account' });
    await turnEntry({
      state: 'failed',
      attempts: 1,
      error: { status: 400, code: 'refused', message: 'Name is taken' },
    });
    const save = vi.spyOn(URL, 'createObjectURL');
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Export: New account 'Main Account'/u }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    const [blob] = save.mock.calls[0] ?? [];
    expect(JSON.parse(await new Response(blob as Blob).text())).toMatchObject({
      entity: 'account',
      kind: 'create',
      mine: { name: 'Main Account' },
      error: { message: 'Name is taken' },
    });
  });

  it('lists uncaught errors of the app by kind and place, without their messages', async () => {
    watchFaults();
    open();
    await screen.findByText('Nothing is waiting');
    expect(screen.queryByRole('region', { name: 'Errors in the app' })).toBeNull();
    const fault = new RangeError('132.42 is too much');
    act(() => void dispatchEvent(new ErrorEvent('error', { error: fault, message: fault.message })));
    const faults = await screen.findByRole('region', { name: 'Errors in the app' });
    expect(within(faults).getByRole('listitem').textContent).toMatch(/^\d\d:\d\d:\d\d RangeError in \S+:\d+:\d+$/u);
    expect(faults.textContent).not.toContain('132.42');
  });

  it('sets possible duplicates side by side; removing one can be undone, keeping both ends the question', async () => {
    const bank = { name: 'Any Bank', isActive: true };
    for (const id of ['b1', 'b2']) await db.bankNames.add({ id, ...bank, version: null });
    await db.brokers.add({ id: 'x', name: 'Merged Broker', version: null });
    await addNotices(db, [
      { kind: 'duplicate', entity: 'broker', id: 'x', fields: [], at: '2024-03-03T11:00:00Z' },
      { kind: 'broughtBack', entity: 'broker', id: 'x', fields: [], at: '2024-03-03T10:45:00Z' },
      { kind: 'broughtBack', entity: 'account', id: 'a1', fields: [], at: '2024-03-03T10:30:00Z' },
      { kind: 'duplicate', entity: 'bankName', id: 'b1', duplicateId: 'b2', fields: [], at: '2024-03-03T10:00:00Z' },
    ]);
    open();
    const pair = within(await screen.findByRole('region', { name: "Possible duplicate: bank name 'Any Bank'" }));
    expect(pair.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'FieldFirstSecond',
      'NameAny BankAny Bank',
      'ActiveYesYes',
    ]);
    // Of the other there is only one here, so it stays a notice.
    const notices = within(screen.getByRole('region', { name: 'Notices' }));
    expect(notices.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining(
        'We could not tell whether the server saved this broker, so it was sent again. Check for a duplicate.',
      ),
      expect.stringContaining('Your import uses a broker that an administrator deleted, so the broker was restored.'),
      expect.stringContaining('Your import uses an account that was deleted on another device, so it was restored.'),
    ]);
    expect(notices.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/accounts/a1/edit');

    await userEvent.click(notices.getByRole('button', { name: 'Dismiss all' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull());
    // What asks is no notice to be dismissed.
    expect(screen.getByRole('region', { name: "Possible duplicate: bank name 'Any Bank'" })).toBeTruthy();

    await userEvent.click(pair.getByRole('button', { name: /^Remove one/u }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    expect(await screen.findByText("Deletion of bank name 'Any Bank'")).toBeTruthy();
    expect((await db.bankNames.toArray()).map(({ id }) => id)).toEqual(['b1']);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Keep both/u }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    expect(await db.bankNames.count()).toBe(2);
    expect(await listOutbox(db)).toEqual([]);
  });

  it('asks about rows that another device had imported before, singly and all at once', async () => {
    const ids = ['a', 'b', 'c'];
    for (const [index, id] of ids.entries()) {
      const fields = purchase({ consideration: (index + 1) as Pounds });
      for (const device of ['first', 'second'])
        await db.transactions.add({ ...fields, id: `${id}-${device}`, version: 1 });
    }
    const pairs = ids.map((id) => ({ first: `${id}-first`, second: `${id}-second` }));
    await addPairs(db, 'imported', pairs);
    open();
    const region = within(await screen.findByRole('region', { name: 'Possible duplicates' }));
    expect(
      region.getByText(
        /^3 rows of imports on this device equal rows that another device had added before, so they count twice\./u,
      ),
    ).toBeTruthy();
    const shown = region.getAllByRole('region', { name: /^Possible duplicate: / });
    expect(shown).toHaveLength(3);
    await userEvent.click(region.getAllByRole('button', { name: /^Keep both/u })[0] as HTMLElement);
    await waitFor(() => expect(region.getAllByRole('region', { name: /^Possible duplicate: / })).toHaveLength(2));

    await userEvent.click(region.getByRole('button', { name: 'Remove one of each of the 2 pairs' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    const left = async () => (await db.transactions.toArray()).map(({ id }) => id);
    expect(await left()).toEqual(['a-first', 'a-second', 'b-first', 'c-first']);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep all 2 pairs' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    expect(await left()).toHaveLength(6);
  });

  it('asks about more than a hundred records that a server has twice, the first of them singly and all at once', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `bank-${index}`);
    await db.bankNames.bulkAdd(
      ids.flatMap((id) =>
        ['first', 'second'].map((copy) => ({ id: `${id}-${copy}`, name: id, isActive: true, version: null })),
      ),
    );
    await addNotices(
      db,
      ids.map((id) => ({
        kind: 'duplicate',
        entity: 'bankName',
        id: `${id}-first`,
        duplicateId: `${id}-second`,
        fields: [],
        at: '2024-03-03T10:00:00Z',
      })),
    );
    open();
    const region = within(await screen.findByRole('region', { name: 'Possible duplicates' }));
    expect(region.getAllByRole('region', { name: /^Possible duplicate: / })).toHaveLength(10);
    await userEvent.click(region.getByRole('button', { name: 'Remove one of each of the 101 pairs' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    expect((await db.bankNames.toArray()).every(({ id }) => id.endsWith('-first'))).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep all 101 pairs' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Possible duplicates' })).toBeNull());
    expect(await db.bankNames.count()).toBe(202);
    expect(await listOutbox(db)).toEqual([]);
  });
});
