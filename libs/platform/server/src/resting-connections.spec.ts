import type { Socket } from 'node:net';
import { RestingConnections } from './resting-connections';

const loud = { share: 'shop', credential: 'loud' };
const other = { share: 'shop', credential: 'other' };
const many = { most: 1_000, refusals: 1_000 };

function resting() {
  const subject = new RestingConnections();
  const reads = new Map<string, boolean>();
  const sockets = new Map<string, Socket>();
  const rest = (origin: typeof loud, name: string, now: number) => {
    const socket = { pause: () => reads.set(name, false), resume: () => reads.set(name, true) };
    sockets.set(name, socket as unknown as Socket);
    subject.rest(origin, sockets.get(name)!, now);
  };
  const read = () => [...reads].flatMap(([name, isRead]) => (isRead ? [name] : []));
  const isLate = (name: string) => subject.isLate(sockets.get(name)!);
  return { subject, rest, read, isLate };
}

it('nothing is read of a connection that rests, until its credential has room: then of those first that rest longest', () => {
  const { subject, rest, read } = resting();
  for (const name of ['a', 'b', 'c']) rest(loud, name, 0);
  rest(other, 'd', 0);
  expect(read()).toEqual([]);
  subject.wake(loud, 2);
  expect(read()).toEqual(['a', 'b']);
  subject.wakeAll((origin) => (origin === other ? 5 : 0), 100, many);
  expect(read()).toEqual(['a', 'b', 'd']);
  expect(subject.areNone).toBe(false);
  subject.wake(loud, 1);
  expect(subject.areNone).toBe(true);
});

it('a few go on after half a second, whatever their credential has', () => {
  const { subject, rest, read, isLate } = resting();
  rest(loud, 'a', 0);
  rest(loud, 'b', 400);
  subject.wakeAll(() => -1, 500, many);
  expect([read(), isLate('a')]).toEqual([['a'], false]);
  subject.wakeAll(() => -1, 900, many);
  expect(read()).toEqual(['a', 'b']);
  expect(subject.areNone).toBe(true);
});

it('no more go on in one go than are read in one go', () => {
  const { subject, rest, read } = resting();
  for (let at = 0; at < 10; at += 1) rest(at < 5 ? loud : other, String(at), 0);
  const going = { most: 4, refusals: 0 };
  expect(subject.wakeAll(() => 3, 500, going).most).toBe(0);
  expect(read()).toHaveLength(4);
  expect(subject.wakeAll(() => 3, 500, going).most).toBe(0);
  expect(read()).toHaveLength(8);
  expect(subject.wakeAll(() => 3, 500, going).most).toBe(2);
  expect([read().length, subject.areNone]).toEqual([10, true]);
});

describe('of hundreds that have rested for seconds', () => {
  function standing() {
    const all = resting();
    for (let at = 0; at < 201; at += 1) all.rest(loud, `first ${at}`, 0);
    for (let at = 0; at < 301; at += 1) all.rest(loud, String(at), 2_500);
    all.subject.wake(loud, 201);
    all.subject.wakeAll(() => 0, 3_000, many);
    const later = () => all.read().filter((name) => !name.startsWith('first'));
    return { ...all, later };
  }

  it('those that were not in time go on later, to be refused, as many as may, those of each credential', () => {
    const { subject, rest, later, isLate } = standing();
    expect(later()).toEqual([]);
    subject.wakeAll(() => 0, 4_999, many);
    expect(later()).toEqual([]);
    for (let at = 0; at < 201; at += 1) rest(other, `other ${at}`, 3_000);
    subject.wakeAll(() => 0, 5_500, { most: 0, refusals: 0 });
    subject.wakeAll(() => 0, 7_500, { most: 0, refusals: 10 });
    expect(later()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    subject.wakeAll(() => 0, 7_500, { most: 0, refusals: 10 });
    expect(later().slice(10)).toEqual(Array.from({ length: 10 }, (_, at) => `other ${at}`));
    expect([isLate('9'), isLate('9'), isLate('10')]).toEqual([true, false, false]);
  });

  it('they go on to be served once nothing of their credential waits, and not before', () => {
    const { subject, later, isLate } = standing();
    subject.wake(loud, 5);
    subject.wakeAll(() => 31, 3_100, many);
    expect(later()).toEqual([]);
    subject.wakeAll(() => 32, 3_100, { most: 100, refusals: 0 });
    expect(later()).toHaveLength(100);
    subject.wakeAll(() => Infinity, 3_100, many);
    expect([later().length, isLate('0'), subject.areNone]).toEqual([301, false, true]);
  });
});
