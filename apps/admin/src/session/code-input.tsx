import type { ReactNode } from 'react';
import { TextInput } from '../parts/fields';
import { useTexts } from '../texts/texts';

export function CodeInput(props: { value: string; onChange: (value: string) => void }): ReactNode {
  const t = useTexts();
  return (
    <TextInput
      label={t('signIn.code')}
      description={t('signIn.code.lead')}
      name="code"
      autoComplete="one-time-code"
      autoFocus
      mono
      {...props}
    />
  );
}
