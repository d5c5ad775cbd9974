/** The guide that ships with the app, for screens that are loaded when help is asked for. */
import { GUIDE_PAGES, type GuidePage } from '../../ui/texts/guide-pages.ts';
import type { GuideDocument } from './guide-block.ts';

const FILES = import.meta.glob<GuideDocument>('../../../docs/guide/*.md', { eager: true, import: 'default' });

/** The text of a page of the guide; null where there is no such page. */
export function guideDocument(page: string): GuideDocument | null {
  return FILES[`../../../docs/guide/${page}.md`] ?? null;
}

/** The pages in their order. */
export function guideDocuments(): readonly { readonly page: GuidePage; readonly document: GuideDocument }[] {
  return GUIDE_PAGES.flatMap((page) => {
    const document = guideDocument(page);
    return document === null ? [] : [{ page, document }];
  });
}
