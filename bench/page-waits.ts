/**
 * How long a page makes a user wait, by two measures: how late due timers run, which includes the page's own work and
 * the machine's other work; and how long real clicks and keys wait until the page has drawn after them. The browser
 * handles these before timers and the storage's replies, but drawing must be waited for too.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** In milliseconds. */
export interface Waits {
  /** The longest delay of a timer. */
  readonly timer: number;
  /** From each press of a button or key to its handler. */
  readonly handled: readonly number[];
  /** From each press to the end of the next frame's work. */
  readonly drawn: readonly number[];
}

/** To be called before the page is opened. */
export async function watchWaits(page: Page): Promise<void> {
  // Functions that run in the page were compiled with `keepNames`, which calls `__name`.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.addInitScript(() => {
    const waits = { timer: 0, handled: [] as number[], drawn: [] as number[] };
    Object.assign(globalThis, { waits });
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      waits.timer = Math.max(waits.timer, now - last - 10);
      last = now;
    }, 10);
    const onPress = (event: Event): void => {
      waits.handled.push(performance.now() - event.timeStamp);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          waits.drawn.push(performance.now() - event.timeStamp);
          port1.close();
        };
        port2.postMessage(null);
      });
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, onPress, true);
  });
}

/** The waits since the last call. */
export async function takeWaits(page: Page): Promise<Waits> {
  return await page.evaluate(() => {
    const { waits } = globalThis as unknown as { waits: { timer: number; handled: number[]; drawn: number[] } };
    const taken = { ...waits };
    Object.assign(waits, { timer: 0, handled: [], drawn: [] });
    return taken;
  });
}

/** Clicks on a place of the page and moves the focus, at random moments, until it is told to stop. */
export function keepPressing(
  client: CDPSession,
  place: { readonly x: number; readonly y: number },
): () => Promise<void> {
  let goesOn = true;
  const pressing = (async () => {
    while (goesOn) {
      await sleep(60 + Math.random() * 200);
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await client.send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 });
      await sleep(60 + Math.random() * 200);
      for (const type of ['keyDown', 'keyUp'] as const)
        await client.send('Input.dispatchKeyEvent', { type, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    }
  })();
  return async () => {
    goesOn = false;
    await pressing;
  };
}

const BUSY_MS = 3000;

/** The longest delay of a timer in an idle page, beside as many busy processes as the machine has processors. */
export async function idleWait(page: Page): Promise<number> {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    await takeWaits(page);
    await sleep(BUSY_MS);
    return (await takeWaits(page)).timer;
  } finally {
    for (const child of processes) child.kill();
  }
}
