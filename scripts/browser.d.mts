/** The path of a Chromium to test with; installs one where it can. Throws where there is none, and says what to do. */
export function findBrowser(): string;
