import fc from 'fast-check';
import { cell, Decimal, type Delimiter, delimiters, restoredText } from './csv-cell';
import { cellsOf, isFormula, restored } from '@storewright/testing';

describe('cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 123', "'+49 30 123"],
    ['-5', '-5'],
    ['-5+cmd', "'-5+cmd"],
    ['@sum', "'@sum"],
    [' =1', "' =1"],
    ['\t=1', `"'\t'=1"`],
    ['\ttext', `"'\ttext"`],
    ['\uFF1D1', "'\uFF1D1"],
    ['x;=cmd|\u2019/C calc', `"x;'=cmd|\u2019/C calc"`],
    ['x; "=cmd"', `"x;' ""=cmd"""`],
    ['x\t@sum', `"x\t'@sum"`],
    ['x\n-1', `"x\n'-1"`],
    ['x,=1', '"x,=1"'],
    ['Mug, -10 %; red', '"Mug, -10 %; red"'],
    ['a, "b"', '"a, ""b"""'],
    ['line\nbreak', '"line\nbreak"'],
    ['1.50', '1.50'],
    [null, ''],
    [['a', 'b'], '"a, b"'],
    [['=a'], "'=a"],
    [['a,b', 'c'], '"""a,b"", c"'],
    [12, '12'],
    [true, 'true'],
    [new Decimal('-19.95'), '-19.95'],
  ])('formats the value %j as the CSV cell %s', (value, expected) => expect(cell(value)).toBe(expected));

  it.each([
    ['x,=1', `"x,'=1"`],
    ['x;=1', '"x;=1"'],
    ['1.50', '1.50'],
    [new Decimal('19.95'), '19,95'],
    [new Decimal('1500'), '1500'],
  ])('formats the value %j as the CSV cell %s if the delimiter is ";"', (value, expected) => {
    expect(cell(value, ';')).toBe(expected);
  });
});

const pieces = fc.string({ unit: fc.constantFrom(...';,\t\r\n"\' =+-@＝＋－＠\u00a0\u200b\ufeffa1|') });

describe.each(delimiters)('cells of a line with the delimiter %j', (delimiter: Delimiter) => {
  it('contain no formula, even for a spreadsheet program that splits at commas, semicolons or tabs', () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (texts) => {
        const line = ['id', ...texts].map((each) => cell(each, delimiter)).join(delimiter);
        for (const separator of [',', ';', '\t'])
          expect(cellsOf(line, separator).filter(isFormula)).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('equal the original texts after restoredText() has removed the apostrophes', () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (texts) => {
        const line = texts.map((each) => cell(each, delimiter)).join(delimiter);
        const cells = cellsOf(line, delimiter);
        expect(cells.map((each) => restored(each, delimiter))).toEqual(texts);
        expect(cells.map((each) => restoredText(each, delimiter))).toEqual(texts);
      }),
      { numRuns: 5_000 },
    );
  });
});
