import { coarseNetwork } from './origin';

it.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['no address', null],
])('coarseNetwork(%s) returns %s', (address, network) => {
  expect(coarseNetwork(address)).toBe(network);
});
