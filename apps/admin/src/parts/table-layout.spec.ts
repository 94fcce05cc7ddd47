import { type Column, layoutOf, stepsOf } from './table-layout';

const column = (title: string, more: Partial<Column<object>> = {}): Column<object> => ({
  title,
  cell: () => title,
  ...more,
});

const columns = [
  column('Select', { hideTitle: true }),
  column('Order', { isName: true }),
  column('Placed'),
  column('Customer'),
  column('Payment', { importance: 'high' }),
  column('Tags', { importance: 'low' }),
  column('Total', { importance: 'always' }),
  column('Actions', { hideTitle: true, end: true }),
];

const shown = (step: number) => {
  const { beside, below, isCompact } = layoutOf(columns, step);
  return { beside: beside.map(({ title }) => title), below: below.map(({ title }) => title), isCompact };
};

describe('layoutOf', () => {
  it('moves columns below the row’s name by importance, and equally important columns from right to left', () => {
    expect([0, 1, 2, 3, 4].map((step) => shown(step).below)).toEqual([
      [],
      ['Tags'],
      ['Customer', 'Tags'],
      ['Placed', 'Customer', 'Tags'],
      ['Placed', 'Customer', 'Payment', 'Tags'],
    ]);
  });

  it('makes rows compact in the last step, and always keeps checkbox, name, buttons and fixed columns', () => {
    expect(shown(4).isCompact).toBe(false);
    expect(stepsOf(columns)).toBe(5);
    expect(shown(5)).toMatchObject({ beside: ['Select', 'Order', 'Total', 'Actions'], isCompact: true });
  });

  it('leaves a table without a name column unchanged', () => {
    expect(stepsOf([column('Requests'), column('Errors')])).toBe(0);
  });
});
