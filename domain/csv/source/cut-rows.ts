/**
 * Rows that end before columns which every whole row of the file fills, and the only one that is not whole if it is the
 * last: the end of a download, or of a line, is missing.
 */
import { cleanText, shorten } from '../cells/cell-text.ts';

/** What people leave empty. */
const FREE_TEXT = /\b(?:notes?|comments?|memo|remarks?|tags?|labels?)\b/iu;

/** So many whole rows show that the file has all columns in each. */
const FEWEST_WHOLE = 3;

type Cells = readonly string[];

/** What the whole rows of a file say of the others. */
interface WholeFile {
  /** The columns with a heading that all whole rows fill. */
  readonly filled: readonly boolean[];
  /** The last row where it alone is cut: programs write all columns of each row, or leave out empty ones of any. */
  readonly onlyCut: Cells | null;
}

export class CutRows {
  private readonly header: Cells;
  private readonly width: number;
  private readonly rows: () => readonly Cells[];
  private file: WholeFile | null = null;

  /** `width` is the number of columns of the header; the rows are read only if one of them is cut. */
  constructor(header: Cells, width: number, rows: () => readonly Cells[]) {
    this.header = header;
    this.width = width;
    this.rows = rows;
  }

  /** What the missing end says against a row; null for a whole row, and for one that lacks only empty cells. */
  note(cells: Cells): string | null {
    if (cells.length >= this.width) return null;
    this.file ??= this.look();
    const { filled, onlyCut } = this.file;
    for (let at = cells.length; at < this.width; at += 1)
      if (filled[at] === true)
        return `The row ends after ${cells.length} of ${this.width} columns, so '${shorten(cleanText(this.header[at] ?? ''), 40)}' is missing. Check it.`;
    return cells === onlyCut
      ? `The row ends after ${cells.length} of ${this.width} columns, unlike all others: the end of the file is missing. Check it.`
      : null;
  }

  /** Reads the rows once, as all of them may be short. */
  private look(): WholeFile {
    const rows = this.rows();
    const whole = rows.filter(({ length }) => length >= this.width);
    const isOneCut = whole.length >= FEWEST_WHOLE && whole.length === rows.length - 1;
    return { filled: this.filledByAll(whole), onlyCut: isOneCut ? (rows.at(-1) ?? null) : null };
  }

  private filledByAll(whole: readonly Cells[]): readonly boolean[] {
    return Array.from({ length: this.width }, (_column, at) => {
      const heading = (this.header[at] ?? '').trim();
      if (heading === '' || FREE_TEXT.test(heading.slice(0, 80)) || whole.length === 0) return false;
      return whole.every((cells) => (cells[at] ?? '').trim() !== '');
    });
  }
}
