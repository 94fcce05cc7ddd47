import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { CodeBlock } from '../../parts/copy-button';
import { Dialog, DialogActions } from '../../parts/dialog';
import { Card, Stack } from '../../parts/layout';
import { Badge, Notice } from '../../parts/notice';
import { ErrorState, Skeleton } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { Text, type Texts, useTexts } from '../../texts/texts';
import { type AppSecret, type OwnApp, rotateSecret, useAppsChanged, useSecrets } from './own-app';

interface Rotated {
  secret: string;
  previousEnds: string | undefined;
}

/** The living generations of the secret, and a new one. */
export function Secrets({ app }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const secrets = useSecrets(app.id);
  const changed = useAppsChanged();
  const [isAsking, setAsking] = useState(false);
  const [rotated, setRotated] = useState<Rotated>();
  const older = secrets.data?.find(({ attributes }) => attributes.expires_at !== null);
  const rotate = async (): Promise<void> => {
    setRotated(await rotateSecret(app.id));
    void changed();
  };
  return (
    <Card
      flush
      title={t('developerApps.secrets')}
      lead={t('developerApps.secrets.lead')}
      actions={
        <Button size="small" onPress={() => setAsking(true)}>
          {t('developerApps.rotate')}
        </Button>
      }
    >
      {secrets.isPending && <Skeleton lines={2} />}
      {secrets.error && !secrets.data && (
        <ErrorState error={secrets.error} onRetry={() => void secrets.refetch()} />
      )}
      {secrets.data && (
        <Table
          label={t('developerApps.secrets')}
          columns={columns(t)}
          rows={secrets.data}
          rowKey={({ id }) => id}
        />
      )}
      <ConfirmDialog
        title={t('developerApps.rotate.title')}
        action={t('developerApps.rotate')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={rotate}
      >
        <Stack gap="small">
          <p>{t('developerApps.rotate.text')}</p>
          {older && <p>{t('developerApps.rotate.older', { generation: older.attributes.generation })}</p>}
        </Stack>
      </ConfirmDialog>
      <NewSecret rotated={rotated} onDone={() => setRotated(undefined)} />
    </Card>
  );
}

function columns(t: Texts): Column<AppSecret>[] {
  return [
    {
      title: t('developerApps.secrets.generation'),
      isName: true,
      cell: ({ attributes }) => t('developerApps.secrets.number', { generation: attributes.generation }),
    },
    {
      title: t('developerApps.column.created'),
      cell: ({ attributes }) => <Time value={attributes.created_at} />,
    },
    {
      title: t('developerApps.secrets.ends'),
      cell: ({ attributes: { expires_at } }) =>
        expires_at === null ? (
          <Badge kind="good">{t('developerApps.secrets.current')}</Badge>
        ) : (
          <Time value={expires_at} />
        ),
    },
  ];
}

/** The text of the new secret, in this dialog alone. */
function NewSecret({ rotated, onDone }: { rotated: Rotated | undefined; onDone: () => void }): ReactNode {
  const t = useTexts();
  // A stray press beside the dialog must not cost the secret.
  return (
    <Dialog
      title={t('developerApps.rotated.title')}
      isOpen={rotated !== undefined}
      onClose={onDone}
      isDismissable={false}
    >
      {rotated && (
        <Stack>
          <Notice kind="warning" live title={t('developerApps.secret.once')}>
            <p>
              {rotated.previousEnds && (
                <Text
                  id="developerApps.rotated.text"
                  values={{ time: <Time value={rotated.previousEnds} /> }}
                />
              )}
            </p>
          </Notice>
          <CodeBlock code={rotated.secret} label={t('developerApps.secret')} wrap />
          <DialogActions>
            <Button look="primary" onPress={onDone}>
              {t('action.done')}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}
