/** The server's API and the device's worker give the same answers over one generated portfolio, call by call. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DisposalView } from '../../domain/cgt/views/disposal-view.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TaxWrapper } from '../../domain/fields/enums.ts';
import { ALLOCATION_READINGS } from '../../domain/holdings/allocation.ts';
import type { HoldingView } from '../../domain/holdings/holding-view.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import { startDemo } from '../../server/demo/demo-mode.ts';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import type { CapitalGainsQuery } from '../../workers/api/figure-types.ts';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { testClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { testNetwork } from '../device/network.ts';
import { appHandler } from '../device/real-server.ts';

const DAYS = ['2017-03-31', '2020-04-05', '2024-10-30', '2026-01-14'] as const;

interface Reply {
  readonly [field: string]: unknown;
}

let app: TestApp;
let token: string;
let device: Device;
let worker: HoldfastWorker;

beforeAll(async () => {
  app = await startTestApp();
  const line = await startDemo(app.store, { dataDir: app.dataDir, now: app.now, newId: () => crypto.randomUUID() });
  const [, email, password] = /^Demo investor: (\S+), password (\S+)/u.exec(line) ?? [];
  token = ((await app.call('POST', '/auth/login', { body: { email, password } })).json as { token: string }).token;
  device = await newDevice({ clock: testClock(app.now), network: testNetwork(appHandler(() => app.app)), token });
  await device.once();
  worker = createHoldfastWorker(() => app.now);
  await worker.open(device.db.name);
});

afterAll(async () => {
  await worker.close();
  device.close();
  await app.close();
});

async function get<T>(path: string): Promise<T> {
  const reply = await app.call('GET', path, { token });
  expect(reply.status).toBe(200);
  return reply.json as T;
}

/** The fields that the API has of a worker's answer, which may have more. */
function withFieldsOf(view: object, reply: Reply): Reply {
  return Object.fromEntries(Object.keys(reply).map((field) => [field, (view as Reply)[field]]));
}

function byKey(a: Reply | HoldingView, b: Reply | HoldingView): number {
  const key = (one: Reply | HoldingView): string =>
    `${String(one.accountId)} ${String(one.isin)} ${String(one.taxWrapper)}`;
  return key(a) < key(b) ? -1 : 1;
}

describe('server and worker', () => {
  it('hold the same portfolio', async () => {
    expect(await device.db.transactions.count()).toBeGreaterThan(1500);
  });

  for (const asOf of DAYS) {
    it(`agree on the holdings as of ${asOf}, and on the transactions behind them`, async () => {
      const replies = (await get<Reply[]>(`/holdings?asOfDate=${asOf}`)).toSorted(byKey);
      const { holdings } = await worker.holdings({ asOf: asOf as IsoDate });
      expect(replies.length).toBeGreaterThan(5);
      expect(
        holdings
          .toSorted(byKey)
          .map((view, index) =>
            withFieldsOf({ ...view, transactions: replies[index]?.['transactions'] }, replies[index] ?? {}),
          ),
      ).toEqual(replies);
      for (const { accountId, isin, taxWrapper, transactions } of replies as {
        accountId: string;
        isin: string;
        taxWrapper: TaxWrapper;
        transactions: Reply[];
      }[]) {
        const behind = await worker.holdingTransactions({ accountId, isin, taxWrapper, asOf: asOf as IsoDate });
        expect(behind.toReversed().map((view, index) => withFieldsOf(view, transactions[index] ?? {}))).toEqual(
          transactions,
        );
      }
    });
  }

  it('agree on the tax years and on every disposal of each, whatever the filter', async () => {
    const years = await get<TaxYear[]>('/capitalgains/available-tax-years');
    expect(await worker.taxYears()).toEqual(years);
    const { accounts } = await get<{ accounts: { id: string }[] }>('/capitalgains/filters');
    const filters: Omit<CapitalGainsQuery, 'taxYear'>[] = [
      {},
      { taxWrapper: 'DEALING' },
      { taxWrapper: 'ISA' },
      { assetCategory: 'UK_TSM' },
      ...accounts.map(({ id }) => ({ accountId: id })),
    ];
    let disposals = 0;
    for (const taxYear of years) {
      const views = new Map((await worker.disposals({ taxYear })).map((view) => [view.disposalTransactionId, view]));
      for (const filter of filters) {
        const query = new URLSearchParams(Object.entries(filter)).toString();
        const replies = await get<Reply[]>(`/capitalgains/tax-year/${taxYear}?${query}`);
        const view = await worker.capitalGains({ taxYear, ...filter });
        // What the list shows of each, and what it opens to.
        expect(
          view.disposals.map((line, index) =>
            asReply({ ...views.get(line.disposalTransactionId), ...line } as DisposalView, replies[index] ?? {}),
          ),
        ).toEqual(replies);
        const [first] = view.disposals;
        if (first !== undefined)
          expect(await worker.disposal(first.disposalTransactionId)).toEqual(views.get(first.disposalTransactionId));
        disposals += replies.length;
      }
    }
    expect(disposals).toBeGreaterThan(50);
    expect(await worker.disposal('no such sale')).toBeNull();
  });

  it('agree on costs when an account counts its FX charges as a cost, and losses brought forward reach the year', async () => {
    const { accounts } = await get<{ accounts: { id: string }[] }>('/capitalgains/filters');
    const years = await get<TaxYear[]>('/capitalgains/available-tax-years');
    const costs = async (): Promise<unknown[]> => {
      const replies = (await get<Reply[]>('/holdings')).toSorted(byKey).map(({ totalCost }) => totalCost);
      expect((await worker.holdings({})).holdings.toSorted(byKey).map(({ totalCost }) => totalCost)).toEqual(replies);
      return replies;
    };
    const before = await costs();
    for (const { id } of accounts) {
      expect(
        (
          await app.call('PUT', `/sync/extras/account-settings/${id}`, {
            token,
            body: { value: { fxChargeAllowable: true } },
          })
        ).status,
      ).toBe(200);
      expect(
        (
          await app.call('PUT', `/sync/extras/losses-brought-forward/${id}`, {
            token,
            body: { value: { [years[0] ?? '']: 1234.5 } },
          })
        ).status,
      ).toBe(200);
    }
    await device.once();
    await vi.waitFor(async () => {
      const panels = await worker.yearPanels({ taxYear: years[0] ?? ('' as TaxYear) });
      expect(panels.map(({ lossesBroughtForward }) => lossesBroughtForward)).toEqual(panels.map(() => 1234.5));
      expect(panels.length).toBeGreaterThan(0);
    });
    const after = await costs();
    expect(after).toHaveLength(before.length);
    expect(after.some((cost, index) => Number(cost) > Number(before[index]))).toBe(true);
  });

  it('agree on the dashboard: every asset class with its target, cash and savings included', async () => {
    const reply = await get<{ totalPortfolioValue: number; assetClassSummaries: Reply[] }>(
      '/dashboard/holdings-summary',
    );
    const view = await worker.dashboardSummary();
    expect(
      view.assetClassSummaries.map((row, index) => withFieldsOf(row, reply.assetClassSummaries[index] ?? {})),
    ).toEqual(reply.assetClassSummaries);
    expect(view.totalPortfolioValue).toBe(reply.totalPortfolioValue);
    const cash = reply.assetClassSummaries.find(({ assetClass }) => assetClass === 'CASH');
    expect(cash?.['value']).toBeGreaterThan(0);
    expect(reply.assetClassSummaries.some(({ target }) => Number(target) > 0)).toBe(true);
    const without = await worker.dashboardSummary({ includeCash: false });
    expect(without.totalPortfolioValue).toBeLessThan(reply.totalPortfolioValue);
    // The net worth of today: the last point of the value chart, the cash of the dashboard, and the properties.
    const last = (await worker.netWorth({ range: '1M' })).points.at(-1);
    const pennies = (amount: number | null | undefined): number => Math.round((amount ?? Number.NaN) * 100);
    expect(last?.securities).toBe((await worker.valueHistory({ range: '1M' })).points.at(-1)?.value);
    expect(pennies(last?.cash) + pennies(last?.savings)).toBe(
      pennies(reply.totalPortfolioValue) - pennies(without.totalPortfolioValue),
    );
    expect(last?.properties).toBeGreaterThan(0);
    expect((await worker.savingsHistory()).at(-1)).toEqual({ date: last?.date, balance: last?.savings });
    expect(pennies(last?.total)).toBe(
      pennies(last?.securities) + pennies(last?.cash) + pennies(last?.savings) + pennies(last?.properties),
    );
    for (const by of ALLOCATION_READINGS) {
      const { parts, total } = await worker.allocation({ by, includeCash: true });
      expect([by, total]).toEqual([by, reply.totalPortfolioValue]);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.map(({ label }) => label)).not.toContain('Unknown');
      expect((await worker.allocation({ by, includeCash: false })).total).toBe(without.totalPortfolioValue);
    }
  });
});

/** A disposal of the worker with the fields of the API, those of its transactions too. */
function asReply(disposal: DisposalView, reply: Reply): Reply {
  const [like] = (reply['holdingTransactions'] ?? []) as Reply[];
  return withFieldsOf(
    { ...disposal, holdingTransactions: disposal.holdingTransactions.map((row) => withFieldsOf(row, like ?? {})) },
    reply,
  );
}
