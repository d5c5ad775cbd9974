/** Repeatable randomness: the same seed gives the same numbers on every machine, because only exact operations are used. */

export interface Random {
  /** Uniform from 0 up to but not including 1. */
  readonly next: () => number;
  /** Approximately normal: mean 0, deviation 1, never beyond 6. */
  readonly normal: () => number;
}

/** A 32-bit hash of text (FNV-1a with a final mix), to seed a stream by a name. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  value = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2_b2_ae_35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A separate stream for every name, so that a new security does not change the prices of another (sfc32). */
export function randomOf(seed: string): Random {
  let [a, b, c, count] = [hash(`${seed}/1`), hash(`${seed}/2`), hash(`${seed}/3`), 1];
  const next = () => {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  return {
    next,
    normal: () => {
      // The sum of twelve uniform numbers has variance 1; logarithms would differ between engines.
      let total = -6;
      for (let i = 0; i < 12; i += 1) total += next();
      return total;
    },
  };
}
