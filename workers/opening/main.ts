import { expose } from 'comlink';
import { createHoldfastWorker } from './holdfast-worker.ts';

expose(createHoldfastWorker());
