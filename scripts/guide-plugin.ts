/**
 * Converts `docs/guide/*.md` to data when a module imports it, so that the app contains neither Markdown nor a parser
 * for it.
 */
import { join } from 'node:path';
import type { Token, Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideBlock, GuideDocument, GuideInline } from '../src/features/help/guide-block.ts';
import { GUIDE_PAGES, headingAnchor } from '../src/ui/texts/guide-pages.ts';
import { sizeOfPicture } from './guide-pictures.ts';

const FILE = /^(.*\/docs\/guide)\/([a-z-]+)\.md$/u;
/** The light one of a pair; its name is what GitHub shows too. */
const PICTURE = /^pictures\/([a-z\d]+(?:-[a-z\d]+)*)\.webp$/u;

/** A file of the guide. */
interface GuideFile {
  readonly page: string;
  /** The folder of the pictures. */
  readonly pictures: string;
}

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

/** A paragraph that is an image. */
function pictureOf({ href, text }: Tokens.Image, { page, pictures }: GuideFile): GuideBlock {
  const name = PICTURE.exec(href)?.[1];
  if (name === undefined || name.endsWith('-dark'))
    throw new Error(`docs/guide/${page}.md: the image "${href}" is not a light picture in docs/guide/pictures`);
  if (text.trim() === '') throw new Error(`docs/guide/${page}.md: the image "${href}" has no alternative text`);
  return { kind: 'picture', name, text, ...sizeOfPicture(pictures, name) };
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

function blockOf(token: Token, file: GuideFile): GuideBlock {
  const { page } = file;
  switch (token.type) {
    case 'heading': {
      const { depth, text } = token as Tokens.Heading;
      return depth === 2 || depth === 3
        ? { kind: 'heading', level: depth, anchor: headingAnchor(text), text }
        : unknown(token, page);
    }
    // An item of a list without blank lines has its text without a paragraph.
    case 'text':
    case 'paragraph': {
      const { tokens } = token as Tokens.Paragraph;
      const [only, ...others] = tokens;
      return only?.type === 'image' && others.length === 0
        ? pictureOf(only as Tokens.Image, file)
        : { kind: 'paragraph', content: inlinesOf(tokens, page) };
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { kind: 'list', ordered, items: items.map((item) => blocksOf(item.tokens, file)) };
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

function blocksOf(tokens: readonly Token[], file: GuideFile): readonly GuideBlock[] {
  return tokens.filter(({ type }) => type !== 'space').map((token) => blockOf(token, file));
}

/** The Markdown of a page as data. */
export async function readGuidePage(source: string, file: GuideFile): Promise<GuideDocument> {
  const { lexer } = await import('marked');
  const [title, ...rest] = lexer(source).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1)
    throw new Error(`docs/guide/${file.page}.md must begin with its title`);
  return { title: (title as Tokens.Heading).text, blocks: blocksOf(rest, file) };
}

/** The plugin for the build and the tests. */
export const guidePlugin: Plugin = {
  name: 'holdfast-guide',
  enforce: 'pre',
  async transform(source, id) {
    const [, folder, page] = FILE.exec(id.split('?', 1)[0] ?? '') ?? [];
    if (folder === undefined || page === undefined) return null;
    const document = await readGuidePage(source, { page, pictures: join(folder, 'pictures') });
    return { code: `export default ${JSON.stringify(document)};`, map: null, moduleType: 'js' };
  },
};
