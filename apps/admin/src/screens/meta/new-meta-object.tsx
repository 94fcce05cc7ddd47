import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../parts/button';
import { TextInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { useIdempotencyKey } from '../../parts/idempotency-key';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useFormDraft } from '../../parts/unsaved/drafts';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { DataField, dataMistake, useChecked } from './data-field';
import { ExactRequest } from './exact-request';
import { type Finding, hasErrors } from './json/check';
import { compact } from '../../parts/json/format';
import { createRequest, sent } from './meta-api';
import { metaName } from './meta-name';
import { BackLink } from './meta-object';
import styles from './meta-object.module.css';
import { refusals, refusalText } from './saving';

const emptyData = '{\n  \n}';

export default function NewMetaObject(): ReactNode {
  const t = useTexts();
  const [given] = useSearchParams();
  const draft = useFormDraft('meta/new', {
    resource_type: given.get('resource_type') ?? '',
    resource_id: given.get('resource_id') ?? '',
    text: emptyData,
  });
  const { resource_type, resource_id, text } = draft.values;
  const [refused, setRefused] = useState<{ text?: string; findings: Finding[] }>({ findings: [] });
  const checked = useChecked(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const create = useCreate(draft.discard);
  const request =
    checked.root && !hasErrors(checked)
      ? createRequest({ resource_type, resource_id }, compact(text, checked.root))
      : undefined;
  const check = (): Record<string, string> => ({
    ...dataMistake(checked, area.current, t),
    ...(resource_type ? {} : { resource_type: t('meta.resourceType.missing') }),
    ...(resource_id ? {} : { resource_id: t('meta.resourceId.missing') }),
  });
  const submit = async (): Promise<void> => {
    try {
      await create(request!.body!);
    } catch (error) {
      setRefused({ text, findings: refusals(t, error, checked) });
      throw error;
    }
  };
  return (
    <Page title={t('meta.new.title')} lead={<BackLink />}>
      <Card>
        <Form
          fields={['resource_type', 'resource_id', 'data']}
          explain={(error) => refusalText(t, error)}
          check={check}
          onSubmit={submit}
          edits={{ ...draft, isKept: true }}
        >
          {({ isPending }) => (
            <>
              <ResourceFields values={draft.values} onChange={draft.change} />
              <DataField
                ref={area}
                label={t('meta.data')}
                text={text}
                checked={checked}
                onChange={(next) => draft.change({ text: next })}
                refused={refused.text === text ? refused.findings : []}
                isReadOnly={isPending}
              />
              <div className={styles['actions']}>
                <Button type="submit" look="primary" isPending={isPending}>
                  {t('meta.new.submit')}
                </Button>
              </div>
            </>
          )}
        </Form>
      </Card>
      {request && <ExactRequest requests={[{ id: 'create', text: 'meta.request.create', request }]} />}
    </Page>
  );
}

interface ResourceFieldsProps {
  values: Record<'resource_type' | 'resource_id', string>;
  onChange: (part: Partial<Record<'resource_type' | 'resource_id', string>>) => void;
}

function ResourceFields({ values, onChange }: ResourceFieldsProps): ReactNode {
  const t = useTexts();
  return (
    <div className={styles['pair']}>
      <TextInput
        label={t('meta.resourceType')}
        name="resource_type"
        value={values.resource_type}
        onChange={(resource_type) => onChange({ resource_type })}
        description={t('meta.resourceType.description')}
        autoComplete="off"
      />
      <TextInput
        label={t('meta.resourceId')}
        name="resource_id"
        value={values.resource_id}
        onChange={(resource_id) => onChange({ resource_id })}
        description={t('meta.resourceId.description')}
        autoComplete="off"
      />
    </div>
  );
}

/** Returns a function that creates a meta object. `onMade` runs before the new object's page opens. */
function useCreate(onMade: () => void): (body: string) => Promise<void> {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  return async (body) => {
    const made = await sent(
      shop.id,
      { method: 'POST', path: '/api/meta', body },
      { headers: { 'idempotency-key': keyFor(body) } },
    );
    onMade();
    toast(t('meta.created', { name: metaName(made!.object.attributes) }));
    void queries.invalidateQueries({ queryKey: ['meta', shop.id, 'list'] });
    await navigate(`/meta/${made!.object.id}`, { replace: true });
  };
}
