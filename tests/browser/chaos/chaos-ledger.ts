/** What the users of the chaos were told is saved, and what follows for the end. */

interface Known {
  /** The devices that changed it. */
  readonly devices: Set<string>;
  /** Charges that may stand at the end; the last is the one that was saved last. */
  readonly charges: number[];
  isRemoved: boolean;
  /** A removal or an edit that a restored backup may have undone, or that another device may have overruled. */
  isOpen: boolean;
}

/** A purchase as a server has it: told from others by its consideration. */
export interface Purchase {
  readonly label: number;
  readonly charge: number;
}

const FIRST_LABEL = 1001;

export class ChaosLedger {
  private readonly known = new Map<number, Known>();
  private last = FIRST_LABEL - 1;
  /** How many changes were saved. */
  changes = 0;
  /** Labels whose last change is not in the backup: what the server forgets with it. */
  private sinceBackup: Set<number> | null = null;
  /** The server came back from a backup. */
  wasRestored = false;

  /** A consideration that no purchase has yet. */
  next(): number {
    this.last += 1;
    return this.last;
  }

  all(): readonly number[] {
    return [...this.known].filter(([, { isRemoved }]) => !isRemoved).map(([label]) => label);
  }

  /** Purchases that only this device has changed. */
  ownOf(device: string): readonly number[] {
    return this.all().filter((label) => [...(this.known.get(label)?.devices ?? [])].every((name) => name === device));
  }

  /** A device said that the purchase with this charge is saved. */
  saved(label: number, device: string, charge: number): void {
    const known = this.of(label, device);
    known.charges.push(charge);
  }

  removed(label: number, device: string): void {
    this.of(label, device).isRemoved = true;
  }

  /** A backup of a server with these purchases. A change that still waits on its device is not in it. */
  backedUp(onServer: readonly Purchase[]): void {
    const isOnServer = (label: number, { charges, isRemoved }: Known): boolean => {
      const found = onServer.find((row) => row.label === label);
      return isRemoved ? found === undefined : found?.charge === charges.at(-1);
    };
    this.sinceBackup = new Set([...this.known].flatMap(([label, known]) => (isOnServer(label, known) ? [] : [label])));
  }

  /** Edits and removals since the backup may be undone by it; purchases themselves are asked about and kept. */
  restored(): void {
    for (const label of this.sinceBackup ?? []) {
      const known = this.known.get(label);
      if (known !== undefined) known.isOpen = true;
    }
    this.sinceBackup = null;
    this.wasRestored = true;
  }

  private of(label: number, device: string): Known {
    const known = this.known.get(label) ?? { devices: new Set(), charges: [], isRemoved: false, isOpen: false };
    this.known.set(label, known);
    this.changes += 1;
    known.devices.add(device);
    // Two devices may choose either side.
    if (known.devices.size > 1) known.isOpen = true;
    this.sinceBackup?.add(label);
    return known;
  }

  /** What of this list, which a server or device has at rest, cannot be. */
  faults(there: readonly Purchase[]): readonly string[] {
    const faults: string[] = [];
    for (const [label, { charges, isRemoved, isOpen }] of this.known) {
      const found = there.filter((row) => row.label === label);
      const may = isOpen ? charges : charges.slice(-1);
      if (found.length > 1) faults.push(`${label} is there ${found.length} times`);
      if (found.length === 0 && !isRemoved) faults.push(`${label} is lost`);
      if (found.length > 0 && isRemoved && !isOpen) faults.push(`${label} was deleted and is there`);
      for (const { charge } of found)
        if (!may.includes(charge)) faults.push(`${label} has the charge ${charge}, not ${may.join(' or ')}`);
    }
    for (const { label } of there) if (!this.known.has(label)) faults.push(`${label} was never saved`);
    return faults;
  }
}
