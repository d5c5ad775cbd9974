/** Why an account that records refer to stays. */
export function inUseMessage(count: number): string {
  return `This account has ${count === 1 ? '1 transaction' : `${count} transactions`} and cannot be deleted. Delete or move ${count === 1 ? 'it' : 'them'} first.`;
}
