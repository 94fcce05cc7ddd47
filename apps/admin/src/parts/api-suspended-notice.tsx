import type { ReactNode } from 'react';
import { useShop } from '../session/shop';
import { useTexts } from '../texts/texts';
import { ButtonLink } from './button';
import { Notice } from './notice';

export function ApiSuspendedNotice(): ReactNode {
  const t = useTexts();
  const { isApiSuspended } = useShop();
  if (!isApiSuspended) return null;
  return (
    <Notice
      kind="danger"
      title={t('apiSuspended.title')}
      actions={
        <ButtonLink size="small" href="/settings/general">
          {t('apiSuspended.open')}
        </ButtonLink>
      }
    >
      <p>{t('apiSuspended.text')}</p>
    </Notice>
  );
}
