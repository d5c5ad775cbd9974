import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { Percent } from '../../../domain/values/amount.ts';
import type { AssetFields } from '../../../domain/records/asset.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { cash, property, savings } from '../../../tests/device/wealth.ts';
import { saveAsset } from './assets.ts';
import type { AnyRecord, EntityName, EntityRecords } from '../entities/entities.ts';
import { listOutbox } from '../outbox/outbox.ts';
import { saveSavingsAccount } from './savings-accounts.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';
import { applyServerRecords } from '../pulled/server-records.ts';
import { saveTransfer } from './transfers.ts';
import { saveRecord } from './records.ts';
import { importFaultText, writeFaultText } from '../database/write-fault-text.ts';
import type { Written } from '../database/write.ts';

type Change = Readonly<Record<string, unknown>>;
type Save = (db: HoldfastDatabase, fields: never) => Promise<Written<AnyRecord>>;

const ASSET: AssetFields = {
  name: 'Fund',
  type: 'ETF',
  category: 'UK_TSM',
  incomeTreatment: 'NA',
  totalExpenseRatio: 0.9 as Percent,
  isin: 'IE00B4L5Y983',
  sedol: null,
  priceSource: 'LSE',
  fetchCode: 'F',
  denomination: 'GBP',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
};

const plain =
  (entity: EntityName): Save =>
  async (db, fields) =>
    await saveRecord(db, entity, fields);
const transfer: Save = async (db, fields) => await saveTransfer(db, fields, { before: null, after: null });

/** Each form: how it saves, what it was filled with, a change here, and one elsewhere in another field. */
const FORMS: readonly (readonly [
  what: string,
  entity: EntityName,
  save: Save,
  opened: Change,
  here: Change,
  elsewhere: Change,
])[] = [
  [
    'a transaction',
    'transaction',
    plain('transaction'),
    purchase(),
    { brokerDealReference: 'AJ77' },
    { consideration: 400 },
  ],
  ['a transfer', 'transaction', transfer, purchase(), { brokerDealReference: 'AJ77' }, { consideration: 400 }],
  ['a savings account', 'savingsAccount', saveSavingsAccount, savings(), { notes: 'mine' }, { latestBalance: 77 }],
  ['a cash balance', 'brokerCashBalance', plain('brokerCashBalance'), cash(), { notes: 'mine' }, { cashBalance: 77 }],
  ['a property', 'property', plain('property'), property(), { notes: 'mine' }, { purchasePrice: 77 }],
  ['an asset', 'asset', saveAsset, ASSET, { name: 'Mine' }, { totalExpenseRatio: 0.5 }],
];

/** A record that the server has at version 1, as a form was filled with it. */
async function opened(db: HoldfastDatabase, entity: EntityName, fields: Change): Promise<AnyRecord> {
  const record = { ...fields, id: 'r1' } as unknown as AnyRecord;
  written(await applyServerRecords(db, entity, [{ id: 'r1', record, version: 1 }], { claimNumber: 0, now: 0 }));
  const row = await entityTable(db, entity).get('r1');
  if (row === undefined) throw new Error('not there');
  return recordOf(entity, row);
}

async function changeElsewhere(
  db: HoldfastDatabase,
  entity: EntityName,
  record: AnyRecord,
  change: Change,
): Promise<void> {
  written(
    await applyServerRecords(db, entity, [{ id: 'r1', record: { ...record, ...change }, version: 2 }], {
      claimNumber: 0,
      now: 0,
    }),
  );
}

describe.each(FORMS)('the open form of %s', (_what, entity, save, fields, here, elsewhere) => {
  it('keeps what another device changed meanwhile in another field', async () => {
    const db = await freshDatabase();
    const record = await opened(db, entity, fields);
    await changeElsewhere(db, entity, record, elsewhere);
    written(await save(db, { ...record, ...here, opened: record } as never));
    expect(await entityTable(db, entity).get('r1')).toMatchObject({ ...here, ...elsewhere });
    expect((await listOutbox(db)).find((entry) => entry.entity === entity)).toMatchObject({
      payload: { record: { ...here, ...elsewhere } },
      base: { version: 2 },
    });
  });

  it('keeps what another tab saved meanwhile in another field', async () => {
    const db = await freshDatabase();
    const record = await opened(db, entity, fields);
    written(await save(db, { ...record, ...elsewhere, opened: record } as never));
    written(await save(db, { ...record, ...here, opened: record } as never));
    expect(await entityTable(db, entity).get('r1')).toMatchObject({ ...here, ...elsewhere });
  });

  it('reports that the same field was changed, saves nothing, and overwrites it when saved again', async () => {
    const db = await freshDatabase();
    const record = await opened(db, entity, fields);
    const [field = ''] = Object.keys(here);
    await changeElsewhere(db, entity, record, { [field]: 'Theirs' });
    const mine = { ...record, ...here, opened: record } as never;
    const refused = await save(db, mine);
    expect(refused).toEqual({ ok: false, fault: { code: 'changedMeanwhile', fields: [field] } });
    expect(await entityTable(db, entity).get('r1')).toMatchObject({ [field]: 'Theirs' });
    expect(await listOutbox(db)).toEqual([]);
    written(await save(db, mine));
    expect(await entityTable(db, entity).get('r1')).toMatchObject(here);
  });
});

it('names the fields that were changed meanwhile, and what to do', () => {
  expect(writeFaultText({ code: 'changedMeanwhile', fields: ['consideration', 'brokerCharge'] })).toBe(
    'Changed meanwhile in another tab or on another device: Consideration, Broker Charge. Nothing was saved. Save again to replace it with your version.',
  );
  expect(writeFaultText({ code: 'changedMeanwhile', fields: [] })).toContain('the two versions cannot be combined');
});

it.each(['storageFull', 'storageErased', 'appOutdated', 'storageUnavailable'] as const)(
  'says of %s the same to a form and to an import, and to each what became of its records',
  (code) => {
    const [cause, added] = importFaultText({ code }).split(' Nothing was ');
    expect(added).toBe('added.');
    expect(writeFaultText({ code })).toContain(`${cause} Nothing was saved`);
  },
);

it('knows the account of an open form under the id that it has been given since', async () => {
  const db = await freshDatabase();
  const account = written(await saveRecord(db, 'account', { name: 'Ada' }));
  const record = await opened(db, 'transaction', purchase({ accountId: account.id }));
  await db.aliases.put({ oldId: account.id, newId: '101' });
  await changeElsewhere(db, 'transaction', record, { accountId: '101', consideration: 400 });
  written(
    await saveRecord(db, 'transaction', {
      ...purchase({ accountId: account.id, brokerDealReference: 'AJ77' }),
      id: 'r1',
      opened: record as EntityRecords['transaction'],
    }),
  );
  expect(await db.transactions.get('r1')).toMatchObject({
    accountId: '101',
    consideration: 400,
    brokerDealReference: 'AJ77',
  });
});
