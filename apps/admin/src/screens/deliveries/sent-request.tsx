import { type ReactNode, useState } from 'react';
import type { SentRequest as Request, WholeDelivery } from '../../api/webhooks';
import { CodeBlock } from '../../parts/copy-button';
import { pretty } from '../../parts/json/format';
import { JsonTextError } from '../../parts/json/json-text';
import { Card, Stack } from '../../parts/layout';
import { Segments } from '../../parts/segments';
import { useTexts } from '../../texts/texts';
import styles from './deliveries.module.css';

export function SentRequest({ delivery: { attributes } }: { delivery: WholeDelivery }): ReactNode {
  const t = useTexts();
  const { request, resource_type, attempts } = attributes;
  return (
    <Card
      title={t('deliveries.request')}
      lead={attempts.length > 1 ? t('deliveries.request.lead') : undefined}
    >
      {request === null ? (
        <p>{t('deliveries.request.none')}</p>
      ) : (
        <Stack>
          <Block label={t('deliveries.request.url')} code={`POST ${request.url}`} />
          <Block label={t('deliveries.request.headers')} code={headerLines(request)} />
          {request.body === null ? (
            <div>
              <p className={styles['label']}>{t('deliveries.request.body')}</p>
              <p>
                {resource_type === null
                  ? t('deliveries.request.gone')
                  : t('deliveries.request.hidden', { scope: `${resource_type}.get` })}
              </p>
            </div>
          ) : (
            <Body body={request.body} />
          )}
        </Stack>
      )}
    </Card>
  );
}

function headerLines({ headers }: Request): string {
  return Object.entries(headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function Block({ label, code }: { label: string; code: string }): ReactNode {
  return (
    <div>
      <p className={styles['label']}>{label}</p>
      <CodeBlock code={code} label={label} wrap />
    </div>
  );
}

type Form = 'pretty' | 'exact';

/** Shows the webhook body in a readable format or exactly as signed. The copy button copies the visible format. */
function Body({ body }: { body: string }): ReactNode {
  const t = useTexts();
  const [form, setForm] = useState<Form>('pretty');
  return (
    <div>
      <div className={styles['labelRow']}>
        <p className={styles['label']}>{t('deliveries.request.body')}</p>
        <Segments<Form>
          label={t('deliveries.request.form')}
          options={[
            { id: 'pretty', text: t('deliveries.request.pretty') },
            { id: 'exact', text: t('deliveries.request.exact') },
          ]}
          value={form}
          onChange={setForm}
        />
      </div>
      <div className={styles['long']}>
        <CodeBlock code={form === 'exact' ? body : laidOut(body)} label={t('deliveries.request.body')} wrap />
      </div>
    </div>
  );
}

function laidOut(body: string): string {
  try {
    return pretty(body);
  } catch (error) {
    if (error instanceof JsonTextError) return body;
    throw error;
  }
}
