import { expect, it } from 'vitest';
import { cutFigureIn } from './scientific-notation.ts';

it.each(['Quantity', 'Anzahl', 'Koers', 'Montant négocié', 'Cantidad', 'Prezzo', 'Valor', 'Ilość'])(
  'a cut figure under %s is found',
  (heading) => {
    expect(cutFigureIn(['Product', heading], ['1E5', '1.2E+05'])).toBe('1.2E+05');
  },
);
