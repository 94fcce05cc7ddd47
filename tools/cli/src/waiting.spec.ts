import { openerOf } from './browser';
import { UnfinishedError } from './failures';
import { type Installation, untilComplete } from './waiting';

const install_url = 'http://localhost:4000/install';
const anInstallation = (token_status: string | null, scopes = ['meta.get']): Installation => ({
  id: 'i-1',
  attributes: { scopes, token_status },
});

/** Waits for an installation that has these states in order and then stays in the last one. */
async function waiting(...states: (Installation | undefined)[]) {
  const notes: string[] = [];
  let looks = 0;
  const look = () => Promise.resolve(states[Math.min(looks++, states.length - 1)]);
  const terminal = { note: (line: string) => void notes.push(line), pause: () => Promise.resolve() };
  const end = await untilComplete({ look, scopes: ['meta.get'], install_url }, terminal).catch(
    (error: Error) => error,
  );
  return { end, notes, looks };
}

it('untilComplete() waits for the owner’s consent and the app’s token, and prints the next step once', async () => {
  const pending = anInstallation('pending');
  const { end, notes, looks } = await waiting(
    undefined,
    undefined,
    pending,
    pending,
    anInstallation('active'),
  );
  expect([end, looks]).toEqual([anInstallation('active'), 5]);
  expect(notes).toEqual([
    `the owner consented; the app must now exchange the nonce that was sent to ${install_url}`,
  ]);
});

it('untilComplete() waits until an installation has all requested scopes', async () => {
  const { end, notes, looks } = await waiting(anInstallation('active', []), anInstallation('active'));
  expect([end, notes, looks]).toEqual([anInstallation('active'), [], 2]);
});

it.each([
  ['no shop owner consents', undefined, /^nobody consented within ten minutes: /],
  [
    'the installation still lacks a scope',
    anInstallation('active', []),
    /^nobody consented within ten minutes: /,
  ],
  [
    'the app does not exchange its nonce',
    anInstallation('pending'),
    /^the app has not exchanged its nonce: /,
  ],
])('untilComplete() throws an error with the next step after ten minutes if %s', async (_, state, line) => {
  const { end, looks } = await waiting(state);
  expect(end).toBeInstanceOf(UnfinishedError);
  expect([(end as Error).message, looks]).toEqual([expect.stringMatching(line), 300]);
});

it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string | undefined]>([
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', {}, undefined],
  ['darwin', { SSH_CONNECTION: '198.51.100.1 5 198.51.100.2 22' }, undefined],
])(
  'openerOf() returns the program that opens a URL on the operating system %s with the environment %j',
  (platform, environment, program) => {
    expect(openerOf(platform, environment)?.[0]).toBe(program);
  },
);
