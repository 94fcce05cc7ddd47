import type { ReactNode } from 'react';
import type { ListingTexts } from '../../api/directory';
import { isTextId, useTexts } from '../../texts/texts';
import { imageAddress } from '../app-icon';
import { Badge } from '../notice';
import styles from './listing.module.css';

export function Maker({ name, domain }: { name: string; domain: string | null }): ReactNode {
  const t = useTexts();
  return (
    <span className={styles['maker']}>
      <bdi>{t('directory.by', { developer: name })}</bdi>
      {domain !== null && (
        <Badge kind="good">
          <span title={t('directory.verified.about', { domain })}>{t('directory.verified', { domain })}</span>
        </Badge>
      )}
    </span>
  );
}

export function Screenshots({ name, urls }: { name: string; urls: readonly string[] }): ReactNode {
  const t = useTexts();
  if (urls.length === 0) return null;
  return (
    <ul className={styles['shots']} tabIndex={0} aria-label={t('directory.screenshots', { app: name })}>
      {urls.map((url, at) => (
        <li key={url}>
          <img
            src={imageAddress(url)}
            alt={t('directory.screenshot', { number: at + 1, app: name })}
            loading="lazy"
            decoding="async"
          />
        </li>
      ))}
    </ul>
  );
}

export function ListingText({ text }: { text: string | null }): ReactNode {
  return text === null ? null : (
    <p className={styles['text']}>
      <bdi>{text}</bdi>
    </p>
  );
}

export function ListingLinks({
  listing,
}: {
  listing: Pick<ListingTexts, 'support_url' | 'privacy_url'>;
}): ReactNode {
  const t = useTexts();
  const names = (['support_url', 'privacy_url'] as const).filter((name) => listing[name]);
  return (
    <p className={styles['links']}>
      {names.map((name) => (
        <a key={name} href={listing[name]!} target="_blank" rel="noopener noreferrer">
          {t(`directory.link.${name}`)}
        </a>
      ))}
    </p>
  );
}

/** Returns the translated name of an app category. Returns the category's id without a translation. */
export function useCategoryName(): (category: string) => string {
  const t = useTexts();
  return (category) => {
    const id = `directory.category.${category}`;
    return isTextId(id) ? t(id) : category;
  };
}
