/** One walk in date order keeps the pool; what it cannot cover takes later acquisitions (RULES 3.1(3), 3.1(4), 3.9). */
import { negate, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { Standing } from './checkpoints.ts';
import { withItem, type AcquisitionDay, type DisposalDay, type EventDay, type Part } from '../pool/days.ts';
import type { MatchRule, PoolDraw } from '../terms/gains.ts';
import type { CapacityHistory } from './history.ts';
import { identifyWith } from './identify.ts';
import { applyEvents, type PoolWalk } from '../pool/pool-events.ts';
import { NO_POUNDS } from '../pool/section-104.ts';
import { leaving, toQuantity, type Units } from '../terms/units.ts';

const NO_ROWS: readonly Transaction[] = [];
const NO_QUANTITY = 0n as Exact<'quantity'>;

/** Finishes the identification of a history whose same-day and 30-day matches are made. */
export function walkPool(walk: PoolWalk, history: CapacityHistory): void {
  const { acquisitions, disposals, events, standings } = history;
  const ahead = new LaterAcquisitions(acquisitions);
  let [a, d, e, s] = [0, 0, 0, 0];
  let held = history.from?.balance ?? 0n;
  let lastDay = 0;
  for (;;) {
    const acquisition = acquisitions[a];
    const disposal = disposals[d];
    const event = events[e];
    const day = Math.min(acquisition?.day ?? Infinity, disposal?.day ?? Infinity, event?.day ?? Infinity);
    for (let standing = standings[s]; standing !== undefined && standing.day <= day; standing = standings[s]) {
      complete(standing, walk, held, lastDay);
      s += 1;
    }
    if (day === Infinity) return;
    if (event?.day === day) {
      held += applyAndMeasure(walk, event, disposals[d - 1]);
      e += 1;
    }
    if (acquisition?.day === day) {
      join(walk, acquisition);
      held += acquisition.units;
      a += 1;
    }
    if (disposal?.day === day) {
      held -= disposal.sold + disposal.transferred;
      draw(walk, disposal, ahead);
      if (held < 0n) reportShort(walk, disposal, held);
      lastDay = Math.max(lastDay, disposal.lastDay);
      d += 1;
    }
  }
}

/** Adds the pool to the state of a capacity. The disposals so far are identified with acquisitions up to `lastDay`. */
function complete(standing: Standing, { pool }: PoolWalk, held: bigint, lastDay: number): void {
  standing.units = pool.units;
  standing.cost = pool.cost;
  standing.balance = held;
  standing.settled = lastDay < standing.day;
}

/** Applies a day's events and returns by how many basis units they change what is held. */
function applyAndMeasure(walk: PoolWalk, event: EventDay, lastDisposal: DisposalDay | undefined): bigint {
  const before = walk.pool.units;
  applyEvents(walk, event, lastDisposal);
  return walk.pool.units - before;
}

/** RULES 5: what no disposal has claimed joins the pool with the cost that is left. */
function join({ pool }: PoolWalk, acquisition: AcquisitionDay): void {
  const { left, costLeft, rows } = acquisition;
  if (left > 0n || costLeft > 0n) pool.add(left, costLeft, rows);
  if (pool.isRecording)
    pool.record(acquisition, {
      event: 'ACQUISITION',
      rows,
      units: left,
      cost: costLeft,
      elsewhere: (acquisition.units - left) as Units,
    });
  acquisition.left = 0n as Units;
  acquisition.costLeft = NO_POUNDS;
}

/** RULES 3.1(3), 3.1(4), 3.8: the pool, then later acquisitions, and what is left is unmatched. */
function draw(walk: PoolWalk, disposal: DisposalDay, ahead: LaterAcquisitions): void {
  const { pool } = walk;
  const units = disposal.left < pool.units ? disposal.left : pool.units;
  let cost = NO_POUNDS;
  if (units > 0n) {
    const drawn = pool.draw(units, disposal.factor);
    cost = drawn.cost;
    disposal.left = (disposal.left - units) as Units;
    disposal.parts = withItem(disposal.parts, partWithout('SECTION_104', units, cost, disposal, drawn.draw));
  }
  if (pool.isRecording) {
    const total = (disposal.sold + disposal.transferred) as Units;
    pool.record(disposal, {
      event: 'DISPOSAL',
      rows: rowsOf(disposal),
      units: leaving(units),
      cost: negate(cost),
      elsewhere: (total - units) as Units,
    });
  }
  if (disposal.left === 0n) return;
  ahead.cover(disposal);
  if (disposal.left === 0n) return;
  disposal.parts = withItem(disposal.parts, partWithout('UNMATCHED', disposal.left, NO_POUNDS, disposal, null));
  walk.findings.report('unmatched', rowsOf(disposal)[0] ?? null, toQuantity(disposal.left, disposal.factor));
}

function rowsOf(disposal: DisposalDay): readonly Transaction[] {
  return disposal.transfersOut.length === 0 ? disposal.sales : [...disposal.sales, ...disposal.transfersOut];
}

/** A part of a disposal without an acquisition day. */
function partWithout(
  rule: MatchRule,
  units: Units,
  cost: Exact<'pounds'>,
  disposal: DisposalDay,
  pool: PoolDraw | null,
): Part {
  const quantity = toQuantity(units, disposal.factor);
  return {
    rule,
    units,
    quantity,
    acquisitionQuantity: quantity,
    acquisitionDate: null,
    acquisitions: NO_ROWS,
    acquiredQuantity: NO_QUANTITY,
    acquiredCost: NO_POUNDS,
    cost,
    pool,
  };
}

/** RULES 3.7: sold beyond the holding; usually a sign that history is missing. What is unmatched has been reported already. */
function reportShort(walk: PoolWalk, disposal: DisposalDay, held: bigint): void {
  if (disposal.left > 0n) return;
  walk.findings.report(
    'soldMoreThanHeld',
    rowsOf(disposal)[0] ?? null,
    toQuantity((0n - held) as Units, disposal.factor),
  );
}

/** Acquisitions that nothing has claimed, taken earliest first; disposals come in date order, so the cursor only moves on. */
class LaterAcquisitions {
  private readonly acquisitions: readonly AcquisitionDay[];
  private cursor = 0;

  constructor(acquisitions: readonly AcquisitionDay[]) {
    this.acquisitions = acquisitions;
  }

  cover(disposal: DisposalDay): void {
    for (;;) {
      const acquisition = this.acquisitions[this.cursor];
      if (acquisition === undefined || disposal.left === 0n) return;
      if (acquisition.day > disposal.day && acquisition.left > 0n)
        identifyWith(disposal, acquisition, 'LATER_ACQUISITION');
      if (acquisition.left === 0n) this.cursor += 1;
    }
  }
}
