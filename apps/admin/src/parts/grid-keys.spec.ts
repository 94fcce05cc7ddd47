import { nextCell } from './grid-keys';

/** Columns with a control in each of three rows. The second row has no control in columns 2 and 3. */
const rows = [
  [0, 1, 2, 3],
  [0, 1],
  [0, 1, 2, 3],
];
const move = (row: number, column: number, key: string, { ctrlKey = false, isRtl = false } = {}) => {
  const next = nextCell(rows, { row, column }, { key, ctrlKey, isRtl });
  return next && [next.row, next.column];
};

describe('nextCell', () => {
  it('moves within a row and stops at the edges of the row', () => {
    expect(move(0, 1, 'ArrowRight')).toEqual([0, 2]);
    expect(move(0, 1, 'ArrowLeft')).toEqual([0, 0]);
    expect([move(1, 1, 'ArrowRight'), move(1, 0, 'ArrowLeft')]).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  it('swaps left and right in a right-to-left grid', () => {
    expect(move(0, 1, 'ArrowRight', { isRtl: true })).toEqual([0, 0]);
    expect(move(0, 1, 'ArrowLeft', { isRtl: true })).toEqual([0, 2]);
  });

  it('moves within a column, skips rows without a control in this column, and stops at the edges of the grid', () => {
    expect([move(0, 1, 'ArrowDown'), move(0, 3, 'ArrowDown'), move(2, 3, 'ArrowUp')]).toEqual([
      [1, 1],
      [2, 3],
      [0, 3],
    ]);
    expect([move(2, 0, 'ArrowDown'), move(0, 0, 'ArrowUp')]).toEqual([
      [2, 0],
      [0, 0],
    ]);
  });

  it('moves to the ends of the row with Home and End, and to the ends of the grid with Ctrl', () => {
    expect([move(1, 0, 'End'), move(0, 2, 'Home')]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect([move(1, 1, 'End', { ctrlKey: true }), move(1, 1, 'Home', { ctrlKey: true })]).toEqual([
      [2, 3],
      [0, 0],
    ]);
  });

  it('returns undefined for keys other than arrows, Home and End', () => {
    expect([move(0, 0, 'Tab'), move(0, 0, ' ')]).toEqual([undefined, undefined]);
  });
});
