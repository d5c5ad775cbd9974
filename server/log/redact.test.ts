import { expect, it } from 'vitest';
import { describeError, redact } from './redact.ts';

it('removes addresses, tokens, links and passwords from a line and keeps the rest', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc-def_123';
  for (const [text, expected] of [
    ['mail to ada.lovelace+x@example.co.uk refused', 'mail to [e-mail] refused'],
    [`Authorization: Bearer ${jwt}`, 'Authorization: Bearer [secret]'],
    [`token ${jwt}`, 'token [token]'],
    ['https://h.example/reset-password?token=abcDEF-123&x=1', 'https://h.example/reset-password?token=[secret]&x=1'],
    ['postgres://holdfast:secret@db.example/holdfast', 'postgres://[secret]@db.example/holdfast'],
    ['key dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'key [secret]'],
    [
      'record 0190b0a0-1234-7abc-8def-0123456789ab of /api/accounts/:id',
      'record 0190b0a0-1234-7abc-8def-0123456789ab of /api/accounts/:id',
    ],
  ] as const)
    expect(redact(text)).toBe(expected);
  const line = JSON.stringify({ msg: 'x "ada@example.org" y', err: { message: 'Bearer abc\n"def"' } });
  expect(JSON.parse(redact(line))).toEqual({ msg: 'x "[e-mail]" y', err: { message: 'Bearer [secret]\n"def"' } });
});

it('describes an error without the values that it quotes, and its causes', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    detail: 'Key (email)=(ada@example.org) already exists.',
  });
  const error = Object.assign(new Error('invalid input syntax for type numeric: "1234.56" of Ada', { cause }), {
    code: '22P02',
    parameters: ['secret'],
  });
  const described = describeError(error);
  expect(described).toMatchObject({
    type: 'Error',
    code: '22P02',
    message:
      'invalid input syntax for type numeric: [value] of Ada; because: duplicate key value violates unique constraint "users_email_key"',
  });
  expect(described.stack).toMatch(/^\s+at .*redact\.test\.ts/u);
  expect(JSON.stringify(described)).not.toMatch(/1234|ada@|parameters/u);
  expect(describeError('text')).toEqual({ type: 'string', message: '', stack: '' });
});
