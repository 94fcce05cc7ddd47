import { type Language, languages } from '@storewright/entities';

/** More parts than a browser sends are not looked at. */
const MAX_LENGTH = 255;

/** The language of an `Accept-Language` that comes first among those that mails are written in; null: none of them. */
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
