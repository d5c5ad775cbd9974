/**
 * A page of the guide as data: the build makes it from Markdown (`scripts/guide-plugin.ts`), so that the app needs no
 * parser.
 */
export type GuideInline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly GuideInline[] }
  | { readonly kind: 'code'; readonly text: string }
  /** `to` is an address of the app, or begins with `https://`. */
  | { readonly kind: 'link'; readonly to: string; readonly content: readonly GuideInline[] };

export type GuideBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly anchor: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly content: readonly GuideInline[] }
  /** `text` says what it shows; the size is that on the screen. */
  | {
      readonly kind: 'picture';
      readonly name: string;
      readonly text: string;
      readonly width: number;
      readonly height: number;
    }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly GuideBlock[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly GuideInline[])[];
      /** Columns of figures. */
      readonly isRight: readonly boolean[];
      readonly rows: readonly (readonly (readonly GuideInline[])[])[];
    };

export interface GuideDocument {
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}
