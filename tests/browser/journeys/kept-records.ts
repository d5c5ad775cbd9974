/** Adds by their forms what a user of `Main Account` keeps besides transactions. */
import { expect, type Page } from '@playwright/test';
import { visit } from './journey.ts';

/** A file that may be a receipt. */
export const NOTE = {
  name: 'note.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
};

/** The address changes before the list replaces the form: a form that is opened in between would still be the saved one. */
async function isShown(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

export async function addSavings(page: Page, bank: string, balance: string): Promise<void> {
  await visit(page, 'savings-accounts/new');
  await page.getByLabel('Bank Name *').selectOption({ label: bank });
  await page.getByLabel('Account Type *').fill('Easy access');
  await page.getByRole('textbox', { name: 'Account Open Date' }).fill('01/02/2023');
  await page.getByLabel('Latest Balance *').fill(balance);
  await page.getByRole('textbox', { name: 'Balance Date' }).fill('03/03/2026');
  await page.getByLabel('Interest Rate (%)').fill('4.32');
  await page.getByLabel('Associated Account *').selectOption({ label: 'Main Account' });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await isShown(page, 'Savings Accounts');
}

export async function addCash(page: Page, broker: string, balance: string): Promise<void> {
  await visit(page, 'broker-cash-balances/new');
  await page.getByLabel('Account *').selectOption({ label: 'Main Account' });
  await page.getByLabel('Broker *').selectOption({ label: broker });
  await page.getByLabel('Tax Wrapper *').selectOption({ label: 'ISA' });
  await page.getByLabel('Cash Balance *').fill(balance);
  await page.getByRole('button', { name: 'Create Cash Balance' }).click();
  await isShown(page, 'Broker Cash Balances');
}

export async function addProperty(page: Page, name: string, price: string): Promise<void> {
  await visit(page, 'properties/new');
  await page.getByLabel('Account *').selectOption({ label: 'Main Account' });
  await page.getByLabel('Property Name *').fill(name);
  await page.getByRole('textbox', { name: 'Date Purchased' }).fill('01/06/2019');
  await page.getByLabel('Purchase Price *').fill(price);
  await page.getByRole('button', { name: 'Create Property' }).click();
  await isShown(page, 'Properties');
}
