import { readForm, tokenParameter } from './form';

const form = (body: string, contentType = 'application/x-www-form-urlencoded') =>
  readForm({ headers: { 'content-type': contentType }, body: Buffer.from(body) } as never);

describe('readForm', () => {
  it('returns the parameters and treats an empty parameter as absent (RFC 6749 §3.2)', () => {
    expect([...form('token=a%2Bb+c&hint=', 'Application/X-WWW-Form-Urlencoded; charset=utf-8')]).toEqual([
      ['token', 'a+b c'],
    ]);
  });

  it.each([
    ['a repeated parameter', () => form('token=a&token=a')],
    ['a repeated empty parameter', () => form('token=&token=a')],
    ['a NUL character', () => form('token=a&shop=demo%00')],
    ['an unsupported media type', () => form('{}', 'application/json')],
    ['no token', () => tokenParameter(form('hint=x'))],
  ])('rejects %s', (_, read) => {
    expect(read).toThrow(expect.objectContaining({ code: 'invalid_request' }) as Error);
  });
});
