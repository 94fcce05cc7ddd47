import type { ReactNode } from 'react';
import styles from './tags.module.css';

/** Maximum number of tags in a table cell. The cell shows how many tags are hidden. */
const MAX_TAGS = 3;

export function Tags({ tags }: { tags: readonly string[] }): ReactNode {
  if (tags.length === 0) return '–';
  const rest = tags.length - MAX_TAGS;
  return (
    <ul className={styles['tags']}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <li key={tag} dir="auto" title={tag} className={styles['tag']}>
          {tag}
        </li>
      ))}
      {rest > 0 && <li title={tags.slice(MAX_TAGS).join(', ')}>+{rest}</li>}
    </ul>
  );
}
