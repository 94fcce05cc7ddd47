import type { ReactNode } from 'react';
import styles from './initials.module.css';

/** Initials of a name in a circle. Hidden from screen readers, because the name is beside the circle. */
export function Initials({ name }: { name: string }): ReactNode {
  const words = name.split(/\s+/u).filter((word) => /^\p{L}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word));
  return (
    <span aria-hidden className={styles['initials']}>
      {letters.join('').toLocaleUpperCase() || '–'}
    </span>
  );
}

const firstLetter = (word = ''): string => /^\p{L}\p{M}*/u.exec(word)?.[0] ?? '';
