import { pageOf, type PageQuery, rowsToRead, rowsToSkip } from './page';

const query: PageQuery = { size: 2, order: [{ column: 'id', descending: false }], total: false };
const rows = ['1', '2', '3'].map((id) => ({ id }));

describe('pageOf', () => {
  it('drops the additional row that was read to detect a next page', () => {
    expect(rowsToRead(query)).toBe(3);
    const page = { rows: rows.slice(0, 2), firstPosition: ['1'], lastPosition: ['2'] };
    expect(pageOf(query, [...rows])).toEqual({ ...page, hasMore: true });
    expect(pageOf(query, rows.slice(0, 2))).toEqual({ ...page, hasMore: false });
  });

  it('reverses rows that were read backwards', () => {
    expect(pageOf({ ...query, before: ['3'] }, [rows[1]!, rows[0]!]).rows).toEqual(rows.slice(0, 2));
  });

  it('contains the position at which a limited search stopped, if the page is not full', () => {
    expect(pageOf(query, rows.slice(0, 1), undefined, ['9'])).toMatchObject({ end: ['9'] });
    expect(pageOf(query, [...rows], undefined, ['9'])).not.toHaveProperty('end');
  });

  it('contains the total number of rows only if the client requested the total', () => {
    expect(pageOf(query, [], 0)).toMatchObject({ total: 0 });
    expect(pageOf(query, [])).not.toHaveProperty('total');
  });
});

it('rowsToSkip() returns the number of rows on earlier pages', () => {
  expect([query, { ...query, number: 3 }].map(rowsToSkip)).toEqual([0, 4]);
});
