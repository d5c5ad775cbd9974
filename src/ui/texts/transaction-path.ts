/** Where a transaction is read: lists and figures lead there. */
export function transactionPath(id: string): string {
  return `/transactions/${encodeURIComponent(id)}`;
}

/** Where a transaction is edited. */
export function editTransactionPath(id: string): string {
  return `/transactions/edit/${encodeURIComponent(id)}`;
}
