/** Gilts, whose disposals are exempt (RULES 9.3; TCGA 1992 s115 and the gilt orders under Sch 9 Pt 2). A seed list, by ISIN. */

const GILTS: ReadonlySet<string> = new Set(['GB00B16NNR78', 'GB00BTHH2R79', 'GB00BYZW3G56']);

/** True when the ISIN is on the seed list of gilts. */
export function isGilt(isin: string): boolean {
  return GILTS.has(isin);
}
