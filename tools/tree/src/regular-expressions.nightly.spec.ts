import { writeFileSync } from 'node:fs';
import { faultOf, patternsOfFiles, patternsToCheck, savedVerdictsFile } from './production-patterns';

/** Saves the verdicts if PATTERNS_PRINT is set (`npm run patterns:print`). */
it('every regular expression in production code takes time that grows linearly with the length of the text', () => {
  const patterns = patternsToCheck(patternsOfFiles());
  expect([...patterns.values()].flatMap(faultOf)).toEqual([]);
  if (process.env['PATTERNS_PRINT'])
    writeFileSync(savedVerdictsFile, `${JSON.stringify([...patterns.keys()].sort(), undefined, 2)}\n`);
});
