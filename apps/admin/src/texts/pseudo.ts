/** Accented copies of letters. Vowels are doubled, which makes a text about 40 % longer. */
const letters: Record<string, string> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', A: 'ÁÁ', E: 'ÉÉ', I: 'ÍÍ', O: 'ÓÓ', U: 'ÚÚ' },
  ...{
    b: 'ƀ',
    c: 'ç',
    d: 'đ',
    f: 'ƒ',
    g: 'ğ',
    h: 'ħ',
    j: 'ĵ',
    k: 'ķ',
    l: 'ł',
    m: 'ɱ',
    n: 'ñ',
    p: 'þ',
    q: 'ɋ',
  },
  ...{ r: 'ř', s: 'š', t: 'ŧ', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž' },
  ...{
    B: 'Ɓ',
    C: 'Ç',
    D: 'Đ',
    F: 'Ƒ',
    G: 'Ğ',
    H: 'Ħ',
    J: 'Ĵ',
    K: 'Ķ',
    L: 'Ł',
    M: 'Ɱ',
    N: 'Ñ',
    P: 'Þ',
    Q: 'Ɋ',
  },
  ...{ R: 'Ř', S: 'Š', T: 'Ŧ', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž' },
};

/**
 * Adds accents to the words of a text and makes the text longer. Keeps the ICU syntax: in `{count, plural, one {#
 * event} other {# events}}`, only words at an even brace depth are visible.
 */
export function pseudoText(text: string): string {
  let depth = 0;
  return [...text]
    .map((character) => {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      return depth % 2 === 0 ? (letters[character] ?? character) : character;
    })
    .join('');
}

export function pseudoTexts(messages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, pseudoText(text)]));
}
