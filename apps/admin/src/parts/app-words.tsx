import type { ReactNode } from 'react';
import type { ShopApp } from '../api/shop-apps';
import { useTexts } from '../texts/texts';
import styles from './app-words.module.css';

export function AppLinks({ app: { attributes } }: { app: ShopApp }): ReactNode {
  const t = useTexts();
  const links = (['privacy_url', 'support_url'] as const).filter((name) => attributes[name] !== null);
  if (links.length === 0) return null;
  return (
    <p className={styles['links']}>
      {links.map((name) => (
        <a key={name} href={attributes[name]!} target="_blank" rel="noopener noreferrer">
          {t(`apps.link.${name}`)}
        </a>
      ))}
    </p>
  );
}

export function AppDescription({ app }: { app: ShopApp }): ReactNode {
  const { description } = app.attributes;
  return description === null ? null : (
    <p className={styles['description']}>
      <bdi>{description}</bdi>
    </p>
  );
}
