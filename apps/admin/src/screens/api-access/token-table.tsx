import type { ReactNode } from 'react';
import { Button } from '../../parts/button';
import { Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ScopesPopover } from '../../parts/scopes-popover';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { Text, type Texts, useTexts } from '../../texts/texts';
import type { AccessToken } from './access-token';

interface TokenTableProps {
  tokens: readonly AccessToken[];
  onEdit: (token: AccessToken) => void;
  onRotate: (token: AccessToken) => void;
  onRevoke: (token: AccessToken) => void;
}

export function TokenTable({ tokens, ...actions }: TokenTableProps): ReactNode {
  const t = useTexts();
  return (
    <Table label={t('apiAccess.list')} columns={columns(t, actions)} rows={tokens} rowKey={({ id }) => id} />
  );
}

type Actions = Omit<TokenTableProps, 'tokens'>;

function columns(t: Texts, actions: Actions): Column<AccessToken>[] {
  return [
    {
      title: t('apiAccess.column.name'),
      isName: true,
      cell: ({ attributes: { name, status, previous_expires_at } }) => (
        <Row>
          {name}
          {status !== 'active' && (
            <Badge kind={status === 'expired' ? 'warning' : 'neutral'}>
              {t(`apiAccess.status.${status}`)}
            </Badge>
          )}
          {status === 'active' && previous_expires_at !== null && (
            <Badge kind="info">{t('apiAccess.rotating')}</Badge>
          )}
        </Row>
      ),
    },
    {
      title: t('apiAccess.column.token'),
      isPlain: true,
      cell: ({ attributes: { prefix, last_four } }) => (
        <code>
          {prefix}…{last_four}
        </code>
      ),
    },
    {
      title: t('apiAccess.column.access'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes }) => <Access {...attributes} />,
    },
    {
      title: t('apiAccess.column.created'),
      importance: 'low',
      cell: ({ attributes }) => <Time value={attributes.created_at} form="date" />,
    },
    {
      title: t('apiAccess.column.lastUsed'),
      cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
    },
    {
      title: t('apiAccess.column.expires'),
      cell: ({ attributes }) => <Expiry {...attributes} />,
    },
    actionColumn(t, actions),
  ];
}

function actionColumn(t: Texts, { onEdit, onRotate, onRevoke }: Actions): Column<AccessToken> {
  return {
    title: t('apiAccess.column.actions'),
    hideTitle: true,
    end: true,
    cell: (token) =>
      token.attributes.status === 'active' && (
        <Row end>
          <Button
            needs="access_tokens.post"
            size="small"
            aria-label={t('apiAccess.edit.of', { name: token.attributes.name })}
            onPress={() => onEdit(token)}
          >
            {t('apiAccess.edit')}
          </Button>
          <Button
            needs="access_tokens.post"
            size="small"
            aria-label={t('apiAccess.rotate.of', { name: token.attributes.name })}
            onPress={() => onRotate(token)}
          >
            {t('apiAccess.rotate')}
          </Button>
          <Button
            look="destructive"
            needs="access_tokens.delete"
            size="small"
            aria-label={t('apiAccess.revoke.of', { name: token.attributes.name })}
            onPress={() => onRevoke(token)}
          >
            {t('apiAccess.revoke')}
          </Button>
        </Row>
      ),
  };
}

/** Shows when the access token expires: at its expiry time, or earlier through lack of use. */
function Expiry({ expires_at, unused_expires_at: unused }: AccessToken['attributes']): ReactNode {
  if (unused === null || (expires_at !== null && expires_at <= unused))
    return <Time value={expires_at} form="date" />;
  return <Text id="apiAccess.expires.unused" values={{ date: <Time value={unused} form="date" /> }} />;
}

function Access({ scopes, name }: AccessToken['attributes']): ReactNode {
  const t = useTexts();
  return scopes === null ? t('scopes.all') : <ScopesPopover scopes={scopes} of={name} />;
}
