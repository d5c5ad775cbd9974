import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentDatabase, ownerOf } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { browserEnvironment } from '../api/environment.ts';
import { receiptLink } from './receipt-files.ts';

beforeEach(async () => {
  await openTestDatabase();
  await currentDatabase().receipts.add({
    id: 'r1',
    transactionId: 't1',
    originalFileName: 'note.pdf',
    contentType: 'application/pdf',
    fileSize: 10,
    uploadedAt: '2026-01-15T12:00:00Z',
    receiptType: null,
    description: '',
    version: 1,
  } as never);
});
afterEach(async () => {
  await removeTestDatabase();
});

it.each([
  ['javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['blob:http://localhost/x', null],
  ['file:///etc/passwd', null],
  ['', null],
  ['https://files.example/r1', 'https://files.example/r1'],
])('a link %s of a server leads to %s', async (downloadUrl, expected) => {
  const { userId } = await ownerOf(currentDatabase());
  const environment = {
    ...browserEnvironment,
    credentials: () => ({ token: 'token', userId }),
    fetch: async () => await Promise.resolve(Response.json({ downloadUrl })),
  };
  expect(await receiptLink(currentDatabase(), 'r1', environment)).toBe(expected);
});
