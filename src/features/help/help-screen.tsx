import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../ui/messages/banner.tsx';
import { guideDocuments } from './guide.ts';
import type { GuideDocument } from './guide-block.ts';
import { drawInlines, GuideText } from './guide-text.tsx';
import styles from './help.module.css';

/** Fewer headings than these are seen without a list of them. */
const FEWEST_CONTENTS = 4;

/** The pages of the guide, each with its first paragraph; `missing` is a page that was asked for and is not there. */
export function HelpContents({ missing }: { readonly missing: string | null }) {
  return (
    <>
      {missing !== null && <Banner tone="warning">{`There is no help page "${missing}". Choose one below.`}</Banner>}
      <ul className={styles.pages}>
        {guideDocuments().map(({ page, document: { title, blocks } }) => {
          const summary = blocks.find((block) => block.kind === 'paragraph');
          return (
            <li key={page}>
              <Link to={`/help/${page}`}>{title}</Link>
              {summary !== undefined && <p>{drawInlines(summary.content)}</p>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** One page of the guide: what it contains, its text, and the page after it. */
export function HelpDocument({ page, document }: { readonly page: string; readonly document: GuideDocument }) {
  useHeadingOfAddress();
  const headings = document.blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []));
  const pages = guideDocuments();
  const next = pages[pages.findIndex((other) => other.page === page) + 1];
  return (
    <article className={styles.document}>
      {headings.length >= FEWEST_CONTENTS && (
        <nav className={styles.contents} aria-label="On this page">
          <ul>
            {headings.map(({ anchor, text }) => (
              <li key={anchor}>
                <Link to={`#${anchor}`}>{text}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <GuideText blocks={document.blocks} />
      {next !== undefined && (
        <p className={styles.next}>
          Next: <Link to={`/help/${next.page}`}>{next.document.title}</Link>
        </p>
      )}
    </article>
  );
}

/** Scrolls to the heading that the address names: the page is drawn after the browser looked for it. */
function useHeadingOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}
