import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './page-tabs.module.css';

interface PageTabsProps {
  /** Accessible name of the tabs. */
  label: string;
  /** Tabs of the page. The first tab is the page itself. */
  tabs: readonly { to: string; text: string }[];
}

/**
 * Tabs for the sections of a page. Each section is a link with its own URL, so that people can bookmark it
 * and open it in a new window.
 */
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
