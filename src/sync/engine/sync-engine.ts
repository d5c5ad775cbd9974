/** Runs sync while the app is open: sends what is queued, pulls what others changed, and reports its status. */
import { watchTables } from '../../data/database/change-feed.ts';
import { isClosedForGood, ownerOf } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { hasQueuedTransactions } from '../../data/outbox/outbox.ts';
import { countOutbox } from '../../data/questions/outbox-count.ts';
import { backoffMs, createApi, successOf } from '../api/api.ts';
import { askServerKind } from '../api/capabilities.ts';
import { type SyncEnvironment, tellBug } from '../api/environment.ts';
import { noteServer } from '../api/note-server.ts';
import { RecentReads } from '../api/recent-reads.ts';
import { LOOK_AGAIN_MS } from '../api/sync-lock.ts';
import { isServerThere, isUnreached } from '../network/http.ts';
import type { Triggers } from '../network/triggers.ts';
import type { PullResult } from '../pull/pull-context.ts';
import { pull, pullMissingQuotes } from '../pull/pull.ts';
import type { SenderContext } from '../send/send-result.ts';
import { sendNext } from '../send/sender.ts';
import { listPath } from '../wire/paths.ts';
import { cleanUp } from './clean-up.ts';
import { greaterPull, type RequestedPull } from './requested-pull.ts';
import type { SyncHere } from './sync-handle.ts';
import { createStatus, readSoFar } from './sync-status.ts';
import { WaitingCount, type OutboxCounts } from './waiting-count.ts';

export interface SyncOptions {
  readonly db: HoldfastDatabase;
  readonly environment: SyncEnvironment;
  /** What starts a round besides queued changes and the timer. */
  readonly triggers: Triggers;
}

/** Pulls this often while the app is open and nothing else happens. */
const POLL_MS = 5 * 60_000;
/** A pull on focus or `online` makes sense only when the last is older. */
const FRESH_MS = 15_000;
/** Attempts after an event are at least this far apart: `online` may fire repeatedly without a connection. */
const EVENT_GAP_MS = 2000;
/** No pause is longer than this; a longer one comes from a clock that was wrong. */
const LONGEST_PAUSE_MS = 61 * 60_000;
const KIND_ASKED_AGAIN_MS = 24 * 60 * 60_000;
/** After this many entries in a row over which the server failed, sync pauses. */
const MOST_FAILURES = 3;

/** Starts sync of an open database: sends and pulls at once, then on every change, trigger and some minutes. */
export function startSync({ db, environment, triggers }: SyncOptions): SyncHere {
  const engine = new Engine(db, environment);
  engine.begin(triggers);
  return {
    flush: async () => await engine.request('none', true),
    pull: async (requested = 'now') => await engine.request(requested, true),
    status: engine.status,
    stop: async () => await engine.stop(),
  };
}

/** One round of sync, for a worker that is woken for it alone. Returns how many changes still wait. */
export async function syncOnce(
  { db, environment }: Omit<SyncOptions, 'triggers'>,
  requestedPull: RequestedPull,
): Promise<number> {
  const engine = new Engine(db, environment);
  await engine.request(requestedPull, true);
  await engine.stop();
  return (await countOutbox(db)).waiting;
}

/** `failed`: the server replied, but not as expected. */
type Failure = Exclude<PullResult, 'done'>;

class Engine {
  readonly status = createStatus();
  private readonly db: HoldfastDatabase;
  private readonly environment: SyncEnvironment;
  private readonly stops = [() => this.cancelTimer(), () => this.counts.stop()];
  private api: RecentReads | null = null;
  private isKindKnown = false;
  private capabilityFailures = 0;
  private running: Promise<void> | null = null;
  private requestedPull: RequestedPull | null = null;
  private isStopped = false;
  private failures = 0;
  private pausedUntil = 0;
  private lastAttemptAt = -Infinity;
  private lastPullAt = -Infinity;
  /** A request too soon after an attempt, or during a round of another tab: it is repeated when the timer fires. */
  private keptPull: RequestedPull = 'none';
  private cancelTimer: () => void = () => undefined;
  private readonly counts: WaitingCount;
  private isSending = false;

  constructor(db: HoldfastDatabase, environment: SyncEnvironment) {
    this.db = db;
    this.environment = environment;
    this.counts = new WaitingCount(db, environment, async (counts) => await this.showCounts(counts));
  }

  begin(triggers: Triggers): void {
    this.stops.push(watchTables(this.db, ['outbox', 'quarantine'], () => this.onQueueChanged()));
    this.stops.push(triggers(() => this.onTrigger()));
    cleanUp(this.db, this.environment);
    void this.request('now', false);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    await this.running;
  }

  /** Runs a round, or another after the one that runs. `urgent` does not wait for a pause to end. */
  async request(requestedPull: RequestedPull, urgent: boolean): Promise<void> {
    if (this.isStopped) return;
    if (urgent) this.pausedUntil = 0;
    this.requestedPull = greaterPull(requestedPull, this.requestedPull ?? 'none');
    this.running ??= this.runRounds();
    await this.running;
  }

  private onQueueChanged(): void {
    if (this.isSending) {
      // Usually caused by the round itself; changes saved in the meantime are sent by another round.
      this.requestedPull ??= 'none';
      return this.counts.soon();
    }
    void this.updateCounts()
      .then((waiting) => {
        if (waiting > 0) this.environment.wakeLater();
        // A running round may have finished sending, and be busy with a long pull: another one follows it.
        if (waiting > 0) void this.request('none', false);
      })
      .catch(tellBug(this.environment));
  }

  private onTrigger(): void {
    const soonest = this.lastAttemptAt + EVENT_GAP_MS;
    if (Math.abs(this.environment.now() - this.lastAttemptAt) < EVENT_GAP_MS) {
      // A connection may return right after an attempt without it: then one more attempt is made, but not before.
      this.keptPull = greaterPull(this.keptPull, 'due');
      this.pausedUntil = Math.min(this.pausedUntil, soonest);
      this.wakeAt(soonest);
      return;
    }
    this.pausedUntil = 0;
    void this.request('due', false);
  }

  private async runRounds(): Promise<void> {
    try {
      while (this.requestedPull !== null && !this.isStopped) {
        const { requestedPull } = this;
        this.requestedPull = null;
        await this.round(requestedPull).finally(() => this.api?.forget());
      }
    } catch (error) {
      // Another tab upgrades the database, or the user signs out.
      if (isClosedForGood(this.db)) return void this.stop();
      // The browser closed it, or its disk is full: that passes. Anything else is a bug, which the page lists on
      // /sync.
      this.pauseAfterFailure();
      this.rest('idle', this.pausedUntil);
      tellBug(this.environment)(error);
    } finally {
      this.running = null;
    }
  }

  private async round(requestedPull: RequestedPull): Promise<void> {
    const now = this.environment.now();
    await this.updateCounts();
    if (this.pausedUntil > now && this.pausedUntil <= now + LONGEST_PAUSE_MS) return this.wakeAt(this.pausedUntil);
    if (!this.environment.mayBeOnline()) return this.rest('offline', null);
    this.lastAttemptAt = now;
    if (this.environment.credentials() === null) {
      const { apiBase } = await ownerOf(this.db);
      return (await isServerThere(this.environment, apiBase)) ? this.rest('signIn', null) : this.onFailure('offline');
    }
    const server = await this.findServer();
    if (typeof server === 'string') return this.onFailure(server);
    // A restored server is read before anything is sent to it.
    const first = (await readSyncState(this.db)).isRestoredFromBackup ? await this.pullAll(server, 'now') : 'done';
    if (first === 'busy') return this.restBusy(requestedPull, null);
    if (first !== 'done') return this.onFailure(first);
    this.isSending = true;
    const bringsSecurities = server.mode === 'plain' && (await hasQueuedTransactions(this.db));
    const nextAt = await this.send(server).finally(() => {
      this.isSending = false;
    });
    await this.updateCounts();
    if (nextAt === 'offline') return this.onFailure(nextAt);
    // A security that is new here has its price and rates without waiting for the next pull.
    if (bringsSecurities && requestedPull === 'none') await pullMissingQuotes(server);
    if (requestedPull !== 'none' && (requestedPull !== 'due' || (await this.isPullDue()))) {
      const pulled = await this.pullAll(server, requestedPull);
      if (pulled === 'offline') return this.onFailure(pulled);
      await this.updateCounts();
      if (pulled === 'busy') return this.restBusy(requestedPull, nextAt);
    }
    this.failures = 0;
    this.rest('idle', nextAt);
  }

  /** What another tab has pulled recently is here as well. */
  private async isPullDue(): Promise<boolean> {
    const now = this.environment.now();
    const pulledAt = Date.parse((await readSyncState(this.db)).lastSyncedAt ?? '');
    // A time in the future is of a clock that was wrong.
    if (pulledAt <= now) this.lastPullAt = Math.max(this.lastPullAt, pulledAt);
    return now - this.lastPullAt > FRESH_MS;
  }

  /** Another tab holds the lock: what it does not pull is pulled here right after. */
  private restBusy(requestedPull: RequestedPull, nextAt: number | null): void {
    this.keptPull = greaterPull(this.keptPull, requestedPull === 'now' ? 'due' : requestedPull);
    this.rest('idle', Math.min(nextAt ?? Infinity, this.environment.now() + LOOK_AGAIN_MS));
  }

  /**
   * The kind of server, asked once per start after a call that any server answers. Where it did not reply before, only a
   * reply ends that: a round may have nothing to send and no pull to make.
   */
  private async findServer(): Promise<SenderContext | Failure> {
    const owner = await ownerOf(this.db);
    const api = (this.api ??= new RecentReads(createApi(this.environment, owner), this.db, this.environment.now));
    const found = (mode: 'plain' | 'extended'): SenderContext => ({
      db: this.db,
      environment: this.environment,
      api,
      mode,
      onClaim: (claimNumber) => api.followClaim(claimNumber),
    });
    const { mode: known, askedKindAt } = await readSyncState(this.db);
    const isKnown = this.isKindKnown && known !== 'unknown';
    if (isKnown && this.status.get().phase !== 'offline') return found(known);
    // A call that every server answers to a user who is signed in.
    const outcome = await api.call('GET', listPath('account'), { recent: true });
    if (isKnown) return outcome.kind === 'reply' ? found(known) : 'offline';
    if (successOf(outcome) === null) return isUnreached(outcome) ? 'offline' : 'failed';
    // A server that does not know this question is asked it once a day, not at every start.
    const age = Math.abs(this.environment.now() - (askedKindAt ?? -Infinity));
    if (known === 'plain' && age < KIND_ASKED_AGAIN_MS) {
      this.isKindKnown = true;
      return found(this.takeKind(known, owner.apiBase));
    }
    const kind = await askServerKind(api, {
      wasExtended: known === 'extended',
      capabilityFailures: this.capabilityFailures,
    });
    this.isKindKnown = kind.mode !== 'unknown';
    if (kind.mode === 'unknown' && kind.isInconclusive) this.capabilityFailures += 1;
    const mode = kind.mode === 'unknown' ? known : kind.mode;
    if (mode === 'unknown') return kind.mode === 'unknown' && kind.isInconclusive ? 'failed' : 'offline';
    await noteServer(this.db, mode, kind, this.environment.now());
    return found(this.takeKind(mode, owner.apiBase));
  }

  private takeKind<M extends 'plain' | 'extended'>(mode: M, apiBase: string): M {
    this.environment.onServerKnown(mode, apiBase);
    this.status.update({ mode });
    return mode;
  }

  /** The server was restored: its records are read before anything more is sent to it. */
  private async onRestoredFromBackup(): Promise<number | 'offline'> {
    this.isKindKnown = false;
    if (typeof (await this.findServer()) === 'string' || !this.isKindKnown) return 'offline';
    this.requestedPull ??= 'none';
    return this.environment.now();
  }

  /** Sends until nothing may be sent; returns when to try again (null: no need), or 'offline'. */
  private async send(server: SenderContext): Promise<number | null | 'offline'> {
    const { environment } = this;
    for (let consecutiveFailures = 0; !this.isStopped;) {
      const result = await sendNext(server);
      if (result.kind === 'idle') return result.nextAt;
      if (result.kind === 'offline') return 'offline';
      if (result.kind === 'restoredFromBackup') return await this.onRestoredFromBackup();
      consecutiveFailures = result.kind === 'entryFailed' ? consecutiveFailures + 1 : 0;
      if (result.kind === 'pause' || consecutiveFailures === MOST_FAILURES) {
        this.pausedUntil =
          result.kind === 'pause' ? result.until : environment.now() + backoffMs(MOST_FAILURES, environment.random);
        return this.pausedUntil;
      }
      this.status.update({ phase: 'sending' });
    }
    return null;
  }

  private async pullAll(server: SenderContext, requested: RequestedPull): Promise<PullResult | 'busy'> {
    // The status stays offline until the server replies.
    this.status.update({ ...(this.status.get().phase === 'offline' ? {} : { phase: 'pulling' }), pulled: 0 });
    const onProgress = (pulled: number): void => this.status.update({ phase: 'pulling', pulled });
    const result = await pull({ ...server, onProgress }, server.mode, requested === 'quotes');
    if (result !== 'busy') this.lastPullAt = this.environment.now();
    this.status.update(readSoFar(await readSyncState(this.db)));
    return result;
  }

  private pauseAfterFailure(): void {
    this.failures += 1;
    this.pausedUntil = this.environment.now() + backoffMs(this.failures, this.environment.random);
  }

  private onFailure(failure: Failure): void {
    this.pauseAfterFailure();
    this.rest(failure === 'offline' ? 'offline' : 'idle', this.pausedUntil);
  }

  private rest(phase: 'idle' | 'offline' | 'signIn', nextAt: number | null): void {
    this.status.update({ phase });
    const afterEvent = this.keptPull === 'none' ? Infinity : this.lastAttemptAt + EVENT_GAP_MS;
    this.wakeAt(Math.min(nextAt ?? Infinity, afterEvent, this.environment.now() + POLL_MS));
  }

  private wakeAt(at: number): void {
    this.cancelTimer();
    if (this.isStopped) return;
    const { environment } = this;
    this.cancelTimer = environment.schedule(
      () => {
        const isPollDue = environment.now() - this.lastPullAt >= POLL_MS;
        const requestedPull = greaterPull(this.keptPull, isPollDue ? 'due' : 'none');
        this.keptPull = 'none';
        void this.request(requestedPull, false);
      },
      Math.max(0, at - environment.now()),
    );
  }

  private async updateCounts(): Promise<number> {
    return this.isStopped ? 0 : await this.counts.now();
  }

  private async showCounts(counts: OutboxCounts): Promise<void> {
    const state = await readSyncState(this.db);
    this.status.update({ ...counts, ...readSoFar(state), mode: state.mode });
  }
}
