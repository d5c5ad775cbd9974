/** A user's own access: two devices, of which one ends the other's session, changes the password and deletes the account. */
import { expect } from '@playwright/test';
import {
  addPurchase,
  lockValues,
  savePurchase,
  startFresh,
  synced,
  test,
  transactionsOnServer,
  visit,
} from './journeys/journey.ts';
import { signIn, signInAs } from './steps/people.ts';

const ASKED = 'The server asks you to sign in again.';
const NEW = 'another correct horse';

test('sessions are ended, the password is changed and the account deleted, and no device loses anything', async ({
  page: laptop,
  browser,
  baseURL,
}) => {
  let person = await startFresh(laptop);
  const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
  const phone = await context.newPage();
  await signInAs(phone, person);
  await addPurchase(phone);
  await synced(phone);

  const row = laptop.getByRole('row').filter({ hasNotText: /This device|First seen/u });
  await test.step('a session is ended, and what that device had not sent stays on it', async () => {
    await visit(phone, 'transactions/new');
    await visit(laptop, 'settings');
    await expect(laptop.getByRole('row', { name: /This device/u })).toBeVisible();
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: 'End' }).click();
    await laptop.getByRole('dialog', { name: 'End the session' }).getByRole('button', { name: 'End' }).click();
    await expect(row).toHaveCount(0);
    await savePurchase(phone);
    await expect(phone.getByText(ASKED)).toBeVisible();
    await expect(phone.getByText('1 change is kept on this device. Sign in to send it.')).toBeVisible();
    await signIn(phone, person);
    await synced(phone);
    expect(await transactionsOnServer(phone)).toBe(2);
  });

  await test.step('the profile changes the name that the header shows, and the e-mail address, in another tab as well', async () => {
    const otherTab = await laptop.context().newPage();
    await otherTab.goto('settings');
    const there = otherTab.getByRole('form', { name: 'Profile' });
    await expect(there.getByLabel('Email Address')).toHaveValue(person.email);
    const form = laptop.getByRole('form', { name: 'Profile' });
    const email = `new-${person.email}`;
    await form.getByLabel('First Name').fill('Augusta');
    await form.getByLabel('Email Address').fill(email);
    await form.getByLabel('Your password').fill(person.password);
    await form.getByRole('button', { name: 'Save profile' }).click();
    await expect(laptop.getByRole('button', { name: 'Welcome, Augusta Holder' })).toBeVisible();
    await otherTab.getByRole('button', { name: 'Welcome, Augusta Holder' }).click();
    await expect(otherTab.getByRole('menu').getByText(email)).toBeVisible();
    await otherTab.keyboard.press('Escape');
    await expect(there.getByLabel('First Name')).toHaveValue('Augusta');
    await expect(there.getByLabel('Email Address')).toHaveValue(email);
    await otherTab.close();
    person = { ...person, email };
  });

  await test.step('a new password signs the other device out, and is the one that it takes then', async () => {
    const form = laptop.getByRole('form', { name: 'Password' });
    const change = async (current: string): Promise<void> => {
      await form.getByLabel('Current Password').fill(current);
      await form.getByLabel('New Password').fill(NEW);
      await form.getByLabel('Confirm Password').fill(NEW);
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    await visit(phone, 'transactions/new');
    await change('not the password');
    await expect(form.getByRole('alert')).toContainText('Your current password is not correct.');
    await change(person.password);
    await expect(
      laptop.getByText('Your password was changed. Your other devices have to sign in again.'),
    ).toBeVisible();
    await savePurchase(phone);
    await expect(phone.getByText(ASKED)).toBeVisible();
    await signIn(phone, person);
    await expect(phone.getByText('Invalid email or password.')).toBeVisible();
    await signIn(phone, { ...person, password: NEW });
    await synced(phone);
    expect(await transactionsOnServer(phone)).toBe(3);
  });

  await test.step('the account is deleted, and its records go on where they are kept', async () => {
    await visit(phone, 'transactions/new');
    await laptop.goto('settings');
    await synced(laptop);
    await laptop.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = laptop.getByRole('dialog', { name: 'Delete my account on this server' });
    const submit = dialog.getByRole('button', { name: 'Delete my account' });
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('Your email address, to confirm').fill(person.email);
    await dialog.getByLabel('Your password').fill(person.password);
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText('Your current password is not correct.');
    await dialog.getByLabel('Your password').fill(NEW);
    await submit.click();
    const kept = laptop.getByRole('dialog', { name: 'Keep on this device only' });
    await expect(kept.getByText('Everything was copied: all counts and totals agree.')).toBeVisible();
    await expect(kept.getByText(/^Your account was deleted from the server\./u)).toBeVisible();
    await kept.getByRole('button', { name: 'Done' }).click();
    await laptop.goto('transactions');
    await lockValues(laptop);
    await expect(laptop.getByRole('row', { name: /Unilever.*£600\.25/u })).toHaveCount(3);
    await expect(laptop.getByText('On this device only')).toBeVisible();
    // Nothing of the account is left beside them.
    await expect.poll(async () => await laptop.evaluate(() => localStorage.getItem('holdfast-record-copy'))).toBeNull();
  });

  await test.step('the other device keeps its records, and nobody can sign in any more', async () => {
    await savePurchase(phone);
    await expect(phone.getByText(ASKED)).toBeVisible();
    await signIn(phone, { ...person, password: NEW });
    await expect(phone.getByText('Invalid email or password.')).toBeVisible();
    await expect(phone.getByText('1 change is kept on this device. Sign in to send it.')).toBeVisible();
  });
  await context.close();
});
