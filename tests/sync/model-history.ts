/** What a random history consists of: who does what, and what goes wrong meanwhile. */
import fc from 'fast-check';
import { KIND_COUNT } from './model-kinds.ts';

/** Per write and, apart, per read of a round of sync: 0 to 49 is no fault. */
export interface Round {
  readonly writes: readonly number[];
  readonly reads: readonly number[];
}

/** Up to `undoImport` they are of transactions; `make`, `change` and `drop` are of any other record. */
const ACTIONS = [
  'create',
  'create',
  'edit',
  'edit',
  'edit',
  'edit',
  'remove',
  'remove',
  'import',
  'undoImport',
  'make',
  'make',
  'make',
  'change',
  'change',
  'change',
  'change',
  'change',
  'drop',
  'drop',
  'drop',
  'dropAll',
  'startOver',
  'undo',
  'account',
  'wait',
  'nothing',
  'all',
  'crash',
  'die',
  'dieMaking',
  'freeze',
  'freeze',
  'signOut',
  'setClock',
  'backUp',
  'restore',
  'restore',
  'answer',
  'answer',
] as const;

/** What a user does, or what happens to them, and perhaps a round of sync after it; `pick` chooses among what there is. */
export interface Step {
  readonly action: (typeof ACTIONS)[number];
  readonly device: number;
  readonly pick: number;
  readonly round: Round | null;
}

export interface History {
  readonly devices: number;
  /** The devices have met the server before it begins; so they have where they have records in common. */
  readonly isKnown: boolean;
  /** The first device has a second tab. */
  readonly hasTab: boolean;
  readonly steps: readonly Step[];
  /** The kinds of records besides transactions that it is about, by number: of few kinds, devices meet over the same records. */
  readonly kinds?: readonly number[];
  /** So many records are on all devices when it begins. */
  readonly common?: number;
  /** So many rows are in a chunk of an import; all of them if not stated. */
  readonly chunkRows?: number;
  /** The server has a backup from before or after the records that it begins with. */
  readonly backedUp?: 'before' | 'after' | null;
  /** The device, by number, whose user answers at the end only when the others have. */
  readonly late?: number;
  /** The device, by number, whose user removes what a server lacks that was set back; all others keep it. */
  readonly believer?: number;
}

const faults = fc.array(fc.nat({ max: 99 }), { minLength: 3, maxLength: 6, size: 'max' });
const quiet = fc.constant<readonly number[]>([]);
const round = fc.record({
  writes: faults,
  reads: fc.oneof({ weight: 3, arbitrary: quiet }, { weight: 1, arbitrary: faults }),
});

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  device: fc.nat({ max: 4 }),
  pick: fc.nat({ max: 1000 }),
  round: fc.option(round, { freq: 2 }),
});

export const histories: fc.Arbitrary<History> = fc.record({
  devices: fc.constantFrom(2, 2, 2, 3, 4),
  isKnown: fc.boolean(),
  hasTab: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }),
  kinds: fc.uniqueArray(fc.nat({ max: KIND_COUNT - 1 }), { minLength: 1, maxLength: 3 }),
  common: fc.constantFrom(0, 0, 1, 2, 3),
  backedUp: fc.constantFrom(null, 'before', 'after'),
  late: fc.constantFrom(-1, 0, 1),
  believer: fc.constantFrom(-1, -1, 0, 1, 2),
  chunkRows: fc.constantFrom(1, 1, 2, 4),
});
