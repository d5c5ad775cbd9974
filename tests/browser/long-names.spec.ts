/** Names and reasons as long as they may be (001 §5): screens keep to their width, and a name loses its middle. */
import { expect, type Page } from '@playwright/test';
import { newContext } from './servers/demo.ts';
import { test } from './journeys/demo-journey.ts';
import { visit } from './journeys/journey.ts';
import { signInAs } from './steps/people.ts';

const NAME = `Joint account of ${'Alexandra'.repeat(8)} and Ben`;
const HOUSE = `The Old Rectory with ${'Outbuildings'.repeat(8)} at Great Missenden`;
const BROKER = `Brokers${'AndSons'.repeat(13)}`;
const SECURITY = `Investment${'Company'.repeat(27)}`;
/** As the server words five of sixty-one failed prices. */
const REASON = `61 of 61 failed. ${'GB00B16NNR78: The price could not be fetched from LSE: it cannot be reached. '.repeat(5)}`;
const AT = '2026-03-03T14:02:11Z';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Widths in pixels; at the last two, rows are cards and nothing is to be scrolled to. */
const WIDTHS = [1440, 920, 820, 390];

/** How far the page, and below 920 px its tables, are wider than their room, in pixels. */
async function excess(page: Page, width: number): Promise<number> {
  return await page.evaluate((room) => {
    const frames = room < 920 ? [...document.querySelectorAll('[data-frame]')] : [];
    return Math.max(
      document.documentElement.scrollWidth - room,
      ...frames.map((frame) => frame.scrollWidth - frame.clientWidth),
    );
  }, width);
}

test('long names of accounts, properties, securities and brokers and the reasons of a failed price fetch widen no screen', async ({
  browser,
  demo,
}) => {
  // A device of its own: the investor's would show these names again at its next start, until it has the old ones.
  const context = await newContext(browser, demo.server, 'block');
  const page = await context.newPage();
  const headers = { authorization: `Bearer ${demo.investor.token}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${demo.server.url}/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, path).toBe(true);
    return await answer.json();
  };
  const [account] = (await call('GET', 'accounts')) as readonly Named[];
  const [houseId] = (await call('GET', 'properties/ids')) as readonly string[];
  const house = (await call('GET', `properties/${houseId}`)) as Named;
  const { transactions } = (await call('GET', 'transactions/user?page=1&pageSize=100')) as {
    readonly transactions: readonly (Named & { readonly assetName: string })[];
  };
  const { id: trade, isin } = (await call(
    'GET',
    `transactions/${transactions.find(({ assetName }) => assetName !== '')?.id}`,
  )) as Named & {
    readonly isin: string;
  };
  const security = (await call('GET', `assets/isin/${isin}`)) as Named;
  const { brokerCashBalances } = (await call('GET', 'brokercashbalances/paginated?page=1&pageSize=1')) as {
    readonly brokerCashBalances: readonly { readonly brokerId: string }[];
  };
  const brokers = (await call('GET', 'brokers')) as readonly Named[];
  const broker = brokers.find(({ id }) => id === brokerCashBalances[0]?.brokerId);
  await call('PUT', `accounts/${account?.id}`, { ...account, name: NAME });
  await call('PUT', `properties/${house.id}`, { ...house, name: HOUSE });
  await call('PUT', `assets/${security.id}`, { ...security, name: SECURITY });
  await call('PUT', `brokers/${broker?.id}`, { ...broker, name: BROKER });
  const run = {
    id: account?.id,
    lastRunDate: AT,
    status: 'Failed',
    updatedCount: 0,
    createdAt: AT,
    errorMessage: REASON,
  };
  await page.route('**/api/prices/fetch-history*', async (route) => {
    await route.fulfill({ json: [run] });
  });
  await signInAs(page, demo.investor);
  await page.goto('accounts');
  await expect(page.getByText(NAME, { exact: true })).toBeVisible();
  for (const [path, shown] of [
    ['transactions', 'Alexandra'],
    ['holdings', 'Alexandra'],
    ['capital-gains', 'Alexandra'],
    ['broker-cash-balances', 'AndSons'],
    ['savings-accounts', 'Alexandra'],
    ['properties', 'Outbuildings'],
    ['admin/price-service', 'could not be fetched'],
  ] as const) {
    await visit(page, path);
    await expect(page.getByRole('table').getByText(shown).first()).toBeAttached();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => await excess(page, width), { message: `${path} at ${width} px` }).toBe(0);
    }
  }
  for (const [path, shown] of [
    [`transactions/${trade}`, SECURITY],
    [`holdings/${isin}`, SECURITY],
    [`assets/edit/${security.id}`, 'Edit Asset'],
    [`assets/view/${security.id}`, SECURITY],
    [`allowances?account=${account?.id}`, NAME],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(shown, { exact: true }).first()).toBeAttached();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => await excess(page, width), { message: `${path} at ${width} px` }).toBe(0);
    }
  }
  await call('PUT', `accounts/${account?.id}`, { ...account });
  await call('PUT', `assets/${security.id}`, { ...security });
  await call('PUT', `brokers/${broker?.id}`, { ...broker });
  await call('PUT', `properties/${house.id}`, { ...house });
  await context.close();
});
