import type { ReactNode } from 'react';
import { authDocument } from '../../api/auth-api';
import { Card } from '../../parts/layout';
import { Select } from '../../parts/select';
import { chooseLanguage, currentLanguage, type Language, languages } from '../../texts/language';
import { useTexts } from '../../texts/texts';
import styles from './account.module.css';
import { ownPath } from './owner';

const options = Object.entries(languages).map(([id, text]) => ({ id: id as Language, text }));

/** Changes the language of the panel and of emails. The panel changes its language even if saving fails. */
async function choose(language: Language): Promise<void> {
  const attributes = { language };
  const data = { type: 'owners', id: 'current', attributes };
  await authDocument(ownPath, { method: 'PATCH', data }).catch(() => undefined);
  chooseLanguage(language);
}

/** Language selection of the account. Defaults to the browser's language. */
export function ChooseLanguage(): ReactNode {
  const t = useTexts();
  return (
    <Card title={t('account.language')} lead={t('account.language.lead')}>
      <div className={styles['form']}>
        <Select
          label={t('account.language')}
          hideLabel
          options={options}
          value={currentLanguage()}
          onChange={(language) => void choose(language)}
        />
      </div>
    </Card>
  );
}
