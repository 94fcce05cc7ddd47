import { type ReactNode, useState } from 'react';
import { isProblem } from '../api/problem';
import { Button } from '../parts/button';
import { Stack } from '../parts/layout';
import { Notice } from '../parts/notice';
import { whatHappened } from '../parts/states';
import { useTexts } from '../texts/texts';
import { askForPasskey, hasPasskeys, isDismissed } from './passkey';

/**
 * A button that starts a sign-in by passkey. Hidden in browsers without passkeys. `onAnswer` sends the signed
 * response.
 */
export function PasskeyButton({ onAnswer }: { onAnswer: (response: object) => Promise<void> }): ReactNode {
  const t = useTexts();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!hasPasskeys()) return null;
  const press = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await onAnswer(await askForPasskey());
    } catch (thrown) {
      if (!isDismissed(thrown)) setError(thrown);
    } finally {
      setPending(false);
    }
  };
  const isRefused = isProblem(error) && (error.status === 401 || error.status === 422);
  return (
    <Stack gap="small">
      {error !== undefined && (
        <Notice kind="danger" live>
          {t(isRefused ? 'passkey.refused' : whatHappened(error))}
        </Notice>
      )}
      <Button icon="key" wide isPending={isPending} onPress={() => void press()}>
        {t('passkey.use')}
      </Button>
    </Stack>
  );
}
