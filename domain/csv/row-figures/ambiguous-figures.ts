/** Figures such as `1,234`, which other figures of their row decide. */
import type { FigureField } from './figure-habits.ts';
import { isNear } from './settle-pence.ts';

/** A figure with its other meaning, until the row decides. */
interface OpenFigure {
  text: string;
  alternative: string | null;
}

/** Where `1,234` may be 1234 or 1.234, quantity x price compared with the consideration decides. */
export function settleAmbiguous({
  quantity,
  price,
  consideration,
}: Readonly<Partial<Record<FigureField, OpenFigure>>>): void {
  if (quantity === undefined || price === undefined || consideration === undefined) return;
  if (quantity.alternative === null && price.alternative === null && consideration.alternative === null) return;
  const readings = ({ text, alternative }: OpenFigure): readonly string[] =>
    alternative === null ? [text] : [text, alternative];
  for (const q of readings(quantity)) {
    for (const p of readings(price)) {
      for (const c of readings(consideration)) {
        if (!isNear(Number(q) * Number(p), Number(c))) continue;
        decide(quantity, q);
        decide(price, p);
        decide(consideration, c);
        return;
      }
    }
  }
}

function decide(figure: OpenFigure, text: string): void {
  figure.text = text;
  figure.alternative = null;
}
