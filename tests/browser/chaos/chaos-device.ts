/** A device of the chaos: a browser that can be killed, with two tabs of the app behind a network of its own. */
import type { Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../../faults/fault-proxy.ts';
import { offlineReady, savePurchase, visit } from '../journeys/journey.ts';
import { KillableBrowser } from '../journeys/killable-browser.ts';
import { signIn, signInAs, type Person } from '../steps/people.ts';

/** What is looked at of a transaction: its consideration tells one from the others, its charge is what is edited. */
export interface Seen {
  readonly id: string;
  readonly consideration: number;
  readonly charge: number;
}

/** An entry of the queue, as far as the end of a round looks at it. */
export interface Waiting {
  readonly kind: string;
  readonly state: string;
  readonly error: string;
}

/** How questions of the sync page are answered. */
export interface Choice {
  /** This device's side of an edit on both, not the server's. */
  readonly mine: () => boolean;
  /** A record that was edited here and deleted there, or the other way round, is deleted. */
  readonly acceptsDeletion: () => boolean;
}

/** A question that is answered elsewhere is gone before it can be pressed; one that is not is asked again. */
const PRESS_MS = 5000;

interface Stored {
  readonly rows: readonly Seen[];
  readonly waiting: readonly Waiting[];
}

export class ChaosDevice {
  readonly name: string;
  readonly network: FaultProxy;
  private readonly person: Person;
  private readonly browser: KillableBrowser;
  private tabs: Page[] = [];

  private constructor(name: string, person: Person, network: FaultProxy, browser: KillableBrowser) {
    this.name = name;
    this.person = person;
    this.network = network;
    this.browser = browser;
  }

  /** A browser in which the person has signed in, with two tabs. */
  static async start(name: string, serverPort: number, person: Person): Promise<ChaosDevice> {
    const network = await startFaultProxy(`http://127.0.0.1:${serverPort}`);
    const browser = await KillableBrowser.start(`${network.url.replace('127.0.0.1', 'localhost')}/`);
    const device = new ChaosDevice(name, person, network, browser);
    await signInAs(browser.page, person);
    await offlineReady(browser.page);
    await device.openTabs();
    return device;
  }

  tab(index: number): Page {
    const tab = this.tabs[index];
    if (tab === undefined) throw new Error(`${this.name} has no tab ${index}`);
    return tab;
  }

  private async openTabs(): Promise<void> {
    const first = this.browser.page;
    await first.goto('transactions');
    const list = first.getByRole('heading', { level: 1, name: 'Transactions' });
    const welcome = first.getByRole('heading', { name: 'Welcome Back!' });
    await list.or(welcome).waitFor();
    // A browser that is killed just after the sign-in may not have written local storage yet.
    if (await welcome.isVisible()) {
      // Without the server it would be a session that is asked for the password as soon as there is a connection.
      const { plan } = this.network;
      this.network.plan = () => 'pass';
      await signIn(first, this.person);
      await welcome.waitFor({ state: 'hidden' });
      this.network.plan = plan;
      await visit(first, 'transactions');
    }
    const second = await first.context().newPage();
    await second.goto(new URL('transactions', first.url()).href);
    this.tabs = [first, second];
    for (const tab of this.tabs) await listShown(tab);
  }

  /** Ends it as a power cut would, and starts it on what it had. */
  async kill(): Promise<void> {
    await this.browser.stop('SIGKILL');
    await this.browser.startAgain();
    await this.openTabs();
  }

  /** Saves a new purchase; resolves when the app says that it is kept. */
  async add(tab: Page, consideration: number): Promise<void> {
    await visit(tab, 'transactions/new');
    await savePurchase(tab, String(consideration));
    await listShown(tab);
  }

  /** Saves another charge for the purchase; false where this device does not have it. */
  async edit(tab: Page, consideration: number, charge: number): Promise<boolean> {
    const id = await this.idOf(tab, consideration);
    if (id === null) return false;
    await visit(tab, `transactions/edit/${id}`);
    await tab.getByLabel('Broker Charge').fill(String(charge));
    await tab.getByRole('button', { name: 'Update Transaction' }).click();
    await listShown(tab);
    return true;
  }

  /** Deletes the purchase from the list; false where this device does not have it. */
  async remove(tab: Page, consideration: number): Promise<boolean> {
    const id = await this.idOf(tab, consideration);
    if (id === null) return false;
    await visit(tab, 'transactions');
    const row = tab.getByRole('row').filter({ has: tab.locator(`a[href$="/transactions/${id}"]`) });
    await row.getByRole('checkbox').click();
    await tab.getByRole('button', { name: 'Delete 1 selected transactions' }).click();
    await tab.getByRole('button', { name: 'Delete 1 Transaction(s)' }).click();
    await tab.getByRole('dialog', { name: 'Confirm Delete' }).waitFor({ state: 'hidden' });
    return true;
  }

  private async idOf(tab: Page, consideration: number): Promise<string | null> {
    const { rows } = await tab.evaluate(readStored);
    return rows.find((row) => row.consideration === consideration)?.id ?? null;
  }

  /** What the device itself has, read from its database. */
  async stored(): Promise<Stored> {
    return await this.tab(0).evaluate(readStored);
  }

  /** Puts a tab to sleep, as a browser does with one that nobody looks at, or wakes it. */
  async setFrozen(tab: Page, isFrozen: boolean): Promise<void> {
    const session = await tab.context().newCDPSession(tab);
    await session.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
    await session.detach();
  }

  /** Presses what sends and pulls, on the sync page of the first tab. */
  async syncNow(): Promise<void> {
    const tab = this.tab(0);
    await visit(tab, 'sync');
    await tab.getByRole('button', { name: 'Sync now' }).click();
  }

  /** Answers what the sync page asks. Returns how many questions it answered. */
  async answer({ mine, acceptsDeletion }: Choice): Promise<number> {
    const tab = this.tab(0);
    await visit(tab, 'sync');
    let answered = 0;
    for (const name of ['Keep and send again', /^Retry:/u]) {
      if (await press(tab, name)) answered += 1;
    }
    await press(tab, 'Show values');
    const sides = mine() ? ['All mine'] : ['All theirs', 'All from the server'];
    if ((await press(tab, ...sides)) && (await press(tab, 'Save choice'))) answered += 1;
    const whole = acceptsDeletion()
      ? ['Delete anyway', 'Accept the deletion']
      : ['Keep their version', "Keep the server's version", 'Recreate with my version'];
    if (await press(tab, ...whole)) answered += 1;
    return answered;
  }

  async dispose(): Promise<void> {
    await this.browser.dispose();
    await this.network.close();
  }
}

/** Presses the first button of one of the names; false where there is none, or none any more. */
async function press(tab: Page, ...names: readonly (string | RegExp)[]): Promise<boolean> {
  for (const name of names) {
    const buttons = tab.getByRole('button', { name });
    if ((await buttons.count()) === 0) continue;
    return await buttons
      .first()
      .click({ timeout: PRESS_MS })
      .then(
        () => true,
        () => false,
      );
  }
  return false;
}

/** Waits for the list: before it is there, a form that was saved still stands under its address. */
async function listShown(tab: Page): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: 'Transactions', exact: true }).waitFor();
}

/** Runs in the page. */
async function readStored(): Promise<{ rows: Seen[]; waiting: Waiting[] }> {
  const [info] = (await indexedDB.databases()).filter(({ name }) => /^holdfast-[0-9a-f]{32}$/u.test(name ?? ''));
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(info?.name ?? '');
    opening.onsuccess = () => {
      resolve(opening.result);
    };
    opening.onerror = () => {
      reject(opening.error ?? new Error('not opened'));
    };
  });
  // No function with a name of its own: what compiles this file marks those by a helper that the page does not have.
  const [transactions = [], entries = []] = await Promise.all(
    ['transactions', 'outbox'].map(
      async (store) =>
        await new Promise<Record<string, unknown>[]>((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => {
            resolve(reading.result);
          };
          reading.onerror = () => {
            reject(reading.error ?? new Error('not read'));
          };
        }),
    ),
  );
  db.close();
  return {
    rows: transactions.map((row) => ({
      id: String(row['id']),
      consideration: Number(row['consideration']),
      charge: Number(row['brokerCharge'] ?? 0),
    })),
    waiting: entries.map((entry) => ({
      kind: String(entry['kind']),
      state: String(entry['state']),
      error: JSON.stringify(entry['error']),
    })),
  };
}
