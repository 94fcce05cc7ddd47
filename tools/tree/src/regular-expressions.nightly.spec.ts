import { writeFileSync } from 'node:fs';
import { faultOf, patternsOfFiles, patternsToCheck, savedVerdictsFile } from './production-patterns';

/** Saves the verdicts if PATTERNS_PRINT is set (`npm run patterns:print`). */
it('regular expressions in production code run in linear time', () => {
  const patterns = patternsToCheck(patternsOfFiles());
  expect([...patterns.values()].flatMap(faultOf)).toEqual([]);
  if (process.env['PATTERNS_PRINT'])
    writeFileSync(savedVerdictsFile, `${JSON.stringify([...patterns.keys()].sort(), undefined, 2)}\n`);
});
