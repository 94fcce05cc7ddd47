import { signInByBrowser } from './device-sign-in';
import { UnfinishedError, UsageError } from './failures';

const begun = {
  ...{ device_code: 'swd_x', user_code: 'WDJB-MJHT', expires_in: 60, interval: 5 },
  verification_uri: 'https://panel.example/device',
  verification_uri_complete: 'https://panel.example/device#WDJB-MJHT',
};
const error = (code: string) => ({ status: 400, body: { error: code } });
const pending = error('authorization_pending');

/** Signs in at a server that returns these responses in order and repeats the last response. */
async function signingIn(...answers: { status: number; body: object }[]) {
  const [paused, opened, notes]: [number[], string[], string[]] = [[], [], []];
  let asked = 0;
  const terminal = {
    note: (line: string) => void notes.push(line),
    open: (address: string) => void opened.push(address),
    pause: (ms: number) => Promise.resolve(void paused.push(ms / 1000)),
  };
  const send = () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]!);
  const end = await signInByBrowser(terminal, 'https://auth.example', 'a-shop', send).catch(
    (thrown: Error) => thrown,
  );
  return { end, paused, opened, notes };
}

it('device sign-in prints URL and code, opens the page, and waits until the user allows the sign-in', async () => {
  const allowed = { status: 200, body: { access_token: 'sws_x' } };
  const { end, paused, opened, notes } = await signingIn({ status: 200, body: begun }, pending, allowed);
  const apiAccess = 'https://panel.example/settings/api-access';
  expect([end, paused, opened]).toEqual([
    { session: 'sws_x', apiAccess },
    [5, 5],
    [begun.verification_uri_complete],
  ]);
  expect(notes.join('\n')).toMatch(/open https:\/\/panel\.example\/device\n.* the code WDJB-MJHT;/);
});

it('device sign-in polls more slowly after the error slow_down and after failed requests', async () => {
  const away = { status: 0, body: {} };
  const overloaded = { status: 503, body: {} };
  const { end, paused } = await signingIn(
    { status: 200, body: { ...begun, expires_in: 600 } },
    ...[error('slow_down'), pending, away, overloaded, pending],
    { status: 200, body: { access_token: 'sws_x' } },
  );
  expect([end, paused]).toEqual([expect.objectContaining({ session: 'sws_x' }), [5, 10, 10, 20, 40, 40]]);
});

it.each([
  ['the user denies the sign-in', error('access_denied'), /^the sign-in was denied/],
  ['the sign-in has expired', error('expired_token'), /^the sign-in was not allowed in time/],
  ['the code is unknown', error('invalid_grant'), /^the sign-in was not allowed in time/],
  ['the user neither allows nor denies the sign-in', pending, /^the sign-in was not allowed in time/],
])('device sign-in fails if %s', async (_, answer, line) => {
  const { end } = await signingIn({ status: 200, body: begun }, answer);
  expect([end, (end as Error).message]).toEqual([expect.any(UnfinishedError), expect.stringMatching(line)]);
});

it('device sign-in prints the reason if the auth API does not start the sign-in', async () => {
  const beginnings: [{ status: number; body: object }, object, RegExp][] = [
    [error('invalid_request'), UsageError, /^there is no shop "a-shop"/],
    [{ status: 404, body: {} }, UnfinishedError, /returned status 404; sign in with --email/],
    [{ status: 0, body: {} }, UnfinishedError, /^https:\/\/auth\.example does not respond/],
  ];
  for (const [answer, kind, line] of beginnings) {
    const { end } = await signingIn(answer);
    expect([end, (end as Error).message]).toEqual([expect.any(kind), expect.stringMatching(line)]);
  }
});
