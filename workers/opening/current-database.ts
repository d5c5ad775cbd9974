import { openDatabase, type OpenDatabase } from './open-database.ts';

/** The one database that is open or being opened. */
export class CurrentDatabase {
  private readonly now: () => number;
  private readonly changed: () => void;
  private opened: { readonly name: string; readonly database: Promise<OpenDatabase> } | null = null;

  /** `now` returns milliseconds since 1970; `changed` is called when a result may have changed. */
  constructor(now: () => number, changed: () => void) {
    this.now = now;
    this.changed = changed;
  }

  get isClosed(): boolean {
    return this.opened === null;
  }

  /** Opens a database by name and closes another one. One that could not be opened is opened again. */
  async open(name: string): Promise<void> {
    const isOpen =
      this.opened?.name === name &&
      (await this.opened.database.then(
        () => true,
        () => false,
      ));
    if (isOpen) return;
    const closed = this.close();
    // At once, so that no later question is answered from the previous database.
    this.opened = { name, database: closed.then(async () => await openDatabase(name, this.now, this.changed)) };
    await this.opened.database;
    this.changed();
  }

  async close(): Promise<void> {
    const closing = this.opened;
    this.opened = null;
    // A database that could not be opened need not be closed, and the caller knows the reason.
    await closing?.database.then(
      (database) => {
        database.close();
      },
      () => undefined,
    );
  }

  /** Rejects when no database is open. */
  async use(): Promise<OpenDatabase> {
    if (this.opened === null) throw new Error('no database is open');
    return await this.opened.database;
  }
}
