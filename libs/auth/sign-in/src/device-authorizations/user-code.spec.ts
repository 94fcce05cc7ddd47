import { digestOfUserCode, mintUserCode } from './user-code';

it('mintUserCode returns two groups of four consonants, different for each call', () => {
  const codes = Array.from({ length: 200 }, mintUserCode);
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

it('digestOfUserCode ignores case, spaces and punctuation', () => {
  const digest = digestOfUserCode('WDJB-MJHT');
  for (const typed of ['wdjbmjht', ' WDJB MJHT ', 'wdjb–mjht', 'W.D.J.B.M.J.H.T'])
    expect(digestOfUserCode(typed)).toBe(digest);
  expect(digestOfUserCode('WDJB-MJHV')).not.toBe(digest);
});

it.each(['', 'WDJB', 'WDJB-MJHTX', 'ADJB-MJHT', '1DJB-MJHT', 'WDJB-MJH$'])(
  'digestOfUserCode(%j) returns undefined',
  (typed) => {
    expect(digestOfUserCode(typed)).toBeUndefined();
  },
);
