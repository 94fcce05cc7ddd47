import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authDocument, authPage } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card, Row } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { type CreateOptions, hasPasskeys } from '../../session/passkey';
import { useTexts } from '../../texts/texts';
import { NewPasskeyDialog } from './new-passkey-dialog';
import { RenamePasskeyDialog } from './rename-passkey-dialog';

type Passkey = Resource<{ name: string; rp_id: string; created_at: string; last_used_at: string | null }>;

const path = '/api/passkeys';

export function Passkeys(): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const [options, setOptions] = useState<CreateOptions>();
  const [removed, setRemoved] = useState<Passkey>();
  const [renamed, setRenamed] = useState<Passkey>();
  const [isPending, setPending] = useState(false);
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await authPage<Passkey>(path, { signal })).data,
  });
  const changed = () => queries.invalidateQueries({ queryKey: ['passkeys'] });
  // Requests the passkey options first, because the request can require the password before the user enters a name.
  const begin = async (): Promise<void> => {
    setPending(true);
    const asked = authDocument<Document<Resource<{ options: CreateOptions }>>>('/api/passkey_registrations', {
      method: 'POST',
    });
    await asked
      .then(({ data }) => setOptions(data.attributes.options))
      .catch(() => toast(t('passkeys.failed')));
    setPending(false);
  };
  const remove = async (): Promise<void> => {
    await authDocument(`${path}/${removed!.id}`, { method: 'DELETE' });
    await changed();
    toast(t('passkeys.removed', { name: removed!.attributes.name }));
  };
  return (
    <Card
      title={t('passkeys.title')}
      lead={t('passkeys.lead')}
      actions={
        hasPasskeys() && (
          <Button isPending={isPending} onPress={() => void begin()}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {passkeys.isPending && <Skeleton lines={2} />}
      {passkeys.error && !passkeys.data && (
        <ErrorState error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
      {passkeys.data?.length === 0 && <p>{t('passkeys.none')}</p>}
      {passkeys.data && passkeys.data.length > 0 && (
        <List passkeys={passkeys.data} onRename={setRenamed} onRemove={setRemoved} />
      )}
      <NewPasskeyDialog
        options={options}
        onClose={() => setOptions(undefined)}
        onAdded={() => void changed()}
      />
      <RenamePasskeyDialog
        passkey={renamed}
        onClose={() => setRenamed(undefined)}
        onRenamed={() => void changed()}
      />
      <ConfirmDialog
        title={t('passkeys.remove.title', { name: removed?.attributes.name ?? '' })}
        action={t('passkeys.remove')}
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        onConfirm={remove}
      >
        {t('passkeys.remove.text')}
      </ConfirmDialog>
    </Card>
  );
}

function List({
  passkeys,
  onRename,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}): ReactNode {
  const t = useTexts();
  return (
    <Table
      label={t('passkeys.title')}
      rows={passkeys}
      rowKey={({ id }) => id}
      columns={[
        { title: t('passkeys.name'), isName: true, cell: ({ attributes }) => attributes.name },
        {
          title: t('passkeys.column.created'),
          cell: ({ attributes }) => <Time value={attributes.created_at} form="date" />,
        },
        {
          title: t('passkeys.used'),
          cell: ({ attributes: { last_used_at: used } }) =>
            used === null ? t('passkeys.unused') : <Time value={used} form="relative" />,
        },
        {
          title: t('passkeys.remove'),
          hideTitle: true,
          end: true,
          cell: (passkey) => (
            <Row>
              <Button
                look="quiet"
                size="small"
                aria-label={`${t('passkeys.rename')}: ${passkey.attributes.name}`}
                onPress={() => onRename(passkey)}
              >
                {t('passkeys.rename')}
              </Button>
              <Button
                look="destructive"
                size="small"
                aria-label={t('passkeys.remove.title', { name: passkey.attributes.name })}
                onPress={() => onRemove(passkey)}
              >
                {t('passkeys.remove')}
              </Button>
            </Row>
          ),
        },
      ]}
    />
  );
}
