import { describe, expect, it } from 'vitest';
import { DEFAULT_ACCOUNT_SETTINGS, readAccountSettings } from './account-settings.ts';

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

  it('are as by default where nothing, or nothing of the kind, is stored', () => {
    expect(readAccountSettings({})).toEqual(DEFAULT_ACCOUNT_SETTINGS);
    expect(
      readAccountSettings({
        fxChargeAllowable: 'yes',
        notResident: [null, 7, {}, { from: '2024-02-30' }, { from: '2024-01-01', to: 'soon' }],
      }),
    ).toEqual(DEFAULT_ACCOUNT_SETTINGS);
  });
});
