/** Everything that a history has done, to be held against the server at the end. */
export class Ledger {
  /** References of records that were made and neither deleted nor given up; each record keeps its own. */
  readonly alive = new Set<string>();
  /** References that some device deleted or gave up: they may be gone. */
  readonly possiblyDeleted = new Set<string>();
  /** By reference of a record that somebody deleted, how many others wanted it back. */
  readonly keepCounts = new Map<string, number>();
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
  /** Devices of a plain server wrote at once: what one changes between another's look and its write is lost without a word. */
  hasRaced = false;
  /** The server came back from a backup: files of receipts may be lost with it. */
  wasRestored = false;
  private readonly last = new Map<string, number>();
  /** By reference and user, the last amount that they wrote, until another writes who has seen it. */
  private readonly standing = new Map<string, Map<string, number>>();
  /** By reference and user, the amounts that they had before them when they changed or removed the record. */
  private readonly seen = new Map<string, Map<string, Set<number>>>();
  /** By reference, the users who wrote it. */
  private readonly writers = new Map<string, Set<string>>();
  /** By reference, the users who removed it. */
  private readonly removers = new Map<string, Set<string>>();
  /** By reference, the user who brought the record back from an export; an empty text for several. */
  private readonly remade = new Map<string, string>();
  /** References that a user was asked about, or of which a tab died. */
  private readonly unsettled = new Set<string>();

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
    this.unsettled.add(reference);
    this.settled.set(reference, null);
    this.settledOther.set(reference, null);
    this.removed.delete(reference);
  }

  /**
   * After the server was restored from a backup: removed records may exist again, and other devices' records may be
   * missing. Records removed from now on must stay removed.
   */
  restored(): void {
    this.wasRestored = true;
    for (const reference of this.removed) this.unsettle(reference);
    this.removers.clear();
    this.standing.clear();
  }

  /** Counts the answers that keep a record which the server no longer has. */
  countKeep(reference: string): void {
    this.keepCounts.set(reference, (this.keepCounts.get(reference) ?? 0) + 1);
  }

  remove(reference: string): void {
    this.possiblyDeleted.add(reference);
    this.removed.add(reference);
  }

  /** A user brought it back from an export, as a new record: whoever removes the one before does not remove this one. */
  remake(reference: string, user: string): void {
    // Of two who did so neither has removed the other's.
    this.remade.set(reference, (this.remade.get(reference) ?? user) === user ? user : '');
    // Where the removal of the first one is withdrawn, both are there.
    for (let times = 0; times < 2; times += 1) this.countKeep(reference);
  }

  /** A user changes or removes a record that they see with this amount. */
  saw(reference: string, amount: number, user: string): void {
    const users = setDefault(this.seen, reference, () => new Map<string, Set<number>>());
    setDefault(users, user, () => new Set<number>()).add(amount);
  }

  /** A user, who `saw` it, removed it. */
  removedBy(reference: string, user: string): void {
    this.remove(reference);
    if ((this.remade.get(reference) ?? user) !== user) this.removed.delete(reference);
    this.standing.get(reference)?.delete(user);
    setDefault(this.removers, reference, () => new Set<string>()).add(user);
  }

  /** Who wrote what is gone although nobody who removed the record had seen it, and nobody was asked; null for nobody. */
  overlooked(reference: string): string | null {
    const removers = [...(this.removers.get(reference) ?? [])];
    const parent = this.parents.get(reference);
    if (removers.length === 0 || this.unsettled.has(reference) || (parent !== undefined && this.mayBeDeleted(parent)))
      return null;
    const standing = [...(this.standing.get(reference) ?? [])];
    return standing.find(([, amount]) => !removers.some((user) => this.hasSeen(reference, amount, user)))?.[0] ?? null;
  }

  /** Whether one user's change may have gone over another's without a word. */
  mayHaveRaced(reference: string): boolean {
    return this.hasRaced && (this.writers.get(reference)?.size ?? 0) > 1;
  }

  private hasSeen(reference: string, amount: number, user: string): boolean {
    return this.seen.get(reference)?.get(user)?.has(amount) === true;
  }

  wrote(reference: string, amount: number, user: string): void {
    this.removed.delete(reference);
    setDefault(this.writers, reference, () => new Set<string>()).add(user);
    const standing = setDefault(this.standing, reference, () => new Map<string, number>());
    for (const [other, written] of standing) if (this.hasSeen(reference, written, user)) standing.delete(other);
    standing.set(user, amount);
    const before = this.settled.get(reference);
    this.settled.set(reference, before === undefined || before?.user === user ? { user, amount } : null);
    this.amounts.set(reference, (this.amounts.get(reference) ?? new Set()).add(amount));
  }

  /** The other field of a record was given this value. */
  touched(reference: string, value: unknown, user: string): void {
    this.removed.delete(reference);
    setDefault(this.writers, reference, () => new Set<string>()).add(user);
    const before = this.settledOther.get(reference);
    this.settledOther.set(reference, before === undefined || before?.user === user ? { user, value } : null);
  }

  /** Whether a record, or what it hangs on, was deleted or given up by somebody. */
  mayBeDeleted(reference: string): boolean {
    const parent = this.parents.get(reference);
    return this.possiblyDeleted.has(reference) || (parent !== undefined && this.mayBeDeleted(parent));
  }
}

function setDefault<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
