import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button';
import { TextInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';

export function EnterCode({ onCode }: { onCode: (code: string) => void }): ReactNode {
  const t = useTexts();
  const [code, setCode] = useState('');
  const check = (): Record<string, string> =>
    code.trim() === '' ? { user_code: t('device.code.missing') } : {};
  const submit = (): Promise<void> => Promise.resolve(onCode(code.trim()));
  return (
    <FocusedPage title={t('device.enter.title')} lead={t('device.enter.lead')}>
      <Form onSubmit={submit} fields={['user_code']} check={check}>
        {() => (
          <>
            <TextInput
              label={t('device.code')}
              name="user_code"
              autoComplete="off"
              autoFocus
              mono
              maxLength={40}
              placeholder="XXXX-XXXX"
              value={code}
              onChange={setCode}
            />
            <Button type="submit" look="primary" wide>
              {t('device.next')}
            </Button>
          </>
        )}
      </Form>
    </FocusedPage>
  );
}
