/** The pages of the guide (`docs/guide`), in their order. */
export const GUIDE_PAGES = ['first-hour', 'broker-files', 'gains', 'sync', 'backup', 'household', 'tax-year'] as const;

export type GuidePage = (typeof GUIDE_PAGES)[number];

/** The anchor of a heading, the same as GitHub's, so that one link works in both places. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
}
