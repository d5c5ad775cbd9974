import { expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { restoreReceipt } from './backup-records.ts';
import { digestOf } from '../database/digest.ts';
import { saveRecord } from '../records/records.ts';
import { readReceiptFile } from '../receipts/receipts.ts';

it('a receipt that is restored once more, and had got another id from a server, keeps its file', async () => {
  const db = await freshDatabase();
  const transaction = written(await saveRecord(db, 'transaction', purchase()));
  await db.aliases.put({ oldId: 'old', newId: '55' });
  const bytes = new TextEncoder().encode('%PDF-1.7').buffer as ArrayBuffer;
  const sha256 = await digestOf(bytes);
  const receipt = {
    id: 'old',
    transactionId: transaction.id,
    originalFileName: 'note.pdf',
    contentType: 'application/pdf',
    fileSize: bytes.byteLength,
    sha256,
    receiptType: null,
    description: '',
    uploadedAt: '2025-01-15T12:00:00.000Z',
  };
  written(
    await restoreReceipt(db, receipt, { id: 'old', bytes, type: 'application/pdf', sha256, keep: false }, Date.now()),
  );
  expect((await db.receipts.toArray()).map(({ id }) => id)).toEqual(['55']);
  expect(await readReceiptFile(db, 'old')).toMatchObject({ kind: 'file' });
});
