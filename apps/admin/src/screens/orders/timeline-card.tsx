import { type ReactNode, useState } from 'react';
import type { Order } from '../../api/store';
import { Button } from '../../parts/button';
import { TextAreaInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { Card, Row, Stack } from '../../parts/layout';
import { Unknown } from '../../parts/states';
import { Author } from '../../parts/store/author';
import { useMoney } from '../../parts/store/money';
import styles from '../../parts/store/store.module.css';
import { Time } from '../../parts/time';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { type History, useNewEntry } from './history';
import own from './order.module.css';
import { timelineOf } from './timeline';

export function Timeline({ order, history }: { order: Order; history: History }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const money = useMoney();
  const { currency_code } = order.attributes;
  return (
    <Card title={t('store.order.timeline')}>
      <Stack>
        {may('order_comments.post') && <CommentForm order={order} />}
        {history.isIncomplete && (
          <Unknown onRetry={history.refetch}>{t('store.order.timeline.unknown')}</Unknown>
        )}
        <ol className={styles['timeline']}>
          {timelineOf(order, history).map(({ key, at, what, author, amount, text }) => (
            <li key={key}>
              <span className={own['entry']}>
                <span>
                  {t(`store.timeline.${what}`)}
                  {amount !== undefined && ` · ${money(amount, currency_code)}`}
                </span>
                {text && (
                  <span className={styles['lines']} dir="auto">
                    {text}
                  </span>
                )}
              </span>
              <span className={styles['soft']}>
                {author && <Author author={author} />}
                <Time value={at} />
              </span>
            </li>
          ))}
        </ol>
      </Stack>
    </Card>
  );
}

function CommentForm({ order }: { order: Order }): ReactNode {
  const t = useTexts();
  const create = useNewEntry(order);
  const [body, setBody] = useState('');
  const submit = async (): Promise<void> => {
    await create('order_comments', { body: body.trim() });
    setBody('');
  };
  return (
    <Form
      onSubmit={submit}
      fields={['body']}
      check={(): Record<string, string> => (body.trim() === '' ? { body: t('store.comment.empty') } : {})}
      edits={{ isChanged: body !== '', discard: () => setBody('') }}
    >
      {({ isPending }) => (
        <Stack gap="small">
          <TextAreaInput
            label={t('store.comment')}
            description={t('store.comment.description')}
            name="body"
            rows={2}
            maxLength={65_535}
            value={body}
            onChange={setBody}
          />
          <Row end>
            <Button type="submit" size="small" isPending={isPending}>
              {t('store.comment.add')}
            </Button>
          </Row>
        </Stack>
      )}
    </Form>
  );
}
