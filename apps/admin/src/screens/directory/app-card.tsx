import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type DirectoryApp, installationIdOf } from '../../api/directory';
import { AppIcon } from '../../parts/app-icon';
import { Maker } from '../../parts/listing/listing-words';
import { Badge } from '../../parts/notice';
import { useTexts } from '../../texts/texts';
import styles from './directory.module.css';

export function AppCard({ app }: { app: DirectoryApp }): ReactNode {
  const t = useTexts();
  const { name, tagline, icon_url, developer_name, verified_domain, installed_shops } = app.attributes;
  return (
    <li className={styles['card']}>
      <AppIcon name={name} url={icon_url} />
      <div className={styles['words']}>
        <h3>
          <Link to={`/apps/directory/${app.id}`} className={styles['link'] ?? ''}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p>
          <bdi>{tagline}</bdi>
        </p>
        <Maker name={developer_name} domain={verified_domain} />
        <p className={styles['soft']}>
          {t('directory.installs', { count: installed_shops })}{' '}
          {installationIdOf(app) !== undefined && <Badge kind="good">{t('directory.installed')}</Badge>}
        </p>
      </div>
    </li>
  );
}
