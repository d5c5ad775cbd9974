import type { TypedFigure } from '../../workers/api/worker-api.ts';
import { compute } from './compute.ts';

/** The sentence about a typed figure that is far from those known, or null. */
export async function farFigure(typed: TypedFigure, areValuesHidden: boolean): Promise<string | null> {
  return await compute().farFigure(typed, { areValuesHidden });
}
