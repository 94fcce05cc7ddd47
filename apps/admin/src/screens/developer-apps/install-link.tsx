import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { TextInput } from '../../parts/fields';
import { installLink } from '../../parts/install-link';
import { Card, Stack } from '../../parts/layout';
import { exampleDomain, useShopIfAny } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';

/** Shows the link to the app's grant screen in this shop or, by domain, in another shop. */
export function InstallLink({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const here = useShopIfAny()?.domain;
  const [typed, setTyped] = useState(here ?? '');
  const domain = typed.trim().toLowerCase();
  const isDomain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(domain);
  return (
    <Card
      title={t('developerApps.link')}
      actions={
        here !== undefined && (
          <ButtonLink size="small" href={`/oauth/${id}`}>
            {t('developerApps.link.open')}
          </ButtonLink>
        )
      }
    >
      <Stack gap="small">
        <div className={styles['short']}>
          <TextInput
            label={t('developerApps.link.shop')}
            autoComplete="off"
            spellCheck="false"
            isInvalid={!isDomain && typed !== ''}
            value={typed}
            onChange={setTyped}
          />
        </div>
        <CodeBlock
          code={installLink(id, isDomain ? domain : (here ?? exampleDomain))}
          label={t('developerApps.link')}
          wrap
        />
        <p className={styles['soft']}>{t('developerApps.link.lead')}</p>
      </Stack>
    </Card>
  );
}
