type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Response members whose values must equal the values in the documentation. */
const constant = new Set(['type', 'code']);

/**
 * Compares a response in the documentation with the real response. Returns missing members and values of a
 * different type. The documented response can omit members, and `…` stands for any value. The documented
 * response is a document, a resource, or the data of a meta object.
 */
export function notInAnswer(shown: Json, answer: Json): string[] {
  const { data } = (answer ?? {}) as { data?: Json };
  const resources = [data].flat() as ({ attributes?: { data?: Json } } | undefined)[];
  const candidates = [answer, ...resources, resources[0]?.attributes?.data] as (Json | undefined)[];
  const findings = candidates.filter((each) => each !== undefined).map((each) => missing(shown, each, ''));
  return findings.some((each) => each.length === 0) ? [] : findings.flat();
}

const fewest = (findings: string[][]): string[] | undefined =>
  findings.sort((one, other) => one.length - other.length)[0];

function missing(shown: Json, real: Json, path: string): string[] {
  if (shown === null || real === null || shown === '…') return [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${path} is no array`];
    return shown.flatMap((each, at) => {
      const findings = real.map((one) => missing(each, one, `${path}/${at}`));
      return fewest(findings) ?? [`${path} is empty`];
    });
  }
  if (typeof shown === 'object') {
    if (typeof real !== 'object' || Array.isArray(real)) return [`${path} is no object`];
    return Object.entries(shown).flatMap(([name, value]) => {
      if (name === '…') return [];
      if (!(name in real)) return [`${path}/${name} is not there`];
      const isOther = constant.has(name) && value !== real[name] && value !== '…';
      return isOther
        ? [`${path}/${name} is ${String(real[name])}`]
        : missing(value, real[name]!, `${path}/${name}`);
    });
  }
  return typeof shown === typeof real ? [] : [`${path} is a ${typeof real}`];
}
