import type { Extra } from '../../../domain/extra.ts';

/** An extra as the device keeps it: what has no call in the specification and syncs with our server alone. */
export interface ExtraRecord extends Extra {
  /** `extraId(kind, key)`. */
  readonly id: string;
}
