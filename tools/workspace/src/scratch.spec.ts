import { isEnough } from '../scratch.mjs';

const gib = 2 ** 30;
const mounts = (options: string) => `/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;
const usual = { mounts: mounts('rw,nosuid,nodev,size=24684096k'), room: 12 * gib, available: 16 * gib };

it('isEnough() returns true for a folder in memory with enough space that allows running programs', () => {
  expect(isEnough(usual)).toBe(true);
  const not = [
    { mounts: '/dev/vda / ext4 rw 0 0\n' },
    { mounts: mounts('rw,nosuid,nodev,noexec,relatime,size=65536k') },
    { mounts: mounts('ro') },
    { room: 64 * 2 ** 20 },
    { available: 4 * gib },
  ];
  expect(not.filter((each) => isEnough({ ...usual, ...each }))).toEqual([]);
});
