import { describe, expect, it } from 'vitest';
import { healthTone, levelTone, statusTone } from './status-tone.ts';

describe('colours of the admin portal', () => {
  it('shows healthy and success green, failed and not found red, anything else yellow', () => {
    expect(['Healthy', 'success', 'Failed', 'NotFound', 'Partial'].map(statusTone)).toEqual([
      'good',
      'good',
      'bad',
      'bad',
      'warning',
    ]);
  });

  it('shows error and fatal red, warning yellow, information blue, debug and verbose grey', () => {
    expect(['Error', 'fatal', 'Warning', 'Information', 'Debug', 'Verbose'].map(levelTone)).toEqual([
      'bad',
      'bad',
      'warning',
      'notice',
      'quiet',
      'quiet',
    ]);
  });

  it('shows healthy green, warning yellow, critical red', () => {
    expect((['healthy', 'warning', 'critical'] as const).map(healthTone)).toEqual(['good', 'warning', 'bad']);
  });
});
