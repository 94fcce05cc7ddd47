import { type Language, languages } from '@storewright/entities';

/** Maximum number of parsed characters of the `Accept-Language` header. Browsers send fewer. */
const MAX_LENGTH = 255;

/**
 * Returns the preferred email language from an `Accept-Language` header, or null if no supported language
 * matches.
 */
export function browserLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '')
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((part) => {
      const [name = '', weight] = part.split(/;\s*q=/);
      return {
        name: name.trim().toLowerCase().split('-')[0],
        weight: weight === undefined ? 1 : Number(weight),
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { name } of wanted) {
    const language = languages.find((each) => each === name);
    if (language) return language;
  }
  return null;
}
