import type { ReactNode } from 'react';
import styles from './initials.module.css';

/** Shows the first letters of a name in a circle. Decorative, because the name is always beside it. */
export function Initials({ name }: { name: string }): ReactNode {
  const words = name.split(/\s+/u).filter((word) => /^\p{L}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word));
  return (
    <span aria-hidden className={styles['initials']}>
      {letters.join('').toLocaleUpperCase() || '–'}
    </span>
  );
}

/** Returns the first letter with its combining marks. */
const firstLetter = (word = ''): string => /^\p{L}\p{M}*/u.exec(word)?.[0] ?? '';
