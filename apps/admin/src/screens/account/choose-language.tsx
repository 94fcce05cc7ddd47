import type { ReactNode } from 'react';
import { Card } from '../../parts/layout';
import { Select } from '../../parts/select';
import { chooseLanguage, currentLanguage, type Language, languages } from '../../texts/language';
import { useTexts } from '../../texts/texts';
import styles from './account.module.css';

const options = Object.entries(languages).map(([id, text]) => ({ id: id as Language, text }));

/** Without a choice it is the browser's. */
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
          onChange={chooseLanguage}
        />
      </div>
    </Card>
  );
}
