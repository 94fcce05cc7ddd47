import { type ReactNode, useState } from 'react';
import { Button } from '../../../parts/button';
import { Facts } from '../../../parts/facts';
import { TextInput } from '../../../parts/fields';
import { Form } from '../../../parts/form';
import { Card, Row, Stack } from '../../../parts/layout';
import { Badge, Notice } from '../../../parts/notice';
import { ErrorState, Skeleton } from '../../../parts/states';
import { useTexts } from '../../../texts/texts';
import {
  addDomain,
  checkDomain,
  type DeveloperDomain,
  removeDomain,
  useDomain,
  useDomainChanged,
} from './listing';
import { useAction } from './use-action';

const kinds = { pending: 'info', verified: 'good', lost: 'warning' } as const;

/** Card for the developer's domain. The app directory shows the domain beside the developer's name. */
export function Domain(): ReactNode {
  const t = useTexts();
  const query = useDomain();
  return (
    <Card title={t('developerApps.domain')} lead={t('developerApps.domain.lead')}>
      {query.isPending && <Skeleton lines={3} />}
      {query.error && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === null && <AddDomain />}
      {query.data && <KnownDomain domain={query.data} />}
    </Card>
  );
}

function AddDomain(): ReactNode {
  const t = useTexts();
  const changed = useDomainChanged();
  const [domain, setDomain] = useState('');
  const name = domain.trim().toLowerCase();
  const add = async (): Promise<void> => {
    await addDomain(name);
    await changed();
  };
  return (
    <Form
      onSubmit={add}
      fields={['domain']}
      fieldTexts={{ domain: t('developerApps.domain.invalid') }}
      check={(): Record<string, string> => (name === '' ? { domain: t('developerApps.domain.invalid') } : {})}
      isGuarded={false}
    >
      {({ isPending }) => (
        <>
          <TextInput
            label={t('developerApps.domain.name')}
            name="domain"
            placeholder="app.example"
            value={domain}
            onChange={setDomain}
          />
          <Row>
            <Button type="submit" isPending={isPending}>
              {t('developerApps.domain.add')}
            </Button>
          </Row>
        </>
      )}
    </Form>
  );
}

function KnownDomain({ domain: { id, attributes } }: { domain: DeveloperDomain }): ReactNode {
  const t = useTexts();
  const changed = useDomainChanged();
  const check = useAction({ act: () => checkDomain(id), changed });
  const remove = useAction({ act: () => removeDomain(id), changed });
  const { domain, status, problem, record_name, record_value, file_url } = attributes;
  const error = check.error ?? remove.error;
  return (
    <Stack>
      <Row>
        <strong>
          <bdi>{domain}</bdi>
        </strong>
        <Badge kind={kinds[status]}>{t(`developerApps.domain.status.${status}`)}</Badge>
      </Row>
      {problem !== null && (
        <Notice kind="warning" live>
          {t(`developerApps.domain.problem.${problem}`)}
        </Notice>
      )}
      {status !== 'verified' && (
        <>
          <p>{t('developerApps.domain.how')}</p>
          <Facts
            facts={[
              { name: t('developerApps.domain.record'), value: <code>{record_name}</code> },
              { name: t('developerApps.domain.file'), value: <code>{file_url}</code> },
              { name: t('developerApps.domain.value'), value: <code>{record_value}</code> },
            ]}
          />
        </>
      )}
      {error !== undefined && <ErrorState error={error} onRetry={check.run} />}
      <Row>
        <Button isPending={check.isPending} onPress={check.run}>
          {t('developerApps.domain.check')}
        </Button>
        <Button look="destructive" isPending={remove.isPending} onPress={remove.run}>
          {t('developerApps.domain.remove')}
        </Button>
      </Row>
    </Stack>
  );
}
