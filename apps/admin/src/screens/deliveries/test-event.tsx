import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { sendTest } from '../../api/webhooks';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { useReceivedTypes } from '../../parts/installed';
import { Stack } from '../../parts/layout';
import { useNewest } from '../../parts/newest';
import { Notice } from '../../parts/notice';
import { Select } from '../../parts/select';
import { Skeleton } from '../../parts/states';
import { deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { FollowTest } from './follow-test';

interface TestEventProps {
  installation: Installation;
  isOpen: boolean;
  onClose: () => void;
}

export function TestEvent({ installation, isOpen, onClose }: TestEventProps): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('deliveries.test.title')} isOpen={isOpen} onClose={onClose}>
      <Content installation={installation} onClose={onClose} />
    </Dialog>
  );
}

/** Resources of the auth API. Their test events contain an example instead of an object of the shop. */
const onlyAsExample = ['installations', 'shops'];

const resourceOf = (type: string): string => type.split('.')[0]!;

function Content({ installation, onClose }: Omit<TestEventProps, 'isOpen'>): ReactNode {
  const t = useTexts();
  const received = useReceivedTypes(installation);
  const shop = useShop();
  const queries = useQueryClient();
  const [sent, setSent] = useState<string>();
  if (sent !== undefined)
    return (
      <FollowTest
        key={sent}
        installationId={installation.id}
        id={sent}
        onAnother={() => setSent(undefined)}
        onClose={onClose}
      />
    );
  if (received.isPending) return <Skeleton lines={6} />;
  const { types } = received;
  if (types.length === 0) return <Notice>{t('deliveries.test.none')}</Notice>;
  return (
    <TestForm
      installation={installation}
      types={types}
      onSent={(id) => {
        setSent(id);
        void queries.invalidateQueries({ queryKey: [...deliveriesKey(shop.id), installation.id] });
      }}
      onClose={onClose}
    />
  );
}

interface TestFormProps {
  installation: Installation;
  types: readonly string[];
  onSent: (id: string) => void;
  onClose: () => void;
}

function TestForm({ installation, types, onSent, onClose }: TestFormProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const [event_type, setType] = useState(types[0]!);
  const [typed, setTyped] = useState<string>();
  // Requires the user to enter the id of the customer of an erasure test event, because the app would really
  // erase the customer's data.
  const isErasure = event_type.endsWith('.redaction_requested');
  const isExample = onlyAsExample.includes(resourceOf(event_type));
  const offered = useNewest(isErasure || isExample ? undefined : resourceOf(event_type)).data;
  const resource_id = isExample ? '' : (typed ?? offered ?? '');
  const submit = async (): Promise<void> => {
    const id = resource_id.trim();
    const test = { event_type, ...(id !== '' && { resource_id: id }) };
    onSent((await sendTest(shop.id, installation.id, test)).id);
  };
  return (
    <Form onSubmit={submit} fields={['event_type', 'resource_id']}>
      {({ isPending }) => (
        <Stack>
          <p>{t('deliveries.test.lead')}</p>
          <Select
            label={t('deliveries.test.type')}
            name="event_type"
            options={types.map((type) => ({ id: type, text: type }))}
            value={event_type}
            onChange={(type) => {
              setType(type);
              if (resourceOf(type) !== resourceOf(event_type)) setTyped(undefined);
            }}
          />
          {isExample ? (
            <p>{t('deliveries.test.example')}</p>
          ) : (
            <TextInput
              label={t('deliveries.test.id')}
              name="resource_id"
              mono
              autoComplete="off"
              spellCheck="false"
              value={resource_id}
              onChange={setTyped}
              description={describedId(t, {
                resource: resourceOf(event_type),
                offered: typed === undefined ? offered : undefined,
              })}
            />
          )}
          <FormActions action={t('deliveries.test.send')} isPending={isPending} onCancel={onClose} />
        </Stack>
      )}
    </Form>
  );
}

/**
 * Describes the content of a test event and the origin of its resource id. `offered` is the suggested id, or null
 * without an object to suggest. `offered` is undefined while the suggestion is unknown, and after the user has typed
 * an id.
 */
function describedId(
  t: Texts,
  { resource, offered }: { resource: string; offered: string | null | undefined },
): string {
  const about = t('deliveries.test.id.description', { resource });
  if (offered === undefined) return about;
  return `${about} ${t(offered === null ? 'deliveries.test.id.none' : 'deliveries.test.id.newest')}`;
}
