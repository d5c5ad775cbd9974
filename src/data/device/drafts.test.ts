import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentDatabase } from '../database/database.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { newId } from '../database/ids.ts';
import { REKEY_TABLES, rekeyRecord } from '../outbox/rekey.ts';
import { openTestDatabase, removeTestDatabase } from '../database/test-database.fixture.ts';
import { write } from '../database/write.ts';

beforeEach(openTestDatabase);
afterEach(removeTestDatabase);

it('a draft follows its record and the records that it names to the ids that a server gives them', async () => {
  const db = currentDatabase();
  const [transaction, account] = [newId(), newId()];
  const draft = (accountId: string) => ({ base: { accountId: '' }, values: { accountId } });
  await saveDraft(db, `transaction-${transaction}`, draft(account));
  await saveDraft(db, `transaction-new?accountId=${account}`, draft(account));
  await write(db, REKEY_TABLES, async () => {
    await rekeyRecord(db, 'account', account, '7');
    await rekeyRecord(db, 'transaction', transaction, '41');
  });
  expect(await readDraft(db, 'transaction-41')).toEqual(draft('7'));
  expect(await readDraft(db, 'transaction-new?accountId=7')).toEqual(draft('7'));
  // The form that is still open under the old ids goes on with the same draft.
  await saveDraft(db, `transaction-${transaction}`, draft('8'));
  expect(await readDraft(db, 'transaction-41')).toEqual(draft('8'));
  expect(await readDraft(db, `transaction-${transaction}`)).toEqual(draft('8'));
  await saveDraft(db, `transaction-new?accountId=${account}`, null);
  expect(await db.drafts.count()).toBe(1);
});
