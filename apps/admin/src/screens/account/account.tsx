import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document } from '../../api/documents';
import { isProblem } from '../../api/problem';
import { Button } from '../../parts/button';
import { DialogActions } from '../../parts/dialog';
import { PasswordInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { Card, Stack } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { continueWith, type Session, useSession } from '../../session/session';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import styles from './account.module.css';
import { ChooseLanguage } from './choose-language';
import { NotificationsCard } from './notifications-card';
import { type Owner, ownPath } from './owner';
import { Passkeys } from './passkeys';
import { Person } from './person';
import { Sessions } from './sessions';
import { TwoFactor } from './two-factor';

type ChangedOwner = Document<Owner, { session: Pick<Session, 'csrf_token' | 'expires_at'> }>;

export default function Account(): ReactNode {
  const t = useTexts();
  return (
    <Page title={t('account.title')} lead={t('account.lead')}>
      <Stack>
        <Person />
        <ChooseLanguage />
        <NotificationsCard />
        <ChangePassword />
        <Passkeys />
        <TwoFactor />
        <Sessions />
      </Stack>
    </Page>
  );
}

function ChangePassword(): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const submit = async (): Promise<void> => {
    const attributes = { current_password: current, password };
    const { meta } = await authDocument<ChangedOwner>(ownPath, {
      method: 'PATCH',
      data: { type: 'owners', id: 'current', attributes },
    });
    if (meta) continueWith(meta.session);
    setCurrent('');
    setPassword('');
    toast(t('account.password.done'));
  };
  const explain = (error: unknown): ReactNode =>
    isProblem(error) && error.status === 429
      ? t('account.password.limited', { minutes: error.minutesToWait })
      : undefined;
  const check = () => ({
    ...(current === '' ? { current_password: t('account.password.missing') } : {}),
    ...(password === '' ? { password: t('account.password.missingNew') } : {}),
  });
  return (
    <Card title={t('account.password.title')} lead={t('account.password.lead')}>
      <div className={styles['form']}>
        <Form onSubmit={submit} fields={['current_password', 'password']} explain={explain} check={check}>
          {({ isPending }) => (
            <>
              {/* For password managers, which would not know whose password it is. */}
              <input type="text" autoComplete="username" value={email} readOnly hidden />
              <PasswordInput
                label={t('account.password.current')}
                name="current_password"
                autoComplete="current-password"
                value={current}
                onChange={setCurrent}
              />
              <PasswordInput
                label={t('account.password.new')}
                name="password"
                autoComplete="new-password"
                description={t('account.password.rule')}
                value={password}
                onChange={setPassword}
              />
              <DialogActions>
                <Button type="submit" look="primary" isPending={isPending}>
                  {t('account.password.submit')}
                </Button>
              </DialogActions>
            </>
          )}
        </Form>
      </div>
    </Card>
  );
}
