/** Prints after a run which calls of the specification the journeys on the plain server made, and why others are never made. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { callTable, reasonNeverMade } from '../../device/specified-calls.ts';

/** The annotation in which a journey names its calls, separated by commas. */
export const CALLS_ANNOTATION = 'calls';

export default class CallsReporter implements Reporter {
  private readonly seen = new Set<string>();

  onTestEnd(_test: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '' } of annotations)
      if (type === CALLS_ANNOTATION) for (const name of description.split(', ')) this.seen.add(name);
  }

  async onEnd(): Promise<{ status?: FullResult['status'] } | undefined> {
    await Promise.resolve();
    if (this.seen.size === 0) return undefined;
    const unexpected = [...this.seen].filter((name) => reasonNeverMade(name) !== null);
    process.stdout.write(`\n${callTable(this.seen).join('\n')}\n`);
    if (unexpected.length === 0) return undefined;
    process.stdout.write(`made although they are said to be never made: ${unexpected.join(', ')}\n`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
