import type { Socket } from 'node:net';
import { PausedConnections } from './paused-connections';

const loud = { share: 'shop', credential: 'loud' };
const other = { share: 'shop', credential: 'other' };
const many = { served: 1_000, refused: 1_000 };

function pausedConnections() {
  const subject = new PausedConnections();
  const reads = new Map<string, boolean>();
  const sockets = new Map<string, Socket>();
  const pause = (origin: typeof loud, name: string, now: number) => {
    const socket = { pause: () => reads.set(name, false), resume: () => reads.set(name, true) };
    sockets.set(name, socket as unknown as Socket);
    subject.pause(origin, sockets.get(name)!, now);
  };
  const read = () => [...reads].flatMap(([name, isRead]) => (isRead ? [name] : []));
  const isExpired = (name: string) => subject.takeExpired(sockets.get(name)!);
  return { subject, pause, read, isExpired };
}

it('PausedConnections resumes the oldest connections of a credential that can queue requests again', () => {
  const { subject, pause, read } = pausedConnections();
  for (const name of ['a', 'b', 'c']) pause(loud, name, 0);
  pause(other, 'd', 0);
  expect(read()).toEqual([]);
  subject.resume(loud, 2);
  expect(read()).toEqual(['a', 'b']);
  subject.resumeDue((origin) => (origin === other ? 5 : 0), 100, many);
  expect(read()).toEqual(['a', 'b', 'd']);
  expect(subject.isEmpty).toBe(false);
  subject.resume(loud, 1);
  expect(subject.isEmpty).toBe(true);
});

it('PausedConnections resumes a connection after half a second, even if the credential cannot queue requests', () => {
  const { subject, pause, read, isExpired } = pausedConnections();
  pause(loud, 'a', 0);
  pause(loud, 'b', 400);
  subject.resumeDue(() => -1, 500, many);
  expect([read(), isExpired('a')]).toEqual([['a'], false]);
  subject.resumeDue(() => -1, 900, many);
  expect(read()).toEqual(['a', 'b']);
  expect(subject.isEmpty).toBe(true);
});

it('PausedConnections resumes at most as many connections as the budget allows', () => {
  const { subject, pause, read } = pausedConnections();
  for (let at = 0; at < 10; at += 1) pause(at < 5 ? loud : other, String(at), 0);
  const budget = { served: 4, refused: 0 };
  expect(subject.resumeDue(() => 3, 500, budget).served).toBe(0);
  expect(read()).toHaveLength(4);
  expect(subject.resumeDue(() => 3, 500, budget).served).toBe(0);
  expect(read()).toHaveLength(8);
  expect(subject.resumeDue(() => 3, 500, budget).served).toBe(2);
  expect([read().length, subject.isEmpty]).toEqual([10, true]);
});

describe('PausedConnections with hundreds of connections paused for seconds', () => {
  function standing() {
    const all = pausedConnections();
    for (let at = 0; at < 201; at += 1) all.pause(loud, `first ${at}`, 0);
    for (let at = 0; at < 301; at += 1) all.pause(loud, String(at), 2_500);
    all.subject.resume(loud, 201);
    all.subject.resumeDue(() => 0, 3_000, many);
    const later = () => all.read().filter((name) => !name.startsWith('first'));
    return { ...all, later };
  }

  it('resumes expired connections of each credential in turn after two seconds, to reject their requests', () => {
    const { subject, pause, later, isExpired } = standing();
    expect(later()).toEqual([]);
    subject.resumeDue(() => 0, 4_999, many);
    expect(later()).toEqual([]);
    for (let at = 0; at < 201; at += 1) pause(other, `other ${at}`, 3_000);
    subject.resumeDue(() => 0, 5_500, { served: 0, refused: 0 });
    subject.resumeDue(() => 0, 7_500, { served: 0, refused: 10 });
    expect(later()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    subject.resumeDue(() => 0, 7_500, { served: 0, refused: 10 });
    expect(later().slice(10)).toEqual(Array.from({ length: 10 }, (_, at) => `other ${at}`));
    expect([isExpired('9'), isExpired('9'), isExpired('10')]).toEqual([true, false, false]);
  });

  it('serves the requests on expired connections if no requests of the credential are waiting', () => {
    const { subject, later, isExpired } = standing();
    subject.resume(loud, 5);
    subject.resumeDue(() => 31, 3_100, many);
    expect(later()).toEqual([]);
    subject.resumeDue(() => 32, 3_100, { served: 100, refused: 0 });
    expect(later()).toHaveLength(100);
    subject.resumeDue(() => Infinity, 3_100, many);
    expect([later().length, isExpired('0'), subject.isEmpty]).toEqual([301, false, true]);
  });
});
