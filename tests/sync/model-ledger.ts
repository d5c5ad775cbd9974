/** Everything that a history has done, to be held against the server at the end. */
export class Ledger {
  /** References of records that were made and neither deleted nor given up; each record keeps its own. */
  readonly alive = new Set<string>();
  /** References that some device deleted or gave up: they may be gone. */
  readonly maybeGone = new Set<string>();
  /** References of records that a user removed and that nobody wrote, brought back or was asked about since: they must be gone. */
  readonly removed = new Set<string>();
  /** All amounts that were ever written, by reference. */
  readonly amounts = new Map<string, Set<number>>();
  /** The last amount of a record that only one device's user ever wrote: it must be the one that stays. */
  readonly settled = new Map<string, { readonly user: string; readonly amount: number } | null>();
  /** The same of the other field that edits change. */
  readonly settledOther = new Map<string, { readonly user: string; readonly value: unknown } | null>();
  /** What a record hangs on, by reference: it goes with that. */
  readonly parents = new Map<string, string>();
  /** The references of each import's rows. */
  readonly imports = new Map<string, readonly string[]>();
  /** The server came back from a backup: files of receipts may be lost with it. */
  wasSetBack = false;
  private readonly last = new Map<string, number>();

  /** A new reference: a letter for the kind of record and a number. */
  make(letter: string): string {
    const number = (this.last.get(letter) ?? 0) + 1;
    this.last.set(letter, number);
    const reference = `${letter}${number}`;
    this.alive.add(reference);
    return reference;
  }

  /** The tab died while it was made, or it could not be made: it is there or it is not. */
  unmake(reference: string): void {
    this.alive.delete(reference);
  }

  /** Nobody can say any more which of its amounts is the last, nor what its other field says. */
  unsettle(reference: string): void {
    this.settled.set(reference, null);
    this.settledOther.set(reference, null);
    this.removed.delete(reference);
  }

  remove(reference: string): void {
    this.maybeGone.add(reference);
    this.removed.add(reference);
  }

  wrote(reference: string, amount: number, user: string): void {
    this.removed.delete(reference);
    const before = this.settled.get(reference);
    this.settled.set(reference, before === undefined || before?.user === user ? { user, amount } : null);
    this.amounts.set(reference, (this.amounts.get(reference) ?? new Set()).add(amount));
  }

  /** The other field of a record was given this value. */
  touched(reference: string, value: unknown, user: string): void {
    this.removed.delete(reference);
    const before = this.settledOther.get(reference);
    this.settledOther.set(reference, before === undefined || before?.user === user ? { user, value } : null);
  }

  /** Whether a record, or what it hangs on, was deleted or given up by somebody. */
  mayBeGone(reference: string): boolean {
    const parent = this.parents.get(reference);
    return this.maybeGone.has(reference) || (parent !== undefined && this.mayBeGone(parent));
  }
}
