import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Money, Percent, Pounds, Price, Quantity, Rate } from '../../domain/values/amount.ts';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { closeDatabase, openDatabase } from '../../src/data/database/database.ts';
import { writeImport } from '../../src/data/imports/imports.ts';
import { keepFigures, keptFigures } from '../../src/data/kept-figures/kept-figures.ts';
import type { KeptName } from '../../src/data/database/kept-rows.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { saveExtra } from '../../src/data/records/extras.ts';
import { applyServerRecords } from '../../src/data/pulled/server-records.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import { runs } from '../../tests/runs.ts';
import { LiveData } from '../live/live-data.ts';
import { Portfolio } from './portfolio.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';

const RUNS = runs(40, 1000);
const NAMES: readonly KeptName[] = ['holdings', 'dashboard', 'dashboardWithoutCash', 'gains', 'holderYears'];
const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-21T10:00:00Z');
const ISIN = 'GB00BH4HKS39';

interface Tab {
  readonly db: HoldfastDatabase;
  readonly data: LiveData;
  readonly portfolio: Portfolio;
}

let now = START;

async function openTab(name: string): Promise<Tab> {
  const data = await LiveData.open(name, () => undefined);
  return {
    db: data.db,
    data,
    portfolio: new Portfolio(
      data,
      () => now,
      () => undefined,
    ),
  };
}

async function keep({ db, portfolio }: Tab): Promise<void> {
  const { day, figures } = await portfolio.figures();
  await keepFigures(db, day, figures);
}

const trade = (pick: number) =>
  purchase({
    accountId: pick % 3 === 0 ? 'b' : 'a',
    isin: ISIN,
    taxWrapper: pick % 4 === 0 ? 'ISA' : 'DEALING',
    transactionDate: `2026-0${1 + (pick % 9)}-1${pick % 10}` as IsoDate,
    transactionType: pick % 5 === 4 ? 'SELL' : 'BUY',
    quantity: (pick % 5 === 4 ? 1 : 10) as Quantity,
    consideration: (100 + pick) as Pounds,
  });

async function idAt(db: HoldfastDatabase, pick: number): Promise<string> {
  const rows = await listTransactions(db);
  return rows[pick % Math.max(rows.length, 1)]?.id ?? 'none';
}

/** Actions of a tab or its sync. */
const STEPS: Readonly<Record<string, (db: HoldfastDatabase, pick: number) => Promise<unknown>>> = {
  save: async (db, pick) => written(await saveRecord(db, 'transaction', trade(pick))),
  edit: async (db, pick) => await saveRecord(db, 'transaction', { ...trade(pick), id: await idAt(db, pick) }),
  remove: async (db, pick) => written(await removeRecords(db, 'transaction', [await idAt(db, pick)])),
  'pull rows': async (db, pick) => {
    const record = { ...trade(pick), id: `pulled${pick % 4}` };
    await applyServerRecords(
      db,
      'transaction',
      [{ id: record.id, version: pick, record: pick % 7 === 0 ? null : record }],
      { claimNumber: 0, now: 0 },
    );
  },
  'pull a price': async (db, pick) =>
    await db.prices.put({
      isin: ISIN,
      priceDate: `2026-11-1${pick % 10}` as IsoDate,
      closePrice: (1 + pick) as Price,
      currency: pick % 2 === 0 ? 'GBP' : 'USD',
    } as never),
  'pull a rate': async (db, pick) =>
    await db.rates.put({
      fromCurrency: 'USD',
      toCurrency: 'GBP',
      rateDate: `2026-11-0${1 + (pick % 9)}` as IsoDate,
      rate: (0.5 + pick / 100) as Rate,
    } as never),
  'rename an account': async (db, pick) => await db.accounts.put({ id: 'a', name: `Account ${pick}`, version: 1 }),
  'state losses': async (db, pick) =>
    written(await saveExtra(db, 'losses-brought-forward', 'b', { '2026-27': 10 * pick })),
  'change a target': async (db, pick) =>
    await db.targetAllocations.put({
      id: 't',
      assetCategory: 'UK_TSM',
      targetPercentage: pick as Percent,
      version: 1,
    } as never),
  'change cash': async (db, pick) =>
    await db.brokerCashBalances.put({
      id: 'c',
      accountId: 'a',
      brokerId: 'b',
      taxWrapper: 'ISA',
      currency: 'GBP',
      cashBalance: (10 * pick) as Money,
      balanceDate: '2026-01-01' as IsoDate,
      version: 1,
    } as never),
  import: async (db, pick) =>
    written(
      await writeImport(db, {
        fileName: 'f',
        newAccounts: [],
        unlistedAssets: [],
        transactions: [1, 2].map((row) => ({ ...trade(pick + row), id: `import${pick}-${row}-${Math.random()}` })),
      }),
    ),
  'begin or end an import': async (db, pick) => {
    const importId = `open${pick % 2}`;
    const known = (await db.imports.get(importId))?.state;
    await db.transaction('rw', db.imports, db.importChunks, db.transactions, async () => {
      if (known !== 'committed') {
        const id = `${importId}-${pick}`;
        await db.transactions.put({ ...trade(pick), id, version: null, importId, importIndex: pick });
        await db.importChunks.put({ importId, index: pick, ids: [id] });
      }
      await db.imports.put({
        id: importId,
        fileName: 'f',
        state: known === 'writing' || known === 'committed' ? 'committed' : 'writing',
        rowCount: 1,
        createdAt: '',
        lastWrittenAt: 0,
      });
    });
  },
  'break off in the middle of a write': async (db, pick) => {
    await db
      .transaction('rw', db.transactions, db.prices, async () => {
        await db.transactions.put({ ...trade(pick), id: 'never', version: null });
        await db.prices.clear();
        throw new Error('no');
      })
      .catch(() => undefined);
  },
};

it('keeps for the next start only figures that equal a fresh computation, whatever two tabs write', async () => {
  const step = fc.record({
    name: fc.constantFrom(...Object.keys(STEPS), 'keep', 'keep', 'keep', 'another day', 'read'),
    tab: fc.nat(1),
    pick: fc.nat(40),
    waits: fc.boolean(),
  });
  let finals = 0;
  let others = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      now = START;
      const first = await freshDatabase();
      await first.assets.add({ ...unlistedAsset('asset', ISIN, 'Vodafone'), category: 'UK_TSM', version: 1 });
      await first.accounts.bulkAdd(['a', 'b'].map((id) => ({ id, name: id, version: 1 })));
      const tabs = [await openTab(first.name), await openTab(first.name)] as const;
      let running: Promise<unknown>[] = [];
      for (const { name, tab, pick, waits } of steps) {
        const at = tabs[tab === 0 ? 0 : 1];
        if (name === 'another day') now += DAY_MS;
        else if (name === 'keep') running.push(keep(at));
        else if (name === 'read') running.push(at.portfolio.dashboard(pick % 2 === 0));
        else running.push(STEPS[name]?.(at.db, pick) ?? Promise.reject(new Error(name)));
        if (!waits) continue;
        await Promise.all(running);
        running = [];
      }
      await Promise.all(running);
      const started = await openTab(first.name);
      const fresh = await started.portfolio.figures();
      for (const name of NAMES) {
        const kept = await keptFigures(started.db, name, fresh.day);
        if (kept?.final !== true) {
          others += 1;
          continue;
        }
        finals += 1;
        expect(kept.value, name).toEqual(fresh.figures[name].value);
      }
      for (const { data } of [...tabs, started]) data.close();
      closeDatabase(first);
    }),
    RUNS,
  );
  expect(finals).toBeGreaterThan(RUNS.numRuns / 4);
  expect(others).toBeGreaterThan(RUNS.numRuns / 4);
});

it('shows figures of another day, or of what has changed since, as not final, and forgets none of them', async () => {
  now = START;
  const first = await freshDatabase();
  await first.accounts.add({ id: 'a', name: 'Ada', version: 1 });
  const tab = await openTab(first.name);
  expect(await keptFigures(tab.db, 'holdings', '2026-11-21' as IsoDate)).toBeNull();
  written(await saveRecord(tab.db, 'transaction', { ...trade(1), accountId: 'a' }));
  tab.data.transactions.mark();
  await keep(tab);
  const kept = await keptFigures(tab.db, 'holdings', '2026-11-21' as IsoDate);
  expect(kept).toMatchObject({ final: true, value: [{ accountName: 'Ada', quantity: 10 }] });
  expect(await keptFigures(tab.db, 'holdings', '2026-11-22' as IsoDate)).toEqual({ ...kept, final: false });
  // A savings account is part of the dashboard's cash but of no holding.
  await tab.db.savingsAccounts.put({ id: 's', version: 1 } as never);
  expect(await keptFigures(tab.db, 'holdings', '2026-11-21' as IsoDate)).toEqual(kept);
  expect((await keptFigures(tab.db, 'dashboard', '2026-11-21' as IsoDate))?.final).toBe(false);
  expect((await keptFigures(tab.db, 'dashboardWithoutCash', '2026-11-21' as IsoDate))?.final).toBe(true);
  tab.data.close();
  closeDatabase(await openDatabase(first.name));
  closeDatabase(first);
});
