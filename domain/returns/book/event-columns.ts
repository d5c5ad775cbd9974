/** The figures of every event that are added up, in columns, so that a sum over 100,000 events reads nothing else. */
import type { ReturnsEvent } from './returns-event.ts';

export interface EventColumns {
  readonly day: Int32Array;
  readonly cell: Int32Array;
  /** -1 means outside the book. */
  readonly other: Int32Array;
  readonly isMove: Uint8Array;
  /** 1 where the gain was not realised by a sale. */
  readonly isUnrealised: Uint8Array;
  readonly isMissing: Uint8Array;
  /** Whole pence. */
  readonly paid: Float64Array;
  readonly income: Float64Array;
  readonly charges: Float64Array;
  readonly tax: Float64Array;
}

export function eventColumns(events: readonly ReturnsEvent[]): EventColumns {
  const { length } = events;
  const columns: EventColumns = {
    day: new Int32Array(length),
    cell: new Int32Array(length),
    other: new Int32Array(length),
    isMove: new Uint8Array(length),
    isUnrealised: new Uint8Array(length),
    isMissing: new Uint8Array(length),
    paid: new Float64Array(length),
    income: new Float64Array(length),
    charges: new Float64Array(length),
    tax: new Float64Array(length),
  };
  for (const [index, event] of events.entries()) {
    columns.day[index] = event.day;
    columns.cell[index] = event.cell;
    columns.other[index] = event.other ?? -1;
    columns.isMove[index] = event.kind === 'move' ? 1 : 0;
    columns.isUnrealised[index] = event.kind === 'move' || event.kind === 'transfer' ? 1 : 0;
    columns.isMissing[index] = event.missing === null ? 0 : 1;
    columns.paid[index] = event.paid;
    columns.income[index] = event.income;
    columns.charges[index] = event.charges;
    columns.tax[index] = event.tax;
  }
  return columns;
}
