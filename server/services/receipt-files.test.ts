import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBucketUrl } from '../bucket-url.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';
import { openStore, type Store } from '../store/database/store.ts';
import { throwAwayPostgres } from '../store/testing/throw-away-postgres.ts';
import { startFakeS3, type FakeS3 } from '../testing/fake-s3.ts';
import { makeWorld, RECEIPT_PDF } from '../testing/world.ts';
import { multipart, startTestApp } from '../testing/test-app.ts';
import { newStorageName, receiptFiles } from './receipt-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-receipts-'));
const postgres = await throwAwayPostgres();
const bucket: FakeS3 = await startFakeS3();
const sqlite = await openStore({ dialect: 'sqlite', file: ':memory:' });
const shared: Store | null =
  postgres === null ? null : await openStore({ dialect: 'postgres', url: await postgres.newDatabase() });

afterAll(async () => {
  await bucket.close();
  await sqlite.close();
  await shared?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const places: readonly (readonly [string, () => StoredFiles])[] = [
  ['the data folder', () => receiptFiles(sqlite, { receiptsBucket: null, dataDir: folder })],
  ['a bucket', () => receiptFiles(sqlite, { receiptsBucket: readBucketUrl(bucket.url), dataDir: folder })],
  ...(shared === null
    ? []
    : [
        [
          'the database that processes share',
          () => receiptFiles(shared, { receiptsBucket: null, dataDir: folder }),
        ] as const,
      ]),
];

describe.each(places)('receipts in %s', (_name, open) => {
  let files: StoredFiles;
  beforeAll(() => {
    files = open();
  });

  it('come back byte by byte, for every byte there is', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
    const name = newStorageName();
    expect([await files.has(name), await files.read(name)]).toEqual([false, null]);
    await files.put(name, bytes);
    expect(await files.has(name)).toBe(true);
    expect(Buffer.from((await files.read(name)) ?? []).equals(Buffer.from(bytes))).toBe(true);
    // A second try of the same upload is not an error.
    await files.put(name, bytes);
    await files.remove(name);
    await files.remove(name);
    expect([await files.has(name), await files.read(name)]).toEqual([false, null]);
  });

  it('may be as large as a receipt may be', async () => {
    const name = newStorageName();
    const bytes = Buffer.alloc(10_485_760, 'ab');
    await files.put(name, bytes);
    expect(bytes.equals(Buffer.from((await files.read(name)) ?? []))).toBe(true);
    await files.remove(name);
  });
});

describe('a bucket', () => {
  it('holds receipts under its prefix, asked again where it fails once', async () => {
    const files = receiptFiles(sqlite, { receiptsBucket: readBucketUrl(bucket.url), dataDir: folder });
    bucket.failing = 1;
    await files.put('aa11', Buffer.from('hello'));
    expect(bucket.objects.get('/bucket/receipts/aa11')?.toString()).toBe('hello');
    bucket.objects.clear();
  });

  it('that refuses the key fails with an error, and an upload then writes nothing', async () => {
    const wrong = receiptFiles(sqlite, {
      receiptsBucket: readBucketUrl(bucket.url.replace('KEY:', 'OTHER:')),
      dataDir: folder,
    });
    await expect(wrong.put('bb22', Buffer.from('x'))).rejects.toThrow('InvalidAccessKeyId');
    const app = await startTestApp({ receiptsBucket: readBucketUrl(bucket.url) });
    const token = await app.signIn('ada@example.org');
    const world = await makeWorld(app, token, token);
    expect([...bucket.objects.values()].map(String)).toEqual([RECEIPT_PDF]);
    expect((await app.call('GET', `/transactionreceipts/file/${world.receiptLink}`)).text).toBe(RECEIPT_PDF);
    const receipts = async () =>
      (await app.call('GET', `/transactionreceipts/transaction/${world.transaction}`, { token })).json;
    const before = await receipts();
    bucket.failing = 99;
    const form = multipart({ fileName: 'note.pdf', content: RECEIPT_PDF }, { transactionId: world.transaction });
    expect(
      (await app.call('POST', '/transactionreceipts/upload', { token, body: form.body, headers: form.headers })).status,
    ).toBe(502);
    expect((await app.call('GET', `/transactionreceipts/file/${world.receiptLink}`)).status).toBe(502);
    bucket.failing = 0;
    expect(await receipts()).toEqual(before);
    await app.close();
  });
});
