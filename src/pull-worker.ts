/** The worker that pulls for a page: reading and writing thousands of records would hold up who looks at it. */
import { expose } from 'comlink';
import { pullForPage } from './sync/pull-for-page.ts';

const worker = { pull: pullForPage };

export type PullWorker = typeof worker;

expose(worker);
