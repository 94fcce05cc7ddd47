const refusals: readonly (readonly [reason: string, isRefused: (text: string) => boolean])[] = [
  [
    'rows that come from no table of the shop would be copied, which row-level security forbids',
    (text) => /^INSERT\b/i.test(text) && /\)\s*SELECT\b/i.test(text) && !/\bFROM\s+"?shop"?\./i.test(text),
  ],
  [
    'a subquery among the values of an INSERT',
    (text) => /^INSERT\b.*?\bVALUES\b.*\(\s*(SELECT|WITH)\b/is.test(text),
  ],
  [
    'a part of a statement that writes',
    (text) => /\bAS\s*(MATERIALIZED\s*)?\(\s*(INSERT|UPDATE|DELETE)\b/i.test(text),
  ],
  ['a part of a statement that only sets something', (text) => /\bset_config\(/i.test(text)],
  [
    'RETURNING what more than the row decides',
    (text) => new RegExp(`\\bRETURNING\\b.*\\b${changing}\\(`, 'is').test(text),
  ],
  [
    'an UPDATE by what is another each time',
    (text) => /^UPDATE\b/i.test(text) && new RegExp(`\\b${volatile}\\(`, 'i').test(text),
  ],
  [
    'an UPDATE by the time of a column',
    (text) => /^UPDATE\b.*[\w"] [+-] interval/is.test(text) && !/\(\) [+-] interval/.test(text),
  ],
  [
    'the time within CASE or coalesce of a write',
    (text) =>
      /^(UPDATE|INSERT)\b.*\b(CASE\b(?:(?!\bEND\b).)*|coalesce\([^()]*)\b(now|statement_timestamp)\(\)/is.test(
        text,
      ),
  ],
  [
    'CASE with a value of INSERT … SELECT, which it writes wrongly',
    (text) => /^INSERT\b.*\bSELECT\b.*\bCASE\s+(?!WHEN\b)/is.test(text),
  ],
  [
    'several columns IN a subquery of a DELETE',
    (text) => /^DELETE\b.*\([\w.]+,[^()]*\)\s+IN\s*\(\s*SELECT\b/is.test(text),
  ],
  ['COPY', (text) => /^COPY\b/i.test(text)],
  ['a lock that a worker node would look for', (text) => /advisory\w*\(.*\bFROM\s+"?shop"?\./is.test(text)],
  ['a setting in one message with what follows', (text) => /^SET\b[^;]*;\s*\S/i.test(text)],
];

const volatile = '(clock_timestamp|random|gen_random_uuid|uuidv7|nextval|timeofday)';
const changing = `(${volatile}|now|statement_timestamp|jsonb_build_object|to_jsonb|json_build_object)`;

/**
 * Returns the reason why Citus would reject the SQL statement, or undefined if no reason is known. Lets specs
 * detect unsupported statements without a Citus cluster.
 */
export function refusedByCitus(text: string): string | undefined {
  return refusals.find(([, isRefused]) => isRefused(text.trim()))?.[0];
}
