/** The tokens as plain colours: a canvas cannot read custom properties. */
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { useTheme } from '../layout/theme.ts';

const TOKENS = {
  ink: '--ink',
  muted: '--ink-muted',
  line: '--line',
  quiet: '--line-strong',
  accent: '--accent',
  raised: '--surface-raised',
  gain: '--gain',
  loss: '--loss',
  point: '--focus',
} as const;

export type ChartColours = Readonly<Record<keyof typeof TOKENS, string>> & { readonly font: string };

/** The present theme's colours and font, as the browser resolves them. */
function readColours(): ChartColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const found: Record<string, string> = { font: getComputedStyle(document.body).fontFamily };
  for (const [name, token] of Object.entries(TOKENS)) {
    probe.style.color = `var(${token})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found as unknown as ChartColours;
}

/** The colours for charts; they follow the reader's choice of theme, the device's, and paper, which is always light. */
export const useChartColours = create<ChartColours>(readColours);

function readAgain(): void {
  useChartColours.setState(readColours());
}

useTheme.subscribe(readAgain);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', readAgain);
// Paper gets what is drawn when its event ends.
matchMedia('print').addEventListener('change', () => {
  flushSync(readAgain);
});
