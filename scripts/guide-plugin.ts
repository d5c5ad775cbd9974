/**
 * Converts `docs/guide/*.md` to data when a module imports it, so that the app contains neither Markdown nor a parser
 * for it.
 */
import type { Token, Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideBlock, GuideDocument, GuideInline } from '../src/features/help/guide-block.ts';
import { GUIDE_PAGES, headingAnchor } from '../src/ui/texts/guide-pages.ts';

const FILE = /\/docs\/guide\/([a-z-]+)\.md$/u;

/** The address in the app of a link between pages of the guide; external links must use https. */
function addressOf(href: string, page: string): string {
  if (href.startsWith('https://')) return href;
  const [, name = page, anchor = ''] = /^(?:([a-z-]+)\.md)?(#[^\s#]+)?$/u.exec(href) ?? [];
  if (href === '' || !GUIDE_PAGES.some((known) => known === name) || (!href.includes('.md') && anchor === ''))
    throw new Error(`docs/guide/${page}.md: the link "${href}" leads to no page of the guide`);
  return `/help/${name}${anchor}`;
}

/** Elements that the guide does not use cannot be drawn: the build fails instead of omitting them. */
function unknown({ type, raw }: Token, page: string): never {
  throw new Error(`docs/guide/${page}.md: Markdown of the kind "${type}" is not shown in the app: ${raw}`);
}

function inlineOf(token: Token, page: string): GuideInline {
  const content = (): readonly GuideInline[] => inlinesOf((token as Tokens.Strong).tokens, page);
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text.replaceAll('\n', ' ');
    case 'strong':
      return { kind: 'strong', content: content() };
    case 'em':
      return { kind: 'emphasis', content: content() };
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'link':
      return { kind: 'link', to: addressOf((token as Tokens.Link).href, page), content: content() };
    default:
      return unknown(token, page);
  }
}

function inlinesOf(tokens: readonly Token[] | undefined, page: string): readonly GuideInline[] {
  return (tokens ?? []).map((token) => inlineOf(token, page));
}

function blockOf(token: Token, page: string): GuideBlock {
  switch (token.type) {
    case 'heading': {
      const { depth, text } = token as Tokens.Heading;
      return depth === 2 || depth === 3
        ? { kind: 'heading', level: depth, anchor: headingAnchor(text), text }
        : unknown(token, page);
    }
    // An item of a list without blank lines has its text without a paragraph.
    case 'text':
    case 'paragraph':
      return { kind: 'paragraph', content: inlinesOf((token as Tokens.Paragraph).tokens, page) };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { kind: 'list', ordered, items: items.map((item) => blocksOf(item.tokens, page)) };
    }
    case 'table': {
      const { header, align, rows } = token as Tokens.Table;
      return {
        kind: 'table',
        head: header.map((cell) => inlinesOf(cell.tokens, page)),
        isRight: align.map((side) => side === 'right'),
        rows: rows.map((row) => row.map((cell) => inlinesOf(cell.tokens, page))),
      };
    }
    default:
      return unknown(token, page);
  }
}

function blocksOf(tokens: readonly Token[], page: string): readonly GuideBlock[] {
  return tokens.filter(({ type }) => type !== 'space').map((token) => blockOf(token, page));
}

/** The plugin for the build and the tests. */
export const guidePlugin: Plugin = {
  name: 'holdfast-guide',
  enforce: 'pre',
  async transform(source, id) {
    const page = FILE.exec(id.split('?', 1)[0] ?? '')?.[1];
    if (page === undefined) return null;
    const { lexer } = await import('marked');
    const [title, ...rest] = lexer(source).filter(({ type }) => type !== 'space');
    if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1)
      throw new Error(`docs/guide/${page}.md must begin with its title`);
    const document: GuideDocument = { title: (title as Tokens.Heading).text, blocks: blocksOf(rest, page) };
    return { code: `export default ${JSON.stringify(document)};`, map: null, moduleType: 'js' };
  },
};
