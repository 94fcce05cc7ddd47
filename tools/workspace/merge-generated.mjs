/**
 * Git merge driver for generated files. `merge-generated.mjs <base> <ours> <theirs>` writes the result to
 * <ours>. Merges JSON documents member by member, so that two branches that add a resource do not conflict.
 * If both branches changed a value, or if a file is not JSON, keeps the current branch's version, which `npm
 * run openapi` then overwrites. `npm ci` registers the driver in the clone (`prepare` in package.json), and
 * .gitattributes assigns files to the driver.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function merged(base, ours, theirs) {
  if (equal(ours, theirs) || equal(base, theirs)) return ours;
  if (equal(base, ours)) return theirs;
  const lists = [base, ours, theirs];
  if (lists.every((list) => Array.isArray(list) && list.length === ours.length && list.every(isObject)))
    return ours.map((each, at) => merged(base[at], each, theirs[at]));
  if (isObject(ours) && isObject(theirs)) return mergedObject(isObject(base) ? base : {}, ours, theirs);
  if (Array.isArray(ours) && Array.isArray(theirs))
    return mergedArray(Array.isArray(base) ? base : [], ours, theirs);
  return ours;
}

function mergedObject(base, ours, theirs) {
  const names = mergedArray(Object.keys(base), Object.keys(ours), Object.keys(theirs));
  return Object.fromEntries(
    names.map((name) => {
      if (!(name in ours)) return [name, theirs[name]];
      if (!(name in theirs)) return [name, ours[name]];
      return [name, merged(base[name], ours[name], theirs[name])];
    }),
  );
}

/**
 * Merges two JSON arrays in the order of the array in `base`. Elements that both sides add at the same
 * position are sorted alphabetically.
 */
function mergedArray(base, ours, theirs) {
  const [known, own, other] = [base, ours, theirs].map(
    (list) => new Set(list.map((each) => JSON.stringify(each))),
  );
  const groups = [additions(ours, known, new Set()), additions(theirs, known, own)];
  const addedAfter = (place) =>
    groups
      .flatMap((group) => (group.has(place) ? [group.get(place)] : []))
      .sort(([a], [b]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      .flat();
  return base.reduce((result, each) => {
    const text = JSON.stringify(each);
    return [...result, ...(own.has(text) && other.has(text) ? [each] : []), ...addedAfter(text)];
  }, addedAfter(undefined));
}

/** Returns the elements that only one side added, keyed by the preceding element of the array in `base`. */
function additions(list, known, otherSide) {
  const groups = new Map();
  let place;
  for (const each of list) {
    const text = JSON.stringify(each);
    if (known.has(text)) place = text;
    else if (!otherSide.has(text)) groups.set(place, [...(groups.get(place) ?? []), each]);
  }
  return groups;
}

function mergeFiles([base, ours, theirs]) {
  const texts = [base, ours, theirs].map((file) => readFileSync(file, 'utf8'));
  if (!texts.every((text) => text.trimStart().startsWith('{'))) return;
  writeFileSync(ours, `${JSON.stringify(merged(...texts.map((text) => JSON.parse(text))), null, 2)}\n`);
}

mergeFiles(process.argv.slice(2));
