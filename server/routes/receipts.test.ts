import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceiptView } from '../../contract/receipts.ts';
import { MAX_RECEIPT_BYTES } from '../../domain/records/receipt.ts';
import { folderFiles } from '../services/receipt-files.ts';
import { sweepReceipts } from '../services/receipts.ts';
import { makeWorld, RECEIPT_PDF, transactionBody, type World } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
let other: string;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ receiptsQuota: 25 * 1024 * 1024 });
  token = await app.signIn('ada@example.org');
  other = await app.signIn('bob@example.org');
  world = await makeWorld(app, token, token);
});

afterAll(async () => {
  await app.close();
});

interface Sent {
  readonly fileName?: string;
  readonly content?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function upload({ fileName = 'note.pdf', content = RECEIPT_PDF, fields = {}, headers = {} }: Sent = {}) {
  const form = multipart({ fileName, content }, { transactionId: world.transaction, ...fields });
  return await app.call('POST', '/transactionreceipts/upload', {
    token,
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
}

const uploaded = async (sent: Sent = {}): Promise<ReceiptView & { version: number }> => {
  const reply = await upload(sent);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.json as ReceiptView & { version: number };
};

const changesSince = async (since: string) =>
  (await app.call('GET', `/sync/changes?since=${since}`, { token })).json as {
    cursor: string;
    changes: { entity: string; id: string; deleted: boolean; record?: unknown }[];
  };

/** The stored files by name. */
function stored(): string[] {
  return readdirSync(join(app.dataDir, 'receipts'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();
}

const storageNameOf = async (id: string): Promise<string> =>
  (await app.store.kysely.selectFrom('receipts').select('storage_name').where('id', '=', id).executeTakeFirstOrThrow())
    .storage_name;

async function linkTo(id: string): Promise<string> {
  const reply = await app.call('GET', `/transactionreceipts/${id}/download`, { token });
  return (reply.json as { downloadUrl: string }).downloadUrl.replace(/^\/api/u, '');
}

describe('an upload', () => {
  it('is stored with its type and description, and shown with its size', async () => {
    const receipt = await uploaded({ fields: { receiptType: 'contract_note', description: ' Two\nlines ' } });
    expect(receipt).toMatchObject({
      transactionId: world.transaction,
      originalFileName: 'note.pdf',
      contentType: 'application/pdf',
      fileSize: RECEIPT_PDF.length,
      fileSizeFormatted: `${RECEIPT_PDF.length} B`,
      uploadedAt: '2026-01-15T12:00:00.000Z',
      receiptType: 'contract_note',
      description: 'Two\nlines',
    });
    expect((await app.call('GET', `/transactionreceipts/${receipt.id}`, { token })).json).toEqual(receipt);
    const list = (await app.call('GET', `/transactionreceipts/transaction/${world.transaction}`, { token }))
      .json as ReceiptView[];
    expect(list.map(({ id }) => id)).toContain(receipt.id);
    const plain = await uploaded();
    expect([plain.receiptType, plain.description]).toEqual([null, '']);
  });

  it('lies under a random name that only the server can read', async () => {
    const receipt = await uploaded({ fileName: 'secret plans.pdf' });
    const name = await storageNameOf(receipt.id);
    expect(name).toMatch(/^[\da-f]{48}$/u);
    expect(stored()).toContain(name);
    expect(statSync(join(app.dataDir, 'receipts', name.slice(0, 2), name)).mode & 0o777).toBe(0o600);
    expect(stored().join(' ')).not.toContain('secret');
  });

  it.each([
    ['a page that calls itself a PDF', 'note.pdf', '<html><script>alert(1)</script>'],
    ['a PDF that calls itself a page', 'note.html', RECEIPT_PDF],
    ['nothing', 'note.pdf', ''],
    ['text', 'note.txt', 'hello'],
  ])('of %s is refused in the words of the form, and leaves nothing behind', async (_what, fileName, content) => {
    const before = stored();
    const reply = await upload({ fileName, content });
    expect([reply.status, (reply.json as { message: string }).message]).toEqual([
      400,
      'Invalid file type. Please upload a PDF or image file (JPEG, PNG, GIF, WebP).',
    ]);
    expect(stored()).toEqual(before);
  });

  it('of 10 MB is taken, of a byte more it is refused', async () => {
    const full = await uploaded({ content: RECEIPT_PDF.padEnd(MAX_RECEIPT_BYTES, ' ') });
    expect(full.fileSizeFormatted).toBe('10.00 MB');
    const reply = await upload({ content: RECEIPT_PDF.padEnd(MAX_RECEIPT_BYTES + 1, ' ') });
    expect([reply.status, (reply.json as { message: string }).message]).toEqual([
      413,
      'File size exceeds 10 MB limit.',
    ]);
    await app.call('DELETE', `/transactionreceipts/${full.id}`, { token });
  });

  it("beyond a user's quota is refused with the figures", async () => {
    const big = RECEIPT_PDF.padEnd(MAX_RECEIPT_BYTES, ' ');
    const kept = [await uploaded({ content: big }), await uploaded({ content: big })];
    const reply = await upload({ content: big });
    expect(reply.status).toBe(413);
    expect((reply.json as { message: string }).message).toMatch(
      /^Your receipts use 20\.00 MB of 25\.00 MB, so this file \(10\.00 MB\) does not fit\.$/u,
    );
    for (const { id } of kept) await app.call('DELETE', `/transactionreceipts/${id}`, { token });
  });

  it.each([
    ['no transaction', { transactionId: '' }, 400],
    ['an unknown type', { receiptType: 'invoice' }, 400],
    ['a control character', { description: 'a\0b' }, 400],
    ['too long a description', { description: 'x'.repeat(1001) }, 400],
    ['a transaction that does not exist', { transactionId: '0190b0a0-0000-7000-8000-000000000000' }, 404],
  ])('with %s is refused', async (_what, fields, status) => {
    expect((await upload({ fields })).status).toBe(status);
  });

  it.each([
    [
      'Überweisung 1’000 €.pdf',
      'Überweisung 1’000 €.pdf',
      'attachment; filename="_berweisung 1_000 _.pdf"; filename*=UTF-8\'\'%C3%9Cberweisung%201%E2%80%99000%20%E2%82%AC.pdf',
    ],
    ['../../a;b=c.pdf', 'a;b=c.pdf', 'attachment; filename="a_b_c.pdf"; filename*=UTF-8\'\'a%3Bb%3Dc.pdf'],
    [
      "O'Brien (1).pdf",
      "O'Brien (1).pdf",
      'attachment; filename="O_Brien (1).pdf"; filename*=UTF-8\'\'O%27Brien%20%281%29.pdf',
    ],
  ])('keeps the name %s, made safe', async (fileName, name, disposition) => {
    const receipt = await uploaded({ fileName });
    expect(receipt.originalFileName).toBe(name);
    const file = await app.call('GET', await linkTo(receipt.id));
    expect(file.headers['content-disposition']).toBe(disposition);
  });

  it('repeated with its key or its id takes effect once', async () => {
    const headers = { 'idempotency-key': 'receipt-1' };
    const first = await upload({ headers });
    const files = stored();
    const again = await upload({ headers });
    expect([again.status, again.text, again.headers['idempotency-replayed'], stored()]).toEqual([
      201,
      first.text,
      'true',
      files,
    ]);
    expect((await upload({ headers, fields: { description: 'other' } })).status).toBe(422);
    expect((await upload({ headers, content: `${RECEIPT_PDF}x` })).status).toBe(422);
    const id = '0190b0a0-aaaa-7abc-8def-0123456789ab';
    const own = await uploaded({ fields: { id: id.toUpperCase() } });
    expect(own.id).toBe(id);
    const taken = await upload({ fields: { id } });
    expect([taken.status, (taken.json as { code: string; current: unknown }).code]).toEqual([409, 'already-exists']);
    expect((taken.json as { current: ReceiptView }).current).toMatchObject({ id, sha256: own.sha256 });
  });
});

describe('a download', () => {
  it('goes by a link without a token that is good for five minutes', async () => {
    const { id } = await uploaded();
    const link = await linkTo(id);
    const file = await app.call('GET', link);
    expect([file.status, file.text]).toEqual([200, RECEIPT_PDF]);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    app.now += 299_000;
    expect((await app.call('GET', link)).status).toBe(200);
    app.now += 3000;
    const late = await app.call('GET', link);
    expect([late.status, (late.json as { message: string }).message]).toEqual([
      403,
      'This download link has expired. Please download the file again.',
    ]);
  });

  it('of a forged or foreign link finds nothing', async () => {
    const { id } = await uploaded();
    const [, grant = '', seal = ''] = /file\/(.*)\.([\w-]+)$/u.exec(await linkTo(id)) ?? [];
    const [name = '', until = ''] = grant.split('.');
    const sealed = (await linkTo((await uploaded()).id)).split('.').at(-1) ?? '';
    for (const forged of [
      `${name}.${Number(until) + 60}.${seal}`,
      `${'0'.repeat(48)}.${until}.${seal}`,
      `${grant}.${sealed}`,
      `${grant}.`,
      `${grant}.${seal}x`,
      grant,
      'not.a.token',
    ]) {
      expect((await app.call('GET', `/transactionreceipts/file/${forged}`)).status, forged).toBe(404);
    }
    expect((await app.call('GET', `/transactionreceipts/${id}/download`, { token: other })).status).toBe(404);
  });

  it('finds nothing once the receipt is deleted', async () => {
    const { id } = await uploaded();
    const link = await linkTo(id);
    await app.call('DELETE', `/transactionreceipts/${id}`, { token });
    expect((await app.call('GET', link)).status).toBe(404);
  });
});

describe('a change', () => {
  it('is read from a form or JSON; fields that are not sent stay, and empty fields are cleared', async () => {
    const { id } = await uploaded({ fields: { receiptType: 'statement', description: 'Before' } });
    const boundary = 'x';
    const form = (fields: Record<string, string>) => ({
      body: `${Object.entries(fields)
        .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const put = async (request: { readonly body: unknown; readonly headers?: Record<string, string> }) =>
      await app.call('PUT', `/transactionreceipts/${id}`, { token, ...request });
    expect((await put(form({ description: 'After' }))).json).toMatchObject({
      receiptType: 'statement',
      description: 'After',
      originalFileName: 'note.pdf',
    });
    // A browser's form sends a line break as CR LF.
    expect((await put(form({ description: 'One\r\ntwo' }))).json).toMatchObject({ description: 'One\ntwo' });
    expect((await put(form({ receiptType: '', description: '' }))).json).toMatchObject({
      receiptType: null,
      description: '',
    });
    expect((await put({ body: { receiptType: 'tax_form' } })).json).toMatchObject({
      receiptType: 'tax_form',
      description: '',
    });
    expect((await put({ body: { receiptType: 'nonsense' } })).status).toBe(400);
    expect((await put({ body: { description: 1 } })).status).toBe(400);
  });

  it('of a version that is not the last one is refused with the record', async () => {
    const receipt = await uploaded();
    const headers = { 'if-match': `"${receipt.version}"` };
    expect(
      (await app.call('PUT', `/transactionreceipts/${receipt.id}`, { token, body: { description: 'One' }, headers }))
        .status,
    ).toBe(200);
    const stale = await app.call('PUT', `/transactionreceipts/${receipt.id}`, {
      token,
      body: { description: 'Two' },
      headers,
    });
    expect([stale.status, (stale.json as { current: ReceiptView }).current.description]).toEqual([412, 'One']);
    expect((await app.call('DELETE', `/transactionreceipts/${receipt.id}`, { token, headers })).status).toBe(412);
  });

  it('is sent to devices: additions, deletions, and deletions together with the transaction', async () => {
    const transaction = (await app.call('POST', '/transactions', { token, body: transactionBody(world) })).json as {
      id: string;
    };
    const { cursor } = await changesSince('0');
    const kept = await uploaded({ fields: { transactionId: transaction.id } });
    const gone = await uploaded({ fields: { transactionId: transaction.id } });
    await app.call('DELETE', `/transactionreceipts/${gone.id}`, { token });
    const { fileSizeFormatted: _shown, ...record } = kept;
    const first = await changesSince(cursor);
    expect(first.changes).toEqual([
      { entity: 'receipt', id: kept.id, version: kept.version, deleted: false, record },
      expect.objectContaining({ entity: 'receipt', id: gone.id, deleted: true }),
    ]);
    await app.call('POST', '/transactions/bulk-delete', { token, body: [transaction.id] });
    expect((await changesSince(first.cursor)).changes).toMatchObject([
      { entity: 'receipt', id: kept.id, deleted: true },
      { entity: 'transaction', id: transaction.id, deleted: true },
    ]);
    expect((await app.call('GET', `/transactionreceipts/${kept.id}`, { token })).status).toBe(404);
  });
});

describe('the bytes of a receipt that is gone', () => {
  it('are kept for an hour for downloads in progress, and are then removed', async () => {
    const files = folderFiles(join(app.dataDir, 'receipts'));
    const { id } = await uploaded();
    const kept = await storageNameOf((await uploaded()).id);
    const name = await storageNameOf(id);
    await app.call('DELETE', `/transactionreceipts/${id}`, { token });
    const sweep = async (now: number): Promise<void> => {
      const stopping = new AbortController().signal;
      await sweepReceipts({ store: app.store, receiptFiles: files, clock: () => now, stopping });
    };
    await sweep(app.now);
    expect(stored()).toContain(name);
    await sweep(app.now + 3_601_000);
    expect([stored().includes(name), stored().includes(kept)]).toEqual([false, true]);
    const { count } = await app.store.kysely
      .selectFrom('receipts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(stored()).toHaveLength(count);
  });

  it('of an upload whose transaction failed are removed at once', async () => {
    const id = '0190b0a0-bbbb-7abc-8def-0123456789ab';
    await uploaded({ fields: { id } });
    const before = stored();
    expect((await upload({ fields: { id } })).status).toBe(409);
    expect(stored()).toEqual(before);
  });
});
