import { pictureOf, ticks } from './picture';

const memory = {
  title: 'Memory',
  unit: 'MiB',
  lines: [
    { name: 'shop-api', points: [[0, 0], [300, 100], [600, 200]] as const }, // oxfmt-ignore
    { name: 'a < b', points: [[0, 50]] as const },
  ],
};

describe('pictureOf()', () => {
  it('labels the axes with round numbers, minutes and the unit of the values', () => {
    expect([ticks(7), ticks(142), ticks(0.03), ticks(100), ticks(0)]).toEqual([
      [0, 2, 4, 6, 8],
      [0, 50, 100, 150],
      [0, 0.01, 0.02, 0.03],
      [0, 20, 40, 60, 80, 100],
      [0, 1],
    ]);
    const svg = pictureOf([memory], []);
    expect(svg).toContain('>Memory, MiB</text>');
    expect(svg).toContain('>minutes</text>');
    expect(svg).toContain('>200</text>');
  });

  it('scales each line to the width and height of the chart', () => {
    expect(pictureOf([memory], [])).toContain('points="58,156 232,98 406,40"');
  });

  it('escapes HTML characters in labels', () => {
    const svg = pictureOf([memory], [{ at: 300, name: 'backlog' }]);
    expect(svg).toContain('>a &lt; b</text>');
    expect(svg).toContain('>backlog</text>');
    expect(svg).toContain('x1="232"');
  });
});
