import { EventLoopLooks } from './event-loop-looks';

describe('how late an event loop is', () => {
  let now = 0;
  const worst = (looks: EventLoopLooks) => Math.round(looks.of(({ max }) => max) * 1_000);

  it('is by how much a look came after its time', () => {
    const looks = new EventLoopLooks(50, () => now);
    looks.start();
    for (const ms of [50, 350, 51]) {
      now += ms;
      looks.look();
    }
    looks.stop();
    expect(worst(looks)).toBe(300);
    looks.reset();
    expect(worst(looks)).toBe(0);
  });

  it('does not count a time in which nobody looked', () => {
    const looks = new EventLoopLooks(50, () => now);
    looks.start();
    looks.stop();
    now += 5_000;
    looks.start();
    now += 50;
    looks.look();
    looks.stop();
    expect(worst(looks)).toBe(0);
  });
});
