import { EventLoopSampler } from './event-loop-sampler';

describe('EventLoopSampler', () => {
  let now = 0;
  const worst = (sampler: EventLoopSampler) => Math.round(sampler.of(({ max }) => max) * 1_000);

  it('measures the event loop lag of each sample', () => {
    const sampler = new EventLoopSampler(50, () => now);
    sampler.start();
    for (const ms of [50, 350, 51]) {
      now += ms;
      sampler.sample();
    }
    sampler.stop();
    expect(worst(sampler)).toBe(300);
    sampler.reset();
    expect(worst(sampler)).toBe(0);
  });

  it('measures no event loop lag while the sampler is stopped', () => {
    const sampler = new EventLoopSampler(50, () => now);
    sampler.start();
    sampler.stop();
    now += 5_000;
    sampler.start();
    now += 50;
    sampler.sample();
    sampler.stop();
    expect(worst(sampler)).toBe(0);
  });
});
