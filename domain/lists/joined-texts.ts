/** Many short texts joined into one, which is searched several times as fast as one after the other. */
export class JoinedTexts {
  private readonly text: string;
  /** The position where each text begins, and at the end the position after the last. */
  private readonly starts: Uint32Array;

  constructor(texts: readonly string[]) {
    this.text = texts.join('\n');
    this.starts = new Uint32Array(texts.length + 1);
    let start = 0;
    for (const [index, { length }] of texts.entries()) {
      start += length + 1;
      this.starts[index + 1] = start;
    }
  }

  /** Sets the mark of each text that contains `term`, which is not empty and has no line break. */
  mark(term: string, marks: Uint8Array): void {
    let index = 0;
    for (let at = this.text.indexOf(term); at !== -1; at = this.text.indexOf(term, this.startOf(index + 1))) {
      while (this.startOf(index + 1) <= at) index += 1;
      marks[index] = 1;
    }
  }

  private startOf(index: number): number {
    return this.starts[index] ?? Infinity;
  }
}
