/** A file that was chosen on another screen to be imported: in this page's memory alone. */
let kept: File | null = null;

/** Keeps it for the import that opens next. */
export function keepChosenFile(file: File): void {
  kept = file;
}

/** The file that the import starts with; null where none was chosen elsewhere. */
export function chosenFile(): File | null {
  return kept;
}

/** A later import does not start with it. */
export function forgetChosenFile(): void {
  kept = null;
}
