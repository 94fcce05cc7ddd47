import { type ReactNode, useState } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { Checkbox, PasswordInput, Radio, RadioGroup, TextAreaInput, TextInput } from '../../parts/fields';
import { Card } from '../../parts/layout';
import { Select } from '../../parts/select';
import { useTexts } from '../../texts/texts';
import styles from './design.module.css';

const roles = ['administrator', 'staff', 'read_only'] as const;

export function Inputs(): ReactNode {
  const t = useTexts();
  const [role, setRole] = useState<(typeof roles)[number]>('staff');
  return (
    <Card title={<code>TextInput, Select, Checkbox, RadioGroup</code>}>
      <AriaForm validationErrors={{ email: t('signIn.missing.email') }} validationBehavior="aria">
        <div className={styles['fields']}>
          <TextInput label={t('createShop.name')} defaultValue="Hafenblick" />
          <TextInput label={t('createShop.name')} description={t('people.role.staff.description')} />
          <TextInput label={t('signIn.email')} name="email" />
          <TextInput label={t('createShop.name')} defaultValue="-4" warning={t('error.notFound')} />
          <TextInput label={t('createShop.name')} defaultValue="Hafenblick" isDisabled />
          <TextInput label={t('createShop.domain')} defaultValue="hafenblick" mono />
          <TextInput label={t('requests.when')} type="date" defaultValue="2026-03-14" />
          <PasswordInput label={t('signIn.password')} defaultValue="correct horse" />
          <TextAreaInput label={t('navigation.meta')} defaultValue={'{\n  "carrier": "DHL"\n}'} mono />
          <Select label={t('people.role')} options={options(t)} value={role} onChange={setRole} />
          <Select label={t('people.role')} options={options(t)} value={role} onChange={setRole} isDisabled />
          <RadioGroup label={t('people.role')} defaultValue="staff">
            {roles.map((each) => (
              <Radio key={each} value={each} description={t(`people.role.${each}.description`)}>
                {t(`people.role.${each}`)}
              </Radio>
            ))}
          </RadioGroup>
          <div>
            <Checkbox>{t('scopes.action.get')}</Checkbox>
            <Checkbox defaultSelected description={t('people.role.read_only.description')}>
              {t('scopes.action.post')}
            </Checkbox>
            <Checkbox isIndeterminate>{t('scopes.action.patch')}</Checkbox>
            <Checkbox isDisabled>{t('scopes.action.delete')}</Checkbox>
          </div>
        </div>
      </AriaForm>
    </Card>
  );
}

const options = (t: ReturnType<typeof useTexts>) => roles.map((id) => ({ id, text: t(`people.role.${id}`) }));
