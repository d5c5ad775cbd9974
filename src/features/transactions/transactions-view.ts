import type { TransactionSortField } from '../../../domain/lists/transaction-query.ts';
import { createViewMemory } from '../../ui/lists/use-list-state.ts';

/** Order and page of the transactions list while the app is open. */
export const transactionsView = createViewMemory<TransactionSortField>();
