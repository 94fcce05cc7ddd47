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
import { Text, type TextId, type Texts, useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import {
  type AppSecret,
  type OwnApp,
  type Rotated,
  rotateSecret,
  type SecretKind,
  useAppsChanged,
  useSecrets,
} from './own-app';

const texts = {
  secrets: {
    title: 'developerApps.secrets',
    lead: 'developerApps.secrets.lead',
    secret: 'developerApps.secret',
    action: 'developerApps.rotate',
    question: 'developerApps.rotate.title',
    about: 'developerApps.rotate.text',
    made: 'developerApps.rotated.title',
    previous: 'developerApps.rotated.text',
  },
  webhook_secrets: {
    title: 'developerApps.webhookSecrets',
    lead: 'developerApps.webhookSecrets.lead',
    secret: 'developerApps.webhookSecret',
    action: 'developerApps.webhookRotate',
    question: 'developerApps.webhookRotate.title',
    about: 'developerApps.webhookRotate.text',
    made: 'developerApps.webhookRotated.title',
    previous: 'developerApps.webhookRotated.text',
  },
} as const satisfies Record<SecretKind, Record<string, TextId>>;

export function Secrets({ app, kind }: { app: OwnApp; kind: SecretKind }): ReactNode {
  const t = useTexts();
  const secrets = useSecrets(app.id, kind);
  const changed = useAppsChanged();
  const [isAsking, setAsking] = useState(false);
  const [rotated, setRotated] = useState<Rotated>();
  const { title, lead, action, question, about } = texts[kind];
  const older = secrets.data?.find(({ attributes }) => attributes.expires_at !== null);
  const rotate = async (): Promise<void> => {
    setRotated(await rotateSecret(app.id, kind));
    void changed();
  };
  return (
    <Card
      flush
      title={t(title)}
      lead={t(lead)}
      actions={
        <Button size="small" onPress={() => setAsking(true)}>
          {t(action)}
        </Button>
      }
    >
      <Generations label={t(title)} query={secrets} />
      <ConfirmDialog
        title={t(question)}
        action={t(action)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={rotate}
      >
        <Stack gap="small">
          <p>{t(about)}</p>
          {older && <p>{t('developerApps.rotate.older', { generation: older.attributes.generation })}</p>}
        </Stack>
      </ConfirmDialog>
      <NewSecret kind={kind} rotated={rotated} onDone={() => setRotated(undefined)} />
    </Card>
  );
}

function Generations({ label, query }: { label: string; query: ReturnType<typeof useSecrets> }): ReactNode {
  const t = useTexts();
  if (query.isPending) return <Skeleton lines={2} />;
  if (!query.data)
    return (
      <div className={styles['inset']}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  if (query.data.length === 0) return <p className={styles['inset']}>{t('developerApps.secrets.none')}</p>;
  return <Table label={label} columns={columns(t)} rows={query.data} rowKey={({ id }) => id} />;
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
      importance: 'always',
      cell: ({ attributes: { expires_at } }) =>
        expires_at === null ? (
          <Badge kind="good">{t('developerApps.secrets.current')}</Badge>
        ) : (
          <Time value={expires_at} />
        ),
    },
  ];
}

interface NewSecretProps {
  kind: SecretKind;
  rotated: Rotated | undefined;
  onDone: () => void;
}

function NewSecret({ kind, rotated, onDone }: NewSecretProps): ReactNode {
  const t = useTexts();
  // Disables closing the dialog by a click outside, because the secret would be lost.
  return (
    <Dialog title={t(texts[kind].made)} isOpen={rotated !== undefined} onClose={onDone} isDismissable={false}>
      {rotated && (
        <Stack>
          <Notice kind="warning" live title={t('developerApps.secret.once')}>
            <p>
              {rotated.previousEnds && (
                <Text id={texts[kind].previous} values={{ time: <Time value={rotated.previousEnds} /> }} />
              )}
            </p>
          </Notice>
          <CodeBlock code={rotated.secret} label={t(texts[kind].secret)} wrap />
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
