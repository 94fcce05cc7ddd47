import type { ReactNode } from 'react';
import { appIdOf, type Installation } from '../../api/installations';
import { ButtonLink } from '../../parts/button';
import { Notice } from '../../parts/notice';
import { Time } from '../../parts/time';
import { Text, useTexts } from '../../texts/texts';
import { connectionOf } from './installation';

export function ConnectionNotice({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const connection = connectionOf(installation);
  // Hides the notice for a suspended app, because SuspendedNotice explains the suspension.
  if (connection === 'exchanged' || connection === 'suspended') return null;
  const isWaiting = connection === 'waiting';
  return (
    <Notice
      kind={connection === 'expired' || connection === 'revoked' ? 'warning' : 'info'}
      title={t(`apps.notice.${connection}.title`)}
      actions={
        !isWaiting && (
          <ButtonLink size="small" href={`/oauth/${appIdOf(installation)}`}>
            {t('apps.installAgain')}
          </ButtonLink>
        )
      }
    >
      <p>
        <Text
          id={`apps.notice.${connection}`}
          values={{ time: <Time value={installation.attributes.nonce_expires_at} form="relative" /> }}
        />
      </p>
    </Notice>
  );
}
