import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAskBeforeUnload } from '../../parts/ask-before-unload';
import { Button } from '../../parts/button';
import { TextInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { useIdempotencyKey } from '../../parts/idempotency-key';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { DataField, dataMistake, useChecked } from './data-field';
import { ExactRequest } from './exact-request';
import { type Finding, hasErrors } from './json/check';
import { compact } from '../../parts/json/format';
import { createRequest, sent } from './meta-api';
import { BackLink } from './meta-object';
import styles from './meta-object.module.css';
import { refusals, refusalText } from './saving';

const emptyData = '{\n  \n}';

/** A form for a new meta object, prefilled from the last search. */
export default function NewMetaObject(): ReactNode {
  const t = useTexts();
  const [given] = useSearchParams();
  const [resource_type, setType] = useState(given.get('resource_type') ?? '');
  const [resource_id, setId] = useState(given.get('resource_id') ?? '');
  const [text, setText] = useState(emptyData);
  const [refused, setRefused] = useState<{ text?: string; findings: Finding[] }>({ findings: [] });
  const checked = useChecked(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const create = useCreate();
  useAskBeforeUnload(text !== emptyData && !create.isDone);
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
      await create.send(request!.body!);
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
        >
          {({ isPending }) => (
            <>
              <div className={styles['pair']}>
                <TextInput
                  label={t('meta.resourceType')}
                  name="resource_type"
                  value={resource_type}
                  onChange={setType}
                  description={t('meta.resourceType.description')}
                  autoComplete="off"
                />
                <TextInput
                  label={t('meta.resourceId')}
                  name="resource_id"
                  value={resource_id}
                  onChange={setId}
                  description={t('meta.resourceId.description')}
                  autoComplete="off"
                />
              </div>
              <DataField
                ref={area}
                label={t('meta.data')}
                text={text}
                checked={checked}
                onChange={setText}
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

function useCreate() {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [isDone, setDone] = useState(false);
  const send = async (body: string): Promise<void> => {
    const made = await sent(
      shop.id,
      { method: 'POST', path: '/api/meta', body },
      { headers: { 'idempotency-key': keyFor(body) } },
    );
    setDone(true);
    toast(t('meta.created'));
    void queries.invalidateQueries({ queryKey: ['meta', shop.id, 'list'] });
    await navigate(`/meta/${made!.object.id}`, { replace: true });
  };
  return { send, isDone };
}
