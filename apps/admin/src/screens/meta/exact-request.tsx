import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { CodeBlock } from '../../parts/copy-button';
import { curlLine } from '../../parts/curl';
import { Segments } from '../../parts/segments';
import { useShop } from '../../session/shop';
import { shopApiUrl } from '../../session/shop-url';
import { Text, type TextId, useTexts } from '../../texts/texts';
import styles from './exact-request.module.css';
import type { MetaRequest } from './meta-api';

interface ExactRequestProps<Id extends string> {
  requests: readonly { id: Id; text: TextId; request: MetaRequest }[];
}

/**
 * Shows the screen's API request as a curl command. The command contains a shell variable instead of the
 * access token, because a token must never appear on a screen.
 */
export function ExactRequest<Id extends string>({ requests }: ExactRequestProps<Id>): ReactNode {
  const t = useTexts();
  const { domain } = useShop();
  const [chosen, setChosen] = useState<Id>();
  const shown = requests.find(({ id }) => id === chosen) ?? requests[0]!;
  const { method, path, ifMatch, body } = shown.request;
  const code = curlLine({
    method,
    url: shopApiUrl(domain) + path,
    headers: {
      Authorization: 'Bearer $ACCESS_TOKEN',
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/vnd.api+json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return (
    <details className={styles['details']}>
      <summary>{t('meta.request.title')}</summary>
      <div className={styles['content']}>
        {requests.length > 1 && (
          <Segments
            label={t('meta.request.which')}
            options={requests.map(({ id, text }) => ({ id, text: t(text) }))}
            value={shown.id}
            onChange={setChosen}
          />
        )}
        <CodeBlock wrap code={code} label={t('meta.request.label')} />
        <p className={styles['lead']}>
          <Text
            id="meta.request.lead"
            values={{
              variable: <code>ACCESS_TOKEN</code>,
              place: <Link to="/settings/api-access">{t('meta.request.place')}</Link>,
            }}
          />
        </p>
      </div>
    </details>
  );
}
