import { expose } from 'comlink';
import { createHoldfastWorker } from './holdfast-worker.ts';

expose(createHoldfastWorker());

// The browser reads its data about amounts once for a page and all its workers. Here it does so while the page still
// loads its code; the page would need a tenth of its start for it.
new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', currencyDisplay: 'narrowSymbol' }).format(0);
