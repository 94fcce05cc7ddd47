import { FairQueue, type Origin } from './fair-queue';

/** Collects the outcome of each request by name. A waiting request has no outcome. */
function fairQueue(places = 1_000) {
  const clock = { at: 0 };
  const subject = new FairQueue({ places, now: () => clock.at });
  const outcome = new Map<string, 'runs' | 'refused'>();
  const gone = new Set<string>();
  let names = 0;
  const enter = (origin: Origin, name = String((names += 1))) =>
    subject.enter(origin, {
      start: () => void outcome.set(name, 'runs'),
      refuse: () => void outcome.set(name, 'refused'),
      isAbandoned: () => gone.has(name),
    });
  return {
    subject,
    outcome,
    gone,
    enter,
    flood: (origin: Origin, count: number) => {
      for (let at = 0; at < count; at += 1) enter(origin);
    },
    count: (what: 'runs' | 'refused') => [...outcome.values()].filter((each) => each === what).length,
    pass(ms: number) {
      clock.at += ms;
      subject.refuseExpired();
    },
  };
}
const shop = (share: string, credential = 'app'): Origin => ({ share, credential });

describe('FairQueue', () => {
  it('starts a request of a quiet shop at once while thousands of requests of a busy shop wait', () => {
    const { flood, enter, outcome } = fairQueue();
    flood(shop('loud'), 2_000);
    for (const name of ['a', 'b', 'c', 'd']) enter(shop('quiet'), name);
    expect(['a', 'b', 'c', 'd'].map((name) => outcome.get(name))).toEqual(Array(4).fill('runs'));
  });

  it('starts a request of a quiet app at once while thousands of requests of the same shop’s busy app wait', () => {
    const { flood, enter, outcome } = fairQueue();
    flood(shop('shop', 'loud'), 2_000);
    enter(shop('shop', 'quiet'), 'a');
    expect(outcome.get('a')).toBe('runs');
  });

  it('rejects the excess requests of a flooding shop, so that slots remain free for quiet shops', () => {
    const { subject, flood, count } = fairQueue();
    flood(shop('loud'), 5_000);
    expect(subject.hasRoom(shop('loud'))).toBe(false);
    expect(subject.hasRoom(shop('quiet'))).toBe(true);
    expect(count('refused')).toBe(5_000 - 334);
    for (let credential = 0; credential < 100; credential += 1) flood(shop('loud', String(credential)), 100);
    expect(subject.hasRoom(shop('loud', 'another'))).toBe(false);
    expect(subject.hasRoom(shop('quiet'))).toBe(true);
  });

  it('lowers the concurrency limit only while the process is busy and several shops compete', () => {
    const { subject, flood, enter, pass, count, outcome } = fairQueue();
    let ended = 0;
    const end = (requests: number) => {
      for (let at = 0; at < requests; at += 1) subject.leave(shop('loud'));
      ended += requests;
    };
    const running = () => count('runs') - ended;
    const adapt = (utilization: number) => {
      for (let times = 0; times < 20; times += 1) subject.adapt({ utilization, lagMs: 0 });
    };
    flood(shop('loud'), 200);
    const alone = running();
    adapt(1);
    expect(running()).toBe(alone);
    enter(shop('quiet'), 'first');
    subject.leave(shop('quiet'));
    ended += 1;
    adapt(1);
    end(alone);
    expect([alone, running()]).toEqual([22, 4]);
    enter(shop('quiet'), 'second');
    expect(outcome.get('second')).toBe('runs');
    subject.leave(shop('quiet'));
    ended += 1;
    adapt(0.9);
    expect(running()).toBe(alone);
    adapt(1);
    end(alone);
    expect(running()).toBe(4);
    pass(1_100);
    adapt(1);
    expect(running()).toBe(alone);
  });

  it('lowers the concurrency limit only while TCP connections are waiting to be accepted', () => {
    const { subject, flood, count } = fairQueue();
    flood(shop('loud'), 200);
    const alone = count('runs');
    subject.pendingConnections = true;
    for (let at = 0; at < alone; at += 1) subject.leave(shop('loud'));
    expect([alone, count('runs') - alone]).toEqual([22, 4]);
    subject.pendingConnections = false;
    expect(count('runs') - alone).toBe(22);
  });

  it('lowers the concurrency limit while the event loop lags and several shops compete', () => {
    const { subject, flood, enter, count } = fairQueue();
    let ended = 0;
    const runningAfter = (lagMs: number, times = 20) => {
      for (let time = 0; time < times; time += 1) subject.adapt({ utilization: 0.5, lagMs });
      for (let left = count('runs') - ended; left > 0; left -= 1) {
        subject.leave(shop('loud'));
        ended += 1;
      }
      return count('runs') - ended;
    };
    flood(shop('loud'), 300);
    const alone = runningAfter(5);
    enter(shop('quiet'));
    subject.leave(shop('quiet'));
    ended += 1;
    expect([alone, subject.isShared]).toEqual([22, true]);
    const step = runningAfter(5, 1);
    expect(step).toBeLessThan(alone);
    expect(step).toBeGreaterThan(4);
    expect(runningAfter(1)).toBe(step);
    expect(runningAfter(5)).toBe(4);
    expect(runningAfter(0)).toBe(22);
  });

  it('waitingRoomOf returns the number of further requests that a credential can queue', () => {
    const { subject, flood } = fairQueue();
    expect(subject.waitingRoomOf(shop('shop', 'loud'))).toBe(32);
    flood(shop('shop', 'loud'), 22 + 30);
    expect(subject.waitingRoomOf(shop('shop', 'loud'))).toBe(2);
    flood(shop('shop', 'loud'), 100);
    expect(subject.waitingRoomOf(shop('shop', 'loud'))).toBeLessThan(0);
    expect(subject.waitingRoomOf(shop('shop', 'quiet'))).toBe(32);
    const full = fairQueue(2);
    full.flood(shop('shop'), 2);
    full.flood(shop('other'), 2);
    expect(full.subject.waitingRoomOf(shop('shop'))).toBe(0);
  });

  it('starts requests of different shops in turn, and those of different apps of a shop in turn', () => {
    const { subject, flood, enter, outcome } = fairQueue();
    for (let at = 0; at < 16; at += 1) flood(shop(String(at)), 4);
    const ran = new Set(outcome.keys());
    for (let at = 0; at < 3; at += 1) {
      enter(shop('0', 'one'), `0 one ${at}`);
      enter(shop('0', 'two'), `0 two ${at}`);
      enter(shop('1', 'one'), `1 one ${at}`);
    }
    // Shops 2 to 15 have no waiting requests; their running ones end.
    for (let at = 2; at < 16; at += 1)
      for (let each = 0; each < 4; each += 1) subject.leave(shop(String(at)));
    const order = [...outcome.keys()].filter((name) => name.includes(' ') && !ran.has(name));
    expect(order.slice(0, 4)).toEqual(['0 one 0', '1 one 0', '0 two 0', '1 one 1']);
  });

  it('lets the requests of a short burst wait for almost two seconds without rejecting any request', () => {
    const { flood, pass, count, subject } = fairQueue();
    flood(shop('shop'), 300);
    pass(1_900);
    expect(count('refused')).toBe(0);
    const before = count('runs');
    subject.leave(shop('shop'));
    expect(count('runs')).toBe(before + 1);
  });

  it('rejects a request after half a second if the queue has been long for two seconds', () => {
    const { flood, pass, count } = fairQueue();
    flood(shop('shop'), 300);
    pass(2_100);
    expect(count('refused')).toBeGreaterThanOrEqual(300 - 200 - 22);
    const before = count('refused');
    flood(shop('shop'), 10);
    pass(400);
    expect(count('refused')).toBe(before);
  });

  it('skips a waiting request if the client has disconnected, and starts the next request', () => {
    const { subject, flood, enter, gone, outcome } = fairQueue();
    flood(shop('shop'), 22);
    enter(shop('shop'), 'gone');
    enter(shop('shop'), 'there');
    gone.add('gone');
    subject.leave(shop('shop'));
    expect([outcome.get('gone'), outcome.get('there')]).toEqual([undefined, 'runs']);
  });

  it('runs as many requests of one shop as the limit allows, and is idle after the last response', () => {
    const { subject, flood, count } = fairQueue(2);
    flood(shop('shop'), 3);
    expect([count('runs'), count('refused')]).toEqual([2, 1]);
    subject.leave(shop('shop'));
    subject.leave(shop('shop'));
    expect(subject.isIdle).toBe(true);
    flood(shop('other'), 2);
    expect(count('runs')).toBe(4);
  });
});
