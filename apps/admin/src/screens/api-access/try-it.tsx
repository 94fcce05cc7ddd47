import type { ReactNode } from 'react';
import { CodeBlock } from '../../parts/copy-button';
import { curlLine } from '../../parts/curl';
import { useNewest } from '../../parts/newest';
import { Skeleton } from '../../parts/states';
import { useShop } from '../../session/shop';
import { shopApiUrl } from '../../session/shop-url';
import { useTexts } from '../../texts/texts';
import { firstCall } from './first-call';
import styles from './generate-token.module.css';

interface TryItProps {
  token: string;
  /** Scopes of the access token. null means all scopes. */
  scopes: string[] | null;
}

export function TryIt({ token, scopes }: TryItProps): ReactNode {
  const t = useTexts();
  const { domain } = useShop();
  const call = firstCall(scopes);
  const newest = useNewest(call?.list === false ? call.type : undefined);
  if (call && !call.list && newest.isPending) return <Skeleton lines={2} />;
  const path = call && (call.list ? call.type : newest.data && `${call.type}/${newest.data}`);
  if (!path) return <p>{t('apiAccess.made.noTry')}</p>;
  const curl = curlLine({
    url: `${shopApiUrl(domain)}/api/${path}`,
    headers: { Authorization: `Bearer ${token}` },
  });
  return (
    <div>
      <p className={styles['label']}>{t('apiAccess.made.try')}</p>
      <CodeBlock code={curl} label={t('apiAccess.made.curl')} wrap />
    </div>
  );
}
