/** The clock of the pages' threads, which a page's own clock does not set. */
import type { BrowserContext, Page, Worker } from '@playwright/test';

const aheadOf = new WeakMap<BrowserContext, number>();

/** Sets the clock of all threads of a context, and of those that start later, so many milliseconds ahead. */
export async function setThreadClocks(context: BrowserContext, ms: number): Promise<void> {
  const isFirst = !aheadOf.has(context);
  aheadOf.set(context, ms);
  const follow = (page: Page): void => {
    page.on('worker', (worker) => void setClockOf(worker, aheadOf.get(context) ?? 0));
  };
  if (isFirst) {
    for (const page of context.pages()) follow(page);
    context.on('page', follow);
  }
  const threads = context.pages().flatMap((page) => page.workers());
  await Promise.all(threads.map(async (worker) => await setClockOf(worker, ms)));
}

async function setClockOf(worker: Worker, ms: number): Promise<void> {
  await worker.evaluate((ahead) => {
    const thread = globalThis as { ownNow?: () => number };
    const own = (thread.ownNow ??= Date.now.bind(Date));
    Date.now = () => own() + ahead;
  }, ms);
}
