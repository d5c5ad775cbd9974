const DRAWS_NOTHING = /^[\p{Z}\p{Cf}]*$/u;

/** Typed text without the spaces around it; empty where no character of it can be seen, as after pasting a zero-width space. */
export function visibleText(text: string): string {
  const trimmed = text.trim();
  return DRAWS_NOTHING.test(trimmed) ? '' : trimmed;
}
