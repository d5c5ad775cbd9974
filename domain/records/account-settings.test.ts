import { describe, expect, it } from 'vitest';
import { accountSettingsValue, DEFAULT_ACCOUNT_SETTINGS, readAccountSettings } from './account-settings.ts';

describe('account settings', () => {
  it('are read as stored', () => {
    const notResident = [
      { from: '2019-04-06', to: '2021-04-05' },
      { from: '2024-01-01', to: null },
    ];
    expect(readAccountSettings({ fxChargeAllowable: true, notResident })).toEqual({
      fxChargeAllowable: true,
      notResident,
    });
  });

  it('remember which rates convert amounts to pounds', () => {
    const incomeRate = { source: 'day', day: 'periodEnd' } as const;
    const settings = { ...DEFAULT_ACCOUNT_SETTINGS, incomeRate, fileRate: 'hmrcMonth' } as const;
    expect(readAccountSettings(accountSettingsValue(settings))).toEqual(settings);
    expect(readAccountSettings({ incomeRate: { source: 'day' }, fileRate: 'week' })).toEqual(DEFAULT_ACCOUNT_SETTINGS);
  });

  it('are the defaults where nothing valid is stored', () => {
    expect(readAccountSettings({})).toEqual(DEFAULT_ACCOUNT_SETTINGS);
    expect(
      readAccountSettings({
        fxChargeAllowable: 'yes',
        notResident: [null, 7, {}, { from: '2024-02-30' }, { from: '2024-01-01', to: 'soon' }],
      }),
    ).toEqual(DEFAULT_ACCOUNT_SETTINGS);
  });
});
