import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './page-tabs.module.css';

interface PageTabsProps {
  label: string;
  tabs: readonly { to: string; text: string }[];
}

/** Tabs for the sections of a page. Each tab is a link with its own URL. */
export function PageTabs({ label, tabs }: PageTabsProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(() => showActive(nav.current!), [pathname]);
  return (
    <nav ref={nav} aria-label={label} className={styles['tabs']}>
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

/** Scrolls the active tab into view on narrow screens, without scrolling the page. */
function showActive(nav: HTMLElement): void {
  const tab = nav.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = nav.getBoundingClientRect();
  if (tab.left < left) nav.scrollBy({ left: tab.left - left });
  if (tab.right > right) nav.scrollBy({ left: tab.right - right });
}
