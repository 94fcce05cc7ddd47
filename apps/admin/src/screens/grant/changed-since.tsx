import type { ReactNode } from 'react';
import { scopeChanges, type ShopApp } from '../../api/shop-apps';
import { Notice } from '../../parts/notice';
import type { Sentence } from '../../parts/scopes';
import { type TextId, useTexts } from '../../texts/texts';
import styles from './grant.module.css';

interface ChangedSinceProps {
  /** Scopes that the owner saw before the consent. They come from the URL. */
  shown: readonly string[];
  asked: readonly string[];
  scopes: readonly Sentence[];
}

/**
 * Explains a rejected consent by the scopes that the app has added or removed since the owner saw the grant screen.
 * Ignores unknown scopes, because anyone can forge the URL.
 */
export function ChangedSince({ shown, asked, scopes }: ChangedSinceProps): ReactNode {
  const t = useTexts();
  const known = shown.filter((name) => scopes.some(({ id }) => id === name));
  const { added, dropped } = scopeChanges(known, asked);
  return (
    <Notice kind="warning" title={t('grant.changed.title')} live>
      <p>{t('grant.changed.lead')}</p>
      <Named title="grant.changed.added" names={added} scopes={scopes} />
      <Named title="grant.changed.dropped" names={dropped} scopes={scopes} />
      {added.length + dropped.length === 0 && <p>{t('grant.changed.same')}</p>}
    </Notice>
  );
}

interface ChangedInShopProps {
  app: ShopApp;
  /** Scopes of the rejected consent. They come from the URL. */
  shown: readonly string[];
  scopes: readonly Sentence[];
}

/**
 * Explains that the service rejected a consent because a shop member changed the app's permissions at the same time.
 */
export function ChangedInShop({ app, shown, scopes }: ChangedInShopProps): ReactNode {
  const t = useTexts();
  const withdrawn = app.attributes.withdrawn_scopes ?? [];
  const names = withdrawn.filter((scope) => shown.includes(scope));
  return (
    <Notice kind="warning" title={t('grant.changedInShop.title')} live>
      <p>{t('grant.changedInShop.lead')}</p>
      <Named title="grant.changedInShop.removed" names={names} scopes={scopes} />
    </Notice>
  );
}

function Named({
  title,
  names,
  scopes,
}: {
  title: TextId;
  names: readonly string[];
  scopes: readonly Sentence[];
}): ReactNode {
  const t = useTexts();
  if (names.length === 0) return null;
  return (
    <div className={styles['since']}>
      <p>{t(title)}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{scopes.find(({ id }) => id === name)?.attributes.sentence ?? name}</li>
        ))}
      </ul>
    </div>
  );
}
