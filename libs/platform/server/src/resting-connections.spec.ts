import type { Socket } from 'node:net';
import { RestingConnections } from './resting-connections';

function resting() {
  const subject = new RestingConnections();
  const reads = new Map<string, boolean>();
  const rest = (share: string, name: string, now: number) => {
    const socket = { pause: () => reads.set(name, false), resume: () => reads.set(name, true) };
    subject.rest(share, socket as unknown as Socket, now);
  };
  const read = () => [...reads].flatMap(([name, isRead]) => (isRead ? [name] : []));
  return { subject, rest, read };
}

it('nothing is read of a connection that rests, until its share has room: then of those first that rest longest', () => {
  const { subject, rest, read } = resting();
  for (const name of ['a', 'b', 'c']) rest('loud', name, 0);
  rest('other', 'd', 0);
  expect(read()).toEqual([]);
  subject.wake('loud', 2);
  expect(read()).toEqual(['a', 'b']);
  subject.wakeAll((share) => (share === 'other' ? 5 : 0), 100);
  expect(read()).toEqual(['a', 'b', 'd']);
  expect(subject.areNone).toBe(false);
  subject.wake('loud', 1);
  expect(subject.areNone).toBe(true);
});

it('whatever its share has, none rests for longer than half a second', () => {
  const { subject, rest, read } = resting();
  rest('loud', 'a', 0);
  rest('loud', 'b', 400);
  subject.wakeAll(() => -1, 500);
  expect(read()).toEqual(['a']);
  subject.wakeAll(() => -1, 900);
  expect(read()).toEqual(['a', 'b']);
  expect(subject.areNone).toBe(true);
});
