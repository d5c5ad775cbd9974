/** Every text of source files that somebody could read: found by what the files are, not by a list of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

export interface ScreenText {
  readonly file: string;
  /** What is put in when it is shown is an ellipsis. */
  readonly text: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** The texts of the sources (`.ts` and `.tsx`, no tests) in a folder and those within it, or of one file. */
export function screenTexts(path: string): readonly ScreenText[] {
  const files = /\.tsx?$/u.test(path)
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter(
          (entry) => entry.isFile() && /\.tsx?$/u.test(entry.name) && !/\.(?:test|fixture)\.tsx?$/u.test(entry.name),
        )
        .map((entry) => join(entry.parentPath, entry.name));
  return files.flatMap((file) =>
    textsOf(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map((text) => ({ file, text })),
  );
}

/** The texts of one source: sentences, and whatever stands in an element. A lone word elsewhere is a name or a value. */
export function textsOf(source: string, lang: 'ts' | 'tsx'): readonly string[] {
  const texts: string[] = [];
  const add = (text: string, isShown: boolean): void => {
    const line = text.replaceAll(/\s+/gu, ' ').trim();
    if (/[a-z]/iu.test(line) && (isShown || /\S \S/u.test(line))) texts.push(line);
  };
  const visit = (node: SyntaxNode): void => {
    // Names something to the program alone.
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return;
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node['value'], false);
    if (node.type === 'TemplateLiteral') add(templateText(node), false);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') add(elementText(node), true);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(parseAst(source, { lang }) as unknown as SyntaxNode);
  return texts;
}

function templateText(node: SyntaxNode): string {
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('…');
}

/** The element's own words in one piece, however many expressions interrupt them. */
function elementText(node: SyntaxNode): string {
  return (node['children'] as readonly SyntaxNode[])
    .map((child) => {
      if (child.type === 'JSXText') return child['value'] as string;
      const inner = child['expression'];
      return isNode(inner) && inner.type === 'Literal' && typeof inner['value'] === 'string' ? inner['value'] : '…';
    })
    .join('');
}
