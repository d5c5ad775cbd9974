import { describe, expect, it } from 'vitest';
import { LockManager } from '../../../tests/device/locks.ts';
import { newMemoryDatabase } from '../../../tests/device/memory-storage.ts';
import { draftsOfTab } from './device-drafts.ts';

const KEY = 'transaction-new?';

describe('the drafts of tabs with the same form', () => {
  it('are kept apart, and the draft of a tab that was closed comes back in the next', async () => {
    const { db } = await newMemoryDatabase({ apiBase: 'http://device.test/api', userId: 'user' });
    const browser = new LockManager();
    const clients = [browser.client(), browser.client()] as const;
    const [first, second] = clients.map((client) => draftsOfTab(client, () => db));
    await first?.save(KEY, { text: 'first' });
    expect(await second?.read(KEY)).toBeNull();
    await second?.save(KEY, { text: 'second' });
    expect(await first?.read(KEY)).toEqual({ text: 'first' });

    clients[1].end();
    const third = draftsOfTab(browser.client(), () => db);
    expect(await third.read(KEY)).toEqual({ text: 'second' });
    await third.save(KEY, null);
    expect(await third.read(KEY)).toBeNull();
    expect(await first?.read(KEY)).toEqual({ text: 'first' });

    clients[0].end();
    expect(await draftsOfTab(browser.client(), () => db).read(KEY)).toEqual({ text: 'first' });
    // Another form is another draft.
    expect(await third.read('property-new')).toBeNull();
  });
});
