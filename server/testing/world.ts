/** A user's records for the tests of routes, and the bodies that create them. */
import { readFileSync } from 'node:fs';
import type { Owned } from '../../contract/route.ts';
import { multipart, PASSWORD, type TestApp } from './test-app.ts';
import type { Transaction } from '../../domain/records/records.ts';

/** Records that the requests name. */
export interface World {
  /** The id of a user who is not an administrator, where there is one. */
  readonly user: string;
  readonly account: string;
  /** An account that nothing uses. */
  readonly spareAccount: string;
  readonly transaction: string;
  readonly broker: string;
  readonly spareBroker: string;
  readonly asset: string;
  readonly spareAsset: string;
  /** An unlisted asset that nothing uses. */
  readonly unlistedAsset: string;
  readonly isin: string;
  readonly bankName: string;
  readonly spareBankName: string;
  readonly savingsAccount: string;
  readonly brokerCashBalance: string;
  readonly property: string;
  readonly propertyPrice: string;
  /** A property without prices. */
  readonly spareProperty: string;
  readonly receipt: string;
  /** The last part of a link to its file. */
  readonly receiptLink: string;
  readonly target: string;
  readonly spareTarget: string;
  /** The key of an extra of this user. */
  readonly extra: string;
  /** The secret of this user's calendar address. */
  readonly feedSecret: string;
  /** A session of this user other than the one that the tests use. */
  readonly session: string;
}

export const SAMPLE_CSV = readFileSync(
  new URL('../../tests/fixtures/samples/transactions-real.csv', import.meta.url),
  'utf8',
);

export function transactionBody(world: Pick<World, 'account' | 'broker' | 'isin'>): Record<string, unknown> {
  return {
    transactionType: 'BUY',
    transactionDate: '2025-05-06',
    brokerId: world.broker,
    brokerDealReference: 'R1',
    accountId: world.account,
    taxWrapper: 'DEALING',
    isin: world.isin,
    quantity: 10,
    nativePrice: 3398.58,
    localPrice: 33.9858,
    consideration: 339.86,
    brokerCharge: 5.99,
    stampDuty: 0,
    fxCharge: 0,
    accruedInterest: 0,
  };
}

/** A purchase of one unit for ten pounds, as a device writes it. */
export function unitPurchase(changes: Partial<Record<keyof Transaction, unknown>>): Transaction {
  return {
    transactionType: 'BUY',
    transactionDate: '2025-01-02',
    brokerDealReference: '',
    taxWrapper: 'DEALING',
    isin: 'IE00B3RBWM25',
    quantity: 1,
    nativePrice: null,
    localPrice: null,
    consideration: 10,
    brokerCharge: 0,
    stampDuty: 0,
    fxCharge: 0,
    accruedInterest: 0,
    ...changes,
  } as unknown as Transaction;
}

export function assetBody(isin: string): Record<string, unknown> {
  return {
    name: 'Test Asset',
    type: 'ETF',
    category: 'US_TSM',
    incomeTreatment: 'NA',
    totalExpenseRatio: 0.07,
    isin,
    sedol: '',
    priceSource: 'LSE',
    fetchCode: 'TST',
    denomination: 'GBX',
    excludeFromPriceUpdates: false,
  };
}

export function savingsBody(world: Pick<World, 'account' | 'bankName'>): Record<string, unknown> {
  return {
    bankNameId: world.bankName,
    accountType: 'Savings',
    accountId: world.account,
    accountOpenDate: '2020-05-01',
    accountCloseDate: null,
    latestBalance: 1200.5,
    latestBalanceDate: '2025-12-31',
    interestRate: 0.0432,
    accountReference: 'Rainy day',
    sortCode: '20-36-43',
    accountNumber: '12345678',
    notes: 'One\nTwo',
  };
}

export function cashBody(world: Pick<World, 'account' | 'broker'>): Record<string, unknown> {
  return {
    accountId: world.account,
    brokerId: world.broker,
    taxWrapper: 'ISA',
    cashBalance: 12.5,
    currency: 'GBP',
    notes: '',
  };
}

export function propertyBody(world: Pick<World, 'account'>): Record<string, unknown> {
  return {
    accountId: world.account,
    name: '12 Elm Road',
    address: '12 Elm Road\nLeeds',
    datePurchased: '2016-09-30',
    purchasePrice: 285_000,
    currency: 'GBP',
    notes: '',
  };
}

export const priceBody = { priceDate: '2025-06-30', price: 342_000, currency: 'GBP' };

export const RECEIPT_PDF = '%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n';

/** The record of a world for each owned entity. */
export function ownedId(world: World, entity: Owned): string {
  return world[entity];
}

async function created(
  app: TestApp,
  token: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const reply = await app.call('POST', path, { token, body, headers });
  if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return (reply.json as { id: string }).id;
}

/** Creates the records of a user; `adminToken` creates the shared ones. */
export async function makeWorld(app: TestApp, token: string, adminToken: string): Promise<World> {
  const assets = (await app.call('GET', '/assets', { token })).json as { id: string; isin: string }[];
  const asset = assets.find((candidate) => candidate.isin === 'IE00B4L5Y983') ?? { id: '', isin: '' };
  const brokers = (await app.call('GET', '/brokers', { token })).json as { id: string; name: string }[];
  const broker = brokers.find((candidate) => candidate.name === 'AJ Bell')?.id ?? '';
  const account = await created(app, token, '/accounts', { name: 'Main Account' });
  const suffix = account.slice(-6);
  const banks = (await app.call('GET', '/savingsaccounts/bank-names', { token })).json as {
    id: string;
    name: string;
  }[];
  const bankName = banks.find((candidate) => candidate.name === 'Nationwide Building Society')?.id ?? '';
  const property = await created(app, token, '/properties', propertyBody({ account }));
  const transaction = await created(
    app,
    token,
    '/transactions',
    transactionBody({ account, broker, isin: asset.isin }),
  );
  const form = multipart({ fileName: 'receipt.pdf', content: RECEIPT_PDF }, { transactionId: transaction });
  const receipt = await created(app, token, '/transactionreceipts/upload', form.body, form.headers);
  const { downloadUrl } = (await app.call('GET', `/transactionreceipts/${receipt}/download`, { token })).json as {
    downloadUrl: string;
  };
  const { users } = (await app.call('GET', '/admin/users', { token: adminToken })).json as {
    users: { id: string; isAdmin: boolean }[];
  };
  return {
    user: users.find(({ isAdmin }) => !isAdmin)?.id ?? users[0]?.id ?? '',
    account,
    broker,
    asset: asset.id,
    isin: asset.isin,
    bankName,
    property,
    transaction,
    receipt,
    receiptLink: downloadUrl.split('/').at(-1) ?? '',
    spareAccount: await created(app, token, '/accounts', { name: 'Spare' }),
    spareBroker: await created(app, adminToken, '/brokers', { name: `Spare ${suffix}` }),
    spareAsset: await created(app, adminToken, '/assets', assetBody(`TEST${suffix.toUpperCase()}`)),
    unlistedAsset: await created(app, token, '/assets/unlisted', {
      isin: `TESTU${suffix.toUpperCase()}`,
      name: 'Unlisted',
    }),
    spareBankName: await created(app, adminToken, '/admin/bank-names', { name: `Spare ${suffix}`, isActive: true }),
    savingsAccount: await created(app, token, '/savingsaccounts', savingsBody({ account, bankName })),
    brokerCashBalance: await created(app, token, '/brokercashbalances', cashBody({ account, broker })),
    propertyPrice: await created(app, token, `/properties/${property}/price-history`, priceBody),
    spareProperty: await created(app, token, '/properties', propertyBody({ account })),
    target: await targetOf(app, adminToken, 'UK_TSM'),
    spareTarget: await targetOf(app, adminToken, 'US_TSM'),
    extra: await extraOf(app, token, account),
    feedSecret: await feedOf(app, token),
    session: await sessionOf(app, token),
  };
}

async function sessionOf(app: TestApp, token: string): Promise<string> {
  const { email } = (await app.call('GET', '/user', { token })).json as { email: string };
  await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
  const { sessions } = (await app.call('GET', '/user/sessions', { token })).json as {
    sessions: { id: string; isCurrent: boolean }[];
  };
  return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function feedOf(app: TestApp, token: string): Promise<string> {
  const reply = await app.call('POST', '/tax-dates/feed', { token, body: { withNames: true } });
  return (reply.json as { secret: string }).secret;
}

/** Settings of an account; the account's id is their key. */
async function extraOf(app: TestApp, token: string, account: string): Promise<string> {
  const reply = await app.call('PUT', `/sync/extras/account-settings/${account}`, {
    token,
    body: { value: { fxChargeAllowable: false } },
  });
  return (reply.json as { key: string }).key;
}

/** The target of a category, created where there is none, because all users share one set. */
async function targetOf(app: TestApp, adminToken: string, assetCategory: string): Promise<string> {
  const targets = (await app.call('GET', '/targetallocations', { token: adminToken })).json as {
    id: string;
    assetCategory: string;
  }[];
  return (
    targets.find((target) => target.assetCategory === assetCategory)?.id ??
    (await created(app, adminToken, '/targetallocations', { assetCategory, targetPercentage: 10 }))
  );
}
