import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './page-tabs.module.css';

interface PageTabsProps {
  /** What they are the parts of. */
  label: string;
  /** The first one is the page itself. */
  tabs: readonly { to: string; text: string }[];
}

/** The parts of a page, each with an address of its own: links, so that they open in a window, go back and are bookmarked as links are. */
export function PageTabs({ label, tabs }: PageTabsProps): ReactNode {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      <ul>
        {tabs.map(({ to, text }) => (
          <li key={to}>
            <NavLink to={to} end className={styles['tab'] ?? ''}>
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
