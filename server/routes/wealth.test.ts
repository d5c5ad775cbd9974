import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../contract/common.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let admin: string;
let user: string;
let world: World;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn('admin@example.org');
  user = await app.signIn('user@example.org');
  world = await makeWorld(app, user, admin);
});

afterAll(async () => {
  await app.close();
});

const messageOf = (json: unknown): string => errorBody.parse(json).message;
const HEADER = 'Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Account Reference';

async function upload(path: string, content: string, fields: Readonly<Record<string, string>> = {}, name = 'file') {
  return await app.call('POST', path, { token: user, ...multipart({ name, content }, fields) });
}

async function list(): Promise<
  { id: string; bankName: string; accountType: string; latestBalance: number; accountName: string }[]
> {
  return (await app.call('GET', '/savingsaccounts', { token: user })).json as Awaited<ReturnType<typeof list>>;
}

describe('savings accounts', () => {
  it('are refused with every fault named, in the words of the specification', async () => {
    const body = {
      bankNameId: world.bankName,
      accountType: '',
      accountId: world.account,
      accountOpenDate: '2020-05-01',
      latestBalance: 1,
      latestBalanceDate: '2025-12-31',
      sortCode: '123456',
      interestRate: 4.32,
    };
    const reply = await app.call('POST', '/savingsaccounts', { token: user, body });
    expect(reply.status).toBe(400);
    expect(errorBody.parse(reply.json).issues?.map(({ field, code }) => [field, code])).toEqual([
      ['accountType', 'required'],
      ['interestRate', 'outOfRange'],
      ['sortCode', 'badSortCode'],
    ]);
    expect(messageOf(reply.json)).toContain('Sort code must be in format XX-XX-XX (e.g., 20-36-43)');
  });

  it('are changed at a known version only, once per key', async () => {
    const path = `/savingsaccounts/${world.savingsAccount}`;
    const before = await app.call('GET', path, { token: user });
    const { latestBalance: _balance, ...rest } = before.json as Record<string, unknown>;
    const body = { ...rest, latestBalance: 42.01 };
    const headers = { 'if-match': String(before.headers['etag']), 'idempotency-key': 'savings-1' };
    const changed = await app.call('PUT', path, { token: user, body, headers });
    expect([changed.status, (changed.json as { latestBalance: number }).latestBalance]).toEqual([200, 42.01]);
    const again = await app.call('PUT', path, { token: user, body, headers });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    const late = await app.call('PUT', path, {
      token: user,
      body,
      headers: { 'if-match': String(before.headers['etag']) },
    });
    expect([late.status, errorBody.parse(late.json).current]).toEqual([412, changed.json]);
  });

  it('list the active banks, and in the form of an account its own bank too', async () => {
    await app.call('PUT', `/admin/bank-names/${world.spareBankName}`, {
      token: admin,
      body: { name: 'Retired Bank', isActive: false },
    });
    const form = (await app.call('GET', '/savingsaccounts/form-data', { token: user })).json as {
      bankNames: { name: string }[];
      accounts: unknown[];
    };
    expect(form.bankNames.map(({ name }) => name)).not.toContain('Retired Bank');
    expect(form.accounts).toHaveLength(2);
  });

  it('hide closed accounts on request', async () => {
    const body = {
      bankNameId: world.bankName,
      accountType: 'Old',
      accountId: world.account,
      accountOpenDate: '2010-01-01',
      accountCloseDate: '2020-01-01',
      latestBalance: 0,
      latestBalanceDate: '2020-01-01',
    };
    const created = await app.call('POST', '/savingsaccounts', { token: user, body });
    expect(created.json).toMatchObject({
      isClosed: true,
      bankName: 'Nationwide Building Society',
      accountName: 'Main Account',
      interestRate: null,
      notes: '',
    });
    const count = async (query: string) =>
      ((await app.call('GET', `/savingsaccounts/paginated${query}`, { token: user })).json as { totalCount: number })
        .totalCount;
    expect(await count('?includeClosedAccounts=false')).toBe((await count('')) - 1);
    await app.call('DELETE', `/savingsaccounts/${(created.json as { id: string }).id}`, { token: user });
  });

  it('are imported by the page: valid rows in, faulty rows named, either reading of the parts', async () => {
    const file = `${HEADER}\nChase,Saver,01/02/2024,"1,500.25",31/12/2025,Pot\nNo Such Bank,Saver,01/02/2024,1,31/12/2025,\n`;
    for (const [name, part] of [
      ['csvFile', 'defaultAccountId'],
      ['file', 'accountId'],
    ] as const) {
      const reply = await upload(
        '/savingsaccounts/import',
        file,
        { [part]: world.spareAccount, updateExisting: 'false' },
        name,
      );
      expect(reply.json).toMatchObject({
        successCount: name === 'csvFile' ? 1 : 0,
        duplicateCount: name === 'csvFile' ? 0 : 1,
        skippedCount: 1,
        errors: [{ rowNumber: 3 }],
      });
    }
    expect((await list()).filter(({ bankName }) => bankName === 'Chase')).toMatchObject([
      { latestBalance: 1500.25, accountName: 'Spare' },
    ]);
  });

  it('are updated by the page when bank, type and reference agree, never doubled', async () => {
    const file = `${HEADER}\nchase,SAVER,01/02/2024,1600,31/01/2026,pot\n`;
    expect(
      (await upload('/savingsaccounts/import', file, { defaultAccountId: world.spareAccount, updateExisting: 'true' }))
        .json,
    ).toMatchObject({
      successCount: 1,
      updatedCount: 1,
      skippedCount: 0,
      duplicateCount: 0,
      message: 'Imported 1 savings account successfully.',
    });
    expect((await list()).filter(({ bankName }) => bankName === 'Chase')).toMatchObject([{ latestBalance: 1600 }]);
    expect(
      (await upload('/savingsaccounts/import', file, { defaultAccountId: world.spareAccount })).json,
    ).toMatchObject({
      successCount: 0,
      duplicateCount: 1,
      message: 'Imported 0 savings accounts successfully. 1 duplicate was skipped.',
    });
  });

  it('are previewed, and imported as chosen', async () => {
    const file = `${HEADER}\nChase,Saver,01/02/2024,1600,31/01/2026,Pot\nMonzo,Saver,01/02/2024,5,31/01/2026,\nMonzo,,x,y,z,\n`;
    const preview = (await upload('/savingsaccounts/preview-import', file, { defaultAccountId: world.spareAccount }))
      .json as { summary: unknown; previewSavingsAccounts: { status: string; selected: boolean }[] };
    expect(preview.summary).toEqual({ totalRows: 3, validCount: 1, duplicateCount: 1, errorCount: 1 });
    expect(preview.previewSavingsAccounts.map(({ status, selected }) => [status, selected])).toEqual([
      ['duplicate', false],
      ['valid', true],
      ['error', false],
    ]);
    const chosen = await upload('/savingsaccounts/import-selected', file, { selectedRowNumbers: '3,4' });
    expect(chosen.json).toMatchObject({ importedCount: 1, errorCount: 1, duplicateCount: 0 });
    expect(
      (await upload('/savingsaccounts/import-selected', file, { selectedRowNumbers: '3', skipDuplicateCheck: 'false' }))
        .json,
    ).toMatchObject({
      importedCount: 0,
      duplicateCount: 1,
      message: 'Imported 0 savings accounts, skipped 1 duplicate',
    });
    expect(
      (await upload('/savingsaccounts/import-selected', file, { selectedRowNumbers: '3', skipDuplicateCheck: 'true' }))
        .json,
    ).toMatchObject({ importedCount: 1 });
    expect((await list()).filter(({ bankName }) => bankName === 'Monzo')).toHaveLength(2);
  });

  it('refuse a file without savings accounts in one sentence, and write nothing', async () => {
    const before = await list();
    for (const path of [
      '/savingsaccounts/import',
      '/savingsaccounts/preview-import',
      '/brokercashbalances/import',
      '/brokercashbalances/preview-import',
    ]) {
      for (const content of ['', 'a', `${HEADER}\n`, '%PDF-1.7', '\0\0\0']) {
        const reply = await upload(path, content);
        expect([reply.status, messageOf(reply.json) === '']).toEqual([400, false]);
      }
    }
    expect(await list()).toEqual(before);
  });

  it('come out of the export and in again as duplicates only', async () => {
    const csv = await app.call('GET', '/savingsaccounts/export-csv', { token: user });
    const { summary } = (await upload('/savingsaccounts/preview-import', csv.text)).json as {
      summary: { totalRows: number; duplicateCount: number };
    };
    expect(summary).toMatchObject({
      totalRows: (await list()).length,
      duplicateCount: (await list()).length,
      errorCount: 0,
    });
  });
});

describe('a bulk delete', () => {
  it.each(['/savingsaccounts/bulk-delete', '/brokercashbalances/bulk-delete', '/properties/bulk-delete'])(
    '%s needs at least one record and takes either body',
    async (path) => {
      expect((await app.call('POST', path, { token: user, body: [] })).status).toBe(400);
      expect(
        (await app.call('POST', path, { token: user, body: { ids: ['0190b0a0-0000-7000-8000-000000000000'] } })).json,
      ).toEqual({ deletedCount: 0 });
    },
  );

  it('removes all of the named', async () => {
    const ids = (await list()).filter(({ bankName }) => bankName === 'Monzo').map(({ id }) => id);
    expect(
      (await app.call('POST', '/savingsaccounts/bulk-delete', { token: user, body: { savingsAccountIds: ids } })).json,
    ).toEqual({ deletedCount: 2 });
    expect((await list()).filter(({ bankName }) => bankName === 'Monzo')).toEqual([]);
  });
});

describe('bank names', () => {
  it('cannot be deleted while an account of anyone uses them', async () => {
    const reply = await app.call('DELETE', `/admin/bank-names/${world.bankName}`, { token: admin });
    expect([reply.status, messageOf(reply.json)]).toEqual([
      400,
      'The bank name "Nationwide Building Society" cannot be deleted because it is currently in use. This bank name is used by 1 bank account(s).',
    ]);
    expect((await app.call('DELETE', `/admin/bank-names/${world.spareBankName}`, { token: admin })).status).toBe(204);
  });
});

describe('broker cash balances', () => {
  it('keep their account, broker and wrapper when changed, and take the day of the change', async () => {
    const path = `/brokercashbalances/${world.brokerCashBalance}`;
    const reply = await app.call('PUT', path, {
      token: user,
      body: {
        accountId: world.spareAccount,
        brokerId: world.spareBroker,
        taxWrapper: 'SIPP',
        cashBalance: 7.5,
        currency: 'EUR',
        notes: 'n',
      },
    });
    expect(reply.json).toMatchObject({
      accountId: world.account,
      brokerId: world.broker,
      taxWrapper: 'ISA',
      cashBalance: 7.5,
      currency: 'EUR',
      notes: 'n',
      lastUpdated: '2026-01-15',
      accountName: 'Main Account',
      brokerName: 'AJ Bell',
    });
    expect(
      (
        await app.call('PUT', path, {
          token: user,
          body: { cashBalance: 7.5, currency: 'GBP', lastUpdated: '2025-12-31' },
        })
      ).json,
    ).toMatchObject({ lastUpdated: '2025-12-31', notes: '' });
    expect((await app.call('PUT', path, { token: user, body: { cashBalance: -1, currency: 'GBP' } })).status).toBe(400);
  });

  it('are imported all or none, and a chosen repetition replaces the balance', async () => {
    const good =
      'Account,Broker,Tax Wrapper,Balance,Currency\nMain Account,AJ Bell,ISA,99,GBP\nSpare,AJ Bell,ISA,5,EUR\n';
    const bad = `${good}Nobody,AJ Bell,ISA,5,EUR\n`;
    expect((await upload('/brokercashbalances/import', bad)).json).toMatchObject({
      importedCount: 0,
      errorCount: 1,
      message: 'Import failed with validation errors',
      errors: [expect.stringMatching(/^Row 4: Account "Nobody"/u)],
    });
    expect((await upload('/brokercashbalances/import', good)).json).toMatchObject({
      importedCount: 1,
      duplicateCount: 1,
      errorCount: 0,
      message: 'Imported 1 cash balance, skipped 1 duplicate',
    });
    expect(
      (
        await upload('/brokercashbalances/import-selected', good, {
          selectedRowNumbers: '2',
          skipDuplicateCheck: 'true',
        })
      ).json,
    ).toMatchObject({ importedCount: 1, duplicateCount: 0 });
    const page = (await app.call('GET', '/brokercashbalances/paginated', { token: user })).json as {
      totalCount: number;
      brokerCashBalances: { cashBalance: number }[];
    };
    expect(page.totalCount).toBe(2);
    expect(page.brokerCashBalances.map(({ cashBalance }) => cashBalance)).toEqual([99, 5]);
  });

  it('and open savings count as cash on the dashboard', async () => {
    const summary = (await app.call('GET', '/dashboard/holdings-summary', { token: user })).json as {
      assetClassSummaries: { assetClass: string; value: number }[];
    };
    // 99 pounds, and 42.01 and 1,600 of savings; euros have no rate here and are left out.
    expect(summary.assetClassSummaries.find(({ assetClass }) => assetClass === 'CASH')?.value).toBe(1741.01);
  });
});

describe('target allocations', () => {
  it('are one for a category: a second is refused with the specified words', async () => {
    const reply = await app.call('POST', '/targetallocations', {
      token: admin,
      body: { assetCategory: 'UK_TSM', targetPercentage: 10 },
    });
    expect([reply.status, messageOf(reply.json)]).toEqual([409, 'An allocation for this category already exists']);
    expect(
      messageOf(
        (
          await app.call('POST', '/targetallocations', {
            token: admin,
            body: { assetCategory: 'CASH', targetPercentage: 10.125 },
          })
        ).json,
      ),
    ).toBe('Percentage must have at most 2 decimal places');
    expect((await app.call('GET', '/targetallocations', { token: user })).json).toHaveLength(2);
  });
});

describe('an account in use', () => {
  it('is not deleted, and the refusal names the records that use it', async () => {
    const reply = await app.call('DELETE', `/accounts/${world.account}`, { token: user });
    expect([reply.status, messageOf(reply.json)]).toEqual([
      400,
      'This account cannot be deleted because it has 1 transaction, 1 savings account, 1 cash balance and 2 properties.',
    ]);
  });
});

describe('prices stated by hand', () => {
  it('are in the denomination of the asset, seen by all and deleted again', async () => {
    const path = `/prices/asset/${world.asset}/history`;
    const body = { priceDate: '2026-01-14', closePrice: 9100.5 };
    expect((await app.call('POST', path, { token: user, body })).status).toBe(403);
    expect((await app.call('POST', path, { token: admin, body: { ...body, closePrice: -1 } })).status).toBe(400);
    expect((await app.call('POST', path, { token: admin, body: { ...body, currency: 'JPY' } })).status).toBe(400);
    const { cursor } = (await app.call('GET', '/sync/changes?scope=shared&since=0&limit=5000', { token: user }))
      .json as { cursor: string };
    expect((await app.call('POST', path, { token: admin, body })).json).toEqual({
      priceDate: '2026-01-14T00:00:00.000Z',
      closePrice: 9100.5,
      currency: 'GBX',
    });
    expect((await app.call('GET', '/prices/user-holdings', { token: user })).json).toMatchObject([
      { isin: world.isin, closePrice: 9100.5, source: 'MANUAL' },
    ]);
    const changes = async () =>
      (
        (await app.call('GET', `/sync/changes?scope=shared&since=${cursor}`, { token: user })).json as {
          changes: { entity: string; id: string; deleted: boolean }[];
        }
      ).changes.map(({ id, deleted }) => [id, deleted]);
    expect(await changes()).toEqual([[`${world.isin}_2026-01-14`, false]]);
    expect((await app.call('DELETE', `${path}/2026-01-14`, { token: admin })).status).toBe(204);
    expect((await app.call('DELETE', `${path}/2026-01-14`, { token: admin })).status).toBe(404);
    expect(await changes()).toEqual([[`${world.isin}_2026-01-14`, true]]);
    expect((await app.call('GET', '/prices/user-holdings', { token: user })).json).toEqual([]);
    const inDollars = { priceDate: '2026-01-13', closePrice: 400, currency: 'USD' };
    expect((await app.call('POST', path, { token: admin, body: inDollars })).json).toMatchObject({ currency: 'USD' });
    expect(
      (await app.call('POST', `${path}/import`, { token: admin, body: { prices: [inDollars, body] } })).json,
    ).toMatchObject({ prices: [{ currency: 'USD' }, { currency: 'GBX' }] });
  });
});
