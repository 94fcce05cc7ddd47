import { type ReactNode, useState } from 'react';
import styles from './app-icon.module.css';

/** Replaces the API's origin in an image URL with the page's origin. Returns other URLs unchanged. */
export function imageAddress(url: string): string {
  const at = url.lastIndexOf('/api/apps/');
  return at < 0 ? url : `/admin${url.slice(at)}`;
}

interface AppIconProps {
  /** Name of the app. The icon is hidden from screen readers, so show the name beside the icon. */
  name: string;
  /** Icon URL from the API, or a `data:` URL. null means that the app has no icon. */
  url: string | null;
  size?: 'small' | 'normal' | 'large' | 'heading';
}

/** Shows an app's icon, or the first letter of the app's name if the icon is missing or fails to load. */
export function AppIcon({ name, url, size = 'normal' }: AppIconProps): ReactNode {
  const [failed, setFailed] = useState<string>();
  const [first = ''] = name.trim();
  const hasPicture = url !== null && failed !== url;
  return (
    <span className={`${styles['icon']} ${styles[size]}`} aria-hidden="true">
      {hasPicture ? (
        <img src={imageAddress(url)} alt="" decoding="async" onError={() => setFailed(url)} />
      ) : (
        <span className={styles['initial']}>{first.toLocaleUpperCase()}</span>
      )}
    </span>
  );
}

export function AppName({ name, url, children }: AppIconProps & { children: ReactNode }): ReactNode {
  return (
    <span className={styles['named']}>
      <AppIcon name={name} url={url} size="small" />
      {children}
    </span>
  );
}
