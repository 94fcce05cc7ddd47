import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { TextInput } from '../../parts/fields';
import { Card, Stack } from '../../parts/layout';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { installLink } from './own-app';

/** Where the owner of a shop agrees: of this one, or of another by its domain. */
export function InstallLink({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const { domain: here } = useShop();
  const [typed, setTyped] = useState(here);
  const domain = typed.trim().toLowerCase();
  const isDomain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(domain);
  return (
    <Card
      title={t('developerApps.link')}
      actions={
        <ButtonLink size="small" href={`/oauth/${id}`}>
          {t('developerApps.link.open')}
        </ButtonLink>
      }
    >
      <Stack gap="small">
        <div className={styles['short']}>
          <TextInput
            label={t('developerApps.link.shop')}
            autoComplete="off"
            spellCheck="false"
            isInvalid={!isDomain}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <CodeBlock code={installLink(id, isDomain ? domain : here)} label={t('developerApps.link')} wrap />
        <p className={styles['soft']}>{t('developerApps.link.lead')}</p>
      </Stack>
    </Card>
  );
}
