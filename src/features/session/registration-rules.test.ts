import { describe, expect, it } from 'vitest';
import { registrationFault, resetRequestFault } from './registration-rules.ts';

const GOOD = {
  firstName: 'Ada',
  lastName: 'Holder',
  email: 'ada@example.com',
  password: 'secret',
  confirmPassword: 'secret',
};

describe('registration rules (000 §5), the first failure is shown', () => {
  it('checks fields, then repetition, then length, then the e-mail', () => {
    const everythingWrong = {
      ...GOOD,
      firstName: ' ',
      email: 'not an address',
      password: 'abc',
      confirmPassword: 'abd',
    };
    expect(registrationFault(everythingWrong)).toBe('Please fill in all fields.');
    expect(registrationFault({ ...everythingWrong, firstName: 'Ada' })).toBe('Passwords do not match.');
    expect(registrationFault({ ...everythingWrong, firstName: 'Ada', confirmPassword: 'abc' })).toBe(
      'Password must be at least 6 characters long.',
    );
    expect(registrationFault({ ...GOOD, email: 'not an address' })).toBe('Please enter a valid email address.');
    expect(registrationFault(GOOD)).toBeNull();
  });

  it('accepts six characters and an e-mail with spaces around it', () => {
    expect(registrationFault({ ...GOOD, email: ' ada@example.com ' })).toBeNull();
    expect(registrationFault({ ...GOOD, email: 'ada@host' })).toBe('Please enter a valid email address.');
    expect(registrationFault({ ...GOOD, password: '' })).toBe('Please fill in all fields.');
  });

  it('asks for an e-mail address before judging its form', () => {
    expect(resetRequestFault('  ')).toBe('Please enter your email address.');
    expect(resetRequestFault('ada')).toBe('Please enter a valid email address.');
    expect(resetRequestFault('ada@example.com')).toBeNull();
  });
});
