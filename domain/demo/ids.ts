/** Identifiers of the demo records: UUIDs of version 7 whose random part comes from the seed. */
import { millisecondsInDay } from 'date-fns/constants';
import { toDayNumber, type IsoDate } from '../values/dates.ts';
import { randomOf } from './random.ts';

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** Makes identifiers that sort by day and, within a day, by the order in which they are made. */
export function makeIds(seed: string): (day: IsoDate) => string {
  const random = randomOf(`${seed}/ids`);
  const madeOn = new Map<string, number>();
  return (day) => {
    const count = madeOn.get(day) ?? 0;
    madeOn.set(day, count + 1);
    const time = hex(toDayNumber(day) * millisecondsInDay + count, 12);
    const part = (digits: number) => hex(Math.floor(random.next() * 16 ** digits), digits);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${part(3)}-${hex(8 + Math.floor(random.next() * 4), 1)}${part(3)}-${part(6)}${part(6)}`;
  };
}
