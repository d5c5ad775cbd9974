import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The screens' style sheets; paper has one look, and nothing on it changes. */
function styleSheets(): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.includes('print-'))
    .map((name) => {
      const file = join('src', name);
      return { file, text: readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gsu, '') };
    });
}

it('the tokens hold every colour of the screens, so that light and dark have their own', () => {
  const own = styleSheets().filter(
    ({ file, text }) => file.endsWith('.module.css') && /(?:#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\()/iu.test(text),
  );
  expect(own.map(({ file }) => file)).toEqual([]);
});

it('no rule looks for something from the root of the document: each change would have all styles calculated again', () => {
  const own = styleSheets().filter(({ text }) => /(?:\bhtml|\bbody|:root)[^\s{,>+~]*:has\(/u.test(text));
  expect(own.map(({ file }) => file)).toEqual([]);
});

it('what opens a part of a screen looks the same everywhere: only the base says how', () => {
  const own = styleSheets().filter(({ text }) => {
    const rules = [...text.matchAll(/([^{}]*(?<!\.)\bsummary)\s*\{([^{}]*)\}/gu)];
    return rules.some(
      ([, selector = '', rule = '']) => selector.includes('.') && /(?:color|cursor|font-size):/u.test(rule),
    );
  });
  expect(own.map(({ file }) => file)).toEqual([]);
});
