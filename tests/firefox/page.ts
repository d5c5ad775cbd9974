/** A tab of Firefox, used as a person does: things are found by role and name, clicked and typed into. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Firefox } from './connection.ts';

/** Ends only what will never come. */
const LIMIT_MS = 90_000;
const LOOK_AGAIN_MS = 50;
/** The key that BiDi names so. */
const ENTER = '\uE007';

interface Element {
  readonly sharedId: string;
}

export class FirefoxPage {
  private readonly firefox: Firefox;
  private readonly context: string;
  private readonly base: string;

  private constructor(firefox: Firefox, context: string, base: string) {
    this.firefox = firefox;
    this.context = context;
    this.base = base;
  }

  /** A tab with storage of its own, as on another device. */
  static async open(firefox: Firefox, base: string): Promise<FirefoxPage> {
    const { userContext } = await firefox.send('browser.createUserContext', {});
    const { context } = await firefox.send('browsingContext.create', { type: 'tab', userContext });
    await firefox.send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } });
    return new FirefoxPage(firefox, String(context), base);
  }

  async goto(path: string): Promise<void> {
    await this.firefox.send('browsingContext.navigate', {
      context: this.context,
      url: `${this.base}/${path}`,
      wait: 'complete',
    });
  }

  /** Runs a function of the page's own that uses nothing from here; it may be given a text. */
  async evaluate<T>(run: (text: string) => T | Promise<T>, text = ''): Promise<T> {
    return (await this.call(`async (text) => JSON.stringify((await (${run.toString()})(text)) ?? null)`, [
      { type: 'string', value: text },
    ])) as T;
  }

  /** Waits until the page shows this. */
  async sees(text: string | RegExp): Promise<void> {
    const isShown = async (): Promise<boolean> => {
      const shown = await this.evaluate(() => document.body?.innerText ?? '');
      return typeof text === 'string' ? shown.includes(text) : text.test(shown);
    };
    await this.until(isShown, async () => `${String(text)} in ${await this.evaluate(() => document.body.innerText)}`);
  }

  /** Waits until what this asks is true. */
  async until(isSo: () => Promise<boolean>, what: () => Promise<string>): Promise<void> {
    const end = Date.now() + LIMIT_MS;
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) throw new Error(`never came: ${await what()}`);
      await pause(LOOK_AGAIN_MS);
    }
  }

  async click(role: string, name: string): Promise<void> {
    const { sharedId } = await this.find(role, name);
    const origin = { type: 'element', element: { sharedId } };
    await this.act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Types into the field with this label in place of what it holds. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.fieldOf(label);
    await this.call('(field) => { field.focus(); field.select(); return "null"; }', [field]);
    await this.type(text);
  }

  async press(key: 'Enter'): Promise<void> {
    await this.type({ Enter: ENTER }[key]);
  }

  /** Gives a file to the picker with this label. */
  async choose(label: string, file: string): Promise<void> {
    const element = await this.fieldOf(label);
    await this.firefox.send('input.setFiles', { context: this.context, element, files: [file] });
  }

  /** Waits for what has this role and name, in view and not disabled. */
  async find(role: string, name: string): Promise<Element> {
    return await this.locate({ type: 'accessibility', value: { role, name } });
  }

  /** By the label's text: Firefox has no role of the specification's for a password's field. */
  private async fieldOf(label: string): Promise<Element> {
    const idOf = async (): Promise<string> =>
      await this.evaluate(
        (wanted) => [...document.querySelectorAll('label')].find((one) => one.textContent === wanted)?.htmlFor ?? '',
        label,
      );
    await this.until(
      async () => (await idOf()) !== '',
      async () => `the label ${label} in ${await this.evaluate(() => document.body.innerText)}`,
    );
    return await this.locate({ type: 'css', value: `[id="${await idOf()}"]` });
  }

  private async locate(locator: object): Promise<Element> {
    let found: Element | null = null;
    const look = async (): Promise<boolean> => {
      const { nodes } = await this.firefox.send('browsingContext.locateNodes', { context: this.context, locator });
      for (const { sharedId } of nodes as Element[]) {
        const isReady = await this.call(
          `(found) => {
            found.scrollIntoView({ block: 'center' });
            return JSON.stringify(found.isConnected && !found.disabled && found.getClientRects().length > 0);
          }`,
          [{ sharedId }],
        );
        if (isReady === true) {
          found = { sharedId };
          return true;
        }
      }
      return false;
    };
    await this.until(
      look,
      async () => `${JSON.stringify(locator)} in ${await this.evaluate(() => document.body.innerText)}`,
    );
    if (found === null) throw new Error('unreachable');
    return found;
  }

  private async type(text: string): Promise<void> {
    const keys = Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]).flat();
    await this.act([{ type: 'key', id: 'keyboard', actions: keys }]);
  }

  private async act(actions: readonly object[]): Promise<void> {
    await this.firefox.send('input.performActions', { context: this.context, actions });
  }

  /** Calls a function in the page that answers JSON. */
  private async call(declaration: string, args: readonly object[]): Promise<unknown> {
    const answer = await this.firefox.send('script.callFunction', {
      functionDeclaration: declaration,
      arguments: args,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (answer['type'] !== 'success') throw new Error(JSON.stringify(answer['exceptionDetails']).slice(0, 500));
    return JSON.parse((answer['result'] as { value: string }).value);
  }
}
