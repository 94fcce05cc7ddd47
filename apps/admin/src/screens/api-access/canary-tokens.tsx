import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authDocument, authPage } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { CodeBlock } from '../../parts/copy-button';
import { Dialog, DialogActions } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Card, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

type Canary = Resource<{ name: string; last_four: string; created_at: string; last_used_at: string | null }>;

export default function CanaryTokens(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const path = `/api/shops/${id}/canary_tokens`;
  const key = ['canary_tokens', id] as const;
  const queries = useQueryClient();
  const list = usePagedList<Canary>(key, `${path}?sort=-id`, authPage);
  const [isCreating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Canary>();
  const changed = () => queries.invalidateQueries({ queryKey: key });
  return (
    <Card
      flush
      title={t('canaries.title')}
      lead={t('canaries.lead')}
      actions={
        <Button size="small" icon="plus" needs="access_tokens.post" onPress={() => setCreating(true)}>
          {t('canaries.create')}
        </Button>
      }
    >
      <ListPage list={list} lines={2} empty={<EmptyState icon="key" title={t('canaries.empty')} />}>
        {(canaries) => <CanaryTable canaries={canaries} onDelete={setDeleting} />}
      </ListPage>
      <CreateCanary path={path} isOpen={isCreating} onClose={() => setCreating(false)} onMade={changed} />
      <ConfirmDialog
        title={t('canaries.delete.title', { name: deleting?.attributes.name ?? '' })}
        action={t('canaries.delete')}
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={async () => {
          await authDocument(`${path}/${deleting!.id}`, { method: 'DELETE' });
          await changed();
          toast(t('canaries.delete.done', { name: deleting!.attributes.name }));
        }}
      >
        <p>{t('canaries.delete.text')}</p>
      </ConfirmDialog>
    </Card>
  );
}

interface CanaryTableProps {
  canaries: readonly Canary[];
  onDelete: (canary: Canary) => void;
}

function CanaryTable({ canaries, onDelete }: CanaryTableProps): ReactNode {
  const t = useTexts();
  return (
    <Table
      label={t('canaries.title')}
      rows={canaries}
      rowKey={({ id }) => id}
      columns={[
        { title: t('apiAccess.column.name'), isName: true, cell: ({ attributes }) => attributes.name },
        {
          title: t('apiAccess.column.token'),
          isPlain: true,
          cell: ({ attributes }) => <code>swa_…{attributes.last_four}</code>,
        },
        {
          title: t('apiAccess.column.lastUsed'),
          cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
        },
        {
          title: t('apiAccess.column.actions'),
          hideTitle: true,
          end: true,
          cell: (canary) => (
            <Button
              look="destructive"
              size="small"
              needs="access_tokens.delete"
              aria-label={t('canaries.delete.of', { name: canary.attributes.name })}
              onPress={() => onDelete(canary)}
            >
              {t('canaries.delete')}
            </Button>
          ),
        },
      ]}
    />
  );
}

interface CreateCanaryProps {
  path: string;
  isOpen: boolean;
  onClose: () => void;
  onMade: () => Promise<void>;
}

/** A dialog with a form for a canary token. Shows the created canary token once. */
function CreateCanary({ path, isOpen, onClose, onMade }: CreateCanaryProps): ReactNode {
  const t = useTexts();
  const [token, setToken] = useState<string>();
  const close = (): void => {
    setToken(undefined);
    onClose();
  };
  return (
    <Dialog
      title={t(token === undefined ? 'canaries.new.title' : 'apiAccess.made.title')}
      size="small"
      isOpen={isOpen}
      onClose={close}
      isDismissable={token === undefined}
    >
      {token === undefined ? (
        <NameForm
          path={path}
          onClose={close}
          onMade={(made) => {
            setToken(made);
            void onMade();
          }}
        />
      ) : (
        <Stack>
          <Notice kind="warning" live>
            {t('canaries.made.lead')}
          </Notice>
          <CodeBlock code={token} label={t('apiAccess.made.token')} wrap />
          <DialogActions>
            <Button look="primary" onPress={close}>
              {t('action.done')}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}

interface NameFormProps {
  path: string;
  onClose: () => void;
  onMade: (token: string) => void;
}

function NameForm({ path, onClose, onMade }: NameFormProps): ReactNode {
  const t = useTexts();
  const [name, setName] = useState('');
  const submit = async (): Promise<void> => {
    const data = { type: 'canary_tokens', attributes: { name: name.trim() } };
    const { meta } = await authDocument<Document<Canary, { token: string }>>(path, { method: 'POST', data });
    onMade(meta!.token);
  };
  const check = (): Record<string, string> =>
    name.trim() === '' ? { name: t('apiAccess.new.name.missing') } : {};
  return (
    <Form onSubmit={submit} fields={['name']} check={check}>
      {({ isPending }) => (
        <>
          <TextInput
            label={t('apiAccess.new.name')}
            description={t('canaries.new.description')}
            name="name"
            autoFocus
            value={name}
            onChange={setName}
          />
          <FormActions action={t('canaries.create')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
