import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../parts/button';
import { TextInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { Notice } from '../../parts/notice';
import { Select } from '../../parts/select';
import { type Texts, useTexts } from '../../texts/texts';
import { ConditionRow } from './condition-row';
import {
  type Condition,
  emptyQuestion,
  isText,
  maxConditions,
  mistakeOf,
  newCondition,
  orders,
  type Question,
  readQuestion,
  searchOf,
  sortedBy,
} from './question';
import styles from './question-form.module.css';
import { SuggestInput } from './suggest-input';

interface QuestionFormProps {
  /** URL query of the screen without the page position. */
  asked: string;
  onAsk: (search: string) => void;
  types: readonly string[];
  keys: readonly string[];
}

/** Values of the search form before the user submits the form. */
type Draft = Question & { rows: { id: number; condition: Condition }[] };

let lastRow = 0;
const rowOf = (condition: Condition): { id: number; condition: Condition } => ({
  id: (lastRow += 1),
  condition,
});

function draftOf(asked: string): Draft {
  const question = readQuestion(asked);
  return { ...question, rows: question.conditions.map(rowOf) };
}

/**
 * Search form with resource type, id, conditions and sort order. The form follows the query in the URL, so that the
 * Back button restores the form.
 */
export function QuestionForm({ asked, onAsk, types, keys }: QuestionFormProps): ReactNode {
  const t = useTexts();
  const [from, setFrom] = useState(asked);
  const [draft, setDraft] = useState(() => draftOf(asked));
  if (from !== asked) {
    setFrom(asked);
    // Keeps the typed conditions if only the sort order changes, for example after a click on a column heading.
    const { order } = emptyQuestion;
    const isSorted = sortedBy(from, order) === sortedBy(asked, order);
    setDraft(isSorted ? { ...draft, order: readQuestion(asked).order } : draftOf(asked));
  }
  const set = (changes: Partial<Draft>): void => setDraft((now) => ({ ...now, ...changes }));
  const question = { ...draft, conditions: draft.rows.map(({ condition }) => condition) };
  const isEmpty = searchOf(question) === '' && asked === '';
  return (
    <Form
      fields={[]}
      check={() => mistakesIn(question, t)}
      onSubmit={() => Promise.resolve(onAsk(searchOf(question, asked)))}
    >
      {() => (
        <>
          {!readQuestion(asked).isWhole && <Notice kind="warning">{t('meta.question.unreadable')}</Notice>}
          <div className={styles['fields']}>
            <SuggestInput
              label={t('meta.resourceType')}
              name="resource_type"
              value={draft.resourceType}
              onChange={(resourceType) => set({ resourceType })}
              suggestions={types}
              placeholder={t('meta.question.any')}
            />
            <TextInput
              label={t('meta.resourceId')}
              name="resource_id"
              value={draft.resourceId}
              onChange={(resourceId) => set({ resourceId })}
              placeholder={t('meta.question.any')}
              autoComplete="off"
            />
            <Select
              label={t('meta.order')}
              options={orders.map((id) => ({ id, text: t(`meta.order.${id}`) }))}
              value={draft.order}
              onChange={(order) => set({ order })}
            />
          </div>
          <Conditions rows={draft.rows} onChange={(rows) => set({ rows })} keys={keys} />
          <div className={styles['actions']}>
            <Button type="submit" look="primary">
              {t('meta.question.ask')}
            </Button>
            <Button
              isDisabled={isEmpty}
              onPress={() => {
                setDraft({ ...emptyQuestion, rows: [] });
                onAsk('');
              }}
            >
              {t('meta.question.clear')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

interface ConditionsProps {
  rows: Draft['rows'];
  onChange: (rows: Draft['rows']) => void;
  keys: readonly string[];
}

function Conditions({ rows, onChange, keys }: ConditionsProps): ReactNode {
  const t = useTexts();
  const title = useId();
  return (
    <div role="group" aria-labelledby={title} className={styles['conditions']}>
      <p id={title} className={styles['title']}>
        {t('meta.conditions')}
        <span className={styles['lead']}>{t('meta.conditions.lead')}</span>
      </p>
      {rows.map(({ id, condition }, at) => (
        <ConditionRow
          key={id}
          number={at + 1}
          condition={condition}
          onChange={(next) => onChange(rows.map((row) => (row.id === id ? { id, condition: next } : row)))}
          onRemove={() => onChange(rows.filter((row) => row.id !== id))}
          keys={keys}
        />
      ))}
      <div>
        <Button
          size="small"
          icon="plus"
          isDisabled={rows.length >= maxConditions}
          onPress={() => onChange([...rows, rowOf(newCondition)])}
        >
          {t('meta.condition.add')}
        </Button>
      </div>
    </div>
  );
}

function mistakesIn({ resourceType, resourceId, conditions }: Question, t: Texts): Record<string, string> {
  const found: Record<string, string> = {};
  if (!isText(resourceType)) found['resource_type'] = t('meta.condition.malformed');
  if (!isText(resourceId)) found['resource_id'] = t('meta.condition.malformed');
  conditions.forEach((condition, at) => {
    const { key, value } = mistakeOf(condition);
    if (key) found[`key-${at + 1}`] = t(key);
    if (value) found[`value-${at + 1}`] = t(value);
  });
  return found;
}
