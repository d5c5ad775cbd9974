/** What a browser is started with, so that it does nothing but what it is asked to. */
export const BROWSER_ARGS: readonly string[];
/** The path of a Chromium to test with; installs one where it can. Throws where there is none, and says what to do. */
export function findBrowser(): string;
