/** What a person looks for on a screen, by role and words. */
import { screen } from '@testing-library/react';
import { expect } from 'vitest';

/** The button with exactly these words. */
export function button(name: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

/** True for a button or link that cannot be clicked: one that keeps the focus says so by `aria-disabled`. */
export function isDisabled(part: HTMLElement | null): boolean {
  return part?.getAttribute('aria-disabled') === 'true' || (part as HTMLButtonElement | null)?.disabled === true;
}

/** The texts that a screen reader reads after a field's name. */
export function describing(field: HTMLElement): string[] {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.flatMap((id) => document.getElementById(id)?.textContent ?? []);
}

/** Waits until the words are on the screen. */
export async function shows(words: string | RegExp): Promise<void> {
  expect(await screen.findByText(words)).toBeTruthy();
}

/** Waits until a button is busy and cannot be clicked. */
export async function isBusy(name: string): Promise<void> {
  expect(isDisabled(await screen.findByRole('button', { name }))).toBe(true);
}

/** Waits for the screen with this title. */
export async function titled(title: string): Promise<void> {
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
}
