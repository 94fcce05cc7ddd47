import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { Dialog, DialogActions } from '../../parts/dialog';
import { Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { useListChanged } from './access-token';
import { TokenForm } from './token-form';
import { TryIt } from './try-it';
import styles from './generate-token.module.css';

interface Made {
  name: string;
  token: string;
  scopes: string[] | null;
}

/** A dialog with a form for an access token. Shows the created access token once. */
export function GenerateToken({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const listChanged = useListChanged(id);
  const [made, setMade] = useState<Made>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      title={made ? t('apiAccess.made.title') : t('apiAccess.new.title')}
      isOpen={isOpen}
      onClose={close}
      // Disables closing the dialog by a click outside, because the access token would be lost.
      isDismissable={!made}
    >
      {made ? (
        <MadeToken made={made} onDone={close} />
      ) : (
        <TokenForm
          onCancel={close}
          onMade={(next) => {
            setMade(next);
            void listChanged();
          }}
        />
      )}
    </Dialog>
  );
}

/** Shows a new access token once, with an example of a request. */
export function MadeToken({
  made: { name, token, scopes },
  onDone,
}: {
  made: Made;
  onDone: () => void;
}): ReactNode {
  const t = useTexts();
  return (
    <Stack>
      <Notice kind="warning" live>
        {t('apiAccess.made.lead', { name })}
      </Notice>
      <div>
        <p className={styles['label']}>{t('apiAccess.made.token')}</p>
        <CodeBlock code={token} label={t('apiAccess.made.token')} wrap />
      </div>
      <TryIt token={token} scopes={scopes} />
      <DialogActions>
        <Button look="primary" onPress={onDone}>
          {t('action.done')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
