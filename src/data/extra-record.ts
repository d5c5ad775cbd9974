/** What has no call in the specification and still belongs to the user: it syncs with our server alone. */

/** The kinds of extras; a key names one value of a kind. */
export const EXTRA_KINDS = ['losses-brought-forward', 'column-mapping', 'import-history', 'balance-history', 'account-settings'] as const;
export type ExtraKind = (typeof EXTRA_KINDS)[number];

/** A value under a kind and a key. */
export interface Extra {
  /** `extraId(kind, key)`. */
  readonly id: string;
  readonly kind: ExtraKind;
  /** Letters, digits, `-` and `_`. */
  readonly key: string;
  /** A plain JSON object. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** The id of an extra on the device and in the changes of a server. */
export function extraId(kind: ExtraKind, key: string): string {
  return `${kind}/${key}`;
}
